import type { Data } from '../../../../client/api'
import { colleges } from '../../../app/campus/colleges/colleges'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { byRegion } from '../../../app/lib/dates'
import type { Me } from '../../../app/lib/me'
import { type banUser, suspendUser } from '../../order/moderation/moderation'

const search = (query: Parameters<typeof api.moderation.users.search.get>[0]['query']) =>
  envelope(api.moderation.users.search.get({ query }))

export const findPeople = (query: Record<string, string>, page: number) => search(searchQuery(query, page))

/** More users than can have names that contain a whole other name. */
const MOST_ALIKE = 100

/** With the version that a decision about the person names. `isOwn`: an alias of the moderator. */
export type PersonRead = Person & { version: string; isOwn?: boolean }

export const isAlias = ({ status }: Pick<Person, 'status'>): boolean => status === 'ALIAS'

/** One account, or one alias, as moderators see it. An account is found by its name: only the list has role and sanction. */
export async function readPerson(userId: string): Promise<{ success: true; data: PersonRead } | Failure> {
  // Before all else: what is decided in between makes a version old, and not a standing.
  const standing = await envelope(api.moderation.users({ userId }).suspension.get())
  if (!standing.success) return standing
  const { version, alias } = standing.data
  if (alias !== null) return { success: true, data: { ...alias, version, isOwn: await isOwnAlias(userId) } }
  const answer = await envelope(api.users.id({ userId }).get())
  if (!answer.success) return answer
  const { username } = answer.data.user
  const alike = await search({ username, limit: MOST_ALIKE, page: 1 })
  if (!alike.success) return alike
  const data = alike.data.users.find(({ id }) => id === userId)
  return data
    ? { success: true, data: { ...data, version } }
    : { success: false, code: 'NOT_FOUND', message: 'There is no such user' }
}

/** Most of one's aliases that one request lists. */
const MOST_ALIASES = 100

/** Nobody but its account is told whose an alias is. False where the list cannot be read: the server decides. */
async function isOwnAlias(id: string): Promise<boolean> {
  let cursor: string | null | undefined
  do {
    const answer = await envelope(
      api.users.me.aliases.get({ query: { limit: MOST_ALIASES, ...(cursor ? { cursor } : {}) } }),
    )
    if (!answer.success) return false
    if (answer.data.aliases.some((alias) => alias.id === id)) return true
    cursor = answer.data.meta.nextCursor
  } while (cursor)
  return false
}

export const collegeName = (id: string): string | undefined => colleges.value.find((each) => each.id === id)?.name

export const suspendAsChosen = (userId: string, values: FormData, version?: string) =>
  suspendUser(
    userId,
    suspensionEnd(String(values.get('length')), String(values.get('suspension.ends')), Date.now()),
    String(values.get('suspension.reason')),
    version,
  )

export type Sanctioned = Extract<Awaited<ReturnType<typeof banUser>>, { success: true }>

export type Report = Data<ReturnType<typeof api.reports.users>['get']>['reports'][number]

export type Person = Data<typeof api.moderation.users.search.get>['users'][number]
export type Role = Person['role']

type Query = Record<string, string | undefined>

export const ROLES = ['user', 'admin', 'superadmin'] as const satisfies readonly Role[]

const readRole = (word: string | undefined): Role | undefined => ROLES.find((role) => role === word)

const PAGE = 20

/** The filters of the URL as the API takes them; a whole email address is searched as one. */
export function searchQuery({ query = '', role, blocked, collegeId }: Query, page: number) {
  const roleFilter = readRole(role)
  return {
    page,
    limit: PAGE,
    ...(query === '' ? {} : query.includes('@') ? { email: query } : { query }),
    ...(roleFilter ? { role: roleFilter } : {}),
    ...(blocked === 'true' || blocked === 'false' ? { blocked: blocked as 'true' | 'false' } : {}),
    ...(collegeId ? { collegeId } : {}),
  }
}

export type PersonState = 'active' | 'unfinished' | 'suspended' | 'blocked'

type Standing = Pick<Person, 'blocked' | 'suspension' | 'status'>

/** Whether the account can take part; a sanction counts before an unfinished sign-up. */
export function accountState({ blocked, suspension, status }: Standing): PersonState {
  if (suspension) return 'suspended'
  if (blocked) return 'blocked'
  return status === 'ONBOARDING' ? 'unfinished' : 'active'
}

/** Why the moderator cannot decide about this account or alias; undefined if they can. */
export function obstacle(
  moderator: Pick<Me, 'id' | 'role'>,
  { id, role, isOwn }: Pick<PersonRead, 'id' | 'role' | 'isOwn'>,
): 'own' | 'ownAlias' | 'administrator' | undefined {
  if (id === moderator.id) return 'own'
  if (isOwn) return 'ownAlias'
  return role !== 'user' && moderator.role !== 'superadmin' ? 'administrator' : undefined
}

/** The lengths of a suspension in days that need no date. */
export const LENGTHS = ['1', '3', '7', '30'] as const

const DAY_MS = 86_400_000

/** When a suspension ends: so many days from now, or at the end of the last day in the moderator's time zone. */
export function suspensionEnd(length: string, lastDay: string, now: number): Date {
  if (length !== 'date') return new Date(now + Number(length) * DAY_MS)
  const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1)
}

/** The day in the moderator's time zone, as a date field has it. */
export function toDay(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const moments = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))

export const formatMoment = (time: string, language: string): string => moments(language).format(Date.parse(time))
