import type { Database } from 'bun:sqlite'
import { closeSync, fdatasyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Progress } from './checkpointer'
import { isServerRunning } from './lock'
import { StorageUnavailable } from './storage-unavailable'

const framesAtOnce = 256

/**
 * Writes the log of a killed server once more and syncs it, before anything builds on it.
 *
 * After a failed sync ext4 and XFS keep the pages in memory and take them for written. SQLite would move them into the
 * database, or append to them, and a power cut would take away what nobody misses: the next recovery ends at the first
 * frame that is not there, and so before writes that were answered.
 *
 * Under the lock of the writer. Does nothing beside a running server, whose log is confirmed. Throws StorageUnavailable;
 * then the connection must not be closed, because that would run a checkpoint.
 */
export function confirmLog(sqlite: Database, file: string): void {
  const log = `${file}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0 || isServerRunning(dirname(file))) return
  const frames = lockWithFrames(sqlite)
  const written = rewrite(log)
  sqlite.run('ROLLBACK')
  if (written < frames) throw new StorageUnavailable('unsynced', { cause: new Error('The log lost frames.') })
}

/** Begins a transaction that writes, and returns how many frames SQLite takes for valid. */
function lockWithFrames(sqlite: Database): number {
  const version = sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
  for (;;) {
    const before = version.get()?.data_version
    // Within a transaction it is refused.
    const frames = sqlite.prepare<Progress, []>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0
    sqlite.run('BEGIN IMMEDIATE')
    if (version.get()?.data_version === before) return frames
    sqlite.run('ROLLBACK')
  }
}

/** Writes every byte of the log to its place again, and syncs it. Returns how many frames are valid. */
function rewrite(log: string): number {
  const descriptor = openSync(log, 'r+')
  try {
    const header = new Uint8Array(walHeaderBytes)
    readAt(descriptor, header, 0)
    writeAt(descriptor, header, 0)
    const frames = new WalFrames(header)
    const buffer = new Uint8Array(framesAtOnce * frames.frameBytes)
    for (let position = header.length; ; position += buffer.length) {
      const bytes = buffer.subarray(0, readAt(descriptor, buffer, position))
      if (bytes.length === 0) break
      writeAt(descriptor, bytes, position)
      frames.add(bytes)
    }
    fdatasyncSync(descriptor)
    return frames.committed
  } catch (cause) {
    throw new StorageUnavailable('unsynced', { cause })
  } finally {
    // Releases no lock: SQLite locks the database and its `-shm`, never the log.
    closeSync(descriptor)
  }
}

/** Until the buffer is full or the file ends; returns how much. */
function readAt(descriptor: number, buffer: Uint8Array, position: number): number {
  let size = 0
  while (size < buffer.length) {
    const read = readSync(descriptor, buffer, size, buffer.length - size, position + size)
    if (read === 0) break
    size += read
  }
  return size
}

function writeAt(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
}

/** https://sqlite.org/fileformat2.html#walformat */
export const walHeaderBytes = 32
const frameHeaderBytes = 24
/** A frame with a page of Quad's. */
export const walFrameBytes = frameHeaderBytes + 4096
/** Checksums over little-endian words, as SQLite writes them on every machine that Bun runs on. */
const littleEndianMagic = 0x377f0682
const smallestPage = 512

/** Counts the frames of a write-ahead log that SQLite would recover, as they are read from its start. */
export class WalFrames {
  /** Bytes from one frame to the next. */
  readonly frameBytes: number
  /** Up to the last commit whose frames all have the right checksums. */
  committed = 0
  readonly #salts: Uint32Array
  #sums: readonly [number, number]
  #read = 0
  #isValid: boolean

  constructor(header: Uint8Array) {
    const field = (offset: number) => new DataView(header.buffer, header.byteOffset).getUint32(offset)
    this.frameBytes = frameHeaderBytes + Math.max(field(8), smallestPage)
    this.#salts = Uint32Array.of(field(16), field(20))
    this.#sums = checksum(header, 0, 24, [0, 0])
    this.#isValid = field(0) === littleEndianMagic && this.#sums[0] === field(24) && this.#sums[1] === field(28)
  }

  /** The next frames, whole ones. */
  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; this.#isValid && at + this.frameBytes <= bytes.length; at += this.frameBytes) {
      const field = (offset: number) => view.getUint32(at + offset)
      this.#sums = checksum(bytes, at, 8, this.#sums)
      this.#sums = checksum(bytes, at + frameHeaderBytes, this.frameBytes - frameHeaderBytes, this.#sums)
      const hasSalts = field(8) === this.#salts[0] && field(12) === this.#salts[1]
      this.#isValid = hasSalts && field(16) === this.#sums[0] && field(20) === this.#sums[1]
      if (!this.#isValid) return
      this.#read++
      if (field(4) !== 0) this.committed = this.#read
    }
  }
}

type Sums = readonly [number, number]

function checksum(bytes: Uint8Array, offset: number, length: number, [before0, before1]: Sums): Sums {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + offset, length / 4)
  let s0 = before0 | 0
  let s1 = before1 | 0
  for (let n = 0; n < words.length; n += 2) {
    s0 = (s0 + (words[n] ?? 0) + s1) | 0
    s1 = (s1 + (words[n + 1] ?? 0) + s0) | 0
  }
  return [s0 >>> 0, s1 >>> 0]
}
