import { reports } from '../../../db/schema/moderation'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { readableComment } from '../../forum/comments/visibility'
import { auditPrivateReadIn, readablePost } from '../../forum/posts/visibility'
import { isAdministrator, isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit, systemActor } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { minuteId } from '../../lib/crypto/ids'
import { paginate } from '../../lib/text/schema'
import { refuseIfDecided } from './decision'
import { tellJudged } from './judged'
import { announceQueueAfter } from './live'
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
  wordsIn,
} from './record'

// Reports by students: filed, read, listed, deleted and closed. queue.ts lists them by target.

/** The length of `listReportsOfUser`, which has no pages. */
export const MAX_OF_USER = 200

export const COPIED = {
  Post: raw('title, content, starts_at, place, poll FROM posts'),
  Comment: raw('NULL, content, NULL, NULL, NULL FROM comments'),
}

/**
 * Copies the target as it is now, so that its author cannot change the evidence. Refuses as reading the target does; 400
 * for one's own content, 409 `CONFLICT` while an earlier report by the same reporter is pending. Allowed in a block
 * relation.
 */
export async function fileReport(
  reporter: Viewer,
  { targetId, type, reason, message }: Pick<ReportRecord, 'targetId' | 'type' | 'reason' | 'message'>,
): Promise<ReportRecord> {
  const create = (tx: Tx, reporter: Viewer) => {
    const target = type === 'Post' ? undefined : readableComment(tx, reporter, targetId)
    const post = target?.post ?? readablePost(tx, reporter, targetId)
    const { authorId } = target?.comment ?? post
    if (isSelf(reporter, authorId)) refuseField('targetId', 'reports.ownContent')
    const [id, now] = [minuteId(), new Date().toISOString()]
    const { changes } = sql`
      INSERT INTO reports (
        id, type, target_id, target_author_id, reporter_id, reason, message, created_at, updated_at,
        target_title, target_content, target_starts_at, target_place, target_poll
      )
      SELECT ${id}, ${type}, ${targetId}, ${authorId}, ${reporter.id}, ${reason}, ${message}, ${now}, ${now},
        ${COPIED[type]} WHERE id = ${targetId}
      ON CONFLICT (reporter_id, target_id) WHERE status = 'pending' DO NOTHING`.run(tx)
    if (changes === 0) refuse('CONFLICT', 'reports.duplicate')
    tell(tx, 'report.created', { id, authorId })
    announceQueueAfter(tx, { targetId, authorId, change: 'reported' })
    // Administrators read the log, and would learn there who reported their content.
    const author = authorId === null ? undefined : readAccount(tx, authorId)
    const actor = author !== undefined && isAdministrator(author) ? systemActor('system') : reporter
    audit(tx, actor, { action: 'user:created:report', entityType: 'report', entityId: id, after: { type } })
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

type List = { viewer: string; types: readonly TargetType[]; statuses: readonly ReportStatus[] }

/** Joins only the rows of the page, in its order. */
const joinPage = (page: Query<never>) => sql(REPORT_TYPES)`
  SELECT ${REPORT_COLUMNS} FROM (${page}) page CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`

/** Newest first: walks reports_newest for each status and type, and merges the walks. */
export function reportPage({ viewer, types, statuses }: List, limit: number, offset: number) {
  const walks = statuses.flatMap((status) =>
    types.map(
      (type) => sql`SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_newest
        WHERE status = ${status} AND type = ${type} AND ${notAbout(viewer)}`,
    ),
  )
  return joinPage(sql`${walks.reduce((all, walk) => sql`${all} UNION ALL ${walk}`)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`)
}

/** By the covering index reports_newest. */
export const reportCount = ({ viewer, types, statuses }: List) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM reports INDEXED BY reports_newest
  WHERE status IN ${wordsIn(statuses)} AND type IN ${wordsIn(types)} AND ${notAbout(viewer)}`

type ReportQuery = { page: number; limit: number; type?: TargetType | 'Both'; status?: string }

/** Newest first; `status`: words with commas between them. */
export function listReports(viewer: Viewer, { page, limit, type = 'Both', status }: ReportQuery) {
  const types = type === 'Both' ? (['Post', 'Comment'] as const) : [type]
  const statuses = selectedWords(STATUSES, status, ['pending'])
  const list = { viewer: viewer.id, types, statuses }
  const rows = reportPage(list, limit, (page - 1) * limit).all(storage.reader)
  const pagination = paginate(reportCount(list).get(storage.reader)!.count, page, limit)
  return { data: rows.map(toReportRecord), pagination, filters: { type, status: [...statuses] } }
}

/** About a user's content and by that user, newest first. No report is both: nobody reports their own content. */
export const reportsByOrAbout = (viewer: string, userId: string) =>
  joinPage(sql`
    SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_author
    WHERE target_author_id = ${userId} AND ${notAbout(viewer)}
    UNION ALL
    SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_reporter
    WHERE reporter_id = ${userId} AND ${notAbout(viewer)}
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_OF_USER}`)

/** 404 for an unknown user without reports. */
export function listReportsOfUser(viewer: Viewer, userId: string): ReportRecord[] {
  const rows = reportsByOrAbout(viewer.id, userId).all(storage.reader)
  if (rows.length === 0 && readAccount(storage.reader, userId) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  return rows.map(toReportRecord)
}

/** Reports that wait, and the posts and comments that they are about: the badge of the queue. */
export const countPending = (db: Connection, viewer: string): { reports: number; targets: number } =>
  sql({ reports: INTEGER, targets: INTEGER })`
    SELECT count(*) AS reports, count(DISTINCT target_id) AS targets FROM reports INDEXED BY reports_newest
    WHERE status = 'pending' AND ${notAbout(viewer)}`.get(db)!

/** Deletes the reports that exist and that the viewer may see; returns their number. */
export async function deleteReports(viewer: Viewer, ids: readonly string[]): Promise<number> {
  return writeAs(viewer, 'admin', (tx, viewer) => {
    const deleted = sql(pick(reports, 'id', 'type', 'status'))`
      DELETE FROM reports WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${notAbout(viewer.id)}
      RETURNING id, type, status`.all(tx)
    for (const { id: entityId, ...before } of deleted)
      audit(tx, viewer, { action: 'admin:deleted:report', entityType: 'report', entityId, before })
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
    const { targetId, targetState, authorId, reporterId, automatic, status: before } = visibleReport(tx, viewer, id)
    refuseIfDecided(tx, viewer, targetId, version)
    if (status !== before) {
      const now = new Date().toISOString()
      const again = sql(pick(reports, 'id'))`
        SELECT id FROM reports WHERE target_id = ${targetId} AND status = 'pending'
          AND (reporter_id = ${reporterId} OR (automatic = 1 AND ${automatic} = 1))`
      const isPending = status === 'pending'
      if (isPending && again.get(tx) !== undefined) refuse('CONFLICT', 'reports.reportedAgain')
      sql`UPDATE reports SET status = ${status}, updated_at = ${now}, resolved_by = ${isPending ? null : viewer.id},
          closed_at = ${isPending ? null : now}
        WHERE id = ${id}`.run(tx)
      if (status === 'ignored' && targetState === 'active') tellJudged(tx, viewer, targetId, { isKept: true })
      announceQueueAfter(tx, { targetId, authorId, change: 'decided' })
    }
    const change = { before: { status: before }, after: { status } }
    audit(tx, viewer, { action: 'admin:updated:report', entityType: 'report', entityId: id, ...change })
    return toReportRecord(visibleReport(tx, viewer, id))
  })
}

/** Reopens the reports that a removal of that time closed, and that nobody has decided about since. */
export function reopenReportsAbout(tx: Tx, viewer: Viewer, targetId: string, by: string | null, at: string): void {
  const reopened = sql(pick(reports, 'type'))`
    UPDATE OR IGNORE reports INDEXED BY reports_target
    SET status = 'pending', resolved_by = NULL, closed_at = NULL, updated_at = ${new Date().toISOString()}
    WHERE target_id = ${targetId} AND status = 'resolved' AND resolved_by IS ${by} AND closed_at = ${at}
    RETURNING type`.all(tx)
  auditAll(tx, viewer, 'admin:reopened:reports', targetId, reopened)
}

/**
 * Resolves the pending reports about a post or a comment after the viewer removed or hid it. Reports about the viewer's
 * own content stay pending for other administrators. `now` is the time of that decision.
 */
export function resolveReportsAbout(tx: Tx, viewer: Viewer, targetId: string, now: string): void {
  const resolved = sql(pick(reports, 'type'))`
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
  [first, ...others]: readonly Pick<ReportRow, 'type'>[],
): void {
  if (first === undefined) return
  const metadata = { count: 1 + others.length }
  audit(tx, viewer, { action, entityType: entityOf(first.type), entityId, metadata })
}

const MAX_COPY_AGE_DAYS = 90

/**
 * Erases the copies in reports that were closed more than 90 days ago, by the index reports_closed. The author's id stays
 * while the account exists: it hides the report from its author.
 */
export function eraseOldCopies(tx: Tx): void {
  const before = new Date(Date.now() - MAX_COPY_AGE_DAYS * 86_400_000).toISOString()
  sql`UPDATE reports SET
      target_title = NULL, target_content = NULL, target_starts_at = NULL, target_place = NULL, target_poll = NULL,
      target_author_id = (SELECT id FROM users WHERE id = target_author_id)
    WHERE target_content IS NOT NULL AND closed_at < ${before}`.run(tx)
}

/**
 * Call before an account is deleted. Its reports stay for the moderators, without its id and its message. Only one of
 * the suggested `reasons` stays as it was: other reasons may identify their writer.
 */
export function forgetReporter(tx: Tx, userId: string, reasons: readonly string[]): void {
  sql`UPDATE reports SET
      reporter_id = NULL, message = '[deleted]',
      reason = CASE WHEN reason IN (SELECT value FROM json_each(${JSON.stringify(reasons)})) THEN reason ELSE '[deleted]' END
    WHERE reporter_id = ${userId}`.run(tx)
}
