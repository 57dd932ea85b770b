import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, orNull, pick, type Raw, sqlStatement, sqlVariants } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, type Viewer } from '../../ground/access/account'
import { notByViewer } from '../../ground/names/own-names'
import { COPY_COLUMNS, COPY_TYPES, REPORT_JOINS, type ReportStatus, WORDS_COLUMNS, WORDS_TYPES } from './record'

// SQL text: the builder has no INDEXED BY. No query returns a report about the content of `$viewer`.

const withStatus = (statuses: readonly ReportStatus[]): string =>
  `status IN (${statuses.map((status) => `'${status}'`).join(', ')}) AND ${notByViewer('target_author_id')}`

type TargetsShape = {
  statuses: readonly ReportStatus[]
  /** Leaves out targets with such reports that are pending, which open-targets.ts has put first. */
  withoutOpen: boolean
  byType: boolean
  byReason: boolean
  /** Either where it is undefined. */
  isEscalated: boolean | undefined
}

const ofKind = ({ byType, byReason, isEscalated }: TargetsShape): string =>
  [
    byType ? ' AND type = $type' : '',
    byReason ? ' AND reason = $reason' : '',
    isEscalated === undefined
      ? ''
      : ` AND target_id ${isEscalated ? 'IN' : 'NOT IN'} (SELECT resource_id FROM escalations)`,
  ].join('')

/** A target that open-targets.ts has put first has a row among the few that are pending. */
const notOpen = ({ byReason }: TargetsShape): string => ` AND target_id NOT IN (
  SELECT target_id FROM reports INDEXED BY reports_newest
  WHERE status = 'pending'${byReason ? ' AND reason = $reason' : ''} AND ${notByViewer('target_author_id')})`

const chosen = (shape: TargetsShape): string => `
  FROM reports INDEXED BY reports_target
  WHERE ${withStatus(shape.statuses)}${ofKind(shape)}${shape.withoutOpen ? notOpen(shape) : ''}`

/**
 * Most open reports first, then the target reported last. Reads all of the covering index reports_target and sorts the
 * targets: 50 ms with 100,000 reports, which only administrators wait for, and in the console those who look past what
 * is open.
 */
export const targetsText = (shape: TargetsShape): string => `
  SELECT target_id AS targetId ${chosen(shape)}
  GROUP BY target_id ORDER BY sum(status = 'pending') DESC, max(created_at) DESC, target_id DESC LIMIT $limit OFFSET $offset`

/** Reads the same index, in its order. */
export const countText = (shape: TargetsShape): string => `
  SELECT count(DISTINCT target_id) AS count ${chosen(shape)}`

/** Of one target. */
export const reportCountText = (statuses: readonly ReportStatus[]): string => `
  SELECT count(*) AS count FROM reports INDEXED BY reports_target
  WHERE target_id = $targetId AND ${withStatus(statuses)}`

/** Of one target, newest first. */
export const reportsText = (statuses: readonly ReportStatus[]): string => `
  SELECT ${WORDS_COLUMNS}
  FROM (
    SELECT rowid AS number FROM reports INDEXED BY reports_target WHERE target_id = $targetId AND ${withStatus(statuses)}
    ORDER BY created_at DESC, id DESC LIMIT $limit
  ) page CROSS JOIN reports r ON r.rowid = page.number ${REPORT_JOINS}`

/** The reasons of one target, the most frequent first: sorts its reports. */
export const reasonsText = (statuses: readonly ReportStatus[]): string => `
  SELECT reason, count(*) AS count FROM reports INDEXED BY reports_target
  WHERE target_id = $targetId AND ${withStatus(statuses)}
  GROUP BY reason ORDER BY count DESC, reason LIMIT $limit`

/** Reports and reasons in an entry. */
export const MAX_PER_TARGET = 20

const COUNT = { count: INTEGER }
const VIEWER = { viewer: users.id }
const ABOUT = { ...VIEWER, ...pick(reports, 'targetId') }
const CHOSEN = { ...VIEWER, ...pick(reports, 'type', 'reason') }
export const targets = sqlVariants(targetsText, {
  returns: pick(reports, 'targetId'),
  params: { ...CHOSEN, limit: INTEGER, offset: INTEGER },
})
export const targetCounts = sqlVariants(countText, { returns: COUNT, params: CHOSEN })
/** Of one target: its reports, and their reasons. */
export const countOf = sqlVariants(reportCountText, { returns: COUNT, params: ABOUT })
export const newestOf = sqlVariants(reportsText, { returns: WORDS_TYPES, params: { ...ABOUT, limit: INTEGER } })
export const reasonsOf = sqlVariants(reasonsText, {
  returns: { ...pick(reports, 'reason'), ...COUNT },
  params: { ...ABOUT, limit: INTEGER },
})

const LATEST = { ...COPY_TYPES, authorName: orNull(users.username) }
export type Latest = Raw<typeof LATEST>

/** The newest report that still has its copy, else the newest. By reports_target. */
export const LATEST_TEXT = `
  SELECT ${COPY_COLUMNS}, author.username AS authorName
  FROM (
    SELECT coalesce(
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = $targetId AND target_content IS NOT NULL
       ORDER BY created_at DESC, id DESC LIMIT 1),
      (SELECT rowid FROM reports INDEXED BY reports_target WHERE target_id = $targetId
       ORDER BY created_at DESC, id DESC LIMIT 1)) AS number
  ) page CROSS JOIN reports r ON r.rowid = page.number LEFT JOIN users author ON author.id = r.target_author_id`

/** The target as it was last reported, its present state, and its author. */
export const latestCopy = sqlStatement(LATEST_TEXT, { returns: LATEST, params: { targetId: reports.targetId } })

/** The target as it was last reported. 404 for what nobody reported, and for the viewer's own content. */
export function visibleTarget(viewer: Viewer, targetId: string): Latest {
  const copy = latestCopy(storage.reader).get({ targetId })
  return copy === undefined || isSelf(viewer, copy.authorId) ? refuse('NOT_FOUND', 'reports.missing') : copy
}
