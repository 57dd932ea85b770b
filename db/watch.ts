import { accessSync, closeSync, constants, fstatSync, openSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { walLimitBytes } from './connection'
import { errorCode } from './error-code'
import type { Gate, Writability } from './storage-health'
import { StorageUnavailable, type UnavailableReason } from './storage-unavailable'

/** Sizes of the write-ahead log at which the operator is warned, and at which writes are refused. */
export type LogLimits = { warnBytes: number; maxBytes: number }

/** The log's largest share of the space that would be free without it. */
const shareOfDisk = 0.5

/** A log of this size is normal, however little space there is. */
const leastShareBytes = 2 * walLimitBytes

export const maxLogBytes = (limitBytes: number, logBytes: number, freeBytes: number): number =>
  Math.min(limitBytes, Math.max(leastShareBytes, (freeBytes + logBytes) * shareOfDisk))

/** Whether the files of an open database may be written: decides before a write begins, and once more before it resolves. */
export class StorageWatch {
  logBytes = 0
  freeBytes = Number.POSITIVE_INFINITY
  readonly #log: string
  readonly #logDescriptor: number
  readonly #opened = new Map<string, { dev: number; ino: number }>()
  /** Final: nobody knows what happened to a file while it had no name here. */
  #replaced: StorageUnavailable | undefined
  #refusal: StorageUnavailable | undefined
  #stall: StorageUnavailable | undefined
  #failure: StorageUnavailable | undefined
  #reason: UnavailableReason | undefined
  #since = new Date()

  /** Once every file of the database is open. */
  constructor(
    private readonly file: string,
    private readonly limits: LogLimits,
    private readonly gate?: Gate,
  ) {
    this.#log = `${file}-wal`
    // Another process that finds one of them missing makes another.
    for (const ending of ['', '-wal', '-shm']) {
      const stat = statSync(`${file}${ending}`, { throwIfNoEntry: false })
      if (stat !== undefined) this.#opened.set(`${file}${ending}`, { dev: stat.dev, ino: stat.ino })
    }
    this.#logDescriptor = openSync(this.#log, 'r')
    this.look()
  }

  /** Releases no lock: SQLite locks the database and its `-shm`, never the log. */
  close(): void {
    closeSync(this.#logDescriptor)
  }

  get refusal(): StorageUnavailable | undefined {
    return this.#fault ?? this.gate?.refusal
  }

  get #fault(): StorageUnavailable | undefined {
    return this.#replaced ?? this.#refusal ?? this.#stall
  }

  /** Whether other files took the place of those that were opened: nothing may write to them, not even the close. */
  get isReplaced(): boolean {
    return this.#replaced !== undefined
  }

  /** Whether a checkpoint may be run: where the disk fails, its sync might be taken for one of the log that failed. */
  get isMovable(): boolean {
    return this.#fault === undefined || this.#fault.reason === 'log-too-large'
  }

  /** Whether the last write failed for a reason that only another write can find gone. */
  get needsProbe(): boolean {
    return this.refusal === undefined && this.#failure !== undefined && this.#failure.reason !== 'unsynced'
  }

  get writability(): Writability {
    const reason = this.#reason
    return reason === undefined ? { writable: true } : { writable: false, reason, since: this.#since }
  }

  get maxLogBytes(): number {
    return maxLogBytes(this.limits.maxBytes, this.logBytes, this.freeBytes)
  }

  get warnLogBytes(): number {
    return Math.min(this.limits.warnBytes, this.maxLogBytes)
  }

  /** Takes some ten microseconds. */
  look(): void {
    this.#refusal = refusalBy(() => {
      for (const path of this.#opened.keys()) this.#compare(path)
      this.#measure()
      requireWritable(this.file)
      if (this.logBytes > this.maxLogBytes) throw new StorageUnavailable('log-too-large')
    })
    this.#settle()
  }

  /** Throws when the database or its log has lost its name, or the gate has closed. With every batch: two system calls. */
  confirm(): void {
    const refusal = refusalBy(() => {
      this.#compare(this.file)
      if (fstatSync(this.#logDescriptor).nlink === 0) throw replaced(this.#log, 'was removed')
    })
    if (refusal !== undefined) {
      this.#refusal = refusal
      this.#settle()
      throw refusal
    }
    if (this.gate?.refusal !== undefined) throw this.gate.refusal
  }

  /** The queue made no write, by a fault of the disk or a lock. */
  failed(fault: StorageUnavailable): void {
    if (fault !== this.refusal) this.#failure = fault
    this.#settle()
  }

  /** The disk has said nothing for long, or, without a fault, has spoken again. */
  stalled(fault: StorageUnavailable | undefined): void {
    this.#stall = fault
    this.#settle()
  }

  succeeded(): void {
    if (this.#failure === undefined) return
    this.#failure = undefined
    this.#settle()
  }

  #settle(): void {
    if (this.#refusal?.reason === 'replaced') this.#replaced ??= this.#refusal
    const reason = (this.refusal ?? this.#failure)?.reason
    if (reason === this.#reason) return
    this.#reason = reason
    this.#since = new Date()
  }

  #compare(path: string): void {
    const stat = statSync(path, { throwIfNoEntry: false })
    const opened = this.#opened.get(path)
    if (stat?.ino === opened?.ino && stat?.dev === opened?.dev) return
    throw replaced(path, stat === undefined ? 'is not there any more' : 'is another file')
  }

  #measure(): void {
    this.logBytes = statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0
    const { bavail, bsize } = statfsSync(dirname(this.file))
    this.freeBytes = bavail * bsize
  }
}

const replaced = (path: string, what: string): StorageUnavailable =>
  new StorageUnavailable('replaced', { cause: new Error(`${basename(path)} ${what}`) })

/** SQLite's descriptor outlives a file system that turns read-only: its next write would fail, and not only this one. */
function requireWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK)
  } catch (error) {
    // Other refusals concern who opens the file next.
    if (errorCode(error) === 'EROFS') throw new StorageUnavailable('read-only', { cause: error })
  }
}

/** A file system that does not even say what is there is out of order, which may pass. */
function refusalBy(check: () => void): StorageUnavailable | undefined {
  try {
    check()
  } catch (error) {
    return error instanceof StorageUnavailable ? error : new StorageUnavailable('io', { cause: error })
  }
}
