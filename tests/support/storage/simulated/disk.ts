import type { SimulatedEventLoop } from './event-loop'
import type { Faults, SimulatedSqlite } from './sqlite'

/** The disk under the log: what a sync confirms is what was committed before it began. */
export class SimulatedDisk {
  /** So many commits are on disk. */
  synced = 0
  syncsAfterFailure = 0
  isSyncing = false
  readonly #sqlite: SimulatedSqlite
  readonly #faults: Faults
  readonly #loop: SimulatedEventLoop
  #hasFailed = false

  constructor(sqlite: SimulatedSqlite, faults: Faults, loop: SimulatedEventLoop) {
    this.#sqlite = sqlite
    this.#faults = faults
    this.#loop = loop
  }

  /**
   * The log could not be synced, here or by SQLite itself: the kernel may have dropped pages of it, and no later sync
   * brings them back.
   */
  get hasFailed() {
    return this.#hasFailed || this.#faults.struck.some(({ fault }) => fault.code === 'SQLITE_IOERR_FSYNC')
  }

  open() {
    const struck = this.#faults.next('open log')
    if (struck === undefined) return 3
    this.#hasFailed = true
    throw struck.error
  }

  sync(_descriptor: number, done: (error: Error | null) => void) {
    if (this.hasFailed) this.syncsAfterFailure++
    const covered = this.#sqlite.commits.length
    const struck = this.#faults.next('sync log')
    this.isSyncing = true
    this.#loop.some('sync', () => {
      this.isSyncing = false
      if (struck !== undefined) this.#hasFailed = true
      else if (!this.hasFailed) this.synced = Math.max(this.synced, covered)
      done(struck?.error ?? null)
    })
  }

  close() {}
}
