import type { Statement } from 'bun:sqlite'
import { startCheckpointer } from './checkpoints'
import { type Connection, openReader, openWriter, type Synchronous } from './connection'
import { LogSync } from './log-sync'
import { migrate, migrationsFolder } from './migrate'
import { StorageClosed, type Tx, WriteQueue } from './write-queue'

export type { Connection } from './connection'
export type { Tx } from './write-queue'

type StorageOptions = {
  file: string
  synchronous: Synchronous
  /** The folder of migrations; the program's own when absent. */
  migrations?: string
  /** Checkpoint in a thread beside the writer. A short-lived command does without. */
  checkpointer?: boolean
  /** Told of what goes wrong without failing a write: an effect after a commit, the checkpointer, maintenance. */
  report?: (error: unknown) => void
}

type Opened = {
  reader: Connection
  writer: Connection
  queue: WriteQueue
  log: LogSync | undefined
  dataVersion: Statement<{ data_version: number }, []>
  checkpointer: { stop(): Promise<void> } | undefined
  timers: NodeJS.Timeout[]
  report: (error: unknown) => void
}

/** Another process's writes are noticed within a second: two looks in it. */
const foreignWritePollMs = 500
const optimizeIntervalMs = 24 * 60 * 60 * 1000

/** 0x10000: look at every table, for this connection sees only the writes' queries (https://sqlite.org/pragma.html#pragma_optimize). */
const optimizePragma = 'PRAGMA optimize = 0x10002'

/** The database of one data directory: a connection that reads, and one that writes through a queue. */
export class Storage {
  #opened: Opened | undefined
  #closing: Promise<void> | undefined
  readonly #foreignWriteEffects: (() => void)[] = []

  /**
   * Opens the file (created when missing) and brings it to this program's schema.
   *
   * Throws MigrationRefused when the database cannot be brought there, SQLiteError when it cannot be opened.
   */
  async open({ file, synchronous, migrations, checkpointer = true, report = warn }: StorageOptions): Promise<void> {
    if (this.#opened !== undefined) throw new Error('The storage is open already.')
    // A COMMIT leaves the log to `LogSync`; SQLite itself syncs it before a checkpoint and where it starts over.
    const writer = openWriter(file, 'normal', checkpointer)
    const log = synchronous === 'full' ? new LogSync(file) : undefined
    try {
      migrate(writer.sqlite, migrations ?? migrationsFolder())
      writer.sqlite.run(optimizePragma)
      // For what savepoints keep of pages as they were: in files it was more than half of all that was written. Not
      // before the migrations, whose sorting may take more than memory.
      writer.sqlite.run('PRAGMA temp_store = MEMORY')
      // Opened after the statistics were made, which a connection reads once.
      const reader = openReader(file)
      this.#opened = {
        reader,
        writer,
        queue: new WriteQueue({ writer, log, report }),
        log,
        dataVersion: writer.sqlite.prepare('PRAGMA data_version'),
        checkpointer: checkpointer ? startCheckpointer(file, report) : undefined,
        timers: [],
        report,
      }
    } catch (error) {
      writer.sqlite.close()
      throw error
    }
    this.#watch(this.#opened)
  }

  /** Answers the writes that wait, refuses new ones, leaves everything in the one file and closes it. */
  close(): Promise<void> {
    if (this.#opened === undefined) return Promise.resolve()
    this.#closing ??= this.#close(this.#opened).finally(() => {
      this.#opened = undefined
      this.#closing = undefined
    })
    return this.#closing
  }

  /** The connection for everything that only reads. It sees a write as soon as that is answered. */
  get reader(): Connection {
    return this.#required().reader
  }

  /**
   * The only way to change data. Resolves when the work's changes are on disk (as far as `synchronous` promises) and
   * the effects after the commit have run; rejects with what the work threw, and then nothing of it remains.
   *
   * The work awaits nothing but its own queries; one that awaits anything else is undone and rejects with StalledWrite.
   * Rejects with StorageClosed after close, and with SQLite's error when the commit fails.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#opened === undefined ? Promise.reject(new StorageClosed()) : this.#opened.queue.write(work)
  }

  /** Runs `effect` within a second after another process changed the database. */
  onForeignWrite(effect: () => void): void {
    this.#foreignWriteEffects.push(effect)
  }

  /** Renews the planner's statistics where tables changed much. Done at open, daily and at close. */
  async optimize(): Promise<void> {
    await this.write(async (tx) => {
      tx.sqlite.run(optimizePragma)
    })
    this.#reloadStatistics(this.reader)
  }

  #required(): Opened {
    if (this.#opened === undefined) throw new StorageClosed()
    return this.#opened
  }

  #watch(opened: Opened): void {
    const { dataVersion, report, timers } = opened
    let seen = dataVersion.get()?.data_version
    const poll = () => {
      const version = dataVersion.get()?.data_version
      if (version === seen) return
      seen = version
      for (const effect of this.#foreignWriteEffects) attempt(effect, report)
    }
    timers.push(
      setInterval(() => attempt(poll, report), foreignWritePollMs).unref(),
      setInterval(() => this.optimize().catch(report), optimizeIntervalMs).unref(),
    )
  }

  /** Other connections keep the statistics that they read when they opened, until they are told so. */
  #reloadStatistics({ sqlite }: Connection): void {
    const gathered = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()
    // Without statistics ANALYZE would create their table; with them it changes nothing, but needs the right to.
    if (gathered === null) return
    sqlite.run('PRAGMA query_only = 0')
    try {
      sqlite.run('ANALYZE sqlite_schema')
    } finally {
      sqlite.run('PRAGMA query_only = 1')
    }
  }

  async #close({ reader, writer, queue, log, checkpointer, timers, report }: Opened): Promise<void> {
    await queue.close()
    for (const timer of timers) clearInterval(timer)
    await checkpointer?.stop()
    reader.sqlite.close()
    attempt(() => writer.sqlite.run(optimizePragma), report)
    attempt(() => writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)'), report)
    writer.sqlite.close()
    log?.close()
  }
}

/** The storage of this process. */
export const storage = new Storage()

function attempt(action: () => void, report: (error: unknown) => void): void {
  try {
    action()
  } catch (error) {
    report(error)
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
