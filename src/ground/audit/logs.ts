import { auditLog } from '../../../db/schema/audit'
import { reports } from '../../../db/schema/moderation'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { packId, unpackId } from '../../lib/crypto/ids'
import { keyedHash } from '../../lib/crypto/keys'
import { afterTurn } from '../../lib/process/background'
import { paginate } from '../../lib/text/schema'
import { words } from '../../lib/text/words'
import { idsOfNames } from '../names/own-names'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  actionName,
  actionNumber,
  isListed,
  LISTED_FROM,
  type ListedObject,
} from './actions'
import { type Actor, audit } from './audit'
import { type Facts, readEntries, readEntriesOf, type StoredEntry, toEntry } from './entries'
import { nameObjects, usernamesOf } from './objects'

// Readers pick from groups of the actions that are listed: by whom, and about what.

/** `moderators`: administrators and the operator. `students`: what they write for all to see. */
export const ACTORS = ['moderators', 'operator', 'students', 'strangers'] as const
export type Actors = (typeof ACTORS)[number]

/** Whose entries may be taken out of Quad in a file. */
export const EXPORTED_ACTORS = ['moderators', 'operator', 'strangers'] as const satisfies readonly Actors[]

/** `access`: what somebody opened that others do not see, and what became of it. */
export const ABOUT = words('content reports people access campus policy feedback settings server')
export type About = (typeof ABOUT)[number]

const OBJECTS: Readonly<Record<About, readonly ListedObject[]>> = {
  content: words('post comment recent text'),
  reports: words('report reports appeal escalation'),
  people: words(
    'note user account sign-up sanction sessions role invitation administrator profile reminders password registration otp login password-reset refresh-token',
  ),
  access: words('address email history posts comments versions log'),
  campus: words('college college-alert college-request branch course campus'),
  policy: words('word burst classifier'),
  feedback: words('feedback'),
  settings: words('settings mail addresses poster webhook webhook-secret'),
  server: words('counters times backup keys'),
}
const SUBJECTS = new Map<string, About>(ABOUT.flatMap((about) => OBJECTS[about].map((object) => [object, about])))

/** What the action is about; undefined for one that is not listed. */
export function subjectOfAction(action: string): About | undefined {
  const [, verb, object = ''] = action.split(':')
  return verb === 'read' ? 'access' : SUBJECTS.get(object)
}

/** By whom the action is, as its first word and its visibility say. */
export function actorsOfAction(action: string): Exclude<Actors, 'operator'> {
  if (!action.startsWith('user:')) return 'moderators'
  return AUDIT_ACTIONS.get(action)?.visibility === 'attempt' ? 'strangers' : 'students'
}

const isBy = (action: string, by: Actors): boolean =>
  by === 'operator' ? action.startsWith('operator:') : actorsOfAction(action) === by

const LISTED = [...AUDIT_ACTIONS.keys()].filter(isListed)

export const listedActions = ({ by, about }: { by?: Actors | undefined; about?: About | undefined }): string[] =>
  LISTED.filter(
    (action) => (by === undefined || isBy(action, by)) && (about === undefined || subjectOfAction(action) === about),
  )

type Reader = Actor & { id: string; collegeId: string }

type Sought = { action?: string | undefined; actorId?: string | undefined; entityId?: string | undefined }
/** `from` and `to` are days or moments in ISO 8601. */
type LogChoice = Sought & {
  by?: Actors | undefined
  about?: About | undefined
  from?: string | undefined
  to?: string | undefined
}
type LogOrder = { sortBy: 'timestamp' | 'action' | 'actorId'; sortOrder: 'asc' | 'desc' }
type LogQuery = LogChoice & LogOrder & { page: number; limit: number }

/** For a superadmin who names an account and no group of actions, its whole history, with votes; that is audited. */
export async function readLogs(viewer: Reader, { page, limit, sortBy, sortOrder, ...choice }: LogQuery) {
  const isGroup = choice.by !== undefined || choice.about !== undefined
  const isHistory = viewer.role === 'superadmin' && choice.actorId !== undefined && !isGroup
  if (isHistory) {
    const entry = { action: 'admin:read:history', entityType: 'user', entityId: choice.actorId ?? null } as const
    await storage.write((tx) => audit(tx, viewer, entry))
  }
  const [db, order] = [storage.reader, { sortBy, sortOrder }]
  const filter = filterOf(choice, isGroup ? listedActions(choice) : undefined)
  const history = isHistory ? await readHistory(db, viewer.id, filter, order) : undefined
  const total = history?.length ?? listedCount(filter).get(db)!.count
  const offset = (page - 1) * limit
  const rows =
    history?.slice(offset, offset + limit) ??
    readEntries(db, offset < total ? listedPage(filter, order, limit, offset).all(db) : [])
  const entries = rows.map((row) => ({ id: entryId(row.number), ...toEntry(row) }))
  const names = nameObjects(db, viewer, entries)
  // In the list a student's would lead, without a trace, from the network of an attempt to the account that used it.
  const showsOrigin = (role: string | null) => isHistory || (viewer.role === 'superadmin' && role !== 'user')
  const data = entries.map((entry, index) => ({
    ...entry,
    ...(showsOrigin(entry.actorRole) ? {} : { ip: null, userAgent: null }),
    ...names[index],
  }))
  return { data, pagination: paginate(total, page, limit) }
}

/** Stands for the number of an entry, which would tell how many there are. */
export function entryId(number: number): string {
  const hex = Buffer.from(keyedHash('audit-entry', `${number}`), 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Without students: their entries are thinned when they are old, and a file would hold them whole. */
export type ExportChoice = Omit<LogChoice, 'by'> & { by?: (typeof EXPORTED_ACTORS)[number] | undefined }

/** As many as a spreadsheet shows at ease. */
const MOST = 10_000
/** Requests wait while so many are read. */
const BATCH = 500

/** In the order of a file. Without origins and names of objects, which are blanked when they are old or deleted. */
export const EXPORTED_COLUMNS = words(
  'id timestamp action status actorId actorName actorRole entityType entityId',
  'reason before after metadata platform requestId subjectHash',
)
export type ExportedEntry = Pick<
  ReturnType<typeof toEntry> & { id: string; actorName: string | null },
  (typeof EXPORTED_COLUMNS)[number]
>

/** The newest listed entries that were picked, newest first. What is added meanwhile is not among them. */
export function* exportBatches(db: Connection, { by, about, ...choice }: ExportChoice): Generator<ExportedEntry[]> {
  const actors = by === undefined ? EXPORTED_ACTORS : [by]
  const actions = [...new Set(actors.flatMap((each) => listedActions({ by: each, about })))]
  const newestFirst = { sortBy: 'timestamp', sortOrder: 'desc' } as const
  const numbers = listedPage(filterOf(choice, actions), newestFirst, MOST, 0).all(db)
  for (let at = 0; at < numbers.length; at += BATCH) {
    const rows = readEntries(db, numbers.slice(at, at + BATCH))
    const entries = rows.map((row) => ({ id: entryId(row.number), ...toEntry(row) }))
    const names = usernamesOf(db, entries)
    yield entries.map((entry) => ({ ...entry, actorName: names.get(entry.actorId ?? '') ?? null }))
  }
}

// What administrators list is found by one index, in the order of time; the history of an account in the whole log, a
// piece at a time.

/** Milliseconds since 1970, both included. `actions` are those of a group. */
type LogFilter = Sought & { actions?: readonly string[] | undefined; from: number; to: number }

const filterOf = ({ from, to, action, actorId, entityId }: LogChoice, actions?: readonly string[]): LogFilter => ({
  ...{ action, actorId, entityId, actions },
  from: from === undefined ? 0 : Date.parse(from),
  // Attempts of this hour have a time to come. A day counts until its last moment.
  to: Math.min(
    Date.now(),
    to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to.length === 10 ? `${to}T23:59:59.999Z` : to),
  ),
})

const LISTED_ROWS = raw(`FROM audit_log INDEXED BY audit_log_listed WHERE action >= ${LISTED_FROM}`)

function listed({ action, actorId, entityId, actions, from, to }: LogFilter) {
  const numbers = JSON.stringify(actions?.map(actionNumber))
  return sql`${LISTED_ROWS} AND time BETWEEN ${from} AND ${to}
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
export function listedPage(filter: LogFilter, { sortBy, sortOrder }: LogOrder, limit: number, offset: number) {
  const order = [...SORTS[sortBy], 'time', 'number'].map((each) => `${each} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`)
  return sql(pick(auditLog, 'number'))`
    SELECT number ${listed(filter)} ORDER BY ${raw(order.join(', '))} LIMIT ${limit} OFFSET ${offset}`
}

/** Counted on request: a counter would cost a write with each of them, and an administrator reads this now and then. */
export const listedCount = (filter: LogFilter) => sql({ count: INTEGER })`SELECT count(*) AS count ${listed(filter)}`

/**
 * Without the account's reports of the viewer's own content, under any name, which do not show the viewer who reported it.
 */
async function readHistory(
  db: Connection,
  viewer: string,
  { action, actorId = '', entityId, from, to }: LogFilter,
  { sortBy, sortOrder }: LogOrder,
): Promise<StoredEntry[]> {
  const isSought = (entry: StoredEntry): boolean =>
    (action === undefined || entry.action === actionNumber(action)) &&
    (entityId === undefined || unpackId(entry.entity) === entityId) &&
    from <= entry.time &&
    entry.time <= to
  const found: StoredEntry[] = []
  for (const entries of readEntriesOf(db, [actorId])) {
    found.push(...entries.filter(isSought))
    await new Promise<void>((resolve) => afterTurn('reading a history', resolve))
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
  const order = { sortBy: 'timestamp', sortOrder: 'desc' } as const
  const [entry] = readEntries(db, listedPage({ action, from: 0, to: Number.MAX_SAFE_INTEGER }, order, 1, 0).all(db))
  return entry && (JSON.parse(entry.detail ?? '{}').metadata ?? {})
}
