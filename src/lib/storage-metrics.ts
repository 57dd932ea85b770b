import type { CheckpointerState, StorageHealth } from '../../db/health'
import type { UnavailableReason } from '../../db/storage-unavailable'
import { metric } from './metric'

const REASONS: Record<UnavailableReason, true> = {
  busy: true,
  full: true,
  unsynced: true,
  replaced: true,
  'log-too-large': true,
  'read-only': true,
  io: true,
}

const CHECKPOINTER_STATES: Record<CheckpointerState, true> = { running: true, stuck: true, dead: true, none: true }

/** What an operator sets alerts on: whether writes are made, and what will keep them from being made. */
export function storageMetrics(health: StorageHealth): string {
  const { log, queue, freeBytes, secondsSinceSync, checkpointer } = health
  const reason = health.writable ? undefined : health.reason
  const unavailableSeconds = health.writable ? 0 : Math.max(0, (Date.now() - health.since.getTime()) / 1000)
  return [
    gauge('quad_storage_writable', 'Whether writes are made', health.writable ? 1 : 0),
    metric('gauge', 'quad_storage_unavailable', 'Why writes are refused, by reason', states('reason', REASONS, reason)),
    gauge('quad_storage_unavailable_seconds', 'For how long writes have been refused', unavailableSeconds),
    gauge('quad_storage_log_bytes', 'Size of the write-ahead log', log.bytes),
    gauge('quad_storage_log_limit_bytes', 'Size of the write-ahead log at which writes are refused', log.maxBytes),
    gauge('quad_storage_log_unmoved_bytes', 'How much of it is not in the database file', log.unmovedBytes),
    gauge('quad_storage_waiting_writes', 'Writes that have no answer yet', queue.waiting),
    gauge('quad_storage_oldest_write_seconds', 'For how long the oldest of them has waited', queue.oldestSeconds),
    secondsSinceSync === undefined
      ? ''
      : gauge('quad_storage_last_sync_seconds', 'Time since the disk last confirmed a write', secondsSinceSync),
    metric(
      'gauge',
      'quad_storage_checkpointer',
      'What the thread does that moves the log into the database file, by state',
      states('state', CHECKPOINTER_STATES, checkpointer),
    ),
    gauge('quad_disk_free_bytes', 'Free space of the file system of DATA_DIR', freeBytes),
  ].join('')
}

const gauge = (name: string, help: string, value: number): string => metric('gauge', name, help, { '': value })

/** One sample for each state, 1 for the one that applies. */
const states = (label: string, all: object, current: string | undefined): Record<string, number> =>
  Object.fromEntries(Object.keys(all).map((state) => [`{${label}="${state}"}`, state === current ? 1 : 0]))
