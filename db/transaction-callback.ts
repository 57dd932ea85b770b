import type { Database } from 'bun:sqlite'
import type { Connection, Orm } from './connection'
import { StorageUnavailable } from './storage-unavailable'

/** One transaction, which several callbacks may share. */
export type Transaction = { isOver: boolean }

/** What a transaction callback receives: the writing connection, usable until the callback returns. */
export type Tx = Connection & {
  /**
   * Runs `effect` after COMMIT and before any write of the batch resolves; never when this callback failed. An effect
   * that throws is reported and fails nothing: its write is committed.
   */
  afterCommit(effect: () => void): void
  readonly transaction: Readonly<Transaction>
}

/**
 * The connection of one transaction callback. It ends with it, so that nothing writes into the next one's savepoint.
 */
export class CallbackTx implements Tx {
  readonly effects: (() => void)[] = []
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
