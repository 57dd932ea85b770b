import type { Connection } from '../../../db/connection'
import { config } from '../../config'
import type { Reason } from './failure'
import { type BackupRecord, readRecords, reasonOf, triedOf } from './records'
import { isOverdue } from './schedule'

export type BackupStatus = {
  /** The newest one in which nothing was wrong. */
  proven: BackupRecord | undefined
  /** What is wrong with the newest one. */
  problem: Reason | null
  isOverdue: boolean
}

/** What became of the backups that Quad makes by itself; undefined where it makes none. */
export function backupStatus(db: Connection, now = Date.now()): BackupStatus | undefined {
  if (config.backups === undefined) return undefined
  const records = readRecords(db)
  return {
    proven: records.find(({ outcome }) => outcome === 'proven'),
    problem: records[0] === undefined ? null : reasonOf(records[0]),
    isOverdue: isOverdue(records.map(triedOf), config.backups.everyMs, now),
  }
}
