import { type SlowStatement, watchStatements } from '../../../db/connection'
import { Counter } from '../../../db/prometheus'
import { storage } from '../../../db/storage'
import type { CheckpointerState, StorageHealth } from '../../../db/storage-health'
import type { UnavailableReason } from '../../../db/storage-unavailable'
import { QUAD } from '../../packaged'
import { currentActivity } from '../tracing/spans'
import { runEvery } from './background'
import { log, sparingly } from './log'
import { gauge, states } from './metrics'

/** Often enough to log a removed file within a second. */
const LOOK_EVERY_MS = 500

/** Below it `doctor` fails, too. */
export const LEAST_FREE_BYTES = 100_000_000

/** What the operator does about it. */
export const STORAGE_ADVICE: Record<UnavailableReason, string> = {
  busy: 'Another program keeps the database locked: end it. Writes go on by themselves then.',
  full: 'Free some space in DATA_DIR. Writes go on by themselves then.',
  unsynced: 'The disk failed to write. Look at the log of the system, check the disk, and start Quad again.',
  replaced: `quad.db, quad.db-wal or quad.db-shm in DATA_DIR was removed, renamed or replaced. Quad writes nothing any more, so that nothing is lost, and still has the former files open. Before you stop it, run \`${QUAD} doctor\`: it says how to save them. Then start Quad again.`,
  'log-too-large': `Another program has quad.db open and keeps reading an old state: \`${QUAD} doctor\` names it. End it. Writes go on by themselves then.`,
  'read-only':
    'The file system of DATA_DIR is read-only, often because its disk failed: look at the log of the system, and mount it for writing. Writes go on by themselves then.',
  io: 'The disk fails to read or write: look at the log of the system, and check the disk. Writes go on by themselves when it does its work again.',
  unreplicated:
    'ACK=replicated, and the replica does not take what is written: look whether Litestream runs, with its control socket, and reaches its place. Writes go on by themselves then.',
  unclaimed:
    'The claims (PRIMARY_CLAIMS) could not be read in time, or this process stood still: look whether their place can be reached. Writes go on by themselves then.',
  fenced: `Another server has taken over. This one answers nothing any more: stop it, and see docs/operating.md#take-over for its way back.`,
}

const CHECKPOINTER_DEAD =
  'The thread that moves the write-ahead log into quad.db has ended. Start Quad again when nobody minds.'
const CHECKPOINTER_STUCK =
  'The write-ahead log has not been moved into quad.db for a minute: the disk is slow, or another program locks quad.db.'

/** Says once that writes end, once that they go on, and once a minute what will end them. */
export function startStorageNotices(): () => Promise<void> {
  let last: UnavailableReason | undefined
  const unlogged = sparingly()
  const warn = (text: string, fields = {}): void => {
    if (unlogged(text) !== undefined) log.warn(fields, text)
  }
  return runEvery(LOOK_EVERY_MS, 'watching the storage', () => {
    const health = storage.health()
    if (health === undefined) return
    const { log: wal, freeBytes, checkpointer, writable } = health
    const reason = health.writable ? undefined : health.reason
    if (reason !== last) {
      last = reason
      if (reason === undefined) log.info('Writes go on')
      else log.error({ reason }, `Writes are refused. ${STORAGE_ADVICE[reason]}`)
    }
    if (wal.bytes > wal.warnBytes)
      warn(
        `The write-ahead log (quad.db-wal) grows: another program has quad.db open and keeps reading an old state. \`${QUAD} doctor\` names it. At the limit, writes are refused.`,
        { walBytes: wal.bytes, limitBytes: wal.maxBytes },
      )
    if (freeBytes < LEAST_FREE_BYTES)
      warn('There is little space left in DATA_DIR. Free some before writes are refused.', { freeBytes })
    if (checkpointer === 'dead' && writable) warn(CHECKPOINTER_DEAD)
    if (checkpointer === 'stuck') warn(CHECKPOINTER_STUCK)
  })
}

const CHECKPOINTER_STATES: CheckpointerState[] = ['running', 'stuck', 'dead', 'none']

type Gauge = (health: StorageHealth) => number | Record<string, number> | undefined

/** Nothing while the storage opens or closes, when monitoring asks, too. */
function told(name: string, help: string, read: Gauge, label?: string): void {
  const readNow = () => {
    const health = storage.health()
    return health && read(health)
  }
  gauge(`quad_${name}`, help, readNow, label)
}

told('storage_writable', 'Whether writes are made', ({ writable }) => (writable ? 1 : 0))
told('storage_unavailable_seconds', 'For how long writes have been refused', (health) =>
  health.writable ? 0 : Math.max(0, (Date.now() - health.since.getTime()) / 1000),
)
const reasonOf: Gauge = (health) => states(Object.keys(STORAGE_ADVICE), health.writable ? undefined : health.reason)
told('storage_unavailable', 'Why writes are refused', reasonOf, 'reason')
told('storage_log_bytes', 'Size of the write-ahead log', ({ log }) => log.bytes)
told('storage_log_limit_bytes', 'Size of the write-ahead log at which writes are refused', ({ log }) => log.maxBytes)
const UNMOVED = 'How much of the write-ahead log is not in the database file'
told('storage_log_unmoved_bytes', UNMOVED, ({ log }) => log.unmovedBytes)
told('storage_waiting_writes', 'Writes that have no answer yet', ({ queue }) => queue.waiting)
const OLDEST = 'For how long the oldest write without an answer has waited'
told('storage_oldest_write_seconds', OLDEST, ({ queue }) => queue.oldestSeconds)
told('storage_last_sync_seconds', 'Time since the disk last confirmed a write', (health) => health.secondsSinceSync)
const CHECKPOINTER = 'What the thread does that moves the log into the database file'
told('storage_checkpointer', CHECKPOINTER, (health) => states(CHECKPOINTER_STATES, health.checkpointer), 'state')
told('storage_database_bytes', 'Size of the database file', () => pragma('page_count') * pragma('page_size'))
const FREE = 'How much of the database file holds nothing and is used before it grows'
told('storage_free_bytes', FREE, () => pragma('freelist_count') * pragma('page_size'))
told('disk_free_bytes', 'Free space of the file system of `DATA_DIR`', ({ freeBytes }) => freeBytes)

function pragma(name: string): number {
  const row = storage.reader.sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()
  return row?.[name] ?? 0
}

/** A statement that is slow at every request must not fill the log. */
const unlogged = sparingly(5)

const counter = new Counter({
  name: 'quad_slow_statements_total',
  help: 'Statements of the database that took 250 ms or longer',
})

const SLOW_MS = 250

/** Logs and counts slow statements. */
export const startSlowStatementLog = (fromMs = SLOW_MS): void => watchStatements(fromMs, note)

/** The text has a sign for each parameter, which `tests/api/http/examples.test.ts` proves: no value is in it. */
function note({ text, rows, ms }: SlowStatement): void {
  counter.inc()
  const before = unlogged(text)
  if (before === undefined) return
  const { id, route, task } = currentActivity() ?? {}
  const of = { ...(id && { requestId: id }), ...(route && { route }), ...(task && { task }) }
  const statement = text.replace(/\s+/g, ' ').trim()
  log.warn({ statement, rows, ms: Math.round(ms * 10) / 10, ...of, unlogged: before }, 'a statement was slow')
}
