import { type Connection, storage, type Tx } from '../../../db/storage'
import { paginate } from '../../lib/schema'
import { type Actor, audit } from './audit'
import { countBeyond } from './daily-limit'
import { type About, type Actors, listedActions } from './groups'
import { nameObjects } from './objects'
import { type LogFilter, type LogOrder, type LogRow, type LogSelection, logPage, logTotal } from './queries'
import type { AuditEntry } from './record'

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
  const span = spanOf(choice)
  const db = storage.reader
  const selection: LogSelection = {
    scope: isHistory ? 'history' : 'listed',
    viewer: viewer.id,
    filter: filterOf(choice),
  }
  const total = await logTotal(db, selection, span)
  const offset = (page - 1) * limit
  const rows = offset < total ? await logPage(db, selection, { sortBy, sortOrder }, { ...span, limit, offset }) : []
  const names = nameObjects(db, viewer, rows)
  const data = rows.map((row, index) => ({
    ...toAuditEntry(db, row, isHistory || (viewer.role === 'superadmin' && !isOfStudent(row))),
    ...names[index],
  }))
  return { data, pagination: paginate(total, page, limit) }
}

const picksGroup = ({ by, about }: LogChoice): boolean => by !== undefined || about !== undefined

function filterOf({ by, about, from: _from, to: _to, ...filter }: LogChoice): LogFilter {
  return picksGroup({ by, about }) ? { ...filter, actions: JSON.stringify(listedActions({ by, about })) } : filter
}

export const spanOf = ({ from, to }: Pick<LogChoice, 'from' | 'to'>) => ({
  from: from === undefined ? '0000' : isoMoment(from),
  to: shownUntil(to),
})

const auditHistory = (tx: Tx, viewer: Reader, userId: string | null): Promise<void> =>
  audit(tx, viewer, { action: 'admin:read:history', entityType: 'user', entityId: userId })

/**
 * Where a student's entry came from is in the history of the account only. In the list it would lead, without a trace,
 * from the network of an attempt to the account that used the same network.
 */
const isOfStudent = ({ actorRole }: LogRow): boolean => actorRole === 'user'

/** Attempts of this hour have a time to come. */
function shownUntil(to: string | undefined): string {
  const now = new Date().toISOString()
  return to === undefined || endMoment(to) > now ? now : endMoment(to)
}

const isoMoment = (moment: string): string => new Date(moment).toISOString()
/** A day counts until its last moment. */
const endMoment = (moment: string): string => (moment.length === 10 ? `${moment}T23:59:59.999Z` : isoMoment(moment))

function toAuditEntry(db: Connection, row: LogRow, showsOrigin: boolean): AuditEntry {
  const { before, after, reason, metadata, subjectHash, ...entry } = row
  const beyond =
    row.action === 'user:exceeded:limit' && row.actorId !== null
      ? { metadata: { count: countBeyond(db, row.actorId, row.timestamp) } }
      : {}
  return {
    ...entry,
    ...(showsOrigin ? {} : { ip: null, userAgent: null }),
    ...(subjectHash === null ? {} : { subjectHash }),
    ...(before === null ? {} : { before: JSON.parse(before) }),
    ...(after === null ? {} : { after: JSON.parse(after) }),
    ...(reason === null ? {} : { reason }),
    ...(metadata === null ? {} : { metadata: JSON.parse(metadata) }),
    ...beyond,
  }
}
