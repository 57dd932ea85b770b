import { type SqlStatement, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

export type LogRow = {
  id: string
  timestamp: string
  action: string
  entityType: string
  entityId: string | null
  actorId: string | null
  actorRole: string | null
  status: 'success' | 'failure'
  ip: string | null
  userAgent: string | null
  requestId: string | null
  platform: string
  before: string | null
  after: string | null
  reason: string | null
  metadata: string | null
}

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

const where = (filter: LogFilter): string =>
  [
    ...(Object.keys(filter) as (keyof LogFilter)[]).sort().map((name) => FILTERS[name]),
    'timestamp BETWEEN $from AND $to',
  ].join(' AND ')

const given = (filter: LogFilter): Params =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined))

/**
 * A page of the log. By audit_log_timestamp, audit_log_action, audit_log_actor or audit_log_entity, each of which
 * ends in the time; what came at the same moment stands as it was written (rowid).
 */
export async function logPage(
  db: Connection,
  filter: LogFilter,
  { sortBy, sortOrder }: LogOrder,
  { from, to, limit, offset }: LogSpan & { limit: number; offset: number },
): Promise<LogRow[]> {
  const names = given(filter)
  const order = [...SORTS[sortBy], 'rowid']
    .map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
    .join(', ')
  const page = prepared<LogRow>(`
    SELECT id, timestamp, action, entity_type AS entityType, entity_id AS entityId, actor_id AS actorId,
      actor_role AS actorRole, status, ip, user_agent AS userAgent, request_id AS requestId, platform,
      "before", "after", reason, metadata
    FROM audit_log WHERE ${where(names)} ORDER BY ${order} LIMIT $limit OFFSET $offset`)
  return page(db).all({ ...names, from, to, limit, offset })
}

/**
 * Counted, not kept: a counter would be one more write with every entry of the busiest table, and this walks one
 * index, for an administrator, now and then.
 */
export async function logTotal(db: Connection, filter: LogFilter, { from, to }: LogSpan): Promise<number> {
  const names = given(filter)
  const count = prepared<{ total: number }>(`SELECT count(*) AS total FROM audit_log WHERE ${where(names)}`)
  return count(db).get({ ...names, from, to })?.total ?? 0
}
