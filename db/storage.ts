import type { Statement } from 'bun:sqlite'
import { type Connection, emptyLog, openReader, openWriter, type Synchronous } from './connection'
import { LogSync } from './log-sync'
import { migrate, migrationsFolder } from './migrate'
import { startCheckpointer } from './start-checkpointer'
import { attempt, type Report, runEvery } from './timers'
import { StorageClosed, type Tx, WriteQueue } from './write-queue'

export type { Connection } from './connection'
export type { Tx } from './write-queue'

type StorageOptions = {
  file: string
  synchronous: Synchronous
  /** The folder of migrations; the program's own when absent. */
  migrations?: string
  /** Runs after the migrations, before anything else uses the database: for what SQL alone cannot bring along. */
  prepare?: ((writer: Connection) => Promise<void>) | undefined
  /** Checkpoint in a thread beside the writer; a short-lived command needs none. */
  checkpointer?: boolean
  /** Receives errors that fail no write: of an effect after a commit, the checkpointer, maintenance. */
  report?: Report
}

type OpenStorage = {
  reader: Connection
  writer: Connection
  queue: WriteQueue
  log: LogSync | undefined
  dataVersion: Statement<{ data_version: number }, []>
  checkpointer: { stop(): Promise<void> } | undefined
  stopTimers: (() => Promise<void>)[]
  report: Report
}

/** Twice a second, so that another process's write is noticed within a second. */
const foreignWritePollMs = 500
const optimizeIntervalMs = 24 * 60 * 60 * 1000

/** For so long at most the log may hold what was deleted. */
const emptyLogIntervalMs = 10 * 60 * 1000

/**
 * 0x10000: every table, because this connection runs only the writes' queries
 * (https://sqlite.org/pragma.html#pragma_optimize).
 */
const optimizePragma = 'PRAGMA optimize = 0x10002'

/** The database of one data directory: a connection that reads and one that writes through a queue. */
export class Storage {
  #opened: OpenStorage | undefined
  #closing: Promise<void> | undefined
  readonly #foreignWriteEffects: (() => void)[] = []

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
    report = warn,
  }: StorageOptions): Promise<void> {
    if (this.#opened !== undefined) throw new Error('The storage is open already.')
    // `normal`: LogSync syncs the log after each COMMIT; SQLite syncs it before a checkpoint and when the log restarts.
    const writer = openWriter(file, 'normal', checkpointer)
    const log = synchronous === 'full' ? new LogSync(file) : undefined
    try {
      migrate(writer.sqlite, migrations ?? migrationsFolder())
      await prepare?.(writer)
      // On a full disk the planner goes on with the statistics that it has.
      await attempt('renewing statistics', () => writer.sqlite.run(optimizePragma), report)
      // Savepoints keep copies of changed pages: in files these were more than half of all writes to disk. Only after
      // the migrations, because their sorting may need more than memory.
      writer.sqlite.run('PRAGMA temp_store = MEMORY')
      // After `optimize`: a connection reads the statistics once, when it opens.
      const reader = openReader(file)
      this.#opened = {
        reader,
        writer,
        queue: new WriteQueue({ writer, log, report }),
        log,
        dataVersion: writer.sqlite.prepare('PRAGMA data_version'),
        checkpointer: checkpointer ? startCheckpointer(file, report) : undefined,
        stopTimers: [],
        report,
      }
    } catch (error) {
      writer.sqlite.close()
      throw error
    }
    this.#watch(this.#opened)
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
   * The only way to change data. Resolves when the callback's changes are on disk (as far as `synchronous` promises)
   * and its effects have run; rejects with what the callback threw, with none of its changes made.
   *
   * The callback awaits only its own queries; one that awaits anything else is rolled back and rejects with
   * StalledWrite. Rejects with StorageClosed after close, with StorageUnavailable when the disk or a lock refuses, and with
   * SQLite's error when the commit fails otherwise.
   */
  write<T>(callback: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#opened === undefined ? Promise.reject(new StorageClosed()) : this.#opened.queue.write(callback)
  }

  /** Runs `effect` within a second after another process changed the database. */
  onForeignWrite(effect: () => void): void {
    this.#foreignWriteEffects.push(effect)
  }

  /** Renews the planner's statistics of tables that changed much: at open, daily and at close. */
  async optimize(): Promise<void> {
    await this.write(async (tx) => {
      tx.sqlite.run(optimizePragma)
    })
    this.#reloadStatistics(this.reader)
  }

  #required(): OpenStorage {
    if (this.#opened === undefined) throw new StorageClosed()
    return this.#opened
  }

  #watch(opened: OpenStorage): void {
    const { writer, dataVersion, report, stopTimers } = opened
    let lastVersion = dataVersion.get()?.data_version
    const poll = async () => {
      const version = dataVersion.get()?.data_version
      if (version === lastVersion) return
      lastVersion = version
      for (const effect of this.#foreignWriteEffects) await attempt('following a foreign write', effect, report)
    }
    stopTimers.push(
      runEvery(foreignWritePollMs, 'looking for foreign writes', poll, report),
      runEvery(optimizeIntervalMs, 'renewing statistics', () => this.optimize(), report),
      runEvery(emptyLogIntervalMs, 'emptying the log', () => emptyLog(writer), report),
    )
  }

  /** The reader keeps the statistics that it read when it opened. */
  #reloadStatistics({ sqlite }: Connection): void {
    const statistics = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
    // Without statistics ANALYZE would create their table. With them it writes nothing, but the reader may not run it.
    if (statistics === null) return
    sqlite.run('PRAGMA query_only = 0')
    try {
      sqlite.run('ANALYZE sqlite_schema')
    } finally {
      sqlite.run('PRAGMA query_only = 1')
    }
  }

  async #close({ reader, writer, queue, log, checkpointer, stopTimers, report }: OpenStorage): Promise<void> {
    await queue.close()
    await Promise.all(stopTimers.map((stop) => stop()))
    await checkpointer?.stop()
    reader.sqlite.close()
    await attempt('renewing statistics', () => writer.sqlite.run(optimizePragma), report)
    await attempt('emptying the log', () => writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)'), report)
    writer.sqlite.close()
    log?.close()
  }
}

/** The storage of this process. */
export const storage = new Storage()

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
