import { storage } from '../../../db/storage'
import { metric } from '../../lib/metric'
import type { Attempt } from './run'
import { backupStatus } from './status'

const outcomes: Record<Attempt['outcome'], number> = { proven: 0, doubtful: 0, failed: 0 }

/** Counts what a run came to. */
export function countAttempt(outcome: Attempt['outcome']): void {
  outcomes[outcome]++
}

/** In Prometheus' text format; nothing where Quad makes no backups by itself. */
export function backupMetrics(): string {
  const status = storage.health() === undefined ? undefined : backupStatus(storage.reader)
  if (status === undefined) return ''
  const { proven } = status
  return [
    metric(
      'counter',
      'quad_backups_total',
      'Backups by outcome, since the start',
      Object.fromEntries(Object.entries(outcomes).map(([outcome, count]) => [`{outcome="${outcome}"}`, count])),
    ),
    metric('gauge', 'quad_backup_well', 'Whether the newest backup is proven and none is overdue', {
      '': status.problem === null && !status.isOverdue ? 1 : 0,
    }),
    proven === undefined
      ? ''
      : [
          metric('gauge', 'quad_backup_proven_time_seconds', 'When the newest proven backup began, since 1970', {
            '': Math.round(Date.parse(proven.startedAt) / 1000),
          }),
          metric('gauge', 'quad_backup_bytes', 'Size of the newest proven backup', { '': proven.bytes ?? 0 }),
          metric('gauge', 'quad_backup_seconds', 'How long the parts of the newest proven backup took', {
            '{part="make"}': (proven.makeMs ?? 0) / 1000,
            '{part="prove"}': (proven.proveMs ?? 0) / 1000,
            '{part="store"}': (proven.storeMs ?? 0) / 1000,
          }),
        ].join(''),
  ].join('')
}
