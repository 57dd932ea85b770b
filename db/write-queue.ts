import type { Database, Statement } from 'bun:sqlite'
import type { Connection, Orm } from './connection'
import type { LogSync } from './log-sync'
import { StorageUnavailable, storageFault, type UnavailableReason } from './storage-unavailable'

/** What a transaction callback receives: the writing connection, usable until the callback returns. */
export type Tx = Connection & {
  /**
   * Runs `effect` after COMMIT and before any write of the batch resolves; never when this callback failed. An effect
   * that throws is reported and fails nothing: its write is committed.
   */
  afterCommit(effect: () => void): void
}

/** A transaction callback awaited something other than its own queries and was rolled back. */
export class StalledWrite extends Error {
  override name = 'StalledWrite'
  override message =
    'A write awaited something other than its own queries (a timer, the network, another write) and was rolled back. Do what takes time before the write or after it.'
}

/** The storage was closed or closing when the write arrived. */
export class StorageClosed extends Error {
  override name = 'StorageClosed'
  override message = 'The storage is closed.'
}

/** Bounds how long one transaction holds the event loop. */
const batchLimit = 256

/** Every write fails while a fault lasts: the same one is reported once a minute. */
const reportIntervalMs = 60_000

type QueuedWrite = {
  /** Runs the callback; returns what resolves the caller's promise. */
  run(tx: Tx): Promise<() => void>
  reject(error: unknown): void
}

type QueueOptions = {
  writer: Connection
  /** Syncs the log after each commit, before writes resolve. They do not wait for the disk when it is absent. */
  log: LogSync | undefined
  report: (error: unknown) => void
  /** Tests decide in which order events come. */
  loop?: EventLoop
}

/** When the queue goes on. Each returns what cancels it. */
export type EventLoop = {
  immediate(event: () => void): () => void
}

const eventLoop: EventLoop = {
  immediate(event) {
    const immediate = setImmediate(event)
    return () => clearImmediate(immediate)
  },
}

/**
 * The single writer, with group commit: waiting transaction callbacks run as savepoints of one transaction and resolve
 * when its COMMIT is on disk, so that they share one sync. While the disk syncs, the next writes gather. A callback
 * that fails is rolled back alone.
 *
 * The queue runs BEGIN and COMMIT itself, because Drizzle's `transaction` commits at the first `await` of its callback.
 */
export class WriteQueue {
  readonly #writer: Connection
  readonly #log: LogSync | undefined
  readonly #report: (error: unknown) => void
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rollback: Statement
  readonly #savepoint: Statement
  readonly #release: Statement
  readonly #rollbackTo: Statement
  readonly #loop: EventLoop
  readonly #turn: Turn
  #waiting: QueuedWrite[] = []
  #busy = false
  #closed = false
  #reported: { reason: UnavailableReason; at: number } | undefined
  #idle = Promise.withResolvers<void>()

  constructor({ writer, log, report, loop = eventLoop }: QueueOptions) {
    this.#writer = writer
    this.#log = log
    this.#report = report
    this.#loop = loop
    this.#turn = new Turn(loop)
    this.#begin = writer.sqlite.prepare('BEGIN IMMEDIATE')
    this.#commit = writer.sqlite.prepare('COMMIT')
    this.#rollback = writer.sqlite.prepare('ROLLBACK')
    this.#savepoint = writer.sqlite.prepare('SAVEPOINT callback')
    this.#release = writer.sqlite.prepare('RELEASE callback')
    this.#rollbackTo = writer.sqlite.prepare('ROLLBACK TO callback')
  }

  write<T>(callback: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageClosed())
    if (this.#log?.failure !== undefined) return Promise.reject(this.#log.failure)
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: Tx) => {
        const value = await callback(tx)
        return () => resolve(value)
      }
      this.#waiting.push({ run, reject })
      if (!this.#busy) this.#schedule()
    })
  }

  /** Rejects further writes; resolves when the waiting ones are done. */
  close(): Promise<void> {
    this.#closed = true
    if (!this.#busy) this.#idle.resolve()
    return this.#idle.promise
  }

  /** An immediate runs after all requests of this event loop turn have been read, so that they share the commit. */
  #schedule(): void {
    this.#busy = true
    this.#loop.immediate(async () => {
      const batch = this.#waiting.splice(0, batchLimit)
      const resolvers = await this.#commitTogether(batch)
      if (resolvers !== undefined) await this.#resolve(batch, resolvers)
      if (this.#waiting.length > 0) return this.#schedule()
      this.#busy = false
      if (this.#closed) this.#idle.resolve()
    })
  }

  /**
   * Returns what resolves each caller's promise; undefined when the whole batch failed and every promise is rejected.
   */
  async #commitTogether(batch: readonly QueuedWrite[]): Promise<(() => void)[] | undefined> {
    const effects: (() => void)[] = []
    const resolvers: (() => void)[] = []
    try {
      // Where the last ROLLBACK failed.
      if (this.#writer.sqlite.inTransaction) this.#rollback.run()
      this.#begin.run()
      for (const queued of batch) resolvers.push(await this.#runInSavepoint(queued, effects))
      this.#commit.run()
    } catch (error) {
      this.#rollBack()
      const reason = this.#refusal(error)
      for (const { reject } of batch) reject(reason)
      return undefined
    } finally {
      this.#turn.end()
    }
    for (const effect of effects) this.#runEffect(effect)
    return resolvers
  }

  async #resolve(batch: readonly QueuedWrite[], resolvers: readonly (() => void)[]): Promise<void> {
    try {
      await this.#log?.synced()
      for (const resolve of resolvers) resolve()
    } catch (error) {
      const reason = this.#refusal(error)
      for (const { reject } of batch) reject(reason)
    }
  }

  /** Throws only when the whole transaction is lost. */
  async #runInSavepoint(queued: QueuedWrite, effects: (() => void)[]): Promise<() => void> {
    const tx = new CallbackTx(this.#writer)
    this.#savepoint.run()
    try {
      const resolve = await this.#turn.within(queued.run(tx))
      this.#release.run()
      effects.push(...tx.effects)
      return resolve
    } catch (error) {
      // On some errors (full disk, I/O error) SQLite rolls back the whole transaction: then the whole batch fails, by
      // the disk's error and never by what this callback made of it.
      if (!this.#writer.sqlite.inTransaction)
        throw storageFault(error) ?? new StorageUnavailable('io', { cause: error })
      this.#rollbackTo.run()
      this.#release.run()
      const reason = this.#refusal(error)
      return () => queued.reject(reason)
    } finally {
      tx.end()
    }
  }

  /** What a write rejects with that failed by `error`; reports a fault of the storage, not the callback's own error. */
  #refusal(error: unknown): unknown {
    const fault = storageFault(error)
    if (fault === undefined) return error
    const now = performance.now()
    if (fault.reason !== this.#reported?.reason || now - this.#reported.at > reportIntervalMs) {
      this.#reported = { reason: fault.reason, at: now }
      this.#report(fault)
    }
    return fault
  }

  #rollBack(): void {
    try {
      if (this.#writer.sqlite.inTransaction) this.#rollback.run()
    } catch (error) {
      this.#report(error)
    }
  }

  #runEffect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#report(error)
    }
  }
}

/**
 * The connection of one transaction callback. It ends with it, so that nothing writes into the next one's savepoint.
 */
class CallbackTx implements Tx {
  readonly effects: (() => void)[] = []
  readonly #writer: Connection
  #ended = false

  constructor(writer: Connection) {
    this.#writer = writer
  }

  get sqlite(): Database {
    return this.#open().sqlite
  }

  get orm(): Orm {
    return this.#open().orm
  }

  afterCommit(effect: () => void): void {
    this.#open()
    this.effects.push(effect)
  }

  end(): void {
    this.#ended = true
  }

  #open(): Connection {
    if (this.#ended) throw new Error('This write has ended; its transaction cannot be used any more.')
    // SQLite rolled it back, and would commit each further statement by itself.
    if (!this.#writer.sqlite.inTransaction) throw new StorageUnavailable('io')
    return this.#writer
  }
}

/**
 * SQLite is synchronous, so a callback that awaits only its queries ends before the event loop turns. When the loop
 * turns first, the callback awaits something else and would delay every other write.
 */
class Turn {
  #reject: ((error: StalledWrite) => void) | undefined
  readonly #loop: EventLoop
  #cancel: (() => void) | undefined

  constructor(loop: EventLoop) {
    this.#loop = loop
  }

  within<T>(running: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject
      this.#cancel ??= this.#loop.immediate(() => {
        this.#cancel = undefined
        this.#reject?.(new StalledWrite())
      })
      running.then(resolve, reject)
    })
  }

  end(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
