import type { Connection } from './connection'
import { batchWrites, commitDuration } from './storage-metrics'
import { StorageUnavailable, storageFault } from './storage-unavailable'
import { CallbackTx, CommitSteps, type Transaction, type Tx } from './transaction-callback'

/** When the queue goes on; tests decide in which order events come. The functions return what cancels the event. */
export type EventLoop = {
  immediate(event: () => void): () => void
  after(ms: number, event: () => void): () => void
  readonly now: number
  random(): number
}

export const eventLoop: EventLoop = {
  immediate(event) {
    const immediate = setImmediate(event)
    return () => clearImmediate(immediate)
  },
  after(ms, event) {
    const timer = setTimeout(event, ms)
    return () => clearTimeout(timer)
  },
  get now() {
    return performance.now()
  },
  random: Math.random,
}

/** A transaction callback awaited something other than its own queries and was rolled back. */
export class StalledWrite extends Error {
  override name = 'StalledWrite'
  override message =
    'A write awaited something other than its own queries (a timer, the network, another write) and was rolled back. Do what takes time before the write or after it.'
}

export type WaitingCallback = {
  /** Runs the callback; returns what resolves the caller's promise. */
  run(tx: Tx): Promise<() => void>
  reject(error: unknown): void
}

export type GroupOptions = {
  writer: Connection
  loop: EventLoop
  /** Within each transaction, at its beginning. */
  begun?: (() => void) | undefined
  /** Within each transaction, at its end. */
  committing?: (() => void) | undefined
  /** After each commit, before it is synced. */
  committed?: (() => void) | undefined
  report: (error: unknown) => void
  /** What a callback that failed with the error rejects with. */
  refusal: (error: unknown) => unknown
  /** The fault after which nothing may touch the database. */
  halted: () => StorageUnavailable | undefined
}

/** Callbacks in one transaction, each in a savepoint; Drizzle's `transaction` commits at the first `await` of its own. */
export class GroupCommit {
  readonly #options: GroupOptions
  readonly #sql: ReturnType<typeof statementsOf>
  #cancelTurn: (() => void) | undefined
  #rejectStalled: ((error: StalledWrite) => void) | undefined

  constructor(options: GroupOptions) {
    this.#options = options
    this.#sql = statementsOf(options.writer)
  }

  begin(): void {
    const { writer, begun } = this.#options
    // Where the last ROLLBACK failed.
    if (writer.sqlite.inTransaction) this.#sql.rollback.run()
    this.#sql.begin.run()
    begun?.()
  }

  /** Returns what resolves each caller's promise; undefined when the whole batch failed and every promise is rejected. */
  async commit(batch: readonly WaitingCallback[]): Promise<(() => void)[] | undefined> {
    const effects: (() => void)[] = []
    const steps = new CommitSteps()
    const resolvers: (() => void)[] = []
    const transaction = { isOver: false }
    let commitMs = 0
    try {
      for (const callback of batch) resolvers.push(await this.#runInSavepoint(callback, effects, steps, transaction))
      const halted = this.#options.halted()
      if (halted !== undefined) throw halted
      steps.run(this.#options.writer)
      this.#options.committing?.()
      const began = performance.now()
      this.#sql.commit.run()
      commitMs = performance.now() - began
    } catch (error) {
      const reason = this.#options.refusal(error)
      if (this.#options.halted() === undefined) this.#rollBack()
      for (const { reject } of batch) reject(reason)
      return undefined
    } finally {
      transaction.isOver = true
      this.#cancelTurn?.()
      this.#cancelTurn = undefined
    }
    commitDuration.observe(commitMs / 1000)
    batchWrites.observe(batch.length)
    this.#runEffect(this.#options.committed)
    for (const effect of effects) this.#runEffect(effect)
    return resolvers
  }

  /** Throws only when the whole transaction is lost. */
  async #runInSavepoint(
    callback: WaitingCallback,
    effects: (() => void)[],
    steps: CommitSteps,
    transaction: Transaction,
  ): Promise<() => void> {
    const tx = new CallbackTx(this.#options.writer, transaction)
    this.#sql.savepoint.run()
    try {
      const resolve = await this.#withinTurn(callback.run(tx))
      this.#sql.release.run()
      effects.push(...tx.effects)
      steps.addAll(tx.steps)
      return resolve
    } catch (error) {
      // After an I/O error SQLite has rolled back the whole transaction: the batch fails by that error.
      if (!this.#options.writer.sqlite.inTransaction)
        throw storageFault(error) ?? new StorageUnavailable('io', { cause: error })
      this.#sql.rollbackTo.run()
      this.#sql.release.run()
      const reason = this.#options.refusal(error)
      return () => callback.reject(reason)
    } finally {
      tx.end()
    }
  }

  /** SQLite is synchronous: when the event loop turns, the callback awaits more than its queries, and delays all others. */
  #withinTurn<T>(running: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#rejectStalled = reject
      this.#cancelTurn ??= this.#options.loop.immediate(() => {
        this.#cancelTurn = undefined
        this.#rejectStalled?.(new StalledWrite())
      })
      running.then(resolve, reject)
    })
  }

  #rollBack(): void {
    try {
      if (this.#options.writer.sqlite.inTransaction) this.#sql.rollback.run()
    } catch (error) {
      this.#options.report(error)
    }
  }

  #runEffect(effect: (() => void) | undefined): void {
    try {
      effect?.()
    } catch (error) {
      this.#options.report(error)
    }
  }
}

const statementsOf = ({ sqlite }: Connection) => ({
  begin: sqlite.prepare('BEGIN IMMEDIATE'),
  commit: sqlite.prepare('COMMIT'),
  rollback: sqlite.prepare('ROLLBACK'),
  savepoint: sqlite.prepare('SAVEPOINT callback'),
  release: sqlite.prepare('RELEASE callback'),
  rollbackTo: sqlite.prepare('ROLLBACK TO callback'),
})
