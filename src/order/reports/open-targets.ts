import { reports } from '../../../db/schema/moderation'
import { sql } from '../../../db/sql'
import { INTEGER, pick, type Raw } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { escalatedOf } from './decision'
import { notAbout, type TargetType } from './record'

// The targets that wait for a decision, in the order in which moderators take them.

const OPEN = pick(reports, 'targetId', 'type', 'reason', 'reporterId', 'createdAt')
type Open = Raw<typeof OPEN>

/** Reads the rows of all that is open; what is closed, which is most, costs nothing. */
export const openReports = (viewer: string) => sql(OPEN)`
  SELECT target_id AS targetId, type, reason, reporter_id AS reporterId, created_at AS createdAt
  FROM reports INDEXED BY reports_newest WHERE status = 'pending' AND ${notAbout(viewer)}`

export const ORDERS = ['weight', 'oldest'] as const
export type Order = (typeof ORDERS)[number]

export type OpenFilter = {
  viewer: string
  order: Order
  type: TargetType | undefined
  /** Targets with an open report for this reason. */
  reason: string | undefined
  /** Whether they wait for a superadmin; either where it is undefined. */
  isEscalated: boolean | undefined
}

/** The ids of the targets with open reports; of equal ones the one reported last comes first. */
export function openTargets(db: Connection, { viewer, order, type, reason, isEscalated }: OpenFilter): string[] {
  const above = new Set(escalatedOf(db, viewer))
  const rows = openReports(viewer)
    .all(db)
    .filter((row) => type === undefined || row.type === type)
    .filter(({ targetId }) => isEscalated === undefined || above.has(targetId) === isEscalated)
  const asked = [...Map.groupBy(rows, ({ targetId }) => targetId)].filter(
    ([, rows]) => reason === undefined || rows.some((row) => row.reason === reason),
  )
  const rank = order === 'weight' ? byWeight(db, viewer, asked) : byAge
  return asked
    .map(([id, rows]) => ({ id, rank: rank(rows), newest: Math.max(...times(rows)) }))
    .sort((a, b) => b.rank - a.rank || b.newest - a.newest || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

const times = (rows: readonly Open[]): number[] => rows.map(({ createdAt }) => Date.parse(createdAt))

const byAge = (rows: readonly Open[]): number => -Math.min(...times(rows))

/**
 * How often each reporter was right, of the last 20 reports that were closed: when the moderator who closed it removed
 * its target. "Keep" says nothing about the reporter.
 */
const recordsOf = (viewer: string, reporters: readonly (string | null)[]) => sql({
  ...pick(reports, 'reporterId'),
  upheld: INTEGER,
  dismissed: INTEGER,
})`
  SELECT r.reporter_id AS reporterId, sum(r.status = 'ignored') AS dismissed,
    sum(r.status = 'resolved' AND EXISTS (
      SELECT 1 FROM moderation_records m INDEXED BY moderation_records_resource
      WHERE m.resource_id = r.target_id AND m.state IN ('banned', 'shadow_banned') AND m.moderator_id = r.resolved_by
    )) AS upheld
  FROM json_each(${JSON.stringify(reporters)}) reporter
  CROSS JOIN reports r ON r.rowid IN (
    SELECT rowid FROM reports INDEXED BY reports_reporter
    WHERE reporter_id = reporter.value AND status <> 'pending' AND ${notAbout(viewer)}
    ORDER BY created_at DESC, id DESC LIMIT 20)
  GROUP BY r.reporter_id`

function byWeight(db: Connection, viewer: string, targets: readonly [string, Open[]][]) {
  const now = Date.now()
  const reporters = new Set(targets.flatMap(([, rows]) => rows.map(({ reporterId }) => reporterId)))
  const found = recordsOf(viewer, [...reporters]).all(db)
  const known = new Map(found.map((each) => [each.reporterId, each]))
  const unknown = { upheld: 0, dismissed: 0 }
  return (rows: readonly Open[]): number =>
    weigh(
      rows.map((row) => ({ ...row, ...(known.get(row.reporterId) ?? unknown) })),
      now,
    )
}

// How soon a target of reports needs a decision: by the gravest harm that somebody names, then by how many say so, how
// long it waits, and how often its reporters were right. Nobody reads a weight: it would tell how often a reporter was.

export type OpenReport = {
  reason: string
  createdAt: string
  /** Of its reporter's earlier reports: how many led to a removal, and how many were dismissed. */
  upheld: number
  dismissed: number
}

const LIFE = /self.?harm|suicid|violen|threat|weapon|\bdox|आत्महत्या|ख़ुद को|खुद को|हिंसा|धमकी/iu
const PERSON = /harass|\bhate|sexual|bully|abus|imperson|उत्पीड़न|सताना|नफ़रत|यौन/iu

const HARM = { life: 100, person: 10, other: 1 } as const

/** By words in the reason, because the settings and reporters name reasons of their own. */
export const harmOf = (reason: string): keyof typeof HARM =>
  LIFE.test(reason) ? 'life' : PERSON.test(reason) ? 'person' : 'other'

/** 1 for a reporter of whom nothing is known. Whoever cried wolf often falls to the kind below, and no further. */
const LEAST_TRUST = 0.1
const trust = ({ upheld, dismissed }: OpenReport): number =>
  Math.max(LEAST_TRUST, (2 * (upheld + 1)) / (upheld + dismissed + 2))

/** 256 reports that are believed count three times one, and more no more. */
const MOST_BY_NUMBER = 3
/** What waits for two days counts half more. */
const LONGEST_MS = 2 * 86_400_000
const MOST_BY_AGE = 0.5

/** Number and age together stay below the step from one kind of harm to the next. */
export function weigh(reports: readonly OpenReport[], now: number): number {
  const gravest = Math.max(...reports.map((each) => HARM[harmOf(each.reason)] * trust(each)))
  const believed = reports.reduce((sum, each) => sum + trust(each), 0)
  const number = Math.min(MOST_BY_NUMBER, 1 + Math.log2(Math.max(1, believed)) / 4)
  const oldest = reports.reduce((time, { createdAt }) => Math.min(time, Date.parse(createdAt)), now)
  const age = 1 + MOST_BY_AGE * Math.min(1, (now - oldest) / LONGEST_MS)
  return gravest * number * age
}
