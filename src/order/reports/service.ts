import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { orNull, pick, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { readableComment } from '../../forum/comments/visibility'
import { auditPrivateReadIn, readablePost } from '../../forum/posts/visibility'
import { isAdministrator, isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit, systemActor } from '../../ground/audit/audit'
import { notByViewer } from '../../ground/names/own-names'
import { tell } from '../../ground/parts'
import { minuteId } from '../../lib/crypto/ids'
import { paginate } from '../../lib/text/schema'
import { refuseIfDecided } from './decision'
import { announceQueueAfter } from './live'
import {
  copies,
  deleteReportRows,
  insertReport,
  pendingReport,
  putStatus,
  reportById,
  reportCounts,
  reportPages,
  reportsByOrAbout,
} from './queries'
import {
  entityOf,
  type ReportRecord,
  type ReportRow,
  type ReportStatus,
  STATUSES,
  selectedWords,
  type TargetType,
  toReportRecord,
} from './record'

// Reports by students: filed, read, listed, deleted and closed. queue.ts lists them by target.

/** The length of `listReportsOfUser`, which has no pages. */
export const MAX_OF_USER = 200

/** `status` is the text of the query: statuses with commas between them. */
type ReportQuery = {
  page: number
  limit: number
  type?: TargetType | 'Both'
  status?: string
}

type NewReport = Pick<ReportRecord, 'targetId' | 'type' | 'reason' | 'message'>

/** Refuses as reading the target does: 404 or 403. */
function readableTarget(tx: Tx, reporter: Viewer, type: TargetType, id: string) {
  if (type === 'Post') {
    const post = readablePost(tx, reporter, id)
    return { authorId: post.authorId, post }
  }
  const { comment, post } = readableComment(tx, reporter, id)
  return { authorId: comment.authorId, post }
}

/**
 * The actor of the audit entry. The log hides the reporter of an administrator's content: administrators read the log,
 * and would learn there what the report itself does not show them.
 */
function auditActor(tx: Tx, reporter: Viewer, authorId: string | null): Actor {
  const author = authorId === null ? undefined : readAccount(tx, authorId)
  return author !== undefined && isAdministrator(author) ? systemActor('system') : reporter
}

/**
 * Copies the target as it is now, so that its author cannot change the evidence. 400 for one's own content, 409
 * `CONFLICT` while an earlier report by the same reporter is pending. Allowed in a block relation.
 */
export async function fileReport(
  reporter: Viewer,
  { targetId, type, reason, message }: NewReport,
): Promise<ReportRecord> {
  const create = (tx: Tx, reporter: Viewer) => {
    const { authorId, post } = readableTarget(tx, reporter, type, targetId)
    if (isSelf(reporter, authorId)) refuseField('targetId', 'reports.ownContent')
    const copy = copies[type](tx).get({ id: targetId }) ?? refuse('NOT_FOUND')
    const id = minuteId()
    const createdAt = new Date().toISOString()
    const report = { id, type, targetId, authorId, reporterId: reporter.id, reason, message, createdAt, ...copy }
    if (insertReport(tx).run(report).changes === 0) refuse('CONFLICT', 'reports.duplicate')
    tell(tx, 'report.created', { id, authorId })
    announceQueueAfter(tx, { targetId, authorId, change: 'reported' })
    audit(tx, auditActor(tx, reporter, authorId), {
      action: 'user:created:report',
      entityType: 'report',
      entityId: id,
      after: { type },
    })
    auditPrivateReadIn(tx, reporter, post)
    return toReportRecord(visibleReport(tx, reporter, id))
  }
  return createAs(reporter, 'reporter', { create, read: (id) => asFiled(reporter, id) })
}

/** What moderators did since, with the report and with its target, is not for the reporter. */
function asFiled(reporter: Viewer, id: string): ReportRecord {
  const { resolvedBy: _, ...report } = readReport(reporter, id)
  return { ...report, status: 'pending', targetState: 'active', updatedAt: report.createdAt }
}

/** 404 also for a report about the viewer's own content. */
const visibleReport = (db: Connection, viewer: Viewer, id: string): ReportRow =>
  reportById(db).get({ id, viewer: viewer.id }) ?? refuse('NOT_FOUND', 'reports.missing')

export const readReport = (viewer: Viewer, id: string): ReportRecord =>
  toReportRecord(visibleReport(storage.reader, viewer, id))

/** Newest first; pending reports, unless the query names other statuses. */
export function listReports(viewer: Viewer, { page, limit, type = 'Both', status }: ReportQuery) {
  const statuses = selectedWords(STATUSES, status, ['pending'])
  const shape = { types: type === 'Both' ? (['Post', 'Comment'] as const) : [type], statuses }
  const { count: total } = reportCounts(storage.reader, shape).get({ viewer: viewer.id }) ?? { count: 0 }
  const rows = reportPages(storage.reader, shape).all({ viewer: viewer.id, limit, offset: (page - 1) * limit })
  const pagination = paginate(total, page, limit)
  return { data: rows.map(toReportRecord), pagination, filters: { type, status: [...statuses] } }
}

/** The newest reports about the user's content and by the user. 404 for an unknown user without reports. */
export function listReportsOfUser(viewer: Viewer, userId: string): ReportRecord[] {
  const rows = reportsByOrAbout(storage.reader).all({ userId, viewer: viewer.id, limit: MAX_OF_USER })
  if (rows.length === 0 && readAccount(storage.reader, userId) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  return rows.map(toReportRecord)
}

/** Deletes the reports that exist and that the viewer may see; returns their number. */
export async function deleteReports(viewer: Viewer, ids: readonly string[]): Promise<number> {
  return writeAs(viewer, 'admin', (tx, viewer) => {
    const deleted = deleteReportRows(tx).all({ ids: JSON.stringify(ids), viewer: viewer.id })
    for (const { id, type, status } of deleted)
      audit(tx, viewer, {
        action: 'admin:deleted:report',
        entityType: 'report',
        entityId: id,
        before: { type, status },
      })
    return deleted.length
  })
}

export async function deleteReport(viewer: Viewer, id: string): Promise<void> {
  if ((await deleteReports(viewer, [id])) === 0) refuse('NOT_FOUND', 'reports.missing')
}

/**
 * Closes the report or opens it again; 409 `CONFLICT` if its reporter has another pending one about the target, or if
 * another moderator has decided since the version of the target that the decision names. The same status again changes
 * nothing but is audited.
 */
export async function decideReport(
  viewer: Viewer,
  id: string,
  { status, version }: { status: ReportStatus; version?: string },
): Promise<ReportRecord> {
  return writeAs(viewer, 'admin', (tx, viewer) => {
    const { targetId, authorId, reporterId, status: before } = visibleReport(tx, viewer, id)
    refuseIfDecided(tx, viewer, targetId, version)
    if (status !== before) {
      if (status === 'pending' && pendingReport(tx).get({ reporterId, targetId }) !== undefined)
        refuse('CONFLICT', 'reports.reportedAgain')
      putStatus(tx).run({ id, status, viewer: viewer.id, now: new Date().toISOString() })
      announceQueueAfter(tx, { targetId, authorId, change: 'decided' })
    }
    audit(tx, viewer, {
      action: 'admin:updated:report',
      entityType: 'report',
      entityId: id,
      before: { status: before },
      after: { status },
    })
    return toReportRecord(visibleReport(tx, viewer, id))
  })
}

const TYPE = pick(reports, 'type')

const resolvePending = sqlStatement(
  `UPDATE reports SET status = 'resolved', resolved_by = $viewer, closed_at = $now, updated_at = $now
  WHERE target_id = $targetId AND status = 'pending' AND ${notByViewer('target_author_id')}
  RETURNING type`,
  { returns: TYPE, params: { targetId: reports.targetId, viewer: users.id, now: TEXT } },
)

const reopenClosed = sqlStatement(
  `UPDATE OR IGNORE reports INDEXED BY reports_target
  SET status = 'pending', resolved_by = NULL, closed_at = NULL, updated_at = $now
  WHERE target_id = $targetId AND status = 'resolved' AND resolved_by IS $by AND closed_at = $at
  RETURNING type`,
  { returns: TYPE, params: { targetId: reports.targetId, by: orNull(users.id), at: TEXT, now: TEXT } },
)

/** Reopens the reports that a removal of that time closed, and that nobody has decided about since. */
export function reopenReportsAbout(
  tx: Tx,
  viewer: Viewer,
  targetId: string,
  closed: { by: string | null; at: string },
): void {
  const reopened = reopenClosed(tx).all({ targetId, ...closed, now: new Date().toISOString() })
  auditAll(tx, viewer, 'admin:reopened:reports', targetId, reopened)
}

/**
 * Resolves the pending reports about a post or a comment after the viewer removed or hid it. Reports about the viewer's
 * own content stay pending for other administrators. `now` is the time of that decision.
 */
export function resolveReportsAbout(tx: Tx, viewer: Viewer, targetId: string, now: string): void {
  const resolved = resolvePending(tx).all({ targetId, viewer: viewer.id, now })
  auditAll(tx, viewer, 'admin:resolved:reports', targetId, resolved)
}

/** One entry with the target and their number: ids would lead an administrator from the target to its reporters. */
function auditAll(
  tx: Tx,
  viewer: Viewer,
  action: `admin:${'resolved' | 'reopened'}:reports`,
  entityId: string,
  changed: readonly Pick<ReportRow, 'type'>[],
): void {
  const [first] = changed
  if (first === undefined) return
  audit(tx, viewer, { action, entityType: entityOf(first.type), entityId, metadata: { count: changed.length } })
}
