import { type Static, t } from 'elysia'
import { moderationRecords } from '../../../db/schema/moderation'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick, TEXT } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { actionNumber, LISTED_FROM } from '../../ground/audit/actions'
import { headOfDay } from '../../ground/audit/day-notes'
import { allSettings } from '../../ground/settings/settings'
import { Cache } from '../../lib/process/cache'
import { integer, namedObject, nullable } from '../../lib/text/schema'

// What moderators did, in numbers that anybody may read. Whole months only, so that nobody sees a number grow by the one
// that they know of; nothing below the size of a group; and no number exactly.

const MONTHS = 12
/** Numbers are rounded down to a multiple of it. */
const STEP = 5
const HOUR_SECONDS = 3600

const counted = nullable(integer('Rounded down to a multiple of five; null for fewer than `leastCount`'))

const TransparentMonth = t.Object({
  month: t.String({ description: 'Like 2026-11 (UTC)' }),
  reports: counted,
  removed: counted,
  removedByRule: t.Array(t.Object({ rule: t.String(), count: integer('Rounded down to a multiple of five') }), {
    maxItems: 1000,
    description: 'The rules for which at least `leastCount` posts and comments were removed, most first',
  }),
  restored: counted,
  sanctions: counted,
  appeals: counted,
  upheld: counted,
  overturned: counted,
  reveals: nullable(
    integer('How many addresses, and accounts behind aliases, were revealed to a superadmin; as coarse as the others'),
  ),
  medianHours: nullable(
    integer('Within how many hours half of the reports were decided; null for fewer than `leastCount` decisions'),
  ),
})

export const Transparency = namedObject('Transparency', {
  months: t.Array(TransparentMonth, { maxItems: 12, description: 'The last twelve whole months, newest first' }),
  leastCount: integer(),
  auditHead: nullable(
    t.Object({
      hash: t.String({
        description: 'Of an entry of the audit log: `quad audit verify --head` proves that it stands',
      }),
      day: t.String({ description: 'The day of that entry (UTC)' }),
    }),
  ),
})

/** In a month (UTC), exactly. Nobody reads these numbers as they are. Without the appeals that lapsed: nobody decided them. */
const none = () => ({
  reports: 0,
  removed: 0,
  /** By the rule that content broke; without the removals that named none. */
  removedByRule: new Map<string, number>(),
  restored: 0,
  sanctions: 0,
  reveals: 0,
  appeals: 0,
  upheld: 0,
  overturned: 0,
  /** Reports that were decided in the month, and half of them within these seconds. */
  decided: 0,
  medianSeconds: 0,
})
export type MonthCounts = ReturnType<typeof none>

const LISTED = raw(`${LISTED_FROM}`)
const REVEALS = raw(['admin:revealed:email', 'admin:revealed:account'].map(actionNumber).join())

/**
 * By month, from the beginning of `from` to the end of the month before `until`, both like 2026-11; a month of which
 * nothing is known is missing. Reads whole tables, so it runs once for each month.
 */
export function countMonths(db: Connection, { from, until }: { from: string; until: string }) {
  const months = new Map<string, MonthCounts>()
  const within = (column: string) => sql`${raw(column)} >= ${from} AND ${raw(column)} < ${until}`
  const counted = [
    sql({ month: TEXT, reports: INTEGER })`
      SELECT substr(created_at, 1, 7) AS month, count(*) AS reports FROM reports
      WHERE ${within('created_at')} AND automatic = 0 GROUP BY month`,
    sql({ month: TEXT, reveals: INTEGER })`
      SELECT strftime('%Y-%m', time / 1000, 'unixepoch') AS month, count(*) AS reveals
      FROM audit_log INDEXED BY audit_log_listed WHERE action >= ${LISTED} AND action IN (${REVEALS})
      GROUP BY month HAVING ${within('month')}`,
    sql({ month: TEXT, decided: INTEGER, medianSeconds: INTEGER })`
      WITH decided AS (
        SELECT substr(closed_at, 1, 7) AS month, unixepoch(closed_at) - unixepoch(created_at) AS seconds FROM reports
        WHERE ${within('closed_at')} AND automatic = 0
      ), ranked AS (
        SELECT month, seconds, row_number() OVER (PARTITION BY month ORDER BY seconds) AS place,
          count(*) OVER (PARTITION BY month) AS count
        FROM decided
      )
      SELECT month, count AS decided, max(seconds) AS medianSeconds FROM ranked
      WHERE place = (count + 1) / 2 GROUP BY month`,
    sql({ month: TEXT, appeals: INTEGER })`
      SELECT substr(created_at, 1, 7) AS month, count(*) AS appeals FROM appeals
      WHERE ${within('created_at')} GROUP BY month`,
    sql({ month: TEXT, upheld: INTEGER, overturned: INTEGER })`
      SELECT substr(decided_at, 1, 7) AS month, count(*) FILTER (WHERE status = 'upheld') AS upheld,
        count(*) FILTER (WHERE status = 'overturned') AS overturned
      FROM appeals WHERE ${within('decided_at')} GROUP BY month`,
  ]
  for (const query of counted)
    for (const { month, ...counts } of query.all(db)) Object.assign(months.getOrInsertComputed(month, none), counts)
  const records = sql({ month: TEXT, count: INTEGER, ...pick(moderationRecords, 'resource', 'state', 'rule') })`
    SELECT substr(created_at, 1, 7) AS month, resource, state, rule, count(*) AS count FROM moderation_records
    WHERE ${within('created_at')} GROUP BY month, resource, state, rule`
  for (const { month, resource, state, rule, count } of records.all(db)) {
    const counts = months.getOrInsertComputed(month, none)
    if (resource === 'user') counts.sanctions += state === 'active' ? 0 : count
    else if (state === 'active') counts.restored += count
    else {
      counts.removed += count
      if (rule !== null) counts.removedByRule.set(rule, (counts.removedByRule.get(rule) ?? 0) + count)
    }
  }
  return months
}

/** `MIN_GROUP` of a trial is one. */
const leastCount = (): number => Math.max(config.minGroup, STEP)

const cache = new Cache<string, Static<typeof TransparentMonth>[]>('transparency', 1)

/** The last whole months, newest first, and the head of the audit log. 404 until a superadmin switches it on. */
export function readTransparency(): Static<typeof Transparency> {
  if (!allSettings().transparency) refuse('NOT_FOUND', 'transparency.off')
  const now = new Date()
  const months = Array.from({ length: MONTHS + 1 }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
  )
  const [until = '', ...whole] = months
  const read = () => {
    const counted = countMonths(storage.reader, { from: whole.at(-1) ?? '', until })
    return whole.map((month) => publicMonth(month, counted.get(month)))
  }
  return { months: cache.get(until, read), leastCount: leastCount(), auditHead: headOfDay(storage.reader, now) }
}

/** A month as anybody may read it. */
export function publicMonth(month: string, counts: MonthCounts = none()): Static<typeof TransparentMonth> {
  const rules = [...counts.removedByRule].flatMap(([rule, exact]) => {
    const count = coarse(exact)
    return count === null ? [] : [{ rule, count }]
  })
  const isSaid = counts.decided >= leastCount()
  return {
    month,
    reports: coarse(counts.reports),
    removed: coarse(counts.removed),
    removedByRule: rules.toSorted((a, b) => b.count - a.count || a.rule.localeCompare(b.rule)),
    restored: coarse(counts.restored),
    sanctions: coarse(counts.sanctions),
    appeals: coarse(counts.appeals),
    upheld: coarse(counts.upheld),
    overturned: coarse(counts.overturned),
    reveals: coarse(counts.reveals),
    medianHours: isSaid ? Math.max(1, Math.ceil(counts.medianSeconds / HOUR_SECONDS)) : null,
  }
}

/** None is as telling as one: only what is plenty is said. */
const coarse = (count: number): number | null => (count < leastCount() ? null : count - (count % STEP))
