import { closeSync, fdatasync, openSync } from 'node:fs'
import { syncDuration } from './storage-metrics'
import { StorageUnavailable } from './storage-unavailable'

export type Disk = {
  open(path: string, flags: string): number
  sync(descriptor: number, done: (error: Error | null) => void): void
  close(descriptor: number): void
}

/**
 * Syncs the write-ahead log beside the event loop; `synchronous=FULL` would sync within each COMMIT. One sync runs at a
 * time; all commits made before it began share it. The log stays the same file while a connection is open, and closing
 * this descriptor releases no lock: SQLite locks the database and its `-shm`, never the log.
 */
export class LogSync {
  #descriptor: number | undefined
  #syncing = false
  /** Commits made during a sync, which may not cover them: they wait for the next. */
  #next: PromiseWithResolvers<void> | undefined
  #failure: StorageUnavailable | undefined
  #lastSync: number | undefined

  constructor(
    private readonly database: string,
    private readonly disk: Disk = { open: openSync, sync: fdatasync, close: closeSync },
  ) {}

  /** Opens the log, which exists once the database is open: where no file can be opened any more, a sync must not fail. */
  open(): number {
    this.#descriptor ??= this.disk.open(`${this.database}-wal`, 'r+')
    return this.#descriptor
  }

  /** A second sync after a failed one proves nothing: the kernel may have dropped the pages that it could not write. */
  get failure(): StorageUnavailable | undefined {
    return this.#failure
  }

  get secondsSinceSync(): number | undefined {
    return this.#lastSync === undefined ? undefined : (performance.now() - this.#lastSync) / 1000
  }

  /** Resolves when every commit made before the call is on disk. Rejects with StorageUnavailable, from then on always. */
  synced(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    this.#next ??= Promise.withResolvers()
    const { promise } = this.#next
    if (!this.#syncing) this.#sync(this.#next)
    return promise
  }

  close(): void {
    if (this.#descriptor !== undefined) this.disk.close(this.#descriptor)
    this.#descriptor = undefined
  }

  #sync(waiting: PromiseWithResolvers<void>): void {
    this.#next = undefined
    this.#syncing = true
    const began = performance.now()
    const done = (error: unknown) => {
      this.#syncing = false
      if (error) this.#fail(error, waiting)
      else this.#succeed(waiting, began)
      if (this.#next !== undefined) this.#sync(this.#next)
    }
    try {
      this.disk.sync(this.open(), done)
    } catch (error) {
      done(error)
    }
  }

  #succeed(waiting: PromiseWithResolvers<void>, began: number): void {
    this.#lastSync = performance.now()
    syncDuration.observe((this.#lastSync - began) / 1000)
    waiting.resolve()
  }

  #fail(cause: unknown, waiting: PromiseWithResolvers<void>): void {
    this.#failure = new StorageUnavailable('unsynced', { cause })
    waiting.reject(this.#failure)
    this.#next?.reject(this.#failure)
    this.#next = undefined
  }
}
