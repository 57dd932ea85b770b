import { getTableColumns } from 'drizzle-orm'
import { auditAgents, auditLog } from '../../../db/schema/audit'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, orNull, type Raw, selectList } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { unpackId } from '../../lib/crypto/ids'
import { words } from '../../lib/text/words'
import { AUDIT_ACTIONS, actionName } from './actions'

// How entries are stored: words as numbers, ids as bytes, the browser by its number, and the rest in one JSON object.

/** Their places are stored: a new word comes last, and none goes. */
export const ROLES: readonly string[] = ['', 'user', 'admin', 'superadmin']
export const PLATFORMS = ['web', 'api', 'cli', 'system'] as const
export const ENTITY_TYPES = words(
  'user post comment delayed-post delayed-comment bookmark session report appeal feedback attempt audit-log',
  'branch burst college college-alert college-request instance invitation settings sign-up-request system',
  'webhook word course',
)
export const STUDENT = ROLES.indexOf('user')

const EVERYDAY = [...AUDIT_ACTIONS.values()].flatMap(({ everyday, number }) => (everyday ? [number] : []))
/** SQL: whether it is an entry of a student's everyday action. */
export const IS_EVERYDAY = raw(`role = ${STUDENT} AND action IN (${EVERYDAY.join()})`)

export type EntityType = (typeof ENTITY_TYPES)[number]

export type Facts = Record<string, string | number | boolean | null>

export type Detail = {
  before?: Facts | undefined
  after?: Facts | undefined
  reason?: string | undefined
  metadata?: Facts | undefined
  subjectHash?: string | undefined
}

const OF_LOG = getTableColumns(auditLog)
const ROW = { ...OF_LOG, userAgent: orNull(auditAgents.userAgent) }
export type StoredEntry = Raw<typeof ROW>

const COLUMNS = raw(`${selectList(OF_LOG, 'l')}, a.user_agent AS userAgent`)
const select = (which: Query<never>) => sql(ROW)`
  SELECT ${COLUMNS} FROM audit_log l LEFT JOIN audit_agents a ON a.number = l.agent ${which}`

export const readEntriesAfter = (db: Connection, after: number, limit: number): StoredEntry[] =>
  select(sql`WHERE l.number > ${after} ORDER BY l.number LIMIT ${limit}`).all(db)

/** In the order of the list. */
export const readEntries = (db: Connection, listed: readonly { number: number }[]): StoredEntry[] =>
  listed.length === 0
    ? []
    : sql(ROW)`
      SELECT ${COLUMNS} FROM json_each(${JSON.stringify(listed.map(({ number }) => number))}) wanted
      CROSS JOIN audit_log l ON l.number = wanted.value LEFT JOIN audit_agents a ON a.number = l.agent
      ORDER BY wanted.key`.all(db)

/** How many entries were ever written: they are numbered, a rollback frees its numbers, and the last is never thinned. */
export const newestNumber = (db: Connection): number =>
  sql({ number: orNull(INTEGER) })`SELECT max(number) AS number FROM audit_log`.get(db)?.number ?? 0

/** Requests wait while so many are looked at: some milliseconds. */
const PIECE = 20_000

/** What accounts did, a piece of the log at a time: no index has it. */
export function* readEntriesOf(db: Connection, actors: readonly string[]): Generator<StoredEntry[]> {
  const last = newestNumber(db)
  for (let after = 0; after < last; after += PIECE)
    yield select(sql`WHERE l.number > ${after} AND l.number <= ${after + PIECE} AND l.actor IN (
      SELECT iif(length(value) = 36, unhex(replace(value, '-', '')), value) FROM json_each(${JSON.stringify(actors)}))
      ORDER BY l.number`).all(db)
}

/** As it is read, without an id: that takes a key of the server (logs.ts). */
export function toEntry({ detail, ...entry }: StoredEntry) {
  const { before, after, reason, metadata, subjectHash }: Detail = JSON.parse(detail ?? '{}')
  return {
    timestamp: new Date(entry.time).toISOString(),
    action: actionName(entry.action),
    status: entry.failed === 1 ? ('failure' as const) : ('success' as const),
    actorId: unpackId(entry.actor),
    actorRole: ROLES[entry.role] || null,
    entityType: ENTITY_TYPES[entry.entityType] ?? 'unknown',
    entityId: unpackId(entry.entity),
    reason,
    before,
    after,
    metadata,
    platform: PLATFORMS[entry.platform] ?? 'unknown',
    requestId: unpackId(entry.request),
    subjectHash,
    ip: entry.ip,
    userAgent: entry.userAgent,
  }
}
export type Entry = ReturnType<typeof toEntry>
