import { closeSync, fdatasync, openSync } from 'node:fs'

/** The disk refused to keep the write-ahead log. What it still holds of it is unknown, so nothing more is written. */
export class LogUnsynced extends Error {
  override name = 'LogUnsynced'
  override message =
    'The disk did not confirm the write-ahead log. Nothing is written any more until the server was started anew.'
}

/**
 * Syncs the write-ahead log of a database, off the event loop: what `synchronous=FULL` does within each COMMIT, while the
 * loop goes on reading and committing. One sync at a time; all commits that were made before it began share it.
 *
 * The log is one file as long as a connection is open: checkpoints start it over or cut it, they never replace it. To
 * close this descriptor drops no lock, for SQLite locks the database and its `-shm`, never the log.
 */
export class LogSync {
  readonly #log: string
  #descriptor: number | undefined
  #syncing = false
  /** Those who came while a sync was under way, which may not have seen their commit. */
  #next: PromiseWithResolvers<void> | undefined
  #failure: LogUnsynced | undefined

  constructor(database: string) {
    this.#log = `${database}-wal`
  }

  /** Whether a sync has failed. A second try would prove nothing: the kernel may have dropped the pages it could not write. */
  get failure(): LogUnsynced | undefined {
    return this.#failure
  }

  /** Resolves when all that was committed before the call is on disk. Rejects with LogUnsynced, and then for ever. */
  synced(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    this.#next ??= Promise.withResolvers()
    const { promise } = this.#next
    if (!this.#syncing) this.#sync(this.#next)
    return promise
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #sync(waiting: PromiseWithResolvers<void>): void {
    this.#next = undefined
    this.#syncing = true
    const done = (error: unknown) => {
      this.#syncing = false
      if (error) this.#fail(error, waiting)
      else waiting.resolve()
      if (this.#next !== undefined) this.#sync(this.#next)
    }
    try {
      this.#descriptor ??= openSync(this.#log, 'r+')
      fdatasync(this.#descriptor, done)
    } catch (error) {
      done(error)
    }
  }

  #fail(cause: unknown, waiting: PromiseWithResolvers<void>): void {
    this.#failure = new LogUnsynced(undefined, { cause })
    waiting.reject(this.#failure)
    this.#next?.reject(this.#failure)
    this.#next = undefined
  }
}
