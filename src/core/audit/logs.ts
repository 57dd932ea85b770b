import { storage, type Tx } from '../../../db/storage'
import { keyedHash } from '../../lib/keys'
import { paginate } from '../../lib/schema'
import { type Actor, audit } from './audit'
import { readEntries, toEntry } from './entries'
import { type About, type Actors, listedActions } from './groups'
import { nameObjects } from './objects'
import { countListed, type LogFilter, type LogOrder, type LogSpan, listedNumbers, readHistory } from './queries'

type Reader = Actor & { id: string; collegeId: string }

/** What is picked. `from` and `to` are days or moments in ISO 8601. */
export type LogChoice = Omit<LogFilter, 'actions'> & {
  by?: Actors | undefined
  about?: About | undefined
  from?: string | undefined
  to?: string | undefined
}
type LogQuery = LogChoice & LogOrder & { page: number; limit: number }

/**
 * A page of what administrators may list. For a superadmin who names an account in `actorId` and no group of actions, a
 * page of its whole history, with votes, sign-ins and the like; that is audited.
 */
export async function readLogs(viewer: Reader, { page, limit, sortBy, sortOrder, ...choice }: LogQuery) {
  const isHistory = viewer.role === 'superadmin' && choice.actorId !== undefined && !picksGroup(choice)
  if (isHistory) await storage.write((tx) => auditHistory(tx, viewer, choice.actorId ?? null))
  const [db, filter, order, span] = [storage.reader, filterOf(choice), { sortBy, sortOrder }, spanOf(choice)]
  const history = isHistory ? await readHistory(db, viewer.id, filter, order, span) : undefined
  const total = history?.length ?? countListed(db, filter, span)
  const offset = (page - 1) * limit
  const rows =
    history?.slice(offset, offset + limit) ??
    readEntries(db, offset < total ? listedNumbers(db, filter, order, { ...span, limit, offset }) : [])
  const entries = rows.map((row) => ({ id: entryId(row.number), ...toEntry(row) }))
  const names = nameObjects(db, viewer, entries)
  const showsOrigin = (role: string | null) => isHistory || (viewer.role === 'superadmin' && !isOfStudent(role))
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

function filterOf({ by, about, from: _from, to: _to, ...filter }: LogChoice): LogFilter {
  return picksGroup({ by, about }) ? { ...filter, actions: listedActions({ by, about }) } : filter
}

export const spanOf = ({ from, to }: Pick<LogChoice, 'from' | 'to'>): LogSpan => ({
  from: from === undefined ? 0 : Date.parse(from),
  // Attempts of this hour have a time to come.
  to: Math.min(Date.now(), to === undefined ? Number.MAX_SAFE_INTEGER : endOf(to)),
})

/** A day counts until its last moment. */
const endOf = (moment: string): number => Date.parse(moment.length === 10 ? `${moment}T23:59:59.999Z` : moment)

const auditHistory = (tx: Tx, viewer: Reader, userId: string | null): Promise<void> =>
  audit(tx, viewer, { action: 'admin:read:history', entityType: 'user', entityId: userId })

/**
 * Where a student's entry came from is in the history of the account only. In the list it would lead, without a trace,
 * from the network of an attempt to the account that used the same network.
 */
const isOfStudent = (role: string | null): boolean => role === 'user'
