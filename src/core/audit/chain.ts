import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

/** The columns of an entry without its hash. */
export type StoredEntry = Omit<typeof auditLog.$inferSelect, 'hash'>

const NUMBERED_ENTRY = { ...getTableColumns(auditLog), number: INTEGER }
type NumberedEntry = Raw<typeof NUMBERED_ENTRY>

/** Stands for the hash before the first entry. */
const NO_HASH = ''

const sha256 = (fields: (string | null)[]): string => Bun.CryptoHasher.hash('sha256', JSON.stringify(fields), 'hex')

/** SHA-256 of the previous hash and of the entry. Its origin enters by the digest alone, so that it can be blanked. */
export function entryHash(previous: string | null, entry: StoredEntry): string {
  return sha256([
    previous ?? NO_HASH,
    entry.id,
    entry.timestamp,
    entry.action,
    entry.entityType,
    entry.entityId,
    entry.actorId,
    entry.actorRole,
    entry.status,
    entry.originDigest,
    entry.requestId,
    entry.platform,
    entry.before,
    entry.after,
    entry.reason,
    entry.metadata,
  ])
}

/** The salt is blanked together with the address: without it, nobody can find the address by trying all of them. */
export function originDigest(salt: string, ip: string | null, userAgent: string | null): string {
  return sha256([salt, ip, userAgent])
}

const HASH = { hash: auditLog.hash }
const newestHash = sqlStatement('SELECT hash FROM audit_log ORDER BY rowid DESC LIMIT 1', { returns: HASH })

/** The hash of the last entry; null when the log is empty or that entry is older than the chain. */
export function chainHead(db: Connection): string | null {
  return newestHash(db).get()?.hash ?? null
}

const firstAndLast = sqlStatement(
  'SELECT (SELECT min(rowid) FROM audit_log) AS first, (SELECT max(rowid) FROM audit_log) AS last',
  { returns: { first: orNull(INTEGER), last: orNull(INTEGER) } },
)

/** Row numbers have no gaps: entries are never deleted, and a rollback frees its numbers. */
function rowRange(db: Connection): { first: number; last: number } {
  const { first, last } = firstAndLast(db).get() ?? { first: null, last: null }
  return { first: first ?? 1, last: last ?? 0 }
}

const hashColumn = sqlStatement("SELECT name FROM pragma_table_info('audit_log') WHERE name = 'hash'", {
  returns: { name: TEXT },
})

/** Whether the database has a version that chains its log. */
export function isChained(db: Connection): boolean {
  return hashColumn(db).get() !== undefined
}

/** The last hash, to be noted outside the database: a rewritten log cannot reproduce it. */
export function auditHead(db: Connection): { head: string | null; entries: number } {
  const { first, last } = rowRange(db)
  return { head: chainHead(db), entries: last - first + 1 }
}

type Break = { id: string; timestamp: string; action: string; explanation: string }
export type ChainReport = {
  /** Verified entries, and how many of them are older than the chain. */
  entries: number
  older: number
  head: string | null
  /** Whether a verified entry has the given `head`. */
  headFound: boolean
  broken: Break | undefined
}

type VerifyOptions = {
  /** Verifies only this many of the newest entries and trusts the one before them. */
  newest?: number
  /** A hash that was noted earlier. */
  head?: string | undefined
  progress?: (done: number, total: number) => void
}

/** How many entries are in memory at once. */
const BATCH = 2_000

const entriesAfter = sqlStatement(
  `SELECT rowid AS number, ${selectList(getTableColumns(auditLog))}
  FROM audit_log WHERE rowid > $after ORDER BY rowid LIMIT $limit`,
  { returns: NUMBERED_ENTRY, params: { after: INTEGER, limit: INTEGER } },
)

/** Verifies the log from its oldest entry on, and stops at the first one that breaks the chain. */
export function verifyChain(db: Connection, { newest, head, progress }: VerifyOptions = {}): ChainReport {
  const { first, last } = rowRange(db)
  const start = newest === undefined ? first - 1 : Math.max(first - 1, last - newest)
  const report: ChainReport = { entries: 0, older: 0, head: hashAt(db, start), headFound: false, broken: undefined }
  for (let after = start; ; ) {
    const entries = entriesAfter(db).all({ after, limit: BATCH })
    for (const entry of entries) {
      const explanation = explainBreak(entry, report.head, entry.number - after - 1)
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
    if (entries.length < BATCH) return report
  }
}

const hashByNumber = sqlStatement('SELECT hash FROM audit_log WHERE rowid = $number', {
  returns: HASH,
  params: { number: INTEGER },
})

const hashAt = (db: Connection, number: number): string | null => hashByNumber(db).get({ number })?.hash ?? null

function explainBreak(entry: NumberedEntry, previous: string | null, missing: number): string | undefined {
  if (entry.hash === null)
    return previous === null ? undefined : 'it has no hash, but the entry before it has: it was inserted or stripped'
  if (entry.hash !== entryHash(previous, entry))
    return missing > 0
      ? `${missing.toLocaleString('en')} entries before it are missing`
      : 'it was changed, inserted or moved, or an entry before it was removed'
  return hasOriginOfDigest(entry) ? undefined : 'its network address or browser was changed'
}

/** A blanked origin cannot be verified any more; the hash still protects its digest. */
function hasOriginOfDigest({ ip, userAgent, originSalt, originDigest: digest }: StoredEntry): boolean {
  if (originSalt === null) return ip === null && userAgent === null
  return digest === originDigest(originSalt, ip, userAgent)
}
