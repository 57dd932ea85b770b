import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import pino from 'pino'
import { errorCode } from '../../db/error-code'
import { Counter } from '../../db/prometheus'
import { runAfter } from '../../db/timers'

// Where log lines go: standard output, which may be a pipe that nobody reads, a stopped terminal, a full disk or closed.
// Lines below `warn` wait for each other, because a write costs as much as a small request; others are written at once,
// with what waits. No request waits for a line. When too many wait, lines are dropped and counted. A descriptor that
// cannot take a line says so (EAGAIN), and is tried again in a while.

const MOST_WAITING_BYTES = 1_000_000
/** So much of the log is lost with a process that is killed. */
const GATHER_MS = 10
const WARN = pino.levels.values.warn ?? 0
/** Soon for a reader who is slow for a moment, seldom for nobody. */
const RETRY_MS = 5
const LONGEST_RETRY_MS = 100
/** How long the end of the process waits for somebody to read. */
const LAST_WAIT_MS = 1_000
/** Written at once; the kernel takes up to a page of a pipe whole or not at all. */
const CHUNK_BYTES = 64 * 1024
const STDERR = 2

/** Writes some of the bytes and returns how many; throws an error of the system. */
type Write = (bytes: Uint8Array) => number

/** Nobody can ever read what is written there. */
const isGone = (code: string): boolean => code === 'EPIPE' || code === 'EBADF'

const dropped = new Counter({ name: 'quad_log_lines_dropped_total', help: 'Log lines that nothing took' })

const METADATA = Symbol.for('pino.metadata')

export class LogLines {
  /** Has pino set `lastLevel` before each line. */
  readonly [METADATA] = true
  lastLevel = WARN
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** Since the last line that says how many. */
  #dropped = 0
  /** The newest line, if it was dropped. */
  #lost: Uint8Array | undefined
  #isClosed = false
  /** Whether a timer will write what waits. */
  #isDue = false
  /** A millisecond after a descriptor took less than it was given. */
  #triableAt = 0

  constructor(
    private readonly out: Write,
    /** Takes the last line of a process whose log nobody reads. */
    private readonly otherwise: Write = () => 0,
    private readonly lastWaitMs = LAST_WAIT_MS,
  ) {}

  write(line: string): void {
    const bytes = Buffer.from(line)
    const isLost = this.#isClosed || this.#waitingBytes + bytes.length > MOST_WAITING_BYTES
    this.#lost = isLost ? bytes : undefined
    if (isLost) {
      this.#drop(1)
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    const isGathered = this.lastLevel < WARN && this.#waitingBytes < CHUNK_BYTES
    // A turn of the loop may write many lines, and no timer runs before its end.
    if (!isGathered && performance.now() >= this.#triableAt) this.#writeWaiting()
    if (this.#waiting.length > 0 && !this.#isDue) this.#writeAfter(isGathered ? GATHER_MS : RETRY_MS)
  }

  /**
   * Waits a second at most until all lines are written, and the loop with it: for the end of the process. pino calls it
   * after a line of the level `fatal`; that line goes to standard error if nobody reads the log.
   */
  flushSync(): void {
    const last = this.#lost ?? this.#waiting.at(-1)
    this.end()
    if (last !== undefined && (this.#lost !== undefined || this.#waiting.length > 0)) tryWrite(this.otherwise, last)
  }

  /** Likewise, without a line to standard error. */
  end(): void {
    const deadline = performance.now() + this.lastWaitMs
    this.#writeWaiting()
    while (this.#waiting.length > 0 && performance.now() < deadline) {
      Bun.sleepSync(10)
      this.#writeWaiting()
    }
  }

  #writeWaiting(): void {
    while (this.#waiting.length > 0) {
      const chunk = this.#nextChunk()
      const result = tryWrite(this.out, chunk)
      const taken = typeof result === 'string' ? 0 : result
      if (isGone(`${result}`)) this.#close()
      else this.#remove(taken)
      if (taken < chunk.length) {
        this.#triableAt = performance.now() + 1
        return
      }
      if (this.#waiting.length === 0 && this.#dropped > 0) this.#reportDropped()
    }
  }

  #nextChunk(): Uint8Array {
    const [first = new Uint8Array(), ...others] = this.#waiting
    if (others.length === 0) return first
    let [lines, bytes] = [1, first.length]
    for (const line of others) {
      if (bytes + line.length > CHUNK_BYTES) break
      bytes += line.length
      lines++
    }
    return Buffer.concat(this.#waiting.slice(0, lines))
  }

  /** What was written; a line of which a part was written stays with its rest. */
  #remove(bytes: number): void {
    this.#waitingBytes -= bytes
    let left = bytes
    for (;;) {
      const [line] = this.#waiting
      if (line === undefined || left < line.length) break
      left -= line.length
      this.#waiting.shift()
    }
    if (left > 0 && this.#waiting[0]) this.#waiting[0] = this.#waiting[0].subarray(left)
  }

  #reportDropped(): void {
    const [time, dropped] = [new Date().toISOString(), this.#dropped]
    this.#dropped = 0
    const msg = `${dropped} log lines were dropped because nothing took them`
    const line = Buffer.from(`${JSON.stringify({ level: 'warn', time, dropped, msg })}\n`)
    this.#waiting.push(line)
    this.#waitingBytes += line.length
  }

  #close(): void {
    this.#isClosed = true
    this.#lost = this.#waiting.at(-1)
    this.#drop(this.#waiting.length)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #drop(lines: number): void {
    this.#dropped += lines
    dropped.inc(lines)
  }

  #writeAfter(ms: number): void {
    this.#isDue = true
    const write = () => {
      this.#isDue = false
      const before = this.#waitingBytes
      this.#writeWaiting()
      const next = this.#waitingBytes < before ? RETRY_MS : Math.min(2 * ms, LONGEST_RETRY_MS)
      if (this.#waiting.length > 0) this.#writeAfter(next)
    }
    runAfter(ms, 'log lines', write, () => {})
  }
}

/** How many bytes were written, or the code of the error. */
function tryWrite(write: Write, bytes: Uint8Array): number | string {
  try {
    return write(bytes)
  } catch (error) {
    return errorCode(error)
  }
}

let stream: 1 | typeof STDERR = 1

/** For a process whose standard output has another purpose. */
export function logToStandardError(): void {
  stream = STDERR
}

/** Standard output, unless it has another purpose. At the end of the process it waits for what is not written yet. */
export function stdoutLines(): LogLines {
  const fd = unblocked(stream)
  const lines = new LogLines(
    (bytes) => writeSync(fd, bytes),
    (bytes) => writeSync(unblocked(STDERR), bytes),
  )
  process.once('exit', () => lines.end())
  return lines
}

/**
 * A descriptor of the same pipe or terminal that never blocks: of its own, because other processes share this one. Where
 * it cannot be opened again (a socket, or a pipe of another user), the shared one is unblocked, as Bun does for its own
 * streams. Files never block.
 */
function unblocked(fd: 1 | 2): number {
  try {
    const kind = fstatSync(fd)
    if (!kind.isFIFO() && !kind.isSocket() && !kind.isCharacterDevice()) return fd
    const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY
    return openSync(`/proc/self/fd/${fd}`, flags)
  } catch {
    unblock(fd)
    return fd
  }
}

function unblock(fd: 1 | 2): void {
  try {
    Bun.file(fd).writer()
  } catch {
    // It is closed; the first line finds that out.
  }
}
