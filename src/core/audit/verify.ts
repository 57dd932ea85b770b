import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { isListed } from './actions'
import { entryHash, type NumberedEntry, originDigest, type StoredEntry } from './chain'
import { hasCountsOfDay } from './close-days'
import { type ThinnedSpan, thinnedSpans } from './spans'

type Break = { id: string; timestamp: string; action: string; explanation: string }
export type ChainReport = {
  /** Verified entries, and how many of them are older than the chain. */
  entries: number
  older: number
  /** The hash that the next entry continues. */
  head: string | null
  /** Whether a verified entry has the given `head`. */
  headFound: boolean
  broken: Break | undefined
}

type VerifyOptions = {
  /** How many entries are read, and verified, at once. */
  batch?: number
  /** Verifies only this many of the newest entries and trusts the one before them. */
  newest?: number
  /** A hash that was noted earlier. */
  head?: string | undefined
  progress?: (done: number, total: number) => void
}

/** Of nothing that waits. */
const BATCH = 2_000

const entriesAfter = sqlStatement(
  `SELECT rowid AS number, ${selectList(getTableColumns(auditLog))}
  FROM audit_log WHERE rowid > $after ORDER BY rowid LIMIT $limit`,
  { returns: { ...getTableColumns(auditLog), number: INTEGER }, params: { after: INTEGER, limit: INTEGER } },
)

/** Entries by row number. */
export const readEntriesAfter = (db: Connection, after: number, limit: number): NumberedEntry[] =>
  entriesAfter(db).all({ after, limit })

/**
 * Verifies the log from its oldest entry on, and stops at the first one that breaks the chain. The entries of a thinned
 * span are chained anew: the last of them must have the hash that the span's checkpoint names, and after the span the
 * chain goes on from the hash that the span ended with before.
 */
export function verifyChain(db: Connection, options: VerifyOptions = {}): ChainReport {
  const steps = verifySteps(db, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, with a stop after each batch. Nothing may thin the log meanwhile; entries may be added. */
export function* verifySteps(
  db: Connection,
  { newest, head, progress, batch = BATCH }: VerifyOptions = {},
): Generator<void, ChainReport> {
  const { first, last } = rowRange(db)
  const spans = thinnedSpans(db)
  const begin = Math.min(first, spans[0]?.first ?? first) - 1
  const start = newest === undefined ? begin : Math.max(begin, last - newest)
  const open = spans.filter((span) => span.last > start)
  const initial = hashAfter(db, spans, start)
  const report: ChainReport = { entries: 0, older: 0, head: initial, headFound: false, broken: undefined }
  let after = start
  const closeSpans = (before: number): ThinnedSpan | undefined => {
    for (let span = open[0]; span !== undefined && span.last < before; span = open[0]) {
      if (report.head !== span.digest) return span
      if (span.head === head) report.headFound = true
      report.head = span.head
      after = span.last
      open.shift()
    }
    return undefined
  }
  for (;;) {
    const entries = readEntriesAfter(db, after, batch)
    for (const entry of entries) {
      const altered = closeSpans(entry.number)
      if (altered !== undefined) return { ...report, broken: explainSpan(altered) }
      const thinning = open[0] !== undefined && open[0].first <= entry.number ? open[0] : undefined
      const missing = (thinning ? Math.max(thinning.first - 1, after) : entry.number - 1) - after
      const explanation =
        explainBreak(entry, report.head, missing) ??
        (hasCountsOfDay(db, entry) ? undefined : 'the counts of that day were changed')
      if (explanation !== undefined) {
        const { id, timestamp, action } = entry
        return { ...report, broken: { id, timestamp, action, explanation } }
      }
      report.entries++
      if (entry.hash === null) report.older++
      else if (entry.hash === head) report.headFound = true
      report.head = entry.hash
      after = entry.number
    }
    if (entries.length > 0) progress?.(Math.min(after - start, last - start), last - start)
    if (entries.length === batch) {
      yield
      continue
    }
    const altered = closeSpans(Number.POSITIVE_INFINITY)
    return altered === undefined ? report : { ...report, broken: explainSpan(altered) }
  }
}

const firstAndLast = sqlStatement(
  'SELECT (SELECT min(rowid) FROM audit_log) AS first, (SELECT max(rowid) FROM audit_log) AS last',
  { returns: { first: orNull(INTEGER), last: orNull(INTEGER) } },
)

function rowRange(db: Connection): { first: number; last: number } {
  const { first, last } = firstAndLast(db).get() ?? { first: null, last: null }
  return { first: first ?? 1, last: last ?? 0 }
}

const hashBetween = sqlStatement(
  'SELECT hash FROM audit_log WHERE rowid BETWEEN $first AND $last ORDER BY rowid DESC LIMIT 1',
  { returns: { hash: auditLog.hash }, params: { first: INTEGER, last: INTEGER } },
)

/** The hash that the entry after row `number` continues. */
export function hashAfter(db: Connection, spans: readonly ThinnedSpan[], number: number): string | null {
  const span = spans.find(({ first, last }) => first <= number && number <= last)
  if (span?.last === number) return span.head
  const row = hashBetween(db).get({ first: span?.first ?? number, last: number })
  // Nothing is left of the beginning of the span.
  return row === undefined && span !== undefined ? hashAfter(db, spans, span.first - 1) : (row?.hash ?? null)
}

const explainSpan = ({ id, timestamp }: ThinnedSpan): Break => ({
  id,
  timestamp,
  action: 'quad:thinned:log',
  explanation: 'the entries that it thinned have been changed, inserted or removed since',
})

/** Why the entry does not continue the chain after `previous`. */
export function explainBreak(entry: NumberedEntry, previous: string | null, missing: number): string | undefined {
  if (entry.hash === null)
    return previous === null ? undefined : 'it has no hash, but the entry before it has: it was inserted or stripped'
  if (entry.hash !== entryHash(previous, entry))
    return missing > 0
      ? `${missing.toLocaleString('en')} entries before it are missing`
      : 'it was changed, inserted or moved, or an entry before it was removed'
  if ((entry.isListed === 1) !== isListed(entry.action)) return 'it was hidden or made visible'
  return hasOriginOfDigest(entry) ? undefined : 'its network address or browser was changed'
}

/** A blanked origin cannot be verified any more; the hash still protects its digest. */
function hasOriginOfDigest({ ip, userAgent, originSalt, originDigest: digest }: StoredEntry): boolean {
  if (originSalt === null) return ip === null && userAgent === null
  return digest === originDigest(originSalt, ip, userAgent)
}
