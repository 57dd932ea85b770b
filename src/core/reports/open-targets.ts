import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { notByViewer } from '../names/own-names'
import { escalatedTargets } from './escalations'
import type { TargetType } from './record'
import { type OpenReport, weigh } from './weight'

// The targets that wait for a decision, in the order in which moderators take them.

const OPEN = pick(reports, 'targetId', 'type', 'reason', 'reporterId', 'createdAt')
type Open = Raw<typeof OPEN>

/** Reads the rows of all that is open; what is closed, which is most, costs nothing. */
export const OPEN_TEXT = `
  SELECT ${selectList(OPEN)} FROM reports INDEXED BY reports_newest
  WHERE status = 'pending' AND ${notByViewer('target_author_id')}`
const open = sqlStatement(OPEN_TEXT, { returns: OPEN, params: { viewer: users.id } })

const RECORD = { reporterId: reports.reporterId, upheld: INTEGER, dismissed: INTEGER }

/**
 * Of the last 20 that were closed. A report was right when the moderator who closed it removed its target; "Keep" says
 * nothing about the reporter.
 */
const RECORD_TEXT = `
  SELECT r.reporter_id AS reporterId, sum(r.status = 'ignored') AS dismissed,
    sum(r.status = 'resolved' AND EXISTS (
      SELECT 1 FROM moderation_records m INDEXED BY moderation_records_resource
      WHERE m.resource_id = r.target_id AND m.state IN ('banned', 'shadow_banned') AND m.moderator_id = r.resolved_by
    )) AS upheld
  FROM json_each($reporters) reporter
  CROSS JOIN reports r ON r.rowid IN (
    SELECT rowid FROM reports INDEXED BY reports_reporter
    WHERE reporter_id = reporter.value AND status <> 'pending' AND ${notByViewer('target_author_id')}
    ORDER BY created_at DESC, id DESC LIMIT 20)
  GROUP BY r.reporter_id`
const records = sqlStatement(RECORD_TEXT, { returns: RECORD, params: { reporters: TEXT, viewer: users.id } })

/** What the badge of the queue shows. */
const OPEN_COUNT_TEXT = `
  SELECT count(DISTINCT target_id) AS count FROM reports INDEXED BY reports_newest
  WHERE status = 'pending' AND ${notByViewer('target_author_id')}`
const openCount = sqlStatement(OPEN_COUNT_TEXT, { returns: { count: INTEGER }, params: { viewer: users.id } })

/** How many posts and comments wait for a decision. */
export const countOpenTargets = (db: Connection, viewer: string): number => openCount(db).get({ viewer })?.count ?? 0

export const ORDERS = ['weight', 'oldest'] as const
export type Order = (typeof ORDERS)[number]

export type OpenFilter = {
  viewer: string
  order: Order
  type?: TargetType | undefined
  /** Targets with an open report for this reason. */
  reason?: string | undefined
  /** Whether they wait for a superadmin; either where it is undefined. */
  isEscalated?: boolean | undefined
}

/** The ids of the targets with open reports; of equal ones the one reported last comes first. */
export function openTargets(db: Connection, { viewer, order, type, reason, isEscalated }: OpenFilter): string[] {
  const byTarget = new Map<string, Open[]>()
  const escalated = isEscalated === undefined ? undefined : escalatedTargets(db, viewer)
  for (const row of open(db).all({ viewer }))
    if ((type === undefined || row.type === type) && escalated?.has(row.targetId) === isEscalated) {
      const known = byTarget.get(row.targetId)
      if (known === undefined) byTarget.set(row.targetId, [row])
      else known.push(row)
    }
  const asked = [...byTarget].filter(([, rows]) => reason === undefined || rows.some((row) => row.reason === reason))
  const rank = order === 'weight' ? byWeight(db, viewer, asked) : byAge
  return asked
    .map(([id, rows]) => ({ id, rank: rank(rows), newest: Math.max(...times(rows)) }))
    .sort((a, b) => b.rank - a.rank || b.newest - a.newest || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

const times = (rows: readonly Open[]): number[] => rows.map(({ createdAt }) => Date.parse(createdAt))

const byAge = (rows: readonly Open[]): number => -Math.min(...times(rows))

function byWeight(db: Connection, viewer: string, targets: readonly [string, Open[]][]) {
  const now = Date.now()
  const reporters = new Set(targets.flatMap(([, rows]) => rows.map(({ reporterId }) => reporterId)))
  const known = new Map(
    records(db)
      .all({ viewer, reporters: JSON.stringify([...reporters]) })
      .map((each) => [each.reporterId, each]),
  )
  const toReport = ({ reason, createdAt, reporterId }: Open): OpenReport => {
    const { upheld = 0, dismissed = 0 } = (reporterId === null ? undefined : known.get(reporterId)) ?? {}
    return { reason, createdAt, upheld, dismissed }
  }
  return (rows: readonly Open[]): number => weigh(rows.map(toReport), now)
}
