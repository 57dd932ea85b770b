import { backups } from '../../../db/schema/backups'
import { INTEGER, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Reason } from './failure'
import type { Attempt } from './run'
import type { Tried } from './schedule'

/** More than a year of them, once a day. */
const KEPT = 400

const NEW = pick(backups, 'startedAt', 'outcome', 'reason', 'bytes', 'makeMs', 'proveMs', 'storeMs')
const insert = sqlStatement(
  `INSERT INTO backups (started_at, outcome, reason, bytes, make_ms, prove_ms, store_ms)
  VALUES ($startedAt, $outcome, $reason, $bytes, $makeMs, $proveMs, $storeMs)`,
  { params: NEW },
)
const trim = sqlStatement('DELETE FROM backups WHERE id <= (SELECT max(id) FROM backups) - $kept', {
  params: { kept: INTEGER },
})

const RECORD = { ...NEW, mailedAt: backups.mailedAt }
export type BackupRecord = Raw<typeof RECORD>
const newest = sqlStatement(
  `SELECT started_at AS startedAt, outcome, reason, bytes, make_ms AS makeMs, prove_ms AS proveMs, store_ms AS storeMs,
    mailed_at AS mailedAt
  FROM backups ORDER BY id DESC LIMIT $limit`,
  { returns: RECORD, params: { limit: INTEGER } },
)
const noteMailed = sqlStatement('UPDATE backups SET mailed_at = $now WHERE id = (SELECT max(id) FROM backups)', {
  params: { now: TEXT },
})

export function noteAttempt(tx: Tx, attempt: Attempt): void {
  const { startedAt, outcome, reason, bytes, makeMs, proveMs, storeMs } = attempt
  insert(tx).run({ startedAt, outcome, reason, bytes, makeMs, proveMs, storeMs })
  trim(tx).run({ kept: KEPT })
}

export const noteMail = (tx: Tx): void => void noteMailed(tx).run({ now: new Date().toISOString() })

/** What was tried, newest first. */
export const readRecords = (db: Connection): BackupRecord[] => newest(db).all({ limit: KEPT })

export const triedOf = ({
  startedAt,
  outcome,
  mailedAt,
}: Pick<BackupRecord, 'startedAt' | 'outcome' | 'mailedAt'>): Tried => ({
  startedAt: Date.parse(startedAt),
  isStored: outcome !== 'failed',
  isProven: outcome === 'proven',
  mailedAt: mailedAt === null ? null : Date.parse(mailedAt),
})

/** As it was written: whatever a later version calls it. */
export const reasonOf = ({ reason }: Pick<BackupRecord, 'reason'>): Reason | null => reason as Reason | null
