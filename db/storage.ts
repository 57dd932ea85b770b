import type { Progress } from './checkpointer'
import {
  type Connection,
  openCopy,
  openReadOnly,
  reloadStatistics,
  renewStatistics,
  tryRenewStatistics,
} from './connection'
import { type OpenStorage, openStorage, type StorageOptions, startStorageTasks, voidIndex } from './open-storage'
import type { StorageHealth } from './storage-health'
import { StorageClosed, StorageUnavailable, storageFault } from './storage-unavailable'
import { attempt, runAfter } from './timers'
import type { Tx } from './transaction-callback'

export type { Connection } from './connection'
export type { Tx } from './transaction-callback'

/** Calls `write` with `callback`, or with what does that and more. */
export type Accompany = <T>(
  write: (callback: (tx: Tx) => T | Promise<T>) => Promise<T>,
  callback: (tx: Tx) => T | Promise<T>,
) => Promise<T>

const lastWordsMs = 100

/** The database of one data directory: a connection that reads and one that writes through a queue. */
export class Storage {
  #opened: OpenStorage | undefined
  #copy: Connection | undefined
  #closing: Promise<void> | undefined
  readonly #foreignWriteEffects: (() => void)[] = []
  #accompany: Accompany = (write, callback) => write(callback)

  /** Throws MigrationRefused when the file cannot be migrated, SQLiteError when it cannot be opened. */
  open(options: StorageOptions): void {
    if (this.#opened !== undefined) throw new Error('The storage is open already.')
    const foreign = () => {
      for (const effect of this.#foreignWriteEffects)
        void attempt('following a foreign write', effect, this.#opened?.report ?? (() => {}))
    }
    this.#opened = openStorage(options, (opened, fault) => this.#halt(opened, fault), foreign)
    startStorageTasks(this.#opened, { foreign, optimize: () => this.optimize() })
  }

  /** Opens the copy of a follower, or opens it anew; every write is refused. */
  openCopy(file: string): void {
    this.closeCopy()
    this.#copy = openCopy(file)
  }

  closeCopy(): void {
    this.#copy?.sqlite.close()
    this.#copy = undefined
  }

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
    return this.#copy ?? this.#required().reader
  }

  /** `read` gets a connection that sees one moment of the data, however long it takes. Meanwhile the log grows. */
  async snapshot<T>(read: (db: Connection) => Promise<T>): Promise<T> {
    const snapshot = openReadOnly(this.#required().file)
    try {
      snapshot.sqlite.run('BEGIN')
      return await read(snapshot)
    } finally {
      // To close it does not end what a prepared statement keeps open, and with it the log.
      if (snapshot.sqlite.inTransaction) snapshot.sqlite.run('ROLLBACK')
      snapshot.sqlite.close()
    }
  }

  /**
   * The only way to change data. Resolves when the callback's changes are on disk (as far as `synchronous` promises) and its
   * effects have run; rejects with what the callback threw, with none of its changes made. One that awaits anything but its
   * own queries rejects with StalledWrite. Rejects with StorageClosed after close, with StorageUnavailable when the disk or a
   * lock refuses, and with SQLite's error when the commit fails otherwise.
   */
  write<T>(callback: (tx: Tx) => T | Promise<T>): Promise<T> {
    if (this.#copy !== undefined) return Promise.reject(new StorageUnavailable('read-only'))
    if (this.#opened === undefined) return Promise.reject(new StorageClosed())
    const { queue } = this.#opened
    return this.#accompany((accompanied) => queue.write(accompanied), callback)
  }

  /** Makes each write from now on. */
  accompany(accompany: Accompany): void {
    this.#accompany = accompany
  }

  health(): StorageHealth | undefined {
    if (this.#opened === undefined) return undefined
    const { watch, queue, log, checkpointer, checkpoints } = this.#opened
    watch.look()
    const { logBytes: bytes, warnLogBytes: warnBytes, maxLogBytes: maxBytes } = watch
    return {
      ...watch.writability,
      log: { bytes, unmovedBytes: checkpoints.unmovedBytes, warnBytes, maxBytes },
      freeBytes: watch.freeBytes,
      queue: queue.load,
      secondsSinceSync: log?.secondsSinceSync,
      checkpointer: checkpointer?.state ?? 'none',
    }
  }

  /** Runs `effect` within a second after another process has made a write, and before the next write of this one. */
  onForeignWrite(effect: () => void): void {
    this.#foreignWriteEffects.push(effect)
  }

  /** At open, daily and at close. */
  async optimize(): Promise<void> {
    await this.write((tx) => renewStatistics(tx))
    reloadStatistics(this.reader)
  }

  #required(): OpenStorage {
    if (this.#opened === undefined) throw new StorageClosed()
    return this.#opened
  }

  /** A checkpoint, also that of the last connection that closes, would now move frames that the disk does not have. */
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
    if (opened.halted) return opened.end('unsynced')
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
    opened.checkpoints.remnants?.close()
    log?.close()
    watch.close()
  }
}

/** Where another program reads or replicates the log, it stays: to wait for that program would delay the end. */
function emptyLog(sqlite: Connection['sqlite']): void {
  const moved = sqlite.query<Progress, []>('PRAGMA wal_checkpoint(PASSIVE)').get()
  if (moved?.log === moved?.checkpointed) sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

export const storage = new Storage()
