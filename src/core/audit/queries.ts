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
 * Reports of the viewer's own content: the log does not show the viewer who reported it. (When the viewer already was
 * an administrator, the entry has no actor.) Indexes: reports_author and audit_log_entity, once for each query.
 */
const ABOUT_VIEWER = `
  SELECT entry.rowid FROM reports r INDEXED BY reports_author
  CROSS JOIN audit_log entry INDEXED BY audit_log_entity ON entry.entity_id = r.id
  WHERE r.target_author_id = $viewer AND entry.action = 'user:created:report' AND entry.actor_id IS NOT NULL`

const condition = (filters: readonly (keyof LogFilter)[]): string =>
  [...filters.map((name) => FILTERS[name]), 'timestamp BETWEEN $from AND $to', `rowid NOT IN (${ABOUT_VIEWER})`].join(
    ' AND ',
  )

const filterNames = (filter: LogFilter) =>
  (Object.keys(FILTERS) as (keyof LogFilter)[]).filter((name) => filter[name] !== undefined)

export function pageText(filters: readonly (keyof LogFilter)[], { sortBy, sortOrder }: LogOrder): string {
  const order = [...SORTS[sortBy], 'rowid'].map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  return `
  SELECT ${selectList(ENTRY)}
  FROM audit_log WHERE ${condition(filters)} ORDER BY ${order.join(', ')} LIMIT $limit OFFSET $offset`
}

export const countText = (filters: readonly (keyof LogFilter)[]): string =>
  `SELECT count(*) AS total FROM audit_log WHERE ${condition(filters)}`

const PARAMS = {
  ...pick(auditLog, 'action', 'actorId', 'entityId'),
  viewer: users.id,
  from: auditLog.timestamp,
  to: auditLog.timestamp,
}
const pages = sqlVariants(pageText, { returns: ENTRY, params: { ...PARAMS, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

/**
 * A page of the log; entries of one moment are in the order in which they were written. Indexes: audit_log_timestamp,
 * audit_log_action, audit_log_actor or audit_log_entity, each of which ends in the time.
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

/** Row numbers have no gaps, because entries are never deleted: the total of the whole log is a subtraction. */
const countAll = sqlStatement(
  `SELECT
    coalesce((SELECT max(rowid) FROM audit_log) - (SELECT min(rowid) FROM audit_log) + 1, 0)
    - (SELECT count(*) FROM (${ABOUT_VIEWER})) AS total`,
  { returns: { total: INTEGER }, params: { viewer: users.id } },
)

export async function unfilteredTotal(db: Connection, viewer: string): Promise<number> {
  return countAll(db).get({ viewer })?.total ?? 0
}

/**
 * Counted on request: a stored counter would cost one more write with every entry of the busiest table, and an
 * administrator reads this now and then, from one index.
 */
export async function logTotal(db: Connection, viewer: string, filter: LogFilter, span: LogSpan): Promise<number> {
  return counts(db, filterNames(filter)).get({ ...filter, viewer, ...span })?.total ?? 0
}
