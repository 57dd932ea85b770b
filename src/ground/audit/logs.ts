import { type Connection, storage } from '../../../db/storage'
import { keyedHash } from '../../lib/crypto/keys'
import { paginate } from '../../lib/text/schema'
import { AUDIT_ACTIONS, isListed, type ListedObject } from './actions'
import { type Actor, audit } from './audit'
import { readEntries, toEntry } from './entries'
import { nameObjects, usernamesOf } from './objects'
import { type LogFilter, type LogOrder, type LogSpan, listedCount, listedPage, readHistory } from './queries'

// Readers pick from groups of the actions that are listed: by whom, and about what.

/** `moderators`: administrators and the operator. `students`: what they write for all to see. */
export const ACTORS = ['moderators', 'operator', 'students', 'strangers'] as const
export type Actors = (typeof ACTORS)[number]

/** Whose entries may be taken out of Quad in a file. */
export const EXPORTED_ACTORS = ['moderators', 'operator', 'strangers'] as const satisfies readonly Actors[]

/** `access`: what somebody opened that others do not see, and what became of it. */
export const ABOUT = [
  'content',
  'reports',
  'people',
  'access',
  'campus',
  'policy',
  'feedback',
  'settings',
  'server',
] as const
export type About = (typeof ABOUT)[number]

const OBJECTS: Readonly<Record<About, readonly ListedObject[]>> = {
  content: ['post', 'comment', 'recent', 'text'],
  reports: ['report', 'reports', 'appeal', 'escalation'],
  people: [
    ...(['note', 'user', 'account', 'sign-up', 'sanction', 'sessions', 'role', 'invitation', 'administrator'] as const),
    ...([
      'profile',
      'reminders',
      'password',
      'registration',
      'otp',
      'login',
      'password-reset',
      'refresh-token',
    ] as const),
  ],
  access: ['address', 'email', 'history', 'posts', 'comments', 'versions', 'log'],
  campus: ['college', 'college-alert', 'college-request', 'branch', 'campus'],
  policy: ['word', 'burst'],
  feedback: ['feedback'],
  settings: ['settings', 'mail', 'addresses', 'poster', 'webhook', 'webhook-secret'],
  server: ['counters', 'times', 'backup', 'keys'],
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

/** What is picked. `from` and `to` are days or moments in ISO 8601. */
type LogChoice = Omit<LogFilter, 'actions'> & {
  by?: Actors | undefined
  about?: About | undefined
  from?: string | undefined
  to?: string | undefined
}
type LogQuery = LogChoice & LogOrder & { page: number; limit: number }

/** For a superadmin who names an account and no group of actions, its whole history, with votes; that is audited. */
export async function readLogs(viewer: Reader, { page, limit, sortBy, sortOrder, ...choice }: LogQuery) {
  const isHistory = viewer.role === 'superadmin' && choice.actorId !== undefined && !picksGroup(choice)
  if (isHistory) {
    const entry = { action: 'admin:read:history', entityType: 'user', entityId: choice.actorId ?? null } as const
    await storage.write((tx) => audit(tx, viewer, entry))
  }
  const [db, filter, order, span] = [storage.reader, filterOf(choice), { sortBy, sortOrder }, spanOf(choice)]
  const history = isHistory ? await readHistory(db, viewer.id, filter, order, span) : undefined
  const total = history?.length ?? listedCount(filter, span).get(db)!.count
  const offset = (page - 1) * limit
  const rows =
    history?.slice(offset, offset + limit) ??
    readEntries(db, offset < total ? listedPage(filter, order, { ...span, limit, offset }).all(db) : [])
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

const picksGroup = ({ by, about }: LogChoice): boolean => by !== undefined || about !== undefined

const filterOf = ({ by, about, from: _from, to: _to, ...filter }: LogChoice): LogFilter =>
  picksGroup({ by, about }) ? { ...filter, actions: listedActions({ by, about }) } : filter

const spanOf = ({ from, to }: Pick<LogChoice, 'from' | 'to'>): LogSpan => ({
  from: from === undefined ? 0 : Date.parse(from),
  // Attempts of this hour have a time to come.
  to: Math.min(Date.now(), to === undefined ? Number.MAX_SAFE_INTEGER : endOf(to)),
})

/** A day counts until its last moment. */
const endOf = (moment: string): number => Date.parse(moment.length === 10 ? `${moment}T23:59:59.999Z` : moment)

/** Without students: their entries are thinned when they are old, and a file would hold them whole. */
export type ExportChoice = Omit<LogChoice, 'by'> & { by?: (typeof EXPORTED_ACTORS)[number] | undefined }

/** As many as a spreadsheet shows at ease. */
const MOST = 10_000
/** Requests wait while so many are read. */
const BATCH = 500

/** In the order of a file. Without origins and names of objects, which are blanked when they are old or deleted. */
export const EXPORTED_COLUMNS = [
  ...(['id', 'timestamp', 'action', 'status', 'actorId', 'actorName', 'actorRole', 'entityType', 'entityId'] as const),
  ...(['reason', 'before', 'after', 'metadata', 'platform', 'requestId', 'subjectHash'] as const),
]
export type ExportedEntry = Pick<
  ReturnType<typeof toEntry> & { id: string; actorName: string | null },
  (typeof EXPORTED_COLUMNS)[number]
>

/** The newest listed entries that were picked, newest first. What is added meanwhile is not among them. */
export function* exportBatches(
  db: Connection,
  { by, about, from, to, ...filter }: ExportChoice,
): Generator<ExportedEntry[]> {
  const actors = by === undefined ? EXPORTED_ACTORS : [by]
  const actions = [...new Set(actors.flatMap((each) => listedActions({ by: each, about })))]
  const page = { ...spanOf({ from, to }), limit: MOST, offset: 0 }
  const numbers = listedPage({ ...filter, actions }, { sortBy: 'timestamp', sortOrder: 'desc' }, page).all(db)
  for (let at = 0; at < numbers.length; at += BATCH) {
    const rows = readEntries(db, numbers.slice(at, at + BATCH))
    const entries = rows.map((row) => ({ id: entryId(row.number), ...toEntry(row) }))
    const names = usernamesOf(db, entries)
    yield entries.map((entry) => ({ ...entry, actorName: names.get(entry.actorId ?? '') ?? null }))
  }
}
