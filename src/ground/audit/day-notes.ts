import { auditLog } from '../../../db/schema/audit'
import { raw, sql } from '../../../db/sql'
import { orNull, pick } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { actionNumber, OWN_BELOW } from './actions'
import { audit, systemActor } from './audit'
import { hashOfCommit } from './chain'

// Each day that the server runs, it notes that in the log. A clock that is suddenly far ahead has no such notes behind
// it, and nothing may be deleted for its age by it, until the server has lived with it for three days: it may have been
// off for a summer.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Three days of maintenance, which runs daily and takes its time. */
const HOLD_MS = 3 * DAY_MS - 2 * HOUR_MS
/** How long the server may be off without a doubt. */
const GAP_MS = 7 * DAY_MS
const NOTE_MS = DAY_MS - 4 * HOUR_MS

/** Its hash is published (order/transparency), so thinning leaves it as it is. */
export const DAY_NOTE = 'quad:noted:day'
const NOTES = raw(
  `FROM audit_log INDEXED BY audit_log_own WHERE action < ${OWN_BELOW} AND action = ${actionNumber(DAY_NOTE)}`,
)

/** When the first or last note between these times was made. */
const noteOf = (db: Connection, edge: 'min' | 'max', from: number, until: number): number | undefined =>
  sql({ time: orNull(auditLog.time) })`
    SELECT ${raw(edge)}(time) AS time ${NOTES} AND time > ${from} AND time <= ${until}`.get(db)?.time ?? undefined

const iso = (time: number): string => new Date(time).toISOString()

export function noteDay(tx: Tx, now = Date.now()): void {
  if (noteOf(tx, 'max', now - NOTE_MS, now) !== undefined) return
  audit(tx, systemActor('system'), { action: DAY_NOTE, entityType: 'audit-log', entityId: null })
}

/** `last` is the last day that the server ran before; at `believedAt` the clock is believed. */
export type ClockDoubt = { last: string; believedAt: string }

/** The clock is so far ahead of the days that the server ran that it may be wrong. */
export function clockDoubt(db: Connection, now = Date.now()): ClockDoubt | undefined {
  const last = noteOf(db, 'max', 0, now - HOLD_MS)
  if (last === undefined || last >= now - HOLD_MS - GAP_MS) return undefined
  const since = noteOf(db, 'min', last, now) ?? now
  return { last: iso(last), believedAt: iso(since + HOLD_MS) }
}

/** The hash of the newest note. The head of this moment would tell when there was a vote. */
export function headOfDay(db: Connection, now = new Date()): { hash: string; day: string } | null {
  const newest = sql(pick(auditLog, 'number', 'time'))`
    SELECT number, time ${NOTES} AND time <= ${now.getTime()} ORDER BY time DESC LIMIT 1`.get(db)
  const hash = newest && hashOfCommit(db, newest.number)
  return hash ? { hash, day: iso(newest.time).slice(0, 10) } : null
}
