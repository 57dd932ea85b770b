import type { Database, Statement } from 'bun:sqlite'
import type { Connection, Orm } from './connection'
import type { LogSync } from './log-sync'

/** What a work sees: the writing connection, for as long as the work runs. */
export type Tx = Connection & {
  /**
   * Runs `effect` after COMMIT and before any write of the batch is answered; never when this work failed. An effect
   * that throws is reported and fails nothing, for its write is on disk.
   */
  afterCommit(effect: () => void): void
}

/** A write awaited something other than its own queries, and was undone. */
export class StalledWrite extends Error {
  override name = 'StalledWrite'
  override message =
    'A write awaited something other than its own queries (a timer, the network, another write). It was undone: whatever takes time belongs before the write or after it.'
}

/** The storage was closed, or is closing, when the write arrived. */
export class StorageClosed extends Error {
  override name = 'StorageClosed'
  override message = 'The storage is closed.'
}

/** Bounds how long one transaction holds the event loop. */
const batchLimit = 256

type Waiting = {
  /** Does the work and answers how to tell the caller about it. */
  run(tx: Tx): Promise<() => void>
  refuse(error: unknown): void
}

type QueueOptions = {
  writer: Connection
  /** What an answer waits for once its commit is made: that the log is on disk. Nothing when absent. */
  log: LogSync | undefined
  report: (error: unknown) => void
}

/**
 * The single writer. Works that wait run as savepoints of one transaction and are answered when the disk has its COMMIT,
 * so that they share one sync. While the disk is at it the next works gather. A work that fails is undone alone.
 *
 * The queue says BEGIN and COMMIT itself, for Drizzle's `transaction` commits at the first `await` of its callback.
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
  readonly #turn = new Turn()
  #waiting: Waiting[] = []
  #busy = false
  #closed = false
  #idle = Promise.withResolvers<void>()

  constructor({ writer, log, report }: QueueOptions) {
    this.#writer = writer
    this.#log = log
    this.#report = report
    this.#begin = writer.sqlite.prepare('BEGIN IMMEDIATE')
    this.#commit = writer.sqlite.prepare('COMMIT')
    this.#rollback = writer.sqlite.prepare('ROLLBACK')
    this.#savepoint = writer.sqlite.prepare('SAVEPOINT work')
    this.#release = writer.sqlite.prepare('RELEASE work')
    this.#rollbackTo = writer.sqlite.prepare('ROLLBACK TO work')
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageClosed())
    if (this.#log?.failure !== undefined) return Promise.reject(this.#log.failure)
    return new Promise<T>((resolve, refuse) => {
      const run = async (tx: Tx) => {
        const value = await work(tx)
        return () => resolve(value)
      }
      this.#waiting.push({ run, refuse })
      if (!this.#busy) this.#schedule()
    })
  }

  /** Refuses further writes and resolves when those that wait are answered. */
  close(): Promise<void> {
    this.#closed = true
    if (!this.#busy) this.#idle.resolve()
    return this.#idle.promise
  }

  /** An immediate runs after every request of this turn has been read: all of them share the commit. */
  #schedule(): void {
    this.#busy = true
    setImmediate(async () => {
      const batch = this.#waiting.splice(0, batchLimit)
      const answers = await this.#commitTogether(batch)
      if (answers !== undefined) await this.#answer(batch, answers)
      if (this.#waiting.length > 0) return this.#schedule()
      this.#busy = false
      if (this.#closed) this.#idle.resolve()
    })
  }

  /** Answers how to tell each caller; undefined when the batch was lost and all of them know. */
  async #commitTogether(batch: readonly Waiting[]): Promise<(() => void)[] | undefined> {
    const effects: (() => void)[] = []
    const answers: (() => void)[] = []
    try {
      this.#begin.run()
      for (const waiting of batch) answers.push(await this.#attempt(waiting, effects))
      this.#commit.run()
    } catch (error) {
      this.#undo()
      for (const { refuse } of batch) refuse(error)
      return undefined
    } finally {
      this.#turn.end()
    }
    for (const effect of effects) this.#effect(effect)
    return answers
  }

  async #answer(batch: readonly Waiting[], answers: readonly (() => void)[]): Promise<void> {
    try {
      await this.#log?.synced()
      for (const answer of answers) answer()
    } catch (error) {
      this.#report(error)
      for (const { refuse } of batch) refuse(error)
    }
  }

  /** Runs one work in a savepoint. Throws only when the whole transaction is lost. */
  async #attempt(waiting: Waiting, effects: (() => void)[]): Promise<() => void> {
    const tx = new WorkTx(this.#writer)
    this.#savepoint.run()
    try {
      const answer = await this.#turn.within(waiting.run(tx))
      this.#release.run()
      effects.push(...tx.effects)
      return answer
    } catch (error) {
      // SQLite ends the transaction by itself on some errors (a full disk, an I/O error): then all of the batch is undone.
      if (!this.#writer.sqlite.inTransaction) throw error
      this.#rollbackTo.run()
      this.#release.run()
      return () => waiting.refuse(error)
    } finally {
      tx.end()
    }
  }

  #undo(): void {
    try {
      if (this.#writer.sqlite.inTransaction) this.#rollback.run()
    } catch (error) {
      this.#report(error)
    }
  }

  #effect(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#report(error)
    }
  }
}

/** The connection as one work sees it. It ends with the work, so that nothing writes into a neighbour's savepoint. */
class WorkTx implements Tx {
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
    return this.#writer
  }
}

/**
 * SQLite answers synchronously, so a work that awaits only its queries ends before the event loop turns. When the loop
 * turns first, the work awaits something else and would hold up every other write.
 */
class Turn {
  #refuse: ((error: StalledWrite) => void) | undefined
  #immediate: NodeJS.Immediate | undefined

  within<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, refuse) => {
      this.#refuse = refuse
      this.#immediate ??= setImmediate(() => {
        this.#immediate = undefined
        this.#refuse?.(new StalledWrite())
      })
      work.then(resolve, refuse)
    })
  }

  end(): void {
    if (this.#immediate !== undefined) clearImmediate(this.#immediate)
    this.#immediate = undefined
  }
}
