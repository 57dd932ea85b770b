import { type EventLoop, eventLoop, GroupCommit, type GroupOptions, type WaitingCallback } from './group-commit'
import type { LogSync } from './log-sync'
import type { Gate } from './storage-health'
import { writeWait } from './storage-metrics'
import { StorageClosed, StorageUnavailable, storageFault, type UnavailableReason } from './storage-unavailable'
import type { Tx } from './transaction-callback'
import type { StorageWatch } from './watch'

const batchLimit = 256

/** How long a write waits for the lock of another process, such as an operator's command. */
const lockPatienceMs = 5000

/** Time between two tries of that lock; random, so that two processes that wait do not collide again. */
const lockRetryMs = { least: 5, most: 25 }

const reportIntervalMs = 60_000

type QueuedWrite = WaitingCallback & {
  queuedAt: number
  /** When it first met another process's lock. */
  lockedSince?: number
}

type QueueOptions = Pick<GroupOptions, 'writer' | 'begun' | 'committing' | 'committed' | 'report'> & {
  /** Syncs the log after each commit, before writes resolve. They do not wait for the disk when it is absent. */
  log: Pick<LogSync, 'synced' | 'failure'> | undefined
  /** Decides whether a write may begin, and whether one that was committed may resolve. */
  watch?: StorageWatch
  /** After the disk has. */
  gate?: Pick<Gate, 'confirm'> | undefined
  /** The disk did not confirm what was written, and the queue has halted. */
  unsynced?: (fault: StorageUnavailable) => void
  loop?: EventLoop
}

/**
 * The single writer, with group commit: waiting callbacks run as savepoints of one transaction and resolve when its
 * COMMIT is on disk. While the disk syncs, the next writes gather. A callback that fails is rolled back alone.
 */
export class WriteQueue {
  readonly #group: GroupCommit
  readonly #options: QueueOptions
  readonly #loop: EventLoop
  #waiting: QueuedWrite[] = []
  /** Taken from the waiting ones, and not resolved yet. */
  #batch: readonly QueuedWrite[] = []
  #hasBatchFailed = false
  #tasks: { run(): Promise<void>; reject(error: unknown): void }[] = []
  #busy = false
  /** When the batch or task began that is under way. */
  #workingSince: number | undefined
  #closed = false
  #halted: StorageUnavailable | undefined
  #lastReport: { reason: UnavailableReason; at: number } | undefined
  #idle = Promise.withResolvers<void>()

  constructor(options: QueueOptions) {
    const { loop = eventLoop } = options
    this.#options = options
    this.#loop = loop
    this.#group = new GroupCommit({
      ...options,
      loop,
      refusal: (error) => this.#refusal(error),
      halted: () => (this.#isHalted() ? this.#halted : undefined),
    })
  }

  write<T>(callback: (tx: Tx) => T | Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StorageClosed())
    if (this.#isHalted()) return Promise.reject(this.#halted)
    if (this.#options.watch?.refusal !== undefined) return Promise.reject(this.#options.watch.refusal)
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: Tx) => {
        const value = await callback(tx)
        return () => resolve(value)
      }
      this.#waiting.push({ run, reject, queuedAt: this.#loop.now })
      if (!this.#busy) this.#schedule()
    })
  }

  /** How many writes nobody has an answer to yet, and the age of the oldest. */
  get load(): { waiting: number; oldestSeconds: number } {
    const oldest = this.#batch[0] ?? this.#waiting[0]
    const oldestSeconds = oldest === undefined ? 0 : (this.#loop.now - oldest.queuedAt) / 1000
    return { waiting: this.#batch.length + this.#waiting.length, oldestSeconds }
  }

  /** For how long the batch or the task that is under way has run: the disk ends both. Waiting for a lock is neither. */
  get workingMs(): number {
    return this.#workingSince === undefined ? 0 : this.#loop.now - this.#workingSince
  }

  /** Leaves nobody without an answer while the disk says nothing: what has not begun is not made. */
  abandon(fault: StorageUnavailable): void {
    const { reason, cause } = fault
    for (const { reject } of this.#waiting.splice(0)) reject(fault)
    // Its sync may still succeed; the writes have been rejected by then.
    for (const { reject } of this.#batch) reject(new StorageUnavailable(reason, { cause, mayBeMade: true }))
  }

  /** Runs a task while no transaction is open and no sync of the log is under way; the next batch waits for it. */
  between<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed || this.#isHalted()) return Promise.reject(this.#halted ?? new StorageClosed())
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = () =>
      task().then(resolve, (error) => {
        const fault = storageFault(error)
        if (fault?.reason === 'unsynced') this.halt(fault)
        reject(fault ?? error)
      })
    this.#tasks.push({ run, reject })
    if (!this.#busy) this.#schedule()
    return promise
  }

  /** Rejects further writes; resolves when the waiting ones are done. */
  close(): Promise<void> {
    this.#closed = true
    if (!this.#busy) this.#idle.resolve()
    return this.#idle.promise
  }

  /** An immediate runs after all requests of this event loop turn have been read, so that they share the commit. */
  #schedule(): void {
    this.#busy = true
    this.#loop.immediate(() => this.#next())
  }

  async #next(): Promise<void> {
    const task = this.#tasks.shift()
    this.#workingSince = this.#loop.now
    const isLocked = task === undefined && this.#waiting.length > 0 && !(await this.#runBatch())
    await task?.run()
    this.#workingSince = undefined
    if (isLocked) return this.#waitForLock()
    if (this.#waiting.length > 0 || this.#tasks.length > 0) return this.#schedule()
    this.#busy = false
    if (this.#closed) this.#idle.resolve()
  }

  /** Returns whether there was a transaction; not while another process holds the lock of the writer. */
  async #runBatch(): Promise<boolean> {
    if (this.#isHalted()) return true
    try {
      if (this.#options.watch?.refusal !== undefined) throw this.#options.watch.refusal
      this.#group.begin()
    } catch (error) {
      const fault = storageFault(error)
      if (fault?.reason === 'busy') {
        this.#rejectOverdue(fault)
        return false
      }
      const reason = this.#refusal(error)
      for (const { reject } of this.#waiting.splice(0, batchLimit)) reject(reason)
      return true
    }
    const batch = this.#waiting.splice(0, batchLimit)
    this.#batch = batch
    const now = this.#loop.now
    for (const { queuedAt } of batch) writeWait.observe((now - queuedAt) / 1000)
    this.#hasBatchFailed = false
    const resolvers = await this.#group.commit(batch)
    if (resolvers !== undefined) await this.#resolve(batch, resolvers)
    this.#batch = []
    return true
  }

  /** SQLite itself would wait on the event loop, and nobody would get a response meanwhile. */
  #waitForLock(): void {
    const { least, most } = lockRetryMs
    this.#loop.after(least + (most - least) * this.#loop.random(), () => this.#next())
  }

  #rejectOverdue(fault: StorageUnavailable): void {
    const now = this.#loop.now
    for (const queued of this.#waiting) queued.lockedSince ??= now
    const patient = this.#waiting.findIndex(({ lockedSince = now }) => now - lockedSince < lockPatienceMs)
    const overdue = this.#waiting.splice(0, patient === -1 ? this.#waiting.length : patient)
    if (overdue.length === 0) return
    const reason = this.#refusal(fault)
    for (const { reject } of overdue) reject(reason)
  }

  async #resolve(batch: readonly QueuedWrite[], resolvers: readonly (() => void)[]): Promise<void> {
    try {
      await this.#options.log?.synced()
      this.#options.watch?.confirm()
      if (this.#options.gate?.confirm !== undefined) await this.#options.gate.confirm()
      if (!this.#hasBatchFailed) this.#options.watch?.succeeded()
      for (const resolve of resolvers) resolve()
    } catch (error) {
      this.#refusal(error)
      // Without a name, too: whoever saves the file finds the write in it.
      const { reason, cause } = storageFault(error) ?? { reason: 'unsynced', cause: error }
      const unconfirmed = new StorageUnavailable(reason, { cause, mayBeMade: true })
      for (const { reject } of batch) reject(unconfirmed)
    }
  }

  /** What a write that failed with `error` rejects with. Reports faults of the storage, not the callback's own errors. */
  #refusal(error: unknown): unknown {
    const fault = storageFault(error)
    if (fault === undefined) return error
    this.#hasBatchFailed = true
    this.#options.watch?.failed(fault)
    if (fault.reason === 'unsynced') {
      this.halt(fault)
      return fault
    }
    this.#reportFault(fault)
    return fault
  }

  /** Every write fails while a fault lasts: reports the same one once a minute. */
  #reportFault(fault: StorageUnavailable): void {
    const { now } = this.#loop
    const last = this.#lastReport
    if (fault.reason === last?.reason && now - last.at <= reportIntervalMs) return
    this.#lastReport = { reason: fault.reason, at: now }
    this.#options.report(fault)
  }

  /** Whether a sync failed, of the queue's own or of somebody else. */
  #isHalted(): boolean {
    if (this.#options.log?.failure !== undefined) this.halt(this.#options.log.failure)
    return this.#halted !== undefined
  }

  /** Rejects every write that waits or comes, for good: the disk did not confirm what was written. */
  halt(fault: StorageUnavailable): void {
    if (this.#halted !== undefined) return
    this.#halted = fault
    for (const { reject } of [...this.#waiting.splice(0), ...this.#tasks.splice(0)]) reject(fault)
    this.#options.unsynced?.(fault)
  }
}
