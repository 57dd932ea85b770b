import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, type Raw, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import {
  COPY_COLUMNS,
  COPY_TYPES,
  REPORT_JOINS,
  type ReportStatus,
  WORDS_COLUMNS,
  WORDS_TYPES,
  type WordsRow,
} from './record'

// SQL text: the builder has no INDEXED BY. `$viewer` sees nothing that is about the own content.

const among = (statuses: readonly ReportStatus[]): string =>
  `status IN (${statuses.map((status) => `'${status}'`).join(', ')}) AND target_author_id IS NOT $viewer`

const TARGET = { targetId: reports.targetId, count: INTEGER, open: INTEGER, newest: TEXT }
export type TargetRow = Raw<typeof TARGET>

/**
 * A page of targets: most open reports first, then what was reported last. Reads reports_target from end to end, which
 * holds the reports of a target side by side and all that this asks for, and sorts the targets. With 100,000 reports
 * that takes some 50 ms, for an administrator, now and then; a kept counter would be one more write with every report.
 */
export const targetsText = (statuses: readonly ReportStatus[]): string => `
  SELECT target_id AS targetId, count(*) AS count, sum(status = 'pending') AS open, max(created_at) AS newest
  FROM reports INDEXED BY reports_target WHERE ${among(statuses)}
  GROUP BY target_id ORDER BY open DESC, newest DESC, target_id DESC LIMIT $limit OFFSET $offset`

/** How many targets there are: reads the same index, in its order. */
export const countText = (statuses: readonly ReportStatus[]): string => `
  SELECT count(DISTINCT target_id) AS count FROM reports INDEXED BY reports_target WHERE ${among(statuses)}`

/** Newest first, of one target. */
export const reportsText = (statuses: readonly ReportStatus[]): string => `
  SELECT ${WORDS_COLUMNS}
  FROM (
    SELECT rowid AS number FROM reports INDEXED BY reports_target WHERE target_id = $targetId AND ${among(statuses)}
    ORDER BY created_at DESC, id DESC LIMIT $limit
  ) page CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`

/** How often each reason was given, of one target: sorts what was reported about it. */
export const reasonsText = (statuses: readonly ReportStatus[]): string => `
  SELECT reason, count(*) AS count FROM reports INDEXED BY reports_target
  WHERE target_id = $targetId AND ${among(statuses)}
  GROUP BY reason ORDER BY count DESC, reason LIMIT $limit`

const VIEWER = { viewer: users.id }
const ABOUT_TARGET = { ...VIEWER, targetId: reports.targetId, limit: INTEGER }
const REASON = { reason: reports.reason, count: INTEGER }

const targets = sqlVariants(targetsText, { returns: TARGET, params: { ...VIEWER, limit: INTEGER, offset: INTEGER } })
const count = sqlVariants(countText, { returns: { count: INTEGER }, params: VIEWER })
const newest = sqlVariants(reportsText, { returns: WORDS_TYPES, params: ABOUT_TARGET })
const reasons = sqlVariants(reasonsText, { returns: REASON, params: ABOUT_TARGET })

export type Asked = { statuses: readonly ReportStatus[]; viewer: string }

export async function pageOfTargets(
  db: Connection,
  { statuses, viewer }: Asked,
  page: { limit: number; offset: number },
): Promise<TargetRow[]> {
  return targets(db, statuses).all({ viewer, ...page })
}

export async function countTargets(db: Connection, { statuses, viewer }: Asked): Promise<number> {
  return count(db, statuses).get({ viewer })?.count ?? 0
}

/** How many reports and reasons of one target are shown. */
export const MOST_SHOWN = 20

export async function newestAbout(db: Connection, { statuses, viewer }: Asked, targetId: string): Promise<WordsRow[]> {
  return newest(db, statuses).all({ targetId, viewer, limit: MOST_SHOWN })
}

export async function reasonsAbout(
  db: Connection,
  { statuses, viewer }: Asked,
  targetId: string,
): Promise<Raw<typeof REASON>[]> {
  return reasons(db, statuses).all({ targetId, viewer, limit: MOST_SHOWN })
}

const LATEST = { ...COPY_TYPES, authorName: orNull(users.username) }
export type Latest = Raw<typeof LATEST>

/** By reports_target, from its newest report on: the first that still has its copy, else the newest. */
export const LATEST_TEXT = `
  SELECT ${COPY_COLUMNS}, author.username AS authorName
  FROM (
    SELECT coalesce(
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = $targetId AND target_content IS NOT NULL
       ORDER BY created_at DESC, id DESC LIMIT 1),
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = $targetId
       ORDER BY created_at DESC, id DESC LIMIT 1)) AS number
  ) page CROSS JOIN reports r ON r.rowid = page.number LEFT JOIN users author ON author.id = r.target_author_id`

const latest = sqlStatement(LATEST_TEXT, { returns: LATEST, params: { targetId: reports.targetId } })

/** The target as it was when it was last reported, what became of it, and its author. */
export async function latestCopy(db: Connection, targetId: string): Promise<Latest | undefined> {
  return latest(db).get({ targetId })
}
