import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, type Raw, selectList, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

// SQL text: the builder has no INDEXED BY.

const { originSalt: _salt, originDigest: _digest, hash: _hash, ...ENTRY } = getTableColumns(auditLog)
export type LogRow = Raw<typeof ENTRY>

const FILTERS = {
  action: 'action = $action',
  actorId: 'actor_id = $actorId',
  entityId: 'entity_id = $entityId',
} as const
const SORTS = { timestamp: ['timestamp'], action: ['action', 'timestamp'], actorId: ['actor_id', 'timestamp'] } as const

export type LogFilter = { [Name in keyof typeof FILTERS]?: string }
export type LogOrder = { sortBy: keyof typeof SORTS; sortOrder: 'asc' | 'desc' }
export type LogSpan = { from: string; to: string }

/**
 * Who reported the viewer's own content is not shown to the viewer: at that time the viewer was no administrator, or the
 * entry would name nobody. By reports_author and audit_log_entity, once for each query.
 */
const ABOUT_VIEWER = `
  SELECT entry.rowid FROM reports r INDEXED BY reports_author
  CROSS JOIN audit_log entry INDEXED BY audit_log_entity ON entry.entity_id = r.id
  WHERE r.target_author_id = $viewer AND entry.action = 'user:created:report' AND entry.actor_id IS NOT NULL`

const where = (filters: readonly (keyof LogFilter)[]): string =>
  [...filters.map((name) => FILTERS[name]), 'timestamp BETWEEN $from AND $to', `rowid NOT IN (${ABOUT_VIEWER})`].join(
    ' AND ',
  )

const filterNames = (filter: LogFilter) =>
  (Object.keys(FILTERS) as (keyof LogFilter)[]).filter((name) => filter[name] !== undefined)

export function pageText(filters: readonly (keyof LogFilter)[], { sortBy, sortOrder }: LogOrder): string {
  const order = [...SORTS[sortBy], 'rowid'].map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  return `
  SELECT ${selectList(ENTRY)}
  FROM audit_log WHERE ${where(filters)} ORDER BY ${order.join(', ')} LIMIT $limit OFFSET $offset`
}

export const countText = (filters: readonly (keyof LogFilter)[]): string =>
  `SELECT count(*) AS total FROM audit_log WHERE ${where(filters)}`

const PARAMS = {
  ...pick(auditLog, 'action', 'actorId', 'entityId'),
  viewer: users.id,
  from: auditLog.timestamp,
  to: auditLog.timestamp,
}
const pages = sqlVariants(pageText, { returns: ENTRY, params: { ...PARAMS, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

/**
 * A page of the log. By audit_log_timestamp, audit_log_action, audit_log_actor or audit_log_entity, each of which
 * ends in the time; what came at the same moment stands as it was written (rowid).
 */
export async function logPage(
  db: Connection,
  viewer: string,
  filter: LogFilter,
  order: LogOrder,
  page: LogSpan & { limit: number; offset: number },
): Promise<LogRow[]> {
  return pages(db, filterNames(filter), order).all({ ...filter, viewer, ...page })
}

/** Rows are numbered without gaps, for no entry is ever deleted: the whole log needs no walk. */
const whole = sqlStatement(
  `SELECT
    coalesce((SELECT max(rowid) FROM audit_log) - (SELECT min(rowid) FROM audit_log) + 1, 0)
    - (SELECT count(*) FROM (${ABOUT_VIEWER})) AS total`,
  { returns: { total: INTEGER }, params: { viewer: users.id } },
)

export async function wholeTotal(db: Connection, viewer: string): Promise<number> {
  return whole(db).get({ viewer })?.total ?? 0
}

/**
 * Counted, not kept: a counter would be one more write with every entry of the busiest table, and this walks one
 * index, for an administrator, now and then.
 */
export async function logTotal(db: Connection, viewer: string, filter: LogFilter, span: LogSpan): Promise<number> {
  return counts(db, filterNames(filter)).get({ ...filter, viewer, ...span })?.total ?? 0
}
