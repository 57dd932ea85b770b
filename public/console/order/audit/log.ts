import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { byRegion } from '../../../app/lib/dates'
import { Resource } from '../../lib/page'
import { auditText } from '../../texts/audit'

export type LogEntry = Data<typeof api.admin.manage.logs.get>['data'][number]

/** More than any campus has moderators. */
const MOST = 100

/** The moderators that one can pick, by name. */
export const moderators = new Resource(async () => {
  const answers = await Promise.all(
    (['admin', 'superadmin'] as const).map((role) =>
      envelope(api.moderation.users.search.get({ query: { role, limit: MOST, page: 1 } })),
    ),
  )
  const people: Named[] = []
  for (const answer of answers) {
    if (!answer.success) return answer
    people.push(...answer.data.users)
  }
  return { success: true as const, data: people.toSorted((a, b) => a.username.localeCompare(b.username)) }
})

type Named = { id: string; username: string }

/** `moderators` and `all` are no groups of the server: the first is what one sees without a choice. */
export const GROUPS = ['moderators', 'operator', 'students', 'strangers', 'all'] as const
type Group = (typeof GROUPS)[number]

export const TOPICS = Object.keys(auditText.log.whats) as Topic[]
type Topic = keyof typeof auditText.log.whats

/**
 * The filters of the log as its URL holds them; days are in the reader's time zone. `who` is a group, or the id of a
 * moderator, of whom it shows what they did as one. `actorId` is an account, of which it shows everything.
 */
export type LogAddress = Partial<Record<'who' | 'what' | 'actorId' | 'entityId' | 'from' | 'to', string>>

/** About one thing or by one account, everything is of interest. */
export function readWho({ who, actorId, entityId }: LogAddress): string {
  if (who) return who
  return actorId || entityId ? 'all' : 'moderators'
}

const isGroup = (who: string): who is Group => (GROUPS as readonly string[]).includes(who)

export const readTopic = ({ what }: LogAddress): Topic | undefined => TOPICS.find((each) => each === what)

/** Whether a superadmin sees everything that the account did, which is logged. */
export const opensHistory = (address: LogAddress): boolean =>
  Boolean(address.actorId) && readWho(address) === 'all' && readTopic(address) === undefined

export const isFiltered = ({ who, what, actorId, entityId, from, to }: LogAddress): boolean =>
  [who, what, actorId, entityId, from, to].some(Boolean)

const DAY = /^\d{4}-\d\d-\d\d$/

/** A time of that day in the reader's time zone; undefined for anything that is no day. */
function moment(day: string | undefined, time: string): string | undefined {
  const date = DAY.test(day ?? '') ? new Date(`${day}T${time}`) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function logQuery(address: LogAddress) {
  const who = readWho(address)
  const by = isGroup(who) ? who : 'moderators'
  const actorId = isGroup(who) ? address.actorId : who
  const about = readTopic(address)
  const from = moment(address.from, '00:00:00.000')
  const to = moment(address.to, '23:59:59.999')
  return {
    ...(by === 'all' ? {} : { by }),
    ...(about ? { about } : {}),
    ...(actorId ? { actorId } : {}),
    ...(address.entityId ? { entityId: address.entityId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

type Fact = string | number | boolean | null
export type Change = { field: string; before?: Fact; after?: Fact }

export const plainFields = (given: object | undefined): Record<string, Fact> => ({ ...given })

/** The changed fields; a value on one side only did not exist before, or does not exist any more. */
export function listChanges(entry: Pick<LogEntry, 'before' | 'after'>): Change[] {
  const [before, after] = [plainFields(entry.before), plainFields(entry.after)]
  return Object.keys({ ...before, ...after }).map((field) => ({
    field,
    ...(field in before ? { before: before[field] ?? null } : {}),
    ...(field in after ? { after: after[field] ?? null } : {}),
  }))
}

const days = byRegion((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A day of the log, which begins at midnight UTC. */
export const formatDay = (day: string, language: string): string => days(language).format(Date.parse(day))

/** A file holds no more entries: the newest. */
export const MOST_EXPORTED = 10_000

export const FORMATS = ['csv', 'jsonl'] as const
export type Format = (typeof FORMATS)[number]

/** The query of the file with what the list shows; undefined where that is students' own, which no file holds. */
export function exportQuery(address: LogAddress, format: Format): string | undefined {
  const { by, ...picked } = logQuery(address)
  if (by === 'students' || (by === undefined && picked.actorId !== undefined)) return undefined
  return new URLSearchParams({ ...picked, ...(by === undefined ? {} : { by }), format }).toString()
}
