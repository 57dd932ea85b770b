import { openSync, writeSync } from 'node:fs'
import { type Checkpointer, Checkpoints, checkpointerOf } from './checkpoints'
import { CommitNumbers } from './commit-numbers'
import {
  busyTimeoutMs,
  type Connection,
  openReader,
  openWriter,
  type Synchronous,
  tryRenewStatistics,
} from './connection'
import { type Disk, LogSync } from './log-sync'
import { migrateWithCopy, migrationsFolder } from './migrate'
import { Remnants } from './remnants'
import type { Gate } from './storage-health'
import { isUnsynced, StorageUnavailable, storageFault } from './storage-unavailable'
import { type Report, runEvery } from './timers'
import { type LogLimits, StorageWatch } from './watch'
import { WriteQueue } from './write-queue'

export type StorageOptions = {
  file: string
  synchronous: Synchronous
  /** The program's own when absent. */
  migrations?: string
  /** Runs after the migrations, before anything else uses the database: for what SQL alone cannot bring along. */
  prepare?: ((writer: Connection) => void) | undefined
  /** In a thread; and wait for no other process on the event loop. A command has nothing else to do meanwhile. */
  checkpointer?: boolean
  /** Bounds of the write-ahead log; without, only the disk bounds it. */
  logLimits?: LogLimits
  gate?: Gate | undefined
  /** Of errors that fail no write: of an effect after a commit, the checkpointer, maintenance. */
  report?: Report
  /** Ends the process without closing anything; tests look at what was done until then. */
  end?: (unsynced: string | undefined) => void
  disk?: Disk
  /** When the disk has said nothing for so long, writes are refused. */
  stalledAfterMs?: number
}

export type OpenStorage = {
  file: string
  reader: Connection
  writer: Connection
  queue: WriteQueue
  log: LogSync | undefined
  watch: StorageWatch
  numbers: CommitNumbers
  checkpointer: Checkpointer | undefined
  checkpoints: Checkpoints
  stopTimers: (() => Promise<void>)[]
  report: Report
  end: (fault: StorageUnavailable['reason']) => void
  stalledAfterMs: number
  /** At the last look the disk had said nothing for long. */
  wasLate: boolean
  /** The disk did not confirm what was written: nothing touches the files any more. */
  halted: boolean
  /** The files are others: they are not closed when the process ends. */
  endsUnclosed: boolean
}

/** The event loop waits with the reader; locks that the reader meets are shorter. */
const readerWaitMs = 10

/** A disk that hangs may never answer; a client gets its answer before its connection ends after half a minute. */
const defaultStalledAfterMs = 20_000

const unbounded: LogLimits = { warnBytes: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }

/** `unsynced`: the disk did not confirm what was written. `foreign`: another process has written. */
export function openStorage(
  options: StorageOptions,
  unsynced: (opened: OpenStorage, fault: StorageUnavailable) => void,
  foreign: () => void,
): OpenStorage {
  const { file, gate, report = warn, end = endUnclosed, stalledAfterMs = defaultStalledAfterMs } = options
  const hasThread = options.checkpointer ?? true
  let opening: Connection | undefined
  try {
    // `normal`: LogSync syncs the log after each COMMIT; SQLite syncs it before a checkpoint and when the log restarts.
    const writer = openWriter(file, 'normal', true)
    opening = writer
    migrateWithCopy(writer.sqlite, file, options.migrations ?? migrationsFolder())
    options.prepare?.(writer)
    tryRenewStatistics(writer, report)
    // In files the copies of savepoints were more than half of all writes. Migrations may sort more than memory holds.
    writer.sqlite.run('PRAGMA temp_store = MEMORY')
    // From now on the queue waits for other processes.
    writer.sqlite.run('PRAGMA busy_timeout = 0')
    // After `optimize`: a connection reads the statistics once, when it opens.
    const reader = openReader(file, hasThread ? readerWaitMs : busyTimeoutMs)
    const log = options.synchronous === 'full' ? new LogSync(file, options.disk) : undefined
    log?.open()
    const checkpointer = hasThread ? checkpointerOf(file, report) : undefined
    const watch = new StorageWatch(file, options.logLimits ?? unbounded, gate)
    const numbers = new CommitNumbers(writer)
    const queue = new WriteQueue({
      ...{ writer, log, watch, gate, report },
      // Before a callback relies on what this process remembers.
      begun: () => {
        if (numbers.takeForeign()) foreign()
      },
      committing: () => numbers.count(),
      committed: () => checkpoints.committed(),
      unsynced: (fault) => unsynced(opened, fault),
    })
    const checkpoints = new Checkpoints({
      ...{ writer, report },
      thread: checkpointer,
      remnants: checkpointer && new Remnants(file),
      between: (task) => queue.between(task),
      isLogSynced: log !== undefined,
      unsynced: (fault) => queue.halt(fault),
    })
    const opened: OpenStorage = {
      ...{ file, reader, writer, log, checkpointer, watch, numbers, queue, checkpoints, report, stalledAfterMs },
      end: (fault) => end(fault === 'unsynced' ? file : undefined),
      ...{ stopTimers: [], wasLate: false, halted: false, endsUnclosed: false },
    }
    return opened
  } catch (error) {
    if (isUnsynced(error)) {
      report(storageFault(error), 'opening the storage')
      end(file)
    } else opening?.sqlite.close()
    throw error
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** Twice a second, so that another process's write is noticed within a second. */
const foreignWritePollMs = 500
/** Several times a second, so that a removed file is noticed within a second. */
const lookIntervalMs = 250
const probeIntervalMs = 1000
const optimizeIntervalMs = 24 * 60 * 60 * 1000

/** After a checkpoint the next write restarts the log, and SQLite syncs its header: 5 ms in which nothing else runs. */
const checkpointIntervalMs = 10_000

/** The log holds deleted content for this long at most. */
const emptyLogIntervalMs = 10 * 60 * 1000

export function startStorageTasks(
  opened: OpenStorage,
  { foreign, optimize }: { foreign: () => void; optimize: () => Promise<void> },
): void {
  const { watch, checkpointer, checkpoints, numbers, report, stopTimers } = opened
  const poll = () => {
    if (numbers.takeForeign()) foreign()
  }
  stopTimers.push(
    runEvery(lookIntervalMs, 'looking at the database files', () => look(opened), report),
    runEvery(probeIntervalMs, 'trying whether writes go on', () => probe(opened), report),
    runEvery(foreignWritePollMs, 'looking for foreign writes', poll, report),
    runEvery(optimizeIntervalMs, 'renewing statistics', optimize, report),
    runEvery(emptyLogIntervalMs, 'emptying the log', () => watch.isMovable && checkpoints.empty(), report),
  )
  if (checkpointer !== undefined)
    stopTimers.push(runEvery(checkpointIntervalMs, 'moving the log', () => move(opened), report))
}

async function move({ watch, checkpoints }: OpenStorage): Promise<void> {
  if (!watch.isMovable) return
  // Where no write may begin, none restarts the log.
  await (watch.refusal === undefined ? checkpoints.run() : checkpoints.empty())
  if (await checkpoints.remnants?.find()) await checkpoints.empty()
}

async function look(opened: OpenStorage): Promise<void> {
  const { watch, queue, stalledAfterMs } = opened
  const isLate = queue.workingMs > stalledAfterMs
  // Seen twice: after the process itself stood still, what the disk has done is not known at the first look.
  const stall =
    isLate && opened.wasLate
      ? new StorageUnavailable('io', { cause: new Error('The disk does not answer.') })
      : undefined
  opened.wasLate = isLate
  watch.stalled(stall)
  if (stall !== undefined) queue.abandon(stall)
  watch.look()
  if (!watch.isReplaced || opened.endsUnclosed) return
  opened.endsUnclosed = true
  // Whatever ends the process: Bun would close the connections, and the last one runs a checkpoint.
  process.once('exit', () => opened.end('replaced'))
  await opened.checkpointer?.stop()
}

/** Finds out whether the fault of the last write has gone: nobody may write while the server is not ready. */
async function probe({ watch, queue }: OpenStorage): Promise<void> {
  if (!watch.needsProbe || queue.load.waiting > 0) return
  await queue
    .write(({ sqlite }) => {
      const version = sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version
      sqlite.run(`PRAGMA user_version = ${version ?? 0}`)
    })
    .catch(() => {})
}

/** Both copies of the header of the index of the log (https://sqlite.org/walformat.html). */
const indexHeader = new Uint8Array(96)

/** Ends the process at once: at an ordinary end Bun closes its connections, and the last one runs a checkpoint. */
function endUnclosed(unsynced: string | undefined): void {
  if (unsynced !== undefined) voidIndex(unsynced)
  process.kill(process.pid, 'SIGKILL')
  // The kernel spares the first process of a container its own signals. Another program in its place ends, too.
  const bun = { ...process.env, BUN_BE_BUN: '1' }
  process.execve?.(process.execPath, [process.execPath, '-e', 'process.exit(70)'], bun)
}

/**
 * Voids the index in shared memory, which lists frames that the disk may have dropped: whoever has the database open
 * reads the log anew. At once, because a command may end first and move the log; and at the end, because one may have
 * committed.
 */
export function voidIndex(database: string): void {
  try {
    // Stays open: closing it would release the locks of SQLite on this file.
    writeSync(openSync(`${database}-shm`, 'r+'), indexHeader, 0, indexHeader.length, 0)
  } catch {
    // The disk is out of order.
  }
}
