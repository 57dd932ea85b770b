import type { api, EndpointData } from '../../../app/lib/api'

export type LogEntry = EndpointData<typeof api.admin.manage.logs.get>['data'][number]

const ORDERS = {
  newest: { sortBy: 'timestamp', sortOrder: 'desc' },
  oldest: { sortBy: 'timestamp', sortOrder: 'asc' },
  action: { sortBy: 'action', sortOrder: 'asc' },
  actor: { sortBy: 'actorId', sortOrder: 'asc' },
} as const

export type LogOrder = keyof typeof ORDERS
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
