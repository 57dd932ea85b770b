import { auditLog } from '../../../db/schema/audit'
import { reports } from '../../../db/schema/reports'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { packId, unpackId } from '../../lib/crypto/ids'
import { afterTurn } from '../../lib/process/background'
import { idsOfNames } from '../names/own-names'
import { AUDIT_ACTIONS, type AuditAction, actionName, actionNumber, LISTED_FROM } from './actions'
import { type Facts, readEntries, readEntriesOf, type StoredEntry } from './entries'

// What administrators list is found by one index, in the order of time; the history of an account in the whole log, a
// piece at a time.

/** `actions` are those of a group. */
export type LogFilter = {
  action?: string | undefined
  actorId?: string | undefined
  entityId?: string | undefined
  actions?: readonly string[] | undefined
}
export type LogOrder = { sortBy: 'timestamp' | 'action' | 'actorId'; sortOrder: 'asc' | 'desc' }
/** Milliseconds since 1970, both included. */
export type LogSpan = { from: number; to: number }

const LISTED = raw(`FROM audit_log INDEXED BY audit_log_listed WHERE action >= ${LISTED_FROM}`)

function listed({ action, actorId, entityId, actions }: LogFilter, { from, to }: LogSpan) {
  const numbers = JSON.stringify(actions?.map(actionNumber))
  return sql`${LISTED} AND time BETWEEN ${from} AND ${to}
    ${action === undefined ? sql`` : sql`AND action = ${actionNumber(action)}`}
    ${actorId === undefined ? sql`` : sql`AND actor = ${packId(actorId)}`}
    ${entityId === undefined ? sql`` : sql`AND entity = ${packId(entityId)}`}
    ${actions === undefined ? sql`` : sql`AND action IN (SELECT value FROM json_each(${numbers}))`}`
}

const RANKS = [...AUDIT_ACTIONS].toSorted(([one], [other]) => (one < other ? -1 : 1))
const SORTS: Record<LogOrder['sortBy'], readonly string[]> = {
  timestamp: [],
  action: [`CASE action ${RANKS.map(([, { number }], rank) => `WHEN ${number} THEN ${rank}`).join(' ')} END`],
  actorId: ['actor'],
}

/** Those of one moment are in the order in which they were written. */
export function listedPage(
  filter: LogFilter,
  { sortBy, sortOrder }: LogOrder,
  { limit, offset, ...span }: LogSpan & { limit: number; offset: number },
) {
  const order = [...SORTS[sortBy], 'time', 'number'].map((each) => `${each} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  return sql(pick(auditLog, 'number'))`
    SELECT number ${listed(filter, span)} ORDER BY ${raw(order.join(', '))} LIMIT ${limit} OFFSET ${offset}`
}

/** Counted on request: a counter would cost a write with each of them, and an administrator reads this now and then. */
export const listedCount = (filter: LogFilter, span: LogSpan) => sql({ count: INTEGER })`
  SELECT count(*) AS count ${listed(filter, span)}`

const turn = (): Promise<void> => new Promise((resolve) => afterTurn('reading a history', resolve))

/**
 * Without the account's reports of the viewer's own content, under any name, which do not show the viewer who reported it.
 */
export async function readHistory(
  db: Connection,
  viewer: string,
  { action, actorId = '', entityId }: LogFilter,
  { sortBy, sortOrder }: LogOrder,
  { from, to }: LogSpan,
): Promise<StoredEntry[]> {
  const isSought = (entry: StoredEntry): boolean =>
    (action === undefined || entry.action === actionNumber(action)) &&
    (entityId === undefined || unpackId(entry.entity) === entityId) &&
    from <= entry.time &&
    entry.time <= to
  const found: StoredEntry[] = []
  for (const entries of readEntriesOf(db, [actorId])) {
    found.push(...entries.filter(isSought))
    await turn()
  }
  const hidden = reportsOfViewer(db, viewer, found)
  const rank = ({ action }: StoredEntry): string => (sortBy === 'action' ? actionName(action) : '')
  const sorted = found
    .filter((entry) => !hidden.has(entry))
    .toSorted((one, other) => compare(rank(one), rank(other)) || one.time - other.time || one.number - other.number)
  return sortOrder === 'asc' ? sorted : sorted.reverse()
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

function reportsOfViewer(db: Connection, viewer: string, entries: readonly StoredEntry[]): Set<StoredEntry> {
  const made = entries.filter(({ action }) => action === actionNumber('user:created:report'))
  const ids = made.map(({ entity }) => unpackId(entity))
  const rows = sql(pick(reports, 'id'))`
    SELECT r.id FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN reports r ON r.id = wanted.value
    WHERE r.target_author_id IN ${idsOfNames(viewer)}`.all(db)
  const own = new Set(rows.map(({ id }) => id))
  return new Set(made.filter((_, index) => own.has(ids[index] ?? '')))
}

/** What the newest entry of a listed action of administrators says beside the action; undefined while there is none. */
export function newestFacts(db: Connection, action: AuditAction & `admin:${string}`): Facts | undefined {
  const span = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1, offset: 0 }
  const page = listedPage({ action }, { sortBy: 'timestamp', sortOrder: 'desc' }, span)
  const [entry] = readEntries(db, page.all(db))
  return entry && (JSON.parse(entry.detail ?? '{}').metadata ?? {})
}
