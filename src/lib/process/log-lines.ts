import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import pino from 'pino'
import { errorCode } from '../../../db/error-code'
import { Counter } from '../../../db/prometheus'
import { runAfter } from '../../../db/timers'

// Standard output may be a pipe that nobody reads, a stopped terminal, a full disk or closed, and no request waits for
// it. Lines below `warn` are gathered, because a write costs as much as a small request. When too many wait, lines are
// dropped and counted. A descriptor that takes nothing (EAGAIN) is tried again.

const MOST_WAITING = 1_000_000
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
const NEWLINE = 0x0a

/** Writes some of the bytes and returns how many; throws an error of the system. */
type Write = (bytes: Uint8Array) => number

/** Made when it is written: hundreds one after the other cost less than each between two requests. */
type Line = string | (() => string)
const textOf = (line: Line): string => (typeof line === 'string' ? line : line())
/** In characters; of one that is not made, as most have. */
const sizeOf = (line: Line): number => (typeof line === 'string' ? line.length : 250)

const dropped = new Counter({ name: 'quad_log_lines_dropped_total', help: 'Log lines that nothing took' })

const METADATA = Symbol.for('pino.metadata')

export class LogLines {
  /** Has pino set `lastLevel` before each line. */
  readonly [METADATA] = true
  lastLevel = WARN
  #waiting: Line[] = []
  /** What the descriptor did not take of the lines that it was given. */
  #rest: Uint8Array | undefined
  /** Of both. */
  #size = 0
  /** Since the last line that says how many. */
  #dropped = 0
  #newest: Line = ''
  #isNewestLost = false
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

  write(line: Line): void {
    this.#newest = line
    this.#isNewestLost = this.#isClosed || this.#size + sizeOf(line) > MOST_WAITING
    if (this.#isNewestLost) {
      this.#drop(1)
      return
    }
    this.#push(line)
    const isGathered = this.lastLevel < WARN && this.#size < CHUNK_BYTES
    // A turn of the loop may write many lines, and no timer runs before its end.
    if (!isGathered && performance.now() >= this.#triableAt) this.#writeWaiting()
    if (this.#size > 0 && !this.#isDue) this.#writeAfter(isGathered ? GATHER_MS : RETRY_MS)
  }

  /** Waits a second at most. pino calls it after a `fatal` line: it goes to standard error if nobody reads the log. */
  flushSync(): void {
    this.end()
    if (this.#isNewestLost || this.#size > 0) tryWrite(this.otherwise, Buffer.from(textOf(this.#newest)))
  }

  /** Likewise, without a line to standard error. */
  end(): void {
    const deadline = performance.now() + this.lastWaitMs
    this.#writeWaiting()
    while (this.#size > 0 && performance.now() < deadline) {
      Bun.sleepSync(10)
      this.#writeWaiting()
    }
  }

  #writeWaiting(): void {
    while (this.#size > 0) {
      const chunk = this.#rest ?? this.#nextChunk()
      const result = tryWrite(this.out, chunk)
      const taken = typeof result === 'string' ? 0 : result
      this.#rest = taken < chunk.length ? chunk.subarray(taken) : undefined
      this.#size -= taken
      // Nobody can ever read what is written there.
      if (result === 'EPIPE' || result === 'EBADF') this.#close()
      if (taken < chunk.length) {
        this.#triableAt = performance.now() + 1
        return
      }
      if (this.#size > 0 || this.#dropped === 0) continue
      const [time, dropped] = [new Date().toISOString(), this.#dropped]
      this.#dropped = 0
      const msg = `${dropped} log lines were dropped because nothing took them`
      this.#push(`${JSON.stringify({ level: 'warn', time, dropped, msg })}\n`)
    }
  }

  #push(line: Line): void {
    this.#waiting.push(line)
    this.#size += sizeOf(line)
  }

  #nextChunk(): Uint8Array {
    let [lines, length] = [0, 0]
    while (lines < this.#waiting.length && (lines === 0 || length < CHUNK_BYTES))
      length += sizeOf(this.#waiting[lines++] ?? '')
    const chunk = Buffer.from(this.#waiting.splice(0, lines).map(textOf).join(''))
    this.#size += chunk.length - length
    return chunk
  }

  #close(): void {
    this.#isClosed = true
    this.#isNewestLost = true
    const ofRest = this.#rest?.filter((byte) => byte === NEWLINE).length ?? 0
    this.#drop(ofRest + this.#waiting.length)
    this.#waiting = []
    this.#rest = undefined
    this.#size = 0
  }

  #drop(lines: number): void {
    this.#dropped += lines
    dropped.inc(lines)
  }

  #writeAfter(ms: number): void {
    this.#isDue = true
    const write = () => {
      this.#isDue = false
      const before = this.#size
      this.#writeWaiting()
      const next = this.#size < before ? RETRY_MS : Math.min(2 * ms, LONGEST_RETRY_MS)
      if (this.#size > 0) this.#writeAfter(next)
    }
    runAfter(ms, 'log lines', write, () => {})
  }
}

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
 * A descriptor of the same pipe or terminal that never blocks: other processes share this one, which is unblocked only
 * where it cannot be opened again. Files never block.
 */
function unblocked(fd: 1 | 2): number {
  try {
    const kind = fstatSync(fd)
    if (!kind.isFIFO() && !kind.isSocket() && !kind.isCharacterDevice()) return fd
    const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY
    return openSync(`/proc/self/fd/${fd}`, flags)
  } catch {
    try {
      Bun.file(fd).writer()
    } catch {
      // It is closed; the first line finds that out.
    }
    return fd
  }
}
