import { getTableColumns } from 'drizzle-orm'
import { auditAgents, auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { unpackId } from '../../lib/crypto/ids'
import { AUDIT_ACTIONS, actionName } from './actions'

// How entries are stored: words as numbers, ids as bytes, the browser by its number, and the rest in one JSON object.

/** Their places are stored: a new word comes last, and none goes. */
export const ROLES: readonly string[] = ['', 'user', 'admin', 'superadmin']
export const PLATFORMS = ['web', 'api', 'cli', 'system'] as const
export const ENTITY_TYPES = [
  'user',
  'post',
  'comment',
  'delayed-post',
  'delayed-comment',
  'bookmark',
  'session',
  'report',
  'appeal',
  'feedback',
  'attempt',
  'audit-log',
  'branch',
  'burst',
  'college',
  'college-alert',
  'college-request',
  'instance',
  'invitation',
  'settings',
  'sign-up-request',
  'system',
  'webhook',
  'word',
] as const
export const STUDENT = ROLES.indexOf('user')

const EVERYDAY = [...AUDIT_ACTIONS.values()].flatMap(({ everyday, number }) => (everyday ? [number] : []))
/** SQL: whether it is an entry of a student's everyday action. */
export const IS_EVERYDAY = `role = ${STUDENT} AND action IN (${EVERYDAY.join()})`

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

const selected = (from: string) =>
  `SELECT ${selectList(OF_LOG, 'l')}, a.user_agent AS userAgent
  FROM ${from} LEFT JOIN audit_agents a ON a.number = l.agent`

const entriesAfter = sqlStatement(`${selected('audit_log l')} WHERE l.number > $after ORDER BY l.number LIMIT $limit`, {
  returns: ROW,
  params: { after: INTEGER, limit: INTEGER },
})
export const readEntriesAfter = (db: Connection, after: number, limit: number): StoredEntry[] =>
  entriesAfter(db).all({ after, limit })

const entriesByNumber = sqlStatement(
  `${selected('json_each($numbers) wanted CROSS JOIN audit_log l ON l.number = wanted.value')} ORDER BY wanted.key`,
  { returns: ROW, params: { numbers: TEXT } },
)
export const readEntries = (db: Connection, numbers: readonly number[]): StoredEntry[] =>
  numbers.length === 0 ? [] : entriesByNumber(db).all({ numbers: JSON.stringify(numbers) })

const newest = sqlStatement('SELECT max(number) AS number FROM audit_log', { returns: { number: orNull(INTEGER) } })
/** How many entries were ever written: they are numbered, a rollback frees its numbers, and the last is never thinned. */
export const newestNumber = (db: Connection): number => newest(db).get()?.number ?? 0

const entriesOf = sqlStatement(
  `${selected('audit_log l')} WHERE l.number > $after AND l.number <= $until AND l.actor IN (
    SELECT iif(length(value) = 36, unhex(replace(value, '-', '')), value) FROM json_each($actors)) ORDER BY l.number`,
  { returns: ROW, params: { after: INTEGER, until: INTEGER, actors: TEXT } },
)
/** Requests wait while so many are looked at: some milliseconds. */
const PIECE = 20_000

/** What accounts did, a piece of the log at a time: no index has it. */
export function* readEntriesOf(db: Connection, actors: readonly string[]): Generator<StoredEntry[]> {
  const last = newestNumber(db)
  for (let after = 0; after < last; after += PIECE)
    yield entriesOf(db).all({ after, until: after + PIECE, actors: JSON.stringify(actors) })
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
