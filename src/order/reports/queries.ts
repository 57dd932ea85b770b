import { type Query, sql } from '../../../db/sql'
import { INTEGER } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import {
  notAbout,
  REPORT_COLUMNS,
  REPORT_JOINS,
  REPORT_TYPES,
  type ReportStatus,
  type TargetType,
  wordsIn,
} from './record'

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

/** Reports that wait, and the posts and comments that they are about: the badge of the queue. */
export const countPending = (db: Connection, viewer: string): { reports: number; targets: number } =>
  sql({ reports: INTEGER, targets: INTEGER })`
    SELECT count(*) AS reports, count(DISTINCT target_id) AS targets FROM reports INDEXED BY reports_newest
    WHERE status = 'pending' AND ${notAbout(viewer)}`.get(db)!

/** About a user's content and by that user, newest first. No report is both: nobody reports their own content. */
export const reportsByOrAbout = (viewer: string, userId: string, limit: number) =>
  joinPage(sql`
    SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_author
    WHERE target_author_id = ${userId} AND ${notAbout(viewer)}
    UNION ALL
    SELECT rowid AS number, created_at, id FROM reports INDEXED BY reports_reporter
    WHERE reporter_id = ${userId} AND ${notAbout(viewer)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`)

// What leaves a report: the copy of its target after 90 days, and its reporter with their account.

const MAX_COPY_AGE_DAYS = 90

/**
 * Erases the copies in reports that were closed more than 90 days ago, by the index reports_closed. The author's id stays
 * while the account exists: it hides the report from its author.
 */
export function eraseOldCopies(tx: Tx, now = Date.now()): void {
  sql`UPDATE reports SET
      target_title = NULL, target_content = NULL, target_starts_at = NULL, target_place = NULL,
      target_author_id = (SELECT id FROM users WHERE id = target_author_id)
    WHERE target_content IS NOT NULL AND closed_at < ${new Date(now - MAX_COPY_AGE_DAYS * 86_400_000).toISOString()}`.run(
    tx,
  )
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
