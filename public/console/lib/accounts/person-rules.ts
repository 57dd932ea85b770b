import type { Me } from '../../../app/lib/accounts/me'
import type { api, EndpointData } from '../../../app/lib/api'
import { byLanguage } from '../../../app/texts/formats'

export type Person = EndpointData<typeof api.moderation.users.search.get>['users'][number]
export type Role = Person['role']

type Query = Record<string, string | undefined>

export const ROLES = ['user', 'admin', 'superadmin'] as const satisfies readonly Role[]

const readRole = (word: string | undefined): Role | undefined => ROLES.find((role) => role === word)

const PAGE = 20

/** What the address asks for, as the API is asked: a whole e-mail address is looked for as one. */
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

/** Whether somebody can take part, and if not, why: what a moderator decided counts most. */
export function accountState({
  blocked,
  suspension,
  status,
}: Pick<Person, 'blocked' | 'suspension' | 'status'>): PersonState {
  if (suspension) return 'suspended'
  if (blocked) return 'blocked'
  return status === 'ONBOARDING' ? 'unfinished' : 'active'
}

/** Why the moderator cannot decide about the account; undefined where nothing is in the way. */
export function obstacle(
  moderator: Pick<Me, 'id' | 'role'>,
  { id, role }: Pick<Person, 'id' | 'role'>,
): 'own' | 'administrator' | undefined {
  if (id === moderator.id) return 'own'
  return role !== 'user' && moderator.role !== 'superadmin' ? 'administrator' : undefined
}

/** For how many days somebody can be suspended without a date being looked up. */
export const LENGTHS = ['1', '3', '7', '30'] as const

const DAY_MS = 86_400_000

/** When a suspension ends: so many days from now, or with the last day where the moderator is. */
export function suspensionEnd(length: string, lastDay: string, now: number): Date {
  if (length !== 'date') return new Date(now + Number(length) * DAY_MS)
  const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1)
}

/** The day where the moderator is, as a date field has it. */
export function toDay(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const moments = byLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))

/** A date and a time of day in few words. */
export const formatMoment = (time: string, language: string): string => moments(language).format(Date.parse(time))
