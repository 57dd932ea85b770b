import type { Database } from 'bun:sqlite'
import type { Connection, Orm } from './connection'
import { StorageUnavailable } from './storage-unavailable'

/** Work of a whole batch on the writing connection, with what its callbacks gave for it, in order. */
export type CommitStep<Item> = (connection: Connection, items: readonly Item[]) => void

export class CommitSteps {
  readonly #items = new Map<CommitStep<never>, unknown[]>()

  add<Item>(step: CommitStep<Item>, ...items: readonly Item[]): void {
    this.#items.getOrInsertComputed(step, () => []).push(...items)
  }

  addAll(others: CommitSteps): void {
    for (const [step, items] of others.#items) this.add(step, ...(items as never[]))
  }

  run(connection: Connection): void {
    for (const [step, items] of this.#items) step(connection, items as never[])
  }
}

export type Transaction = { isOver: boolean }

/** What a transaction callback receives: the writing connection, usable until the callback returns. */
export type Tx = Connection & {
  /**
   * Runs after COMMIT, before any write of the batch resolves; never when this callback failed. What it throws is
   * reported.
   */
  afterCommit(effect: () => void): void
  /** Runs `step` once before COMMIT, with the items of all callbacks that did not fail. One that throws fails the batch. */
  beforeCommit<Item>(step: CommitStep<Item>, item: Item): void
  readonly transaction: Readonly<Transaction>
}

/** It ends with its callback, so that nothing writes into the next one's savepoint. */
export class CallbackTx implements Tx {
  readonly effects: (() => void)[] = []
  readonly steps = new CommitSteps()
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

  beforeCommit<Item>(step: CommitStep<Item>, item: Item): void {
    this.#open()
    this.steps.add(step, item)
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
    beforeCommit: (step, item) => step(tx, [item]),
  }
  return tx
}
