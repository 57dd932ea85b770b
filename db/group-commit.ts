import type { Statement } from 'bun:sqlite'
import type { Connection } from './connection'
import type { EventLoop } from './event-loop'
import { batchWrites, commitDuration } from './storage-metrics'
import { StorageUnavailable, storageFault } from './storage-unavailable'
import { CallbackTx, CommitSteps, type Transaction, type Tx } from './transaction-callback'
import { Turn } from './turn'

export type WaitingCallback = {
  /** Runs the callback; returns what resolves the caller's promise. */
  run(tx: Tx): Promise<() => void>
  reject(error: unknown): void
}

type GroupOptions = {
  writer: Connection
  loop: EventLoop
  /** Called within each transaction, at its beginning. */
  begun?: (() => void) | undefined
  /** Called within each transaction, at its end. */
  committing?: (() => void) | undefined
  /** Called after each commit, before it is synced. */
  committed: (() => void) | undefined
  report: (error: unknown) => void
  /** What a callback that failed with the error rejects with. */
  refusal: (error: unknown) => unknown
  /** The fault after which nothing may touch the database. */
  halted: () => StorageUnavailable | undefined
}

/**
 * Several transaction callbacks in one transaction, each in a savepoint.
 *
 * It runs BEGIN and COMMIT itself, because Drizzle's `transaction` commits at the first `await` of its callback.
 */
export class GroupCommit {
  readonly #writer: Connection
  readonly #begun: GroupOptions['begun']
  readonly #committing: GroupOptions['committing']
  readonly #committed: GroupOptions['committed']
  readonly #report: GroupOptions['report']
  readonly #refusal: GroupOptions['refusal']
  readonly #halted: GroupOptions['halted']
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rollback: Statement
  readonly #savepoint: Statement
  readonly #release: Statement
  readonly #rollbackTo: Statement
  readonly #turn: Turn

  constructor({ writer, loop, begun, committing, committed, report, refusal, halted }: GroupOptions) {
    this.#writer = writer
    this.#begun = begun
    this.#committing = committing
    this.#committed = committed
    this.#report = report
    this.#refusal = refusal
    this.#halted = halted
    this.#turn = new Turn(loop)
    this.#begin = writer.sqlite.prepare('BEGIN IMMEDIATE')
    this.#commit = writer.sqlite.prepare('COMMIT')
    this.#rollback = writer.sqlite.prepare('ROLLBACK')
    this.#savepoint = writer.sqlite.prepare('SAVEPOINT callback')
    this.#release = writer.sqlite.prepare('RELEASE callback')
    this.#rollbackTo = writer.sqlite.prepare('ROLLBACK TO callback')
  }

  begin(): void {
    // Where the last ROLLBACK failed.
    if (this.#writer.sqlite.inTransaction) this.#rollback.run()
    this.#begin.run()
    this.#begun?.()
  }

  /**
   * Runs the batch in the transaction that has begun. Returns what resolves each caller's promise; undefined when the
   * whole batch failed and every promise is rejected.
   */
  async commit(batch: readonly WaitingCallback[]): Promise<(() => void)[] | undefined> {
    const effects: (() => void)[] = []
    const steps = new CommitSteps()
    const resolvers: (() => void)[] = []
    const transaction = { isOver: false }
    let commitMs = 0
    try {
      for (const callback of batch) resolvers.push(await this.#runInSavepoint(callback, effects, steps, transaction))
      const halted = this.#halted()
      if (halted !== undefined) throw halted
      steps.run(this.#writer)
      this.#committing?.()
      const began = performance.now()
      this.#commit.run()
      commitMs = performance.now() - began
    } catch (error) {
      const reason = this.#refusal(error)
      if (this.#halted() === undefined) this.#rollBack()
      for (const { reject } of batch) reject(reason)
      return undefined
    } finally {
      transaction.isOver = true
      this.#turn.end()
    }
    commitDuration.observe(commitMs / 1000)
    batchWrites.observe(batch.length)
    this.#runEffect(this.#committed)
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
    const tx = new CallbackTx(this.#writer, transaction)
    this.#savepoint.run()
    try {
      const resolve = await this.#turn.within(callback.run(tx))
      this.#release.run()
      effects.push(...tx.effects)
      steps.addAll(tx.steps)
      return resolve
    } catch (error) {
      // On some errors (full disk, I/O error) SQLite rolls back the whole transaction: then the whole batch fails, by
      // the disk's error and never by what this callback made of it.
      if (!this.#writer.sqlite.inTransaction)
        throw storageFault(error) ?? new StorageUnavailable('io', { cause: error })
      this.#rollbackTo.run()
      this.#release.run()
      const reason = this.#refusal(error)
      return () => callback.reject(reason)
    } finally {
      tx.end()
    }
  }

  #rollBack(): void {
    try {
      if (this.#writer.sqlite.inTransaction) this.#rollback.run()
    } catch (error) {
      this.#report(error)
    }
  }

  #runEffect(effect: (() => void) | undefined): void {
    try {
      effect?.()
    } catch (error) {
      this.#report(error)
    }
  }
}
