import type { SimulatedEventLoop } from './event-loop'
import type { Faults, SimulatedSqlite } from './sqlite'

/** The disk under the log: what a sync confirms is what was committed before it began. */
export class SimulatedDisk {
  /** So many commits are on disk. */
  synced = 0
  /** The log could not be synced: the kernel may have dropped pages of it, and no later sync brings them back. */
  hasFailed = false
  syncsAfterFailure = 0
  readonly #sqlite: SimulatedSqlite
  readonly #faults: Faults
  readonly #loop: SimulatedEventLoop

  constructor(sqlite: SimulatedSqlite, faults: Faults, loop: SimulatedEventLoop) {
    this.#sqlite = sqlite
    this.#faults = faults
    this.#loop = loop
  }

  open(): number {
    const struck = this.#faults.next('open log')
    if (struck === undefined) return 3
    this.hasFailed = true
    throw struck.error
  }

  sync(_descriptor: number, done: (error: Error | null) => void): void {
    if (this.hasFailed) this.syncsAfterFailure++
    const covered = this.#sqlite.commits.length
    const struck = this.#faults.next('sync log')
    this.#loop.some('sync', () => {
      if (struck !== undefined) this.hasFailed = true
      else if (!this.hasFailed) this.synced = Math.max(this.synced, covered)
      done(struck?.error ?? null)
    })
  }

  close(): void {}
}
