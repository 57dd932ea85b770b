import { announce } from './announcement'
import type { Progress } from './checkpointer'
import { Checkpoints } from './checkpoints'
import { busyTimeoutMs, type Connection, openReader, openReadOnly, openWriter, type Synchronous } from './connection'
import { endUnclosed, voidIndex } from './end-process'
import { migrateWithCopy } from './former-copy'
import type { StorageHealth } from './health'
import { type Disk, openLog } from './log-sync'
import { migrationsFolder } from './migrate'
import type { OpenStorage } from './open-storage'
import { startCheckpointer } from './start-checkpointer'
import { reloadStatistics, renewStatistics, tryRenewStatistics } from './statistics'
import { startStorageTasks } from './storage-tasks'
import { isUnsynced, StorageClosed, type StorageUnavailable, storageFault } from './storage-unavailable'
import { type Report, runAfter } from './timers'
import type { Tx } from './transaction-callback'
import { type LogLimits, StorageWatch } from './watch'
import { WriteQueue } from './write-queue'

export type { Connection } from './connection'
export type { Tx } from './transaction-callback'

type StorageOptions = {
  file: string
  synchronous: Synchronous
  /** The folder of migrations; the program's own when absent. */
  migrations?: string
  /** Runs after the migrations, before anything else uses the database: for what SQL alone cannot bring along. */
  prepare?: ((writer: Connection) => Promise<void>) | undefined
  /**
   * Checkpoint in a thread, and wait for no other process on the event loop. A command has nothing else to do meanwhile.
   */
  checkpointer?: boolean
  /** Tells a server in another process of each write. */
  announces?: boolean
  /** Bounds of the write-ahead log; without, only the disk bounds it. */
  logLimits?: LogLimits
  /** Receives errors that fail no write: of an effect after a commit, the checkpointer, maintenance. */
  report?: Report
  /** Ends the process without closing anything; tests look at what was done until then. */
  end?: (unsynced: string | undefined) => void
  /** What the log is synced with. */
  disk?: Disk
  /** When the disk has said nothing for so long, writes are refused. */
  stalledAfterMs?: number
}

/** Calls `write` with `callback`, or with what does that and more. */
export type Accompany = <T>(
  write: (callback: (tx: Tx) => Promise<T>) => Promise<T>,
  callback: (tx: Tx) => Promise<T>,
) => Promise<T>

/** The event loop waits with the reader; locks that the reader meets are shorter. */
const readerWaitMs = 10

/** A disk that hangs may never answer; a client gets its answer before its connection ends after half a minute. */
const defaultStalledAfterMs = 20_000

/** Time to send the last responses before the process ends. */
const lastWordsMs = 100

/** The database of one data directory: a connection that reads and one that writes through a queue. */
export class Storage {
  #opened: OpenStorage | undefined
  #closing: Promise<void> | undefined
  readonly #foreignWriteEffects: (() => void)[] = []
  #accompany: Accompany = (write, callback) => write(callback)

  /**
   * Opens the file, creates it when it is missing, and migrates it to this program's schema.
   *
   * Throws MigrationRefused when it cannot be migrated, SQLiteError when it cannot be opened.
   */
  async open({
    file,
    synchronous,
    migrations,
    prepare,
    checkpointer = true,
    announces = false,
    logLimits = { warnBytes: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY },
    report = warn,
    end = endUnclosed,
    disk,
    stalledAfterMs = defaultStalledAfterMs,
  }: StorageOptions): Promise<void> {
    if (this.#opened !== undefined) throw new Error('The storage is open already.')
    let opening: Connection | undefined
    try {
      // `normal`: LogSync syncs the log after each COMMIT; SQLite syncs it before a checkpoint and when the log restarts.
      const writer = openWriter(file, 'normal', true)
      opening = writer
      migrateWithCopy(writer.sqlite, file, migrations ?? migrationsFolder())
      await prepare?.(writer)
      tryRenewStatistics(writer, report)
      // Savepoints keep copies of changed pages: in files these were more than half of all writes to disk. Only after
      // the migrations, because their sorting may need more than memory.
      writer.sqlite.run('PRAGMA temp_store = MEMORY')
      // From now on the queue waits for other processes.
      writer.sqlite.run('PRAGMA busy_timeout = 0')
      // After `optimize`: a connection reads the statistics once, when it opens.
      const reader = openReader(file, checkpointer ? readerWaitMs : busyTimeoutMs)
      this.#opened = this.#assemble(writer, reader, {
        file,
        log: synchronous === 'full' ? openLog(file, disk) : undefined,
        checkpointer: checkpointer ? startCheckpointer(file, report) : undefined,
        watch: new StorageWatch(file, logLimits),
        announces,
        end: (fault) => end(fault === 'unsynced' ? file : undefined),
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
    const effects = this.#foreignWriteEffects
    startStorageTasks(this.#opened, { effects, optimize: () => this.optimize() })
  }

  #assemble(
    writer: Connection,
    reader: Connection,
    given: Pick<
      OpenStorage,
      'file' | 'log' | 'watch' | 'checkpointer' | 'end' | 'stalledAfterMs' | 'report' | 'announces'
    >,
  ): OpenStorage {
    const { log, watch, checkpointer, announces, report } = given
    const queue = new WriteQueue({
      writer,
      log,
      watch,
      committing: announces ? () => announce(writer.sqlite) : undefined,
      committed: () => checkpoints.committed(),
      unsynced: (fault) => this.#halt(opened, fault),
      report,
    })
    const between = <T>(task: () => Promise<T>) => queue.between(task)
    const checkpoints = new Checkpoints({ writer, thread: checkpointer, between, report })
    const dataVersion = writer.sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
    const parts = { reader, writer, queue, dataVersion, checkpoints }
    const states = { wasLate: false, halted: false, endsUnclosed: false }
    const opened: OpenStorage = { ...given, ...parts, ...states, stopTimers: [] }
    return opened
  }

  /** Rejects new writes, finishes the waiting ones, moves the log into the database file and closes it. */
  close(): Promise<void> {
    if (this.#opened === undefined) return Promise.resolve()
    this.#closing ??= this.#close(this.#opened).finally(() => {
      this.#opened = undefined
      this.#closing = undefined
    })
    return this.#closing
  }

  /** The connection for everything that only reads. It sees a write once that has resolved. */
  get reader(): Connection {
    return this.#required().reader
  }

  /**
   * Calls `read` with a connection of its own that sees one moment of the data, however long it takes. Meanwhile the log
   * grows: for seconds.
   */
  async snapshot<T>(read: (db: Connection) => Promise<T>): Promise<T> {
    const snapshot = openReadOnly(this.#required().file)
    try {
      snapshot.sqlite.run('BEGIN')
      return await read(snapshot)
    } finally {
      snapshot.sqlite.close()
    }
  }

  /**
   * The only way to change data. Resolves when the callback's changes are on disk (as far as `synchronous` promises)
   * and its effects have run; rejects with what the callback threw, with none of its changes made.
   *
   * The callback awaits only its own queries; one that awaits anything else is rolled back and rejects with
   * StalledWrite. Rejects with StorageClosed after close, with StorageUnavailable when the disk or a lock refuses, and with
   * SQLite's error when the commit fails otherwise.
   */
  write<T>(callback: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#opened === undefined) return Promise.reject(new StorageClosed())
    const { queue } = this.#opened
    return this.#accompany((accompanied) => queue.write(accompanied), callback)
  }

  /** From now on `accompany` makes each write. */
  accompany(accompany: Accompany): void {
    this.#accompany = accompany
  }

  /** As it is now; undefined while the storage is not open. */
  health(): StorageHealth | undefined {
    if (this.#opened === undefined) return undefined
    const { watch, queue, log, checkpointer, checkpoints } = this.#opened
    watch.look()
    return {
      ...watch.writability,
      log: {
        bytes: watch.logBytes,
        unmovedBytes: checkpoints.unmovedBytes,
        warnBytes: watch.warnLogBytes,
        maxBytes: watch.maxLogBytes,
      },
      freeBytes: watch.freeBytes,
      queue: queue.load,
      secondsSinceSync: log?.secondsSinceSync,
      checkpointer: checkpointer?.state ?? 'none',
    }
  }

  /** Runs `effect` within a second after another process has announced a write. */
  onForeignWrite(effect: () => void): void {
    this.#foreignWriteEffects.push(effect)
  }

  /** Renews the planner's statistics of tables that changed much: at open, daily and at close. */
  async optimize(): Promise<void> {
    await this.write(async (tx) => {
      renewStatistics(tx)
    })
    reloadStatistics(this.reader)
  }

  #required(): OpenStorage {
    if (this.#opened === undefined) throw new StorageClosed()
    return this.#opened
  }

  /**
   * A checkpoint would now move frames into the database that the disk does not have, and so would the last connection
   * that closes: that destroys it. The next start recovers what the disk has, and so every write that was answered.
   */
  #halt(opened: OpenStorage, fault: StorageUnavailable): void {
    if (opened.halted) return
    opened.halted = true
    // A commit that has failed keeps its lock, without which nobody could read any more; it has listed nothing yet.
    if (!opened.writer.sqlite.inTransaction) voidIndex(opened.file)
    for (const stop of opened.stopTimers) void stop()
    opened.report(fault, 'syncing the log')
    // Whatever ends the process before: Bun would close the connections.
    process.once('exit', () => opened.end('unsynced'))
    runAfter(lastWordsMs, 'ending the process', () => opened.end('unsynced'), opened.report)
  }

  async #close(opened: OpenStorage): Promise<void> {
    const { reader, writer, queue, log, watch, checkpointer, stopTimers, report } = opened
    await queue.close()
    if (opened.halted) return opened.end('unsynced')
    await Promise.all(stopTimers.map((stop) => stop()))
    await checkpointer?.stop()
    watch.look()
    if (watch.isReplaced) return opened.end('replaced')
    try {
      reader.sqlite.close()
      tryRenewStatistics(writer, report)
      emptyLog(writer.sqlite)
    } catch (error) {
      const fault = storageFault(error)
      if (fault?.reason === 'unsynced') {
        this.#halt(opened, fault)
        return opened.end('unsynced')
      }
      report(error, 'emptying the log')
    }
    writer.sqlite.close()
    log?.close()
    watch.close()
  }
}

/** Where another program reads or replicates the log, it stays: to wait for that program would delay the end. */
function emptyLog(sqlite: Connection['sqlite']): void {
  const moved = sqlite.query<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)').get()
  if (moved?.log === moved?.checkpointed) sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** The storage of this process. */
export const storage = new Storage()

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
