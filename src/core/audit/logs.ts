import { type Connection, storage, type Tx } from '../../../db/storage'
import { paginate } from '../../lib/schema'
import { type Actor, audit } from './audit'
import { countBeyond } from './daily-limit'
import { type LogFilter, type LogOrder, type LogRow, type LogSelection, logPage, logTotal } from './queries'
import type { AuditEntry } from './record'

type Reader = Actor & { id: string }

/** `from` and `to` are days or moments in ISO 8601. */
export type LogQuery = LogFilter &
  LogOrder & { page: number; limit: number; from?: string | undefined; to?: string | undefined }

/**
 * A page of what administrators may list. For a superadmin who names an account in `actorId`, a page of its whole
 * history, with votes, sign-ins and the like; that is audited.
 */
export async function readLogs(viewer: Reader, { page, limit, sortBy, sortOrder, from, to, ...filter }: LogQuery) {
  const isHistory = viewer.role === 'superadmin' && filter.actorId !== undefined
  if (isHistory) await storage.write((tx) => auditHistory(tx, viewer, filter.actorId ?? null))
  const span = { from: from === undefined ? '0000' : isoMoment(from), to: shownUntil(to) }
  const db = storage.reader
  const selection: LogSelection = { scope: isHistory ? 'history' : 'listed', viewer: viewer.id, filter }
  const total = await logTotal(db, selection, span)
  const offset = (page - 1) * limit
  const rows = offset < total ? await logPage(db, selection, { sortBy, sortOrder }, { ...span, limit, offset }) : []
  const data = rows.map((row) =>
    toAuditEntry(db, row, isHistory || (viewer.role === 'superadmin' && !isOfStudent(row))),
  )
  return { data, pagination: paginate(total, page, limit) }
}

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
