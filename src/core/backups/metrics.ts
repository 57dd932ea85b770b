import { storage } from '../../../db/storage'
import { counted, measured } from '../../lib/metrics'
import type { Attempt } from './run'
import { backupStatus } from './status'

/** Counts what a run came to. */
export const countAttempt = counted<Attempt['outcome']>(
  { name: 'quad_backups_total', help: 'Backups that Quad made by itself', label: 'outcome' },
  ['proven', 'doubtful', 'failed'],
)

/** Undefined where Quad makes no backups by itself, and while storage opens or closes. */
const status = () => storage.health() && backupStatus(storage.reader)
const proven = () => status()?.proven

measured(
  'gauge',
  { name: 'quad_backup_well', help: 'Whether the newest backup is proven and none is overdue; only with `BACKUP_TO`' },
  () => {
    const current = status()
    return current && Number(current.problem === null && !current.isOverdue)
  },
)
measured(
  'gauge',
  { name: 'quad_backup_proven_timestamp_seconds', help: 'When the newest proven backup began, since 1970' },
  () => {
    const newest = proven()
    return newest && Math.round(Date.parse(newest.startedAt) / 1000)
  },
)
measured(
  'gauge',
  { name: 'quad_backup_bytes', help: 'Size of the newest proven backup' },
  () => proven()?.bytes ?? undefined,
)
measured(
  'gauge',
  { name: 'quad_backup_duration_seconds', help: 'How long the parts of the newest proven backup took', label: 'part' },
  () => {
    const newest = proven()
    if (newest === undefined) return undefined
    const { makeMs, proveMs, storeMs } = newest
    return { make: (makeMs ?? 0) / 1000, prove: (proveMs ?? 0) / 1000, store: (storeMs ?? 0) / 1000 }
  },
)
