import { backups } from '../../../db/schema/server'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { config } from '../../config'
import { words } from '../../lib/text/words'

/** Why there is no backup, or why one is in doubt: of `counters` and `audit-log` a copy is better than none. */
export const REASONS = words(
  'no-data no-room damaged exists unreachable refused target-full',
  'stored-differently too-long ended-early unforeseen counters audit-log',
)
export type Reason = (typeof REASONS)[number]

/** There is no backup. The message is for the operator, and holds no secret. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}

/** What one run came to; `reason` says why there is no backup, or why it is in doubt. */
export type Attempt = Raw<typeof NEW> & { reason: Reason | null; name: string | null }

export type Ran = Attempt & { message: string | null; removed: string[] }

export const NOTHING = {
  outcome: 'failed',
  name: null,
  bytes: null,
  makeMs: null,
  proveMs: null,
  storeMs: null,
} as const

/** More than a year of them, once a day. */
const KEPT = 400

const NEW = pick(backups, 'startedAt', 'outcome', 'reason', 'bytes', 'makeMs', 'proveMs', 'storeMs')
const RECORD = { ...NEW, mailedAt: backups.mailedAt }
export type BackupRecord = Raw<typeof RECORD>

export function noteAttempt(tx: Tx, attempt: Attempt): void {
  tx.orm.insert(backups).values(attempt).run()
  sql`DELETE FROM backups WHERE id <= (SELECT max(id) FROM backups) - ${KEPT}`.run(tx)
}

export const readRecords = (db: Connection): BackupRecord[] =>
  sql(RECORD)`SELECT ${raw(selectList(RECORD))} FROM backups ORDER BY id DESC LIMIT ${KEPT}`.all(db)

type Outcome = Pick<BackupRecord, 'startedAt' | 'outcome' | 'mailedAt'>
export const triedOf = ({ startedAt, outcome, mailedAt }: Outcome): Tried => ({
  startedAt: Date.parse(startedAt),
  isStored: outcome !== 'failed',
  isProven: outcome === 'proven',
  mailedAt: mailedAt === null ? null : Date.parse(mailedAt),
})

// When the next backup is due, and when superadmins are to hear of what is wrong.

const FIRST_PAUSE_MS = 900_000

/** Something that was tried, times in milliseconds. `isProven` is true of a backup in which nothing was wrong. */
export type Tried = { startedAt: number; isStored: boolean; isProven: boolean; mailedAt: number | null }

/** When the next one is due, which may be before `now`. `history` begins with the newest. */
export function nextDue(history: readonly Tried[], everyMs: number, now: number): number {
  const [last] = history
  // What is of the future was done while the clock was ahead.
  if (last === undefined || last.startedAt > now) return now
  if (last.isStored) return last.startedAt + everyMs
  const failures = history.findIndex(({ isStored }) => isStored)
  return last.startedAt + retryPause(failures === -1 ? history.length : failures, everyMs)
}

/** Longer after each failure in a row, and never longer than between two backups. */
const retryPause = (failures: number, everyMs: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), everyMs)

export function isOverdue(history: readonly Tried[], everyMs: number, now: number): boolean {
  const last = history.find(({ isProven }) => isProven) ?? history.at(-1)
  return last !== undefined && now - last.startedAt > 2 * everyMs
}

/** Whether a mail is due: the last one was not proven, or none was in two intervals; then once in an interval. */
export function isMailDue(history: readonly Tried[], everyMs: number, now: number): boolean {
  const [last] = history
  if (last === undefined || (last.isProven && !isOverdue(history, everyMs, now))) return false
  const lastProven = history.findIndex(({ isProven }) => isProven)
  const since = lastProven === -1 ? history : history.slice(0, lastProven + 1)
  const mailed = since.map(({ mailedAt }) => mailedAt).filter((each) => each !== null && each <= now)
  return mailed.every((each) => now - (each ?? 0) >= everyMs)
}

export function backupStatus(db: Connection, now = Date.now()) {
  if (config.backups === undefined) return undefined
  const records = readRecords(db)
  return {
    /** The newest one in which nothing was wrong. */
    proven: records.find(({ outcome }) => outcome === 'proven'),
    /** What is wrong with the newest one, as it was written: whatever a later version calls it. */
    problem: (records[0]?.reason ?? null) as Reason | null,
    isOverdue: isOverdue(records.map(triedOf), config.backups.everyMs, now),
  }
}
