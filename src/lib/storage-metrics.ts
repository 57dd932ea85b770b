import { storage } from '../../db/storage'
import type { CheckpointerState, StorageHealth } from '../../db/storage-health'
import type { UnavailableReason } from '../../db/storage-unavailable'
import { measured, states } from './metrics'

// What an operator sets alerts on: whether writes are made, and what will keep them from being made. What happens in each
// write is counted where it happens (db/storage-metrics.ts).

const REASONS: Record<UnavailableReason, true> = {
  busy: true,
  full: true,
  unsynced: true,
  replaced: true,
  'log-too-large': true,
  'read-only': true,
  io: true,
  unreplicated: true,
  unclaimed: true,
  fenced: true,
}

const CHECKPOINTER_STATES: Record<CheckpointerState, true> = { running: true, stuck: true, dead: true, none: true }

/** Nothing while the storage opens or closes, when monitoring asks, too. */
function gauge(name: string, help: string, read: (health: StorageHealth) => number | undefined): void {
  measured('gauge', { name: `quad_${name}`, help }, () => {
    const health = storage.health()
    return health && read(health)
  })
}

gauge('storage_writable', 'Whether writes are made', ({ writable }) => (writable ? 1 : 0))
gauge('storage_unavailable_seconds', 'For how long writes have been refused', (health) =>
  health.writable ? 0 : Math.max(0, (Date.now() - health.since.getTime()) / 1000),
)
measured('gauge', { name: 'quad_storage_unavailable', help: 'Why writes are refused', label: 'reason' }, () => {
  const health = storage.health()
  return health && states(Object.keys(REASONS), health.writable ? undefined : health.reason)
})
gauge('storage_log_bytes', 'Size of the write-ahead log', ({ log }) => log.bytes)
gauge('storage_log_limit_bytes', 'Size of the write-ahead log at which writes are refused', ({ log }) => log.maxBytes)
gauge(
  'storage_log_unmoved_bytes',
  'How much of the write-ahead log is not in the database file',
  ({ log }) => log.unmovedBytes,
)
gauge('storage_waiting_writes', 'Writes that have no answer yet', ({ queue }) => queue.waiting)
gauge(
  'storage_oldest_write_seconds',
  'For how long the oldest write without an answer has waited',
  ({ queue }) => queue.oldestSeconds,
)
gauge(
  'storage_last_sync_seconds',
  'Time since the disk last confirmed a write',
  ({ secondsSinceSync }) => secondsSinceSync,
)
measured(
  'gauge',
  {
    name: 'quad_storage_checkpointer',
    help: 'What the thread does that moves the log into the database file',
    label: 'state',
  },
  () => states(Object.keys(CHECKPOINTER_STATES), storage.health()?.checkpointer),
)
gauge('storage_database_bytes', 'Size of the database file', () => pragma('page_count') * pragma('page_size'))
gauge(
  'storage_free_bytes',
  'How much of the database file holds nothing and is used before it grows',
  () => pragma('freelist_count') * pragma('page_size'),
)
gauge('disk_free_bytes', 'Free space of the file system of `DATA_DIR`', ({ freeBytes }) => freeBytes)

/** A number of the database, from the header of its file. */
function pragma(name: string): number {
  const row = storage.reader.sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()
  return row?.[name] ?? 0
}
