import type { Statement } from 'bun:sqlite'
import type { Connection } from './connection'
import { oncePerConnection } from './statement'

// Each commit of Quad's has a number, in the header of the database, in a field that nothing else uses. By it a server
// learns that a command has written, and a follower what its copy has. `data_version` moves also when a program writes
// nothing of Quad's: Litestream does so every second. And a page of the header in every commit tells SQLite on a follower
// to forget what it has read: in WAL mode the counter that says so does not move with each commit.

const BITS = 0x7fffffff

/** Whether the commit `number` is `other` or a later one; the numbers begin anew after two thousand million. */
export const isSameOrLater = (number: number, other: number): boolean => ((number - other) & BITS) <= BITS / 2

const header = oncePerConnection(({ sqlite }) =>
  sqlite.prepare<{ application_id: number }, []>('PRAGMA application_id'),
)

export const lastCommit = (connection: Connection): number => header(connection).get()?.application_id ?? 0

export class CommitNumbers {
  readonly #writer: Connection
  readonly #changes: Statement<{ changes: number }, []>
  #changed = 0
  #known: number

  constructor(writer: Connection) {
    this.#writer = writer
    this.#changes = writer.sqlite.prepare('SELECT total_changes() AS changes')
    this.#known = lastCommit(writer)
  }

  /** Numbers the open transaction, at whose beginning `takeForeign` was asked, if it changes a row; nothing but its COMMIT may follow. */
  count(): void {
    const changed = this.#changes.get()?.changes ?? 0
    if (changed === this.#changed) return
    this.#changed = changed
    this.#known = (this.#known + 1) & BITS
    this.#writer.sqlite.run(`PRAGMA application_id = ${this.#known}`)
  }

  takeForeign(): boolean {
    const last = lastCommit(this.#writer)
    const isForeign = last !== this.#known
    this.#known = last
    return isForeign
  }
}
