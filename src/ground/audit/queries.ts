import { auditLog } from '../../../db/schema/audit'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { packId, unpackId } from '../../lib/crypto/ids'
import { afterTurn } from '../../lib/process/background'
import { namesOf } from '../names/own-names'
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

const FILTERS: Record<keyof LogFilter, string> = {
  action: ' AND action = $action',
  actorId: ' AND actor = $actorId',
  entityId: ' AND entity = $entityId',
  actions: ' AND action IN (SELECT value FROM json_each($actions))',
}
const filterNames = (filter: LogFilter) =>
  (Object.keys(FILTERS) as (keyof LogFilter)[]).filter((name) => filter[name] !== undefined)

const listed = (filters: readonly (keyof LogFilter)[]): string =>
  `FROM audit_log INDEXED BY audit_log_listed
  WHERE action >= ${LISTED_FROM} AND time BETWEEN $from AND $to${filters.map((name) => FILTERS[name]).join('')}`

const RANKS = [...AUDIT_ACTIONS].toSorted(([one], [other]) => (one < other ? -1 : 1))
const SORTS: Record<LogOrder['sortBy'], readonly string[]> = {
  timestamp: [],
  action: [`CASE action ${RANKS.map(([, { number }], rank) => `WHEN ${number} THEN ${rank}`).join(' ')} END`],
  actorId: ['actor'],
}

export function pageText(filters: readonly (keyof LogFilter)[], { sortBy, sortOrder }: LogOrder): string {
  const order = [...SORTS[sortBy], 'time', 'number'].map((each) => `${each} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  return `SELECT number ${listed(filters)} ORDER BY ${order.join(', ')} LIMIT $limit OFFSET $offset`
}
export const countText = (filters: readonly (keyof LogFilter)[]): string =>
  `SELECT count(*) AS total ${listed(filters)}`

const { action, actor: actorId, entity: entityId, time } = auditLog
const PARAMS = { action, actorId, entityId, actions: TEXT, from: time, to: time }
const pages = sqlVariants(pageText, {
  returns: pick(auditLog, 'number'),
  params: { ...PARAMS, limit: INTEGER, offset: INTEGER },
})
const counts = sqlVariants(countText, { returns: { total: INTEGER }, params: PARAMS })

/** Of all parameters: a text takes those that it names. */
const bound = ({ action = '', actorId = '', entityId = '', actions = [] }: LogFilter) => ({
  ...{ action: actionNumber(action), actorId: packId(actorId), entityId: packId(entityId) },
  actions: JSON.stringify(actions.map(actionNumber)),
})

/** Those of one moment are in the order in which they were written. */
export const listedNumbers = (
  db: Connection,
  filter: LogFilter,
  order: LogOrder,
  page: LogSpan & { limit: number; offset: number },
): number[] =>
  pages(db, filterNames(filter), order)
    .all({ ...bound(filter), ...page })
    .map(({ number }) => number)

/** Counted on request: a counter would cost a write with each of them, and an administrator reads this now and then. */
export const countListed = (db: Connection, filter: LogFilter, span: LogSpan): number =>
  counts(db, filterNames(filter)).get({ ...bound(filter), ...span })?.total ?? 0

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

const ownReports = sqlStatement(
  `SELECT r.id FROM json_each($ids) wanted CROSS JOIN reports r ON r.id = wanted.value
  WHERE r.target_author_id IN ${namesOf('$viewer')}`,
  { returns: pick(reports, 'id'), params: { ids: TEXT, viewer: users.id } },
)

function reportsOfViewer(db: Connection, viewer: string, entries: readonly StoredEntry[]): Set<StoredEntry> {
  const made = entries.filter(({ action }) => action === actionNumber('user:created:report'))
  const ids = made.map(({ entity }) => unpackId(entity))
  const rows = ownReports(db).all({ ids: JSON.stringify(ids), viewer })
  const own = new Set(rows.map(({ id }) => id))
  return new Set(made.filter((_, index) => own.has(ids[index] ?? '')))
}

/** What the newest entry of a listed action of administrators says beside the action; undefined while there is none. */
export function newestFacts(db: Connection, action: AuditAction & `admin:${string}`): Facts | undefined {
  const span = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1, offset: 0 }
  const [entry] = readEntries(db, listedNumbers(db, { action }, { sortBy: 'timestamp', sortOrder: 'desc' }, span))
  return entry && (JSON.parse(entry.detail ?? '{}').metadata ?? {})
}
