import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { notByViewer } from '../../ground/names/own-names'
import { REPORT_COLUMNS, REPORT_JOINS, REPORT_TYPES, type ReportStatus, type TargetType } from './record'

// No query returns a report about the content of `$viewer`: administrators do not see reports about themselves.

const VIEWER = { viewer: users.id }
const COUNT = { count: INTEGER }

export const reportById = sqlStatement(
  `SELECT ${REPORT_COLUMNS} FROM reports r ${REPORT_JOINS} WHERE r.id = $id AND ${notByViewer('r.target_author_id')}`,
  { returns: REPORT_TYPES, params: { ...VIEWER, id: reports.id } },
)

/** The shape of a list query: each combination is one text, prepared once. */
type ListShape = { types: readonly TargetType[]; statuses: readonly ReportStatus[] }

/** Joins only the rows of the page, in its order. */
const joinPage = (page: string): string => `
  SELECT ${REPORT_COLUMNS} FROM (${page}) page CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`

const newest = (status: ReportStatus, type: TargetType): string => `
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_newest
  WHERE status = '${status}' AND type = '${type}' AND ${notByViewer('target_author_id')}`

/** Newest first: walks reports_newest for each status and type, and merges the walks. */
export const pageText = ({ types, statuses }: ListShape): string =>
  joinPage(`
  ${statuses.flatMap((status) => types.map((type) => newest(status, type))).join(' UNION ALL ')}
  ORDER BY created_at DESC, id DESC LIMIT $limit OFFSET $offset`)
export const reportPages = sqlVariants(pageText, {
  returns: REPORT_TYPES,
  params: { ...VIEWER, limit: INTEGER, offset: INTEGER },
})

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** By the covering index reports_newest. */
export const countText = ({ types, statuses }: ListShape): string => `
  SELECT count(*) AS count FROM reports INDEXED BY reports_newest
  WHERE status IN (${quoted(statuses)}) AND type IN (${quoted(types)}) AND ${notByViewer('target_author_id')}`
export const reportCounts = sqlVariants(countText, { returns: COUNT, params: VIEWER })

/** By the covering index reports_newest. */
export const pendingReports = sqlStatement(
  `SELECT count(*) AS count FROM reports WHERE status = 'pending' AND ${notByViewer('target_author_id')}`,
  { returns: COUNT, params: VIEWER },
)

/**
 * Reports about a user's content and by that user, newest first. No report is both: nobody reports their own content.
 */
export const USER_TEXT = joinPage(`
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_author
  WHERE target_author_id = $userId AND ${notByViewer('target_author_id')}
  UNION ALL
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_reporter
  WHERE reporter_id = $userId AND ${notByViewer('target_author_id')}
  ORDER BY created_at DESC, id DESC LIMIT $limit`)
export const reportsByOrAbout = sqlStatement(USER_TEXT, {
  returns: REPORT_TYPES,
  params: { ...VIEWER, userId: users.id, limit: INTEGER },
})

const COPY = { title: orNull(posts.title), ...pick(posts, 'content', 'startsAt', 'place') }
export const copies = {
  Post: sqlStatement('SELECT title, content, starts_at AS startsAt, place FROM posts WHERE id = $id', {
    returns: COPY,
    params: { id: posts.id },
  }),
  Comment: sqlStatement('SELECT NULL AS title, content, NULL AS startsAt, NULL AS place FROM comments WHERE id = $id', {
    returns: COPY,
    params: { id: comments.id },
  }),
}

const NEW = { ...COPY, ...pick(reports, 'id', 'type', 'targetId', 'reason', 'message', 'createdAt') }
/** Changes nothing if the reporter already has a pending report about the target. */
export const insertReport = sqlStatement(
  `INSERT INTO reports (
    id, type, target_id, target_author_id, target_title, target_content, target_starts_at, target_place, reporter_id,
    reason, message, created_at, updated_at
  ) VALUES (
    $id, $type, $targetId, $authorId, $title, $content, $startsAt, $place, $reporterId, $reason, $message, $createdAt,
    $createdAt)
  ON CONFLICT (reporter_id, target_id) WHERE status = 'pending' DO NOTHING`,
  { params: { ...NEW, authorId: reports.targetAuthorId, reporterId: users.id } },
)

/** None for a reporter whose account was deleted (null). */
export const pendingReport = sqlStatement(
  "SELECT id FROM reports WHERE reporter_id = $reporterId AND target_id = $targetId AND status = 'pending'",
  { returns: { id: reports.id }, params: pick(reports, 'reporterId', 'targetId') },
)

/** A closed report has a moderator and a time; a pending one has neither. */
export const putStatus = sqlStatement(
  `UPDATE reports SET status = $status, updated_at = $now, resolved_by = iif($status = 'pending', NULL, $viewer),
    closed_at = iif($status = 'pending', NULL, $now)
  WHERE id = $id`,
  { params: { ...VIEWER, ...pick(reports, 'id', 'status'), now: TEXT } },
)

/** Returns the deleted reports. */
export const deleteReportRows = sqlStatement(
  `DELETE FROM reports WHERE id IN (SELECT value FROM json_each($ids)) AND ${notByViewer('target_author_id')}
  RETURNING id, type, status`,
  { returns: pick(reports, 'id', 'type', 'status'), params: { ...VIEWER, ids: TEXT } },
)

// What leaves a report: the copy of its target after 90 days, and its reporter with their account.

const MAX_COPY_AGE_DAYS = 90

/** By the index reports_closed. The author's id stays while the account exists: it hides the report from its author. */
const eraseCopies = sqlStatement(
  `UPDATE reports SET
    target_title = NULL, target_content = NULL, target_starts_at = NULL, target_place = NULL,
    target_author_id = (SELECT id FROM users WHERE id = target_author_id)
  WHERE target_content IS NOT NULL AND closed_at < $before`,
  { params: { before: TEXT } },
)

/** Erases the copies in reports that were closed more than 90 days ago. */
export function eraseOldCopies(tx: Tx, now = Date.now()): void {
  eraseCopies(tx).run({ before: new Date(now - MAX_COPY_AGE_DAYS * 86_400_000).toISOString() })
}

const eraseReporter = sqlStatement(
  `UPDATE reports SET
    reporter_id = NULL, message = '[deleted]',
    reason = CASE WHEN reason IN (SELECT value FROM json_each($reasons)) THEN reason ELSE '[deleted]' END
  WHERE reporter_id = $userId`,
  { params: { userId: users.id, reasons: TEXT } },
)

/**
 * Call before an account is deleted. Its reports stay for the moderators, without its id and its message. Only one of
 * the suggested `reasons` stays as it was: other reasons may identify their writer.
 */
export function forgetReporter(tx: Tx, userId: string, reasons: readonly string[]): void {
  eraseReporter(tx).run({ userId, reasons: JSON.stringify(reasons) })
}
