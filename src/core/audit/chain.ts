import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

/** An entry as its columns hold it, apart from the hash. */
export type StoredEntry = Omit<typeof auditLog.$inferSelect, 'hash'>

const NUMBERED = { ...getTableColumns(auditLog), number: INTEGER }
type Numbered = Raw<typeof NUMBERED>

/** What the first entry follows. */
const NOTHING = ''

const sha256 = (fields: (string | null)[]): string => Bun.CryptoHasher.hash('sha256', JSON.stringify(fields), 'hex')

/** SHA-256 of the hash before it and of all that the entry says; where it came from is in it by its digest alone. */
export function entryHash(previous: string | null, entry: StoredEntry): string {
  return sha256([
    previous ?? NOTHING,
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

/** Without the salt, which is blanked with what it covers, nobody can try all addresses against the digest. */
export function originDigest(salt: string, ip: string | null, userAgent: string | null): string {
  return sha256([salt, ip, userAgent])
}

const HASH = { hash: auditLog.hash }
const newest = sqlStatement('SELECT hash FROM audit_log ORDER BY rowid DESC LIMIT 1', { returns: HASH })

/** The hash that the next entry follows: of the last entry, null where there is none or it is older than the chain. */
export function chainHead(db: Connection): string | null {
  return newest(db).get()?.hash ?? null
}

const ends = sqlStatement(
  'SELECT (SELECT min(rowid) FROM audit_log) AS first, (SELECT max(rowid) FROM audit_log) AS last',
  { returns: { first: orNull(INTEGER), last: orNull(INTEGER) } },
)

/** Rows are numbered without gaps, for nothing is deleted and what is undone gives its number back. */
function span(db: Connection): { first: number; last: number } {
  const { first, last } = ends(db).get() ?? { first: null, last: null }
  return { first: first ?? 1, last: last ?? 0 }
}

const column = sqlStatement("SELECT name FROM pragma_table_info('audit_log') WHERE name = 'hash'", {
  returns: { name: TEXT },
})

/** Whether the database is of a version that chains its log. */
export function isChained(db: Connection): boolean {
  return column(db).get() !== undefined
}

/** What is worth noting elsewhere: whoever rewrites the log cannot bring this hash about. */
export function auditHead(db: Connection): { head: string | null; entries: number } {
  const { first, last } = span(db)
  return { head: chainHead(db), entries: last - first + 1 }
}

type Break = { id: string; timestamp: string; action: string; explanation: string }
export type ChainReport = {
  /** Entries that were looked at, and how many of them are older than the chain. */
  entries: number
  older: number
  head: string | null
  /** Whether one of them has the hash that was asked for. */
  found: boolean
  broken: Break | undefined
}

type Looking = {
  /** Only the newest entries, this many; the one before them is taken as it is. */
  newest?: number
  /** A hash that was noted earlier. */
  head?: string | undefined
  progress?: (done: number, total: number) => void
}

/** How many entries are in memory at once. */
const AT_ONCE = 2_000

const following = sqlStatement(
  `SELECT rowid AS number, ${selectList(getTableColumns(auditLog))}
  FROM audit_log WHERE rowid > $after ORDER BY rowid LIMIT $limit`,
  { returns: NUMBERED, params: { after: INTEGER, limit: INTEGER } },
)

/** Walks the log in the order of its writing, up to the first entry that breaks the chain. */
export function verifyChain(db: Connection, { newest: most, head, progress }: Looking = {}): ChainReport {
  const { first, last } = span(db)
  const start = most === undefined ? first - 1 : Math.max(first - 1, last - most)
  const report: ChainReport = { entries: 0, older: 0, head: hashOf(db, start), found: false, broken: undefined }
  for (let after = start; ; ) {
    const entries = following(db).all({ after, limit: AT_ONCE })
    for (const entry of entries) {
      const explanation = flawOf(entry, report.head, entry.number - after - 1)
      if (explanation !== undefined) {
        const { id, timestamp, action } = entry
        return { ...report, broken: { id, timestamp, action, explanation } }
      }
      report.entries++
      if (entry.hash === null) report.older++
      else if (entry.hash === head) report.found = true
      report.head = entry.hash
      after = entry.number
    }
    if (entries.length > 0) progress?.(Math.min(after - start, last - start), last - start)
    if (entries.length < AT_ONCE) return report
  }
}

const numbered = sqlStatement('SELECT hash FROM audit_log WHERE rowid = $number', {
  returns: HASH,
  params: { number: INTEGER },
})

const hashOf = (db: Connection, number: number): string | null => numbered(db).get({ number })?.hash ?? null

function flawOf(entry: Numbered, previous: string | null, missing: number): string | undefined {
  if (entry.hash === null)
    return previous === null ? undefined : 'it has no hash, though those before it have: it was put there or stripped'
  if (entry.hash !== entryHash(previous, entry))
    return missing > 0
      ? `${missing.toLocaleString('en')} before it are missing`
      : 'it was changed, put there or moved, or one before it was taken away'
  return originFits(entry) ? undefined : 'the address or the browser it came from was changed'
}

/** Blanked with its salt, an origin cannot be checked any more; the digest stays what it was by the hash. */
function originFits({ ip, userAgent, originSalt, originDigest: digest }: StoredEntry): boolean {
  if (originSalt === null) return ip === null && userAgent === null
  return digest === originDigest(originSalt, ip, userAgent)
}
