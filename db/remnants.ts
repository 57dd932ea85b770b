import type { Database } from 'bun:sqlite'
import { closeSync, fstatSync, openSync, read, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { walFrameBytes, walHeaderBytes } from './confirm-log'
import { isBusy } from './error-code'

const readLater = promisify(read)
const pageBytes = 4096
/** In steps of so many pages, the whole file within so many calls: half an hour with one every ten seconds. */
const [step, calls] = [64, 180]
const mostLogBytes = 8 * 1024 * 1024
const zeros = Buffer.alloc(pageBytes)

/**
 * What deleted rows leave in the database file. When SQLite spreads rows anew, a copy stays in the gap of the page
 * (https://sqlite.org/fileformat2.html#b_tree_pages), which `secure_delete` spares and only a VACUUM reaches.
 */
export class Remnants {
  readonly #descriptor: number
  #next = 1
  #pages: number[] = []

  constructor(readonly file: string) {
    this.#descriptor = openSync(file, 'r+')
  }

  /** Looks through the next pages; returns whether there is anything to erase. */
  async find(): Promise<boolean> {
    const count = fstatSync(this.#descriptor).size / pageBytes
    if (this.#next > count) this.#next = 1
    this.#pages = []
    const bytes = Buffer.alloc(step * pageBytes)
    for (const end = this.#next + count / calls; this.#next < end; this.#next += step) {
      const { bytesRead } = await readLater(this.#descriptor, bytes, 0, bytes.length, (this.#next - 1) * pageBytes)
      for (let at = 0, number = this.#next; at < bytesRead; at += pageBytes, number++)
        if (remnantIn(bytes.subarray(at, at + pageBytes), number)) this.#pages.push(number)
    }
    return this.#pages.length > 0
  }

  /** Between transactions, under the writer's lock. What a power cut leaves of this harms nothing: nobody reads a gap. */
  erase(writer: Database): void {
    // Where another program keeps the log, a later round is early enough: it is read whole.
    if (this.#pages.length === 0 || statSync(`${this.file}-wal`).size > mostLogBytes) return
    try {
      writer.run('BEGIN IMMEDIATE')
      this.#overwrite()
    } catch (error) {
      // While another process writes, the next round is early enough.
      if (!isBusy(error)) throw error
    } finally {
      if (writer.inTransaction) writer.run('ROLLBACK')
    }
    // It would write these pages again as it has them in memory.
    writer.run('PRAGMA shrink_memory')
  }

  /** Once no connection of this process is open: it releases the locks that SQLite has on the file. */
  close(): void {
    closeSync(this.#descriptor)
  }

  #overwrite(): void {
    const [log, logged, page] = [readFileSync(`${this.file}-wal`), new Set<number>(), Buffer.alloc(pageBytes)]
    for (let at = walHeaderBytes; at + 4 <= log.length; at += walFrameBytes) logged.add(log.readUInt32BE(at))
    for (const number of this.#pages.splice(0)) {
      const position = (number - 1) * pageBytes
      if (logged.has(number) || readSync(this.#descriptor, page, 0, pageBytes, position) < pageBytes) continue
      const gap = remnantIn(page, number)
      if (gap) writeSync(this.#descriptor, zeros, 0, gap.to - gap.from, position + gap.from)
    }
  }
}

/** The gap of a page of a tree that holds anything. Pages of other kinds begin with the high byte of a page's number, 0. */
function remnantIn(page: Buffer, number: number): { from: number; to: number } | undefined {
  const start = number === 1 ? 100 : 0
  const kind = page.readUInt8(start)
  if (![2, 5, 10, 13].includes(kind)) return undefined
  const from = start + (kind < 10 ? 12 : 8) + 2 * page.readUInt16BE(start + 3)
  const to = page.readUInt16BE(start + 5)
  return from < to && page.compare(zeros, from, to, from, to) !== 0 ? { from, to } : undefined
}
