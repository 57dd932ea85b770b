import { storage } from '../../../db/storage'
import { paginate } from '../../lib/schema'
import { type LogFilter, type LogOrder, type LogRow, logPage, logTotal, unfilteredTotal } from './queries'
import type { AuditEntry } from './record'

type Reader = { id: string; role: string }

/** `from` and `to` are days or moments in ISO 8601. */
export type LogQuery = LogFilter &
  LogOrder & { page: number; limit: number; from?: string | undefined; to?: string | undefined }

/** A page of the audit log. Only a superadmin sees where an entry came from. */
export async function readLogs(viewer: Reader, { page, limit, sortBy, sortOrder, from, to, ...filter }: LogQuery) {
  const span = { from: from === undefined ? '0000' : isoMoment(from), to: to === undefined ? '9999' : endMoment(to) }
  const db = storage.reader
  const isUnfiltered = [from, to, ...Object.values(filter)].every((value) => value === undefined)
  const total = isUnfiltered ? await unfilteredTotal(db, viewer.id) : await logTotal(db, viewer.id, filter, span)
  const offset = (page - 1) * limit
  const rows =
    offset < total ? await logPage(db, viewer.id, filter, { sortBy, sortOrder }, { ...span, limit, offset }) : []
  return { data: rows.map((row) => toAuditEntry(viewer, row)), pagination: paginate(total, page, limit) }
}

const isoMoment = (moment: string): string => new Date(moment).toISOString()
/** A day counts until its last moment. */
const endMoment = (moment: string): string => (moment.length === 10 ? `${moment}T23:59:59.999Z` : isoMoment(moment))

function toAuditEntry(viewer: Reader, { before, after, reason, metadata, ...row }: LogRow): AuditEntry {
  return {
    ...row,
    ...(viewer.role === 'superadmin' ? {} : { ip: null, userAgent: null }),
    ...(before === null ? {} : { before: JSON.parse(before) }),
    ...(after === null ? {} : { after: JSON.parse(after) }),
    ...(reason === null ? {} : { reason }),
    ...(metadata === null ? {} : { metadata: JSON.parse(metadata) }),
  }
}
