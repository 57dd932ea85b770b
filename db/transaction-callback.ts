import type { Database } from 'bun:sqlite'
import type { Connection, Orm } from './connection'
import { StorageUnavailable } from './storage-unavailable'

/** Work of a whole batch on the writing connection. It gets the number that the batch's first callback gave for it. */
export type CommitStep = (connection: Connection, first: number) => void

/** One transaction, which several callbacks may share. */
export type Transaction = { isOver: boolean }

/** What a transaction callback receives: the writing connection, usable until the callback returns. */
export type Tx = Connection & {
  /**
   * Runs `effect` after COMMIT and before any write of the batch resolves; never when this callback failed. An effect
   * that throws is reported and fails nothing: its write is committed.
   */
  afterCommit(effect: () => void): void
  /**
   * Runs `step` once before COMMIT, for all callbacks of the batch that asked for it and did not fail. One that throws
   * fails the batch.
   */
  beforeCommit(step: CommitStep, first: number): void
  readonly transaction: Readonly<Transaction>
}

/**
 * The connection of one transaction callback. It ends with it, so that nothing writes into the next one's savepoint.
 */
export class CallbackTx implements Tx {
  readonly effects: (() => void)[] = []
  readonly steps = new Map<CommitStep, number>()
  readonly #writer: Connection
  #ended = false

  constructor(
    writer: Connection,
    readonly transaction: Readonly<Transaction>,
  ) {
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

  beforeCommit(step: CommitStep, first: number): void {
    this.#open()
    if (!this.steps.has(step)) this.steps.set(step, first)
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

/** For who is alone on the connection, without a queue: what is for a batch runs at once. */
export function aloneOn({ sqlite, orm }: Connection): Tx {
  const tx: Tx = {
    ...{ sqlite, orm, transaction: { isOver: false } },
    afterCommit: () => {},
    beforeCommit: (step, first) => step(tx, first),
  }
  return tx
}
