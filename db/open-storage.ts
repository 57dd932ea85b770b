import { type Checkpointer, checkpointerOf } from './checkpointer-of'
import { Checkpoints } from './checkpoints'
import { CommitNumbers } from './commit-numbers'
import { busyTimeoutMs, type Connection, openReader, openWriter, type Synchronous } from './connection'
import { endUnclosed } from './end-process'
import { migrateWithCopy } from './former-copy'
import type { Gate } from './gate'
import { type Disk, type LogSync, openLog } from './log-sync'
import { migrationsFolder } from './migrate'
import { Remnants } from './remnants'
import { tryRenewStatistics } from './statistics'
import { isUnsynced, type StorageUnavailable, storageFault } from './storage-unavailable'
import type { Report } from './timers'
import { type LogLimits, StorageWatch } from './watch'
import { WriteQueue } from './write-queue'

export type StorageOptions = {
  file: string
  synchronous: Synchronous
  /** The folder of migrations; the program's own when absent. */
  migrations?: string
  /** Runs after the migrations, before anything else uses the database: for what SQL alone cannot bring along. */
  prepare?: ((writer: Connection) => void) | undefined
  /**
   * Checkpoint in a thread, and wait for no other process on the event loop. A command has nothing else to do meanwhile.
   */
  checkpointer?: boolean
  /** Bounds of the write-ahead log; without, only the disk bounds it. */
  logLimits?: LogLimits
  gate?: Gate | undefined
  /** Receives errors that fail no write: of an effect after a commit, the checkpointer, maintenance. */
  report?: Report
  /** Ends the process without closing anything; tests look at what was done until then. */
  end?: (unsynced: string | undefined) => void
  /** What the log is synced with. */
  disk?: Disk
  /** When the disk has said nothing for so long, writes are refused. */
  stalledAfterMs?: number
}

/** The parts of a storage, from its opening to its close. */
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

/**
 * Opens the file, creates it when it is missing, migrates it to this program's schema, and makes the parts that read and
 * write it. `unsynced` is called when the disk did not confirm what was written, `foreign` when another process has written.
 */
export async function openStorage(
  {
    file,
    synchronous,
    migrations,
    prepare,
    checkpointer = true,
    logLimits = { warnBytes: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY },
    gate,
    report = warn,
    end = endUnclosed,
    disk,
    stalledAfterMs = defaultStalledAfterMs,
  }: StorageOptions,
  unsynced: (opened: OpenStorage, fault: StorageUnavailable) => void,
  foreign: () => void,
): Promise<OpenStorage> {
  let opening: Connection | undefined
  try {
    // `normal`: LogSync syncs the log after each COMMIT; SQLite syncs it before a checkpoint and when the log restarts.
    const writer = openWriter(file, 'normal', true)
    opening = writer
    migrateWithCopy(writer.sqlite, file, migrations ?? migrationsFolder())
    prepare?.(writer)
    tryRenewStatistics(writer, report)
    // Savepoints keep copies of changed pages: in files these were more than half of all writes to disk. Only after
    // the migrations, because their sorting may need more than memory.
    writer.sqlite.run('PRAGMA temp_store = MEMORY')
    // From now on the queue waits for other processes.
    writer.sqlite.run('PRAGMA busy_timeout = 0')
    return assemble({
      file,
      writer,
      // After `optimize`: a connection reads the statistics once, when it opens.
      reader: openReader(file, checkpointer ? readerWaitMs : busyTimeoutMs),
      log: synchronous === 'full' ? openLog(file, disk) : undefined,
      checkpointer: checkpointer ? checkpointerOf(file, report) : undefined,
      watch: new StorageWatch(file, logLimits, gate),
      gate,
      end: (fault) => end(fault === 'unsynced' ? file : undefined),
      unsynced,
      foreign,
      stalledAfterMs,
      report,
    })
  } catch (error) {
    if (isUnsynced(error)) {
      report(storageFault(error), 'opening the storage')
      end(file)
    } else opening?.sqlite.close()
    throw error
  }
}

type Given = Pick<
  OpenStorage,
  'file' | 'reader' | 'writer' | 'log' | 'watch' | 'checkpointer' | 'end' | 'stalledAfterMs' | 'report'
> & {
  gate: Gate | undefined
  unsynced: (opened: OpenStorage, fault: StorageUnavailable) => void
  foreign: () => void
}

/** Connects the queue, the checkpoints and what watches the files. */
function assemble({ gate, unsynced, foreign, ...parts }: Given): OpenStorage {
  const { writer, log, watch, checkpointer, report } = parts
  const numbers = new CommitNumbers(writer)
  const queue = new WriteQueue({
    writer,
    log,
    watch,
    gate,
    // Before a callback relies on what this process remembers.
    begun: () => {
      if (numbers.takeForeign()) foreign()
    },
    committing: () => numbers.count(),
    committed: () => checkpoints.committed(),
    unsynced: (fault) => unsynced(opened, fault),
    report,
  })
  const between = <T>(task: () => Promise<T>) => queue.between(task)
  const checkpoints = new Checkpoints({
    writer,
    thread: checkpointer,
    remnants: checkpointer && new Remnants(parts.file),
    between,
    isLogSynced: log !== undefined,
    unsynced: (fault) => queue.halt(fault),
    report,
  })
  const states = { wasLate: false, halted: false, endsUnclosed: false }
  const opened: OpenStorage = { ...parts, queue, numbers, checkpoints, ...states, stopTimers: [] }
  return opened
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
