import { eq } from 'drizzle-orm'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import {
  REPORT_COLUMNS,
  REPORT_JOINS,
  REPORT_TYPES,
  type ReportRow,
  type ReportStatus,
  type TargetType,
} from './record'

// SQL text: the builder has no INDEXED BY, and does not return how many rows changed.

// An administrator concerned, whose content a report is about, is `$viewer` in each of these: the report is not there.

const BY_ID = `SELECT ${REPORT_COLUMNS} FROM reports r ${REPORT_JOINS}
  WHERE r.id = $id AND r.target_author_id IS NOT $viewer`
const byId = sqlStatement(BY_ID, { returns: REPORT_TYPES, params: { id: reports.id, viewer: users.id } })

export async function reportById(db: Connection, viewer: string, id: string): Promise<ReportRow | undefined> {
  return byId(db).get({ id, viewer })
}

/** What a list of reports is made of; each combination is one text, prepared once. */
export type ListShape = { types: readonly TargetType[]; statuses: readonly ReportStatus[] }

/** A page that was chosen by its row numbers: only what is shown is joined, in the order of the walk. */
const shown = (page: string): string => `
  SELECT ${REPORT_COLUMNS} FROM (${page}) page CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`

const newest = (status: ReportStatus, type: TargetType): string => `
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_newest
  WHERE status = '${status}' AND type = '${type}' AND target_author_id IS NOT $viewer`

/** Newest first. Each status and type is walked on its own in reports_newest, and the walks are merged. */
export const pageText = ({ types, statuses }: ListShape): string =>
  shown(`
  ${statuses.flatMap((status) => types.map((type) => newest(status, type))).join(' UNION ALL ')}
  ORDER BY created_at DESC, id DESC LIMIT $limit OFFSET $offset`)

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** Counts in reports_newest, which covers it. */
export const countText = ({ types, statuses }: ListShape): string => `
  SELECT count(*) AS count FROM reports INDEXED BY reports_newest
  WHERE status IN (${quoted(statuses)}) AND type IN (${quoted(types)}) AND target_author_id IS NOT $viewer`

/** About a user's content and by that user, newest first, each walked in its own index. Nobody reports the own content. */
export const USER_TEXT = shown(`
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_author
  WHERE target_author_id = $userId AND target_author_id IS NOT $viewer
  UNION ALL
  SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_reporter
  WHERE reporter_id = $userId AND target_author_id IS NOT $viewer
  ORDER BY created_at DESC, id DESC LIMIT $limit`)

const pages = sqlVariants(pageText, {
  returns: REPORT_TYPES,
  params: { viewer: users.id, limit: INTEGER, offset: INTEGER },
})
const counts = sqlVariants(countText, { returns: { count: INTEGER }, params: { viewer: users.id } })

export async function pageOfReports(
  db: Connection,
  shape: ListShape,
  asked: { viewer: string; limit: number; offset: number },
): Promise<ReportRow[]> {
  return pages(db, shape).all(asked)
}

export async function countReports(db: Connection, shape: ListShape, viewer: string): Promise<number> {
  return counts(db, shape).get({ viewer })?.count ?? 0
}

const aroundUser = sqlStatement(USER_TEXT, {
  returns: REPORT_TYPES,
  params: { userId: users.id, viewer: users.id, limit: INTEGER },
})

export async function reportsAround(
  db: Connection,
  asked: { userId: string; viewer: string; limit: number },
): Promise<ReportRow[]> {
  return aroundUser(db).all(asked)
}

const COPY = { title: orNull(posts.title), content: posts.content }
export type Copy = Raw<typeof COPY>

const copies = {
  Post: sqlStatement('SELECT title, content FROM posts WHERE id = $id', { returns: COPY, params: { id: posts.id } }),
  Comment: sqlStatement('SELECT NULL AS title, content FROM comments WHERE id = $id', {
    returns: COPY,
    params: { id: comments.id },
  }),
}

/** The texts of what is reported, as they stand. */
export async function copyOf(db: Connection, type: TargetType, id: string): Promise<Copy | undefined> {
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
    id, type, target_id, target_author_id, target_title, target_content, reporter_id, reason, message, created_at, updated_at
  ) VALUES ($id, $type, $targetId, $authorId, $title, $content, $reporterId, $reason, $message, $now, $now)
  ON CONFLICT (reporter_id, target_id) WHERE status = 'pending' DO NOTHING`,
  { params: INSERT },
)

/** Answers false where the reporter has an open report about the target. */
export async function insertReport(tx: Tx, report: Raw<typeof INSERT>): Promise<boolean> {
  return insert(tx).run(report).changes > 0
}

const openOne = sqlStatement(
  "SELECT id FROM reports WHERE reporter_id = $reporterId AND target_id = $targetId AND status = 'pending'",
  { returns: { id: reports.id }, params: { reporterId: reports.reporterId, targetId: reports.targetId } },
)

/** Of a reporter whose account is gone (null) there is none. */
export async function hasOpenReport(db: Connection, reporterId: string | null, targetId: string): Promise<boolean> {
  return openOne(db).get({ reporterId, targetId }) !== undefined
}

type Decision = { id: string; status: ReportStatus; viewer: string; now: string }

/** Closing records who and when; opening again forgets it. */
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
  `DELETE FROM reports WHERE id IN (SELECT value FROM json_each($ids)) AND target_author_id IS NOT $viewer
  RETURNING id, type, status`,
  { returns: DELETED, params: { ids: TEXT, viewer: users.id } },
)

/** Answers those that there were. */
export async function deleteReports(tx: Tx, viewer: string, ids: readonly string[]): Promise<Deleted[]> {
  return remove(tx).all({ ids: JSON.stringify(ids), viewer })
}
