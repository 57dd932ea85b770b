import { type SqlStatement, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { ENTRY_COLUMNS, type StoredEntry } from './chain'

export type LogRow = Omit<StoredEntry, 'originSalt' | 'originDigest'>

const FILTERS = {
  action: 'action = $action',
  actorId: 'actor_id = $actorId',
  entityId: 'entity_id = $entityId',
} as const
const SORTS = { timestamp: ['timestamp'], action: ['action', 'timestamp'], actorId: ['actor_id', 'timestamp'] } as const

export type LogFilter = { [Name in keyof typeof FILTERS]?: string }
export type LogOrder = { sortBy: keyof typeof SORTS; sortOrder: 'asc' | 'desc' }
export type LogSpan = { from: string; to: string }

type Params = Record<string, string | number>
type Prepared<Row> = (connection: Connection) => SqlStatement<Row, Params>
const statements = new Map<string, Prepared<unknown>>()

/** There are a few dozen shapes of these queries; each is prepared when it is first asked for. */
function prepared<Row>(text: string): Prepared<Row> {
  const known = statements.get(text) ?? sqlStatement<Row, Params>(text)
  statements.set(text, known)
  return known as Prepared<Row>
}

/**
 * Who reported the viewer's own content is not shown to the viewer: at that time the viewer was no administrator, or the
 * entry would name nobody. By reports_author and audit_log_entity, once for each query.
 */
const ABOUT_VIEWER = `
  SELECT entry.rowid FROM reports r INDEXED BY reports_author
  CROSS JOIN audit_log entry INDEXED BY audit_log_entity ON entry.entity_id = r.id
  WHERE r.target_author_id = $viewer AND entry.action = 'user:created:report' AND entry.actor_id IS NOT NULL`

const where = (filter: LogFilter): string =>
  [
    ...(Object.keys(filter) as (keyof LogFilter)[]).sort().map((name) => FILTERS[name]),
    'timestamp BETWEEN $from AND $to',
    `rowid NOT IN (${ABOUT_VIEWER})`,
  ].join(' AND ')

const given = (filter: LogFilter): Params =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined))

/**
 * A page of the log. By audit_log_timestamp, audit_log_action, audit_log_actor or audit_log_entity, each of which
 * ends in the time; what came at the same moment stands as it was written (rowid).
 */
export async function logPage(
  db: Connection,
  viewer: string,
  filter: LogFilter,
  { sortBy, sortOrder }: LogOrder,
  { from, to, limit, offset }: LogSpan & { limit: number; offset: number },
): Promise<LogRow[]> {
  const names = given(filter)
  const order = [...SORTS[sortBy], 'rowid']
    .map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
    .join(', ')
  const page = prepared<LogRow>(`
    SELECT ${ENTRY_COLUMNS}
    FROM audit_log WHERE ${where(names)} ORDER BY ${order} LIMIT $limit OFFSET $offset`)
  return page(db).all({ ...names, viewer, from, to, limit, offset })
}

/** Rows are numbered without gaps, for no entry is ever deleted: the whole log needs no walk. */
const whole = sqlStatement<{ total: number }, { viewer: string }>(`
  SELECT
    coalesce((SELECT max(rowid) FROM audit_log) - (SELECT min(rowid) FROM audit_log) + 1, 0)
    - (SELECT count(*) FROM (${ABOUT_VIEWER})) AS total`)

export async function wholeTotal(db: Connection, viewer: string): Promise<number> {
  return whole(db).get({ viewer })?.total ?? 0
}

/**
 * Counted, not kept: a counter would be one more write with every entry of the busiest table, and this walks one
 * index, for an administrator, now and then.
 */
export async function logTotal(
  db: Connection,
  viewer: string,
  filter: LogFilter,
  { from, to }: LogSpan,
): Promise<number> {
  const names = given(filter)
  const count = prepared<{ total: number }>(`SELECT count(*) AS total FROM audit_log WHERE ${where(names)}`)
  return count(db).get({ ...names, viewer, from, to })?.total ?? 0
}
