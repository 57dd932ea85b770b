import { eq } from 'drizzle-orm'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { notByViewer } from '../names/own-names'
import {
  REPORT_COLUMNS,
  REPORT_JOINS,
  REPORT_TYPES,
  type ReportRow,
  type ReportStatus,
  type TargetType,
} from './record'

// SQL text: the builder has no INDEXED BY, and does not return how many rows changed.

// No query returns a report about the content of `$viewer`: administrators do not see reports about themselves.

const BY_ID = `SELECT ${REPORT_COLUMNS} FROM reports r ${REPORT_JOINS}
  WHERE r.id = $id AND ${notByViewer('r.target_author_id')}`
const byId = sqlStatement(BY_ID, { returns: REPORT_TYPES, params: { id: reports.id, viewer: users.id } })

export async function reportById(db: Connection, viewer: string, id: string): Promise<ReportRow | undefined> {
  return byId(db).get({ id, viewer })
}

/** The shape of a list query: each combination is one text, prepared once. */
export type ListShape = { types: readonly TargetType[]; statuses: readonly ReportStatus[] }

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

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** By the covering index reports_newest. */
export const countText = ({ types, statuses }: ListShape): string => `
  SELECT count(*) AS count FROM reports INDEXED BY reports_newest
  WHERE status IN (${quoted(statuses)}) AND type IN (${quoted(types)}) AND ${notByViewer('target_author_id')}`

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

const pages = sqlVariants(pageText, {
  returns: REPORT_TYPES,
  params: { viewer: users.id, limit: INTEGER, offset: INTEGER },
})
const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: { viewer: users.id } })

export async function pageOfReports(
  db: Connection,
  shape: ListShape,
  params: { viewer: string; limit: number; offset: number },
): Promise<ReportRow[]> {
  return pages(db, shape).all(params)
}

export async function countReports(db: Connection, shape: ListShape, viewer: string): Promise<number> {
  return counts(db, shape).get({ viewer })?.count ?? 0
}

const pendingCount = sqlStatement(
  `SELECT count(*) AS count FROM reports WHERE status = 'pending' AND ${notByViewer('target_author_id')}`,
  { returns: { count: INTEGER }, params: { viewer: users.id } },
)

/** Without those about the viewer's own content. By the covering index reports_newest. */
export async function countPendingReports(db: Connection, viewer: { id: string }): Promise<number> {
  return pendingCount(db).get({ viewer: viewer.id })?.count ?? 0
}

const byOrAboutUser = sqlStatement(USER_TEXT, {
  returns: REPORT_TYPES,
  params: { userId: users.id, viewer: users.id, limit: INTEGER },
})

export async function reportsByOrAbout(
  db: Connection,
  params: { userId: string; viewer: string; limit: number },
): Promise<ReportRow[]> {
  return byOrAboutUser(db).all(params)
}

const COPY = { title: orNull(posts.title), ...pick(posts, 'content', 'startsAt', 'place') }
export type Copy = Raw<typeof COPY>

const copies = {
  Post: sqlStatement('SELECT title, content, starts_at AS startsAt, place FROM posts WHERE id = $id', {
    returns: COPY,
    params: { id: posts.id },
  }),
  Comment: sqlStatement('SELECT NULL AS title, content, NULL AS startsAt, NULL AS place FROM comments WHERE id = $id', {
    returns: COPY,
    params: { id: comments.id },
  }),
}

export async function copyTarget(db: Connection, type: TargetType, id: string): Promise<Copy | undefined> {
  return copies[type](db).get({ id })
}

const INSERT = {
  ...COPY,
  ...pick(reports, 'id', 'type', 'targetId'),
  authorId: reports.targetAuthorId,
  reporterId: users.id,
  reason: reports.reason,
  message: reports.message,
  now: reports.createdAt,
}

const insert = sqlStatement(
  `INSERT INTO reports (
    id, type, target_id, target_author_id, target_title, target_content, target_starts_at, target_place, reporter_id,
    reason, message, created_at, updated_at
  ) VALUES (
    $id, $type, $targetId, $authorId, $title, $content, $startsAt, $place, $reporterId, $reason, $message, $now, $now)
  ON CONFLICT (reporter_id, target_id) WHERE status = 'pending' DO NOTHING`,
  { params: INSERT },
)

/** Returns false if the reporter already has a pending report about the target. */
export async function insertReport(tx: Tx, report: Raw<typeof INSERT>): Promise<boolean> {
  return insert(tx).run(report).changes > 0
}

const pendingByReporter = sqlStatement(
  "SELECT id FROM reports WHERE reporter_id = $reporterId AND target_id = $targetId AND status = 'pending'",
  { returns: { id: reports.id }, params: { reporterId: reports.reporterId, targetId: reports.targetId } },
)

/** False for a reporter whose account was deleted (null). */
export async function hasPendingReport(db: Connection, reporterId: string | null, targetId: string): Promise<boolean> {
  return pendingByReporter(db).get({ reporterId, targetId }) !== undefined
}

type Decision = { id: string; status: ReportStatus; viewer: string; now: string }

/** A closed report has a moderator and a time; a pending one has neither. */
export async function updateStatus(tx: Tx, { id, status, viewer, now }: Decision): Promise<void> {
  const closing = status === 'pending' ? { resolvedBy: null, closedAt: null } : { resolvedBy: viewer, closedAt: now }
  tx.orm
    .update(reports)
    .set({ status, updatedAt: now, ...closing })
    .where(eq(reports.id, id))
    .run()
}

const DELETED = pick(reports, 'id', 'type', 'status')
export type Deleted = Raw<typeof DELETED>

const remove = sqlStatement(
  `DELETE FROM reports WHERE id IN (SELECT value FROM json_each($ids)) AND ${notByViewer('target_author_id')}
  RETURNING id, type, status`,
  { returns: DELETED, params: { ids: TEXT, viewer: users.id } },
)

/** Returns the deleted reports. */
export async function deleteReportRows(tx: Tx, viewer: string, ids: readonly string[]): Promise<Deleted[]> {
  return remove(tx).all({ ids: JSON.stringify(ids), viewer })
}
