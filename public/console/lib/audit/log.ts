import { signal } from '@preact/signals'
import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'

const PAGE_SIZE = 50

const fetchLog = (query: ReturnType<typeof logQuery> & { page: number; limit: number }) =>
  envelope(api.admin.manage.logs.get({ query }))

export const readLog = (address: LogAddress, page: number) => fetchLog({ ...logQuery(address), page, limit: PAGE_SIZE })

/** Names of actors by id, as far as they are loaded. */
export const actorNames = signal<Readonly<Record<string, string>>>({})

type Named = { id: string; username: string }

const learn = (people: readonly Named[]): void => {
  actorNames.value = { ...actorNames.value, ...Object.fromEntries(people.map(({ id, username }) => [id, username])) }
}

/** More than any campus has moderators. */
const MOST = 100

let areNamed = false

/** Loads the names of the moderators once: most entries are theirs. */
export async function nameAdministrators(): Promise<void> {
  if (areNamed) return
  const requests = (['admin', 'superadmin'] as const).map((role) =>
    envelope(api.moderation.users.search.get({ query: { role, limit: MOST, page: 1 } })),
  )
  const answers = await Promise.all(requests)
  areNamed = answers.every(({ success }) => success)
  for (const answer of answers) if (answer.success) learn(answer.data.users)
}

/** Loads a name once; a deleted account stays without one. */
export async function nameActor(id: string): Promise<void> {
  if (id in actorNames.value) return
  const answer = await envelope(api.users.id({ userId: id }).get())
  if (answer.success) learn([answer.data.user])
}

export type LogEntry = Data<typeof api.admin.manage.logs.get>['data'][number]

const ORDERS = {
  newest: { sortBy: 'timestamp', sortOrder: 'desc' },
  oldest: { sortBy: 'timestamp', sortOrder: 'asc' },
  action: { sortBy: 'action', sortOrder: 'asc' },
  actor: { sortBy: 'actorId', sortOrder: 'asc' },
} as const

type LogOrder = keyof typeof ORDERS
export const LOG_ORDERS = Object.keys(ORDERS) as LogOrder[]

/** The filters of the log as its URL holds them; days are in the reader's time zone. */
export type LogAddress = Partial<Record<'action' | 'actorId' | 'entityId' | 'from' | 'to' | 'order', string>>

export const readOrder = ({ order }: LogAddress): LogOrder => LOG_ORDERS.find((each) => each === order) ?? 'newest'

export const isFiltered = ({ action, actorId, entityId, from, to }: LogAddress): boolean =>
  [action, actorId, entityId, from, to].some(Boolean)

const DAY = /^\d{4}-\d\d-\d\d$/

/** A time of that day in the reader's time zone; undefined for anything that is no day. */
function moment(day: string | undefined, time: string): string | undefined {
  const date = DAY.test(day ?? '') ? new Date(`${day}T${time}`) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function logQuery(address: LogAddress) {
  const { action, actorId, entityId } = address
  const from = moment(address.from, '00:00:00.000')
  const to = moment(address.to, '23:59:59.999')
  return {
    ...ORDERS[readOrder(address)],
    ...(action ? { action } : {}),
    ...(actorId ? { actorId } : {}),
    ...(entityId ? { entityId } : {}),
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

/** The console's page about the subject of the entry, if there is one. */
export function subjectPath({ entityType, entityId }: Pick<LogEntry, 'entityType' | 'entityId'>): string | undefined {
  if (entityId === null) return undefined
  if (entityType === 'user') return `/console/people/${entityId}`
  return entityType === 'post' ? `/console/posts/${entityId}` : undefined
}
