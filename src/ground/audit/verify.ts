import type { Connection } from '../../../db/storage'
import { auditHead, CommitHash, sealUntil, type ThinnedSpan, thinnedSpans } from './chain'
import { readEntriesAfter, type StoredEntry } from './entries'

export type Break = { first: number; last: number; timestamp: string; explanation: string }
export type ChainReport = {
  /** How many are in order, in whole commits. */
  entries: number
  /** The hash that the next commit continues. */
  head: string | null
  /** Whether a verified commit has the given `head`. */
  headFound: boolean
  broken: Break | undefined
}

type VerifyOptions = {
  /** How many entries are read, and verified, at once. */
  batch?: number
  /** Verifies only the commits with this many of the newest entries, and trusts the one before them. */
  newest?: number
  head?: string | undefined
  progress?: (done: number, total: number) => void
}

/** Of nothing that waits. */
const BATCH = 2_000

/** Stops at the first commit that breaks the chain. */
export function verifyChain(db: Connection, options: VerifyOptions = {}): ChainReport {
  const steps = verifySteps(db, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, with a stop after each batch. Nothing may thin the log meanwhile; entries may be added. */
export function* verifySteps(
  db: Connection,
  { newest, head, progress, batch = BATCH }: VerifyOptions = {},
): Generator<void, ChainReport> {
  const { entries: total } = auditHead(db)
  const start = newest === undefined ? { number: 0, hash: null } : sealUntil(db, Math.max(0, total - newest))
  const walk = new Walk(db, start, head)
  for (;;) {
    const entries = readEntriesAfter(db, walk.after, batch)
    for (const entry of entries) if (!walk.takes(entry)) return walk.report
    if (entries.length < batch) {
      walk.end()
      if (entries.length > 0) progress?.(total - start.number, total - start.number)
      return walk.report
    }
    progress?.(Math.min(walk.after, total) - start.number, total - start.number)
    yield
  }
}

/** What is left of a thinned span must have the digest of its checkpoint; the chain goes on from the span's former head. */
class Walk {
  /** The entries before that number were read. */
  after: number
  readonly report: ChainReport
  readonly #noted: string | undefined
  readonly #spans: ThinnedSpan[]
  #commit: CommitHash
  /** Entries that no hash has ended yet. */
  #open: StoredEntry[] = []

  constructor(db: Connection, { number, hash }: { number: number; hash: string | null }, noted: string | undefined) {
    this.after = number
    this.report = { entries: 0, head: hash, headFound: false, broken: undefined }
    this.#noted = noted
    this.#spans = thinnedSpans(db).filter(({ first }) => first > number)
    this.#commit = new CommitHash(hash)
  }

  takes(entry: StoredEntry): boolean {
    if (!this.#closeSpans(entry.number)) return false
    const [span] = this.#spans
    const isThinned = span !== undefined && span.first <= entry.number
    const missing = (isThinned ? Math.max(span.first - 1, this.after) : entry.number - 1) - this.after
    if (missing > 0) return this.#breakAt(entry, `${missing.toLocaleString('en')} entries before it are missing`)
    this.#open.push(entry)
    this.#commit.add(entry)
    this.after = entry.number
    if (isThinned || entry.hash === null) return true
    const hash = entry.hash.toHex()
    if (this.#commit.end(entry.salt) !== hash)
      return this.#breakAt(entry, 'it was changed, inserted or moved, or an entry before it was removed')
    this.#goOn(hash)
    return true
  }

  end(): void {
    const [first] = this.#closeSpans(Number.POSITIVE_INFINITY) ? this.#open : []
    if (first !== undefined) this.#breakAt(first, 'no hash follows it: it was inserted, or the hash was removed')
  }

  #goOn(hash: string): void {
    this.report.entries += this.#open.length
    this.report.head = hash
    this.report.headFound ||= hash === this.#noted
    this.#commit = new CommitHash(hash)
    this.#open = []
  }

  /** Ends the spans before that number. */
  #closeSpans(before: number): boolean {
    for (let [span] = this.#spans; span !== undefined && span.last < before; [span] = this.#spans) {
      const { first, last, time } = span
      if (this.#commit.end() !== span.digest) {
        const explanation = 'the entries that were thinned have been changed, inserted or removed since'
        this.report.broken = { first, last, timestamp: new Date(time).toISOString(), explanation }
        return false
      }
      this.#goOn(span.head)
      this.after = last
      this.#spans.shift()
    }
    return true
  }

  #breakAt(entry: StoredEntry, explanation: string): false {
    const [first = entry] = this.#open
    const timestamp = new Date(first.time).toISOString()
    this.report.broken = { first: first.number, last: Math.max(first.number, entry.number), timestamp, explanation }
    return false
  }
}

export const placeOf = ({ first, last, timestamp }: Break): string =>
  `${first === last ? `the entry ${first}` : `one of the entries ${first} to ${last}`} (${timestamp})`
