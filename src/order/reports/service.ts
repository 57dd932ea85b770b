import { posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { raw, sql } from '../../../db/sql'
import { orNull, pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { readableComment } from '../../forum/comments/visibility'
import { auditPrivateReadIn, readablePost } from '../../forum/posts/visibility'
import { isAdministrator, isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { type Actor, audit, systemActor } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { minuteId } from '../../lib/crypto/ids'
import { paginate } from '../../lib/text/schema'
import { refuseIfDecided } from './decision'
import { announceQueueAfter } from './live'
import { reportCount, reportPage, reportsByOrAbout } from './queries'
import {
  entityOf,
  notAbout,
  REPORT_COLUMNS,
  REPORT_JOINS,
  REPORT_TYPES,
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

const COPY = { title: orNull(posts.title), ...pick(posts, 'content', 'startsAt', 'place') }
const COPIES = {
  Post: raw('title, content, starts_at AS startsAt, place FROM posts'),
  Comment: raw('NULL AS title, content, NULL AS startsAt, NULL AS place FROM comments'),
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
    const copy = sql(COPY)`SELECT ${COPIES[type]} WHERE id = ${targetId}`.get(tx) ?? refuse('NOT_FOUND')
    const id = minuteId()
    const now = new Date().toISOString()
    const { changes } = sql`
      INSERT INTO reports (
        id, type, target_id, target_author_id, target_title, target_content, target_starts_at, target_place, reporter_id,
        reason, message, created_at, updated_at
      ) VALUES (
        ${id}, ${type}, ${targetId}, ${authorId}, ${copy.title}, ${copy.content}, ${copy.startsAt}, ${copy.place},
        ${reporter.id}, ${reason}, ${message}, ${now}, ${now})
      ON CONFLICT (reporter_id, target_id) WHERE status = 'pending' DO NOTHING`.run(tx)
    if (changes === 0) refuse('CONFLICT', 'reports.duplicate')
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
  sql(REPORT_TYPES)`
    SELECT ${REPORT_COLUMNS} FROM reports r ${REPORT_JOINS} WHERE r.id = ${id} AND ${notAbout(viewer.id)}`.get(db) ??
  refuse('NOT_FOUND', 'reports.missing')

export const readReport = (viewer: Viewer, id: string): ReportRecord =>
  toReportRecord(visibleReport(storage.reader, viewer, id))

/** Newest first; pending reports, unless the query names other statuses. */
export function listReports(viewer: Viewer, { page, limit, type = 'Both', status }: ReportQuery) {
  const statuses = selectedWords(STATUSES, status, ['pending'])
  const list = { viewer: viewer.id, types: type === 'Both' ? (['Post', 'Comment'] as const) : [type], statuses }
  const rows = reportPage(list, limit, (page - 1) * limit).all(storage.reader)
  const pagination = paginate(reportCount(list).get(storage.reader)!.count, page, limit)
  return { data: rows.map(toReportRecord), pagination, filters: { type, status: [...statuses] } }
}

/** The newest reports about the user's content and by the user. 404 for an unknown user without reports. */
export function listReportsOfUser(viewer: Viewer, userId: string): ReportRecord[] {
  const rows = reportsByOrAbout(viewer.id, userId, MAX_OF_USER).all(storage.reader)
  if (rows.length === 0 && readAccount(storage.reader, userId) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  return rows.map(toReportRecord)
}

/** Deletes the reports that exist and that the viewer may see; returns their number. */
export async function deleteReports(viewer: Viewer, ids: readonly string[]): Promise<number> {
  return writeAs(viewer, 'admin', (tx, viewer) => {
    const deleted = sql(pick(reports, 'id', 'type', 'status'))`
      DELETE FROM reports WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${notAbout(viewer.id)}
      RETURNING id, type, status`.all(tx)
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
      const [now, isPending] = [new Date().toISOString(), status === 'pending']
      const again = sql(pick(reports, 'id'))`
        SELECT id FROM reports WHERE reporter_id = ${reporterId} AND target_id = ${targetId} AND status = 'pending'`
      if (isPending && again.get(tx) !== undefined) refuse('CONFLICT', 'reports.reportedAgain')
      const [by, at] = isPending ? [null, null] : [viewer.id, now]
      sql`UPDATE reports SET status = ${status}, updated_at = ${now}, resolved_by = ${by}, closed_at = ${at}
        WHERE id = ${id}`.run(tx)
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

/** Reopens the reports that a removal of that time closed, and that nobody has decided about since. */
export function reopenReportsAbout(
  tx: Tx,
  viewer: Viewer,
  targetId: string,
  closed: { by: string | null; at: string },
): void {
  const reopened = sql(TYPE)`
    UPDATE OR IGNORE reports INDEXED BY reports_target
    SET status = 'pending', resolved_by = NULL, closed_at = NULL, updated_at = ${new Date().toISOString()}
    WHERE target_id = ${targetId} AND status = 'resolved' AND resolved_by IS ${closed.by} AND closed_at = ${closed.at}
    RETURNING type`.all(tx)
  auditAll(tx, viewer, 'admin:reopened:reports', targetId, reopened)
}

/**
 * Resolves the pending reports about a post or a comment after the viewer removed or hid it. Reports about the viewer's
 * own content stay pending for other administrators. `now` is the time of that decision.
 */
export function resolveReportsAbout(tx: Tx, viewer: Viewer, targetId: string, now: string): void {
  const resolved = sql(TYPE)`
    UPDATE reports SET status = 'resolved', resolved_by = ${viewer.id}, closed_at = ${now}, updated_at = ${now}
    WHERE target_id = ${targetId} AND status = 'pending' AND ${notAbout(viewer.id)}
    RETURNING type`.all(tx)
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
