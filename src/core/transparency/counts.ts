import { moderationRecords } from '../../../db/schema/moderation'
import { INTEGER, pick, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { actionNumber, LISTED_FROM } from '../audit/actions'

// What was reported, decided and revealed in each month (UTC), exactly. Nobody reads these numbers as they are:
// service.ts makes them coarse.

/** From the beginning of `from` to the end of the month before `until`; both like 2026-11. */
export type MonthSpan = { from: string; until: string }

export type MonthCounts = {
  reports: number
  removed: number
  /** By the rule that content broke; without the removals that named none. */
  removedByRule: Map<string, number>
  restored: number
  sanctions: number
  reveals: number
  appeals: number
  /** Appeals that were decided in the month, by their outcome. */
  upheld: number
  overturned: number
  /** Reports that were decided in the month, and half of them within these seconds. */
  decided: number
  medianSeconds: number
}

const params = { from: TEXT, until: TEXT }
const COUNTED = { month: TEXT, count: INTEGER }

const reportsByMonth = sqlStatement(
  `SELECT substr(created_at, 1, 7) AS month, count(*) AS count FROM reports
  WHERE created_at >= $from AND created_at < $until GROUP BY month`,
  { returns: COUNTED, params },
)

const recordsByMonth = sqlStatement(
  `SELECT substr(created_at, 1, 7) AS month, resource, state, rule, count(*) AS count FROM moderation_records
  WHERE created_at >= $from AND created_at < $until GROUP BY month, resource, state, rule`,
  { returns: { ...COUNTED, ...pick(moderationRecords, 'resource', 'state', 'rule') }, params },
)

const revealsByMonth = sqlStatement(
  `SELECT strftime('%Y-%m', time / 1000, 'unixepoch') AS month, count(*) AS count FROM audit_log INDEXED BY audit_log_listed
  WHERE action >= ${LISTED_FROM} AND action IN (${['admin:revealed:email', 'admin:revealed:account'].map(actionNumber).join()})
  GROUP BY month HAVING month >= $from AND month < $until`,
  { returns: COUNTED, params },
)

const mediansByMonth = sqlStatement(
  `WITH decided AS (
    SELECT substr(closed_at, 1, 7) AS month, unixepoch(closed_at) - unixepoch(created_at) AS seconds FROM reports
    WHERE closed_at >= $from AND closed_at < $until
  ), ranked AS (
    SELECT month, seconds, row_number() OVER (PARTITION BY month ORDER BY seconds) AS place,
      count(*) OVER (PARTITION BY month) AS count
    FROM decided
  )
  SELECT month, count, max(seconds) AS seconds FROM ranked WHERE place = (count + 1) / 2 GROUP BY month`,
  { returns: { ...COUNTED, seconds: INTEGER }, params },
)

const appealsByMonth = sqlStatement(
  `SELECT substr(created_at, 1, 7) AS month, count(*) AS count FROM appeals
  WHERE created_at >= $from AND created_at < $until GROUP BY month`,
  { returns: COUNTED, params },
)

/** Without the appeals that lapsed: nobody decided them. */
const outcomesByMonth = sqlStatement(
  `SELECT substr(decided_at, 1, 7) AS month, count(*) FILTER (WHERE status = 'upheld') AS upheld,
    count(*) FILTER (WHERE status = 'overturned') AS overturned
  FROM appeals WHERE decided_at >= $from AND decided_at < $until GROUP BY month`,
  { returns: { month: TEXT, upheld: INTEGER, overturned: INTEGER }, params },
)

const none = (): MonthCounts => ({
  reports: 0,
  removed: 0,
  removedByRule: new Map(),
  restored: 0,
  sanctions: 0,
  reveals: 0,
  appeals: 0,
  upheld: 0,
  overturned: 0,
  decided: 0,
  medianSeconds: 0,
})

/** By month; a month of which nothing is known is missing. Reads whole tables, so it runs once for each month. */
export function countMonths(db: Connection, span: MonthSpan): Map<string, MonthCounts> {
  const months = new Map<string, MonthCounts>()
  const of = (month: string): MonthCounts => {
    const counts = months.get(month) ?? none()
    months.set(month, counts)
    return counts
  }
  for (const { month, count } of reportsByMonth(db).all(span)) of(month).reports = count
  for (const { month, count } of revealsByMonth(db).all(span)) of(month).reveals = count
  for (const { month, count, seconds } of mediansByMonth(db).all(span))
    Object.assign(of(month), { decided: count, medianSeconds: seconds })
  for (const { month, count } of appealsByMonth(db).all(span)) of(month).appeals = count
  for (const { month, ...outcomes } of outcomesByMonth(db).all(span)) Object.assign(of(month), outcomes)
  for (const { month, resource, state, rule, count } of recordsByMonth(db).all(span)) {
    const counts = of(month)
    if (resource === 'user') counts.sanctions += state === 'active' ? 0 : count
    else if (state === 'active') counts.restored += count
    else {
      counts.removed += count
      if (rule !== null) counts.removedByRule.set(rule, (counts.removedByRule.get(rule) ?? 0) + count)
    }
  }
  return months
}
