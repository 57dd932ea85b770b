import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, type Raw, selectList, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { namesOf } from '../names/own-names'

// SQL text: the builder has no INDEXED BY.

const { originSalt: _salt, originDigest: _digest, isListed: _listed, hash: _hash, ...ENTRY } = getTableColumns(auditLog)
export type LogRow = Raw<typeof ENTRY>

const FILTERS = {
  action: 'action = $action',
  actorId: 'actor_id = $actorId',
  entityId: 'entity_id = $entityId',
  /** A JSON array. */
  actions: 'action IN (SELECT value FROM json_each($actions))',
} as const
const SORTS = { timestamp: ['timestamp'], action: ['action', 'timestamp'], actorId: ['actor_id', 'timestamp'] } as const

export type LogFilter = { [Name in keyof typeof FILTERS]?: string }
export type LogOrder = { sortBy: keyof typeof SORTS; sortOrder: 'asc' | 'desc' }
export type LogSpan = { from: string; to: string }

/**
 * `listed`: what administrators may list. `history`: all that the account in `actorId` did, except for its reports of the
 * viewer's own content, under any name, which do not show the viewer who reported it.
 */
export type LogScope = 'listed' | 'history'

const SCOPES: Record<LogScope, string> = {
  listed: 'is_listed = 1',
  history: `NOT (action = 'user:created:report'
    AND EXISTS (SELECT 1 FROM reports r WHERE r.id = entity_id AND r.target_author_id IN ${namesOf('$viewer')}))`,
}

const condition = (scope: LogScope, filters: readonly (keyof LogFilter)[]): string =>
  [SCOPES[scope], ...filters.map((name) => FILTERS[name]), 'timestamp BETWEEN $from AND $to'].join(' AND ')

const filterNames = (filter: LogFilter) =>
  (Object.keys(FILTERS) as (keyof LogFilter)[]).filter((name) => filter[name] !== undefined)

export function pageText(
  scope: LogScope,
  filters: readonly (keyof LogFilter)[],
  { sortBy, sortOrder }: LogOrder,
): string {
  const order = [...SORTS[sortBy], 'rowid'].map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  const rows = `FROM audit_log${index(filters)} WHERE ${condition(scope, filters)}
  ORDER BY ${order.join(', ')} LIMIT $limit OFFSET $offset`
  return filters.includes('actions')
    ? `SELECT ${selectList(ENTRY)} FROM audit_log WHERE rowid IN (SELECT rowid ${rows}) ORDER BY ${order.join(', ')}`
    : `SELECT ${selectList(ENTRY)} ${rows}`
}

/** Students' entries are most: of a group of actions, the entries are looked up and sorted by the index alone. */
const index = (filters: readonly (keyof LogFilter)[]): string =>
  filters.includes('actions') && !filters.includes('actorId') && !filters.includes('entityId')
    ? ' INDEXED BY audit_log_action'
    : ''

export const countText = (scope: LogScope, filters: readonly (keyof LogFilter)[]): string =>
  `SELECT count(*) AS total FROM audit_log${index(filters)} WHERE ${condition(scope, filters)}`

const PARAMS = {
  ...pick(auditLog, 'action', 'actorId', 'entityId'),
  actions: TEXT,
  viewer: users.id,
  from: auditLog.timestamp,
  to: auditLog.timestamp,
}
const pages = sqlVariants(pageText, { returns: ENTRY, params: { ...PARAMS, limit: INTEGER, offset: INTEGER } })
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

export type LogSelection = { scope: LogScope; viewer: string; filter: LogFilter }

const values = ({ scope, viewer, filter }: LogSelection) => ({ ...filter, ...(scope === 'history' ? { viewer } : {}) })

/**
 * A page of the log; entries of one moment are in the order in which they were written. Indexes: audit_log_timestamp,
 * audit_log_action, audit_log_listed_actor or audit_log_entity, and for a history audit_log_actor; each ends in the time.
 */
export async function logPage(
  db: Connection,
  selection: LogSelection,
  order: LogOrder,
  page: LogSpan & { limit: number; offset: number },
): Promise<LogRow[]> {
  return pages(db, selection.scope, filterNames(selection.filter), order).all({ ...values(selection), ...page })
}

/**
 * Counted on request: a stored counter would cost one more write with every entry of the busiest table, and an
 * administrator reads this now and then, from one index.
 */
export async function logTotal(db: Connection, selection: LogSelection, span: LogSpan): Promise<number> {
  const counted = counts(db, selection.scope, filterNames(selection.filter))
  return counted.get({ ...values(selection), ...span })?.total ?? 0
}

export const numbersText = (filters: readonly (keyof LogFilter)[]): string =>
  `SELECT rowid AS number FROM audit_log${index(filters)} WHERE ${condition('listed', filters)}
  ORDER BY timestamp DESC, rowid DESC LIMIT $limit`
const numbers = sqlVariants(numbersText, { returns: { number: INTEGER }, params: { ...PARAMS, limit: INTEGER } })

/** The row numbers of the newest listed entries, newest first. Indexes as those of a page. */
export const exportedNumbers = (db: Connection, filter: LogFilter, span: LogSpan & { limit: number }): number[] =>
  numbers(db, filterNames(filter))
    .all({ ...filter, ...span })
    .map(({ number }) => number)
