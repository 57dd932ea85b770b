import { getTableColumns } from 'drizzle-orm'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, orNull, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'

const ENTRY = getTableColumns(auditLog)
/** The columns of an entry without its hash. */
export type StoredEntry = Omit<Raw<typeof ENTRY>, 'hash'>

const NUMBERED_ENTRY = { ...ENTRY, number: INTEGER }
/** `number` is the row number. */
export type NumberedEntry = Raw<typeof NUMBERED_ENTRY>

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
    // A column that is younger than the chain: entries without it keep their hash.
    ...(entry.subjectHash === null ? [] : [entry.subjectHash]),
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

const columnByName = sqlStatement("SELECT name FROM pragma_table_info('audit_log') WHERE name = $name", {
  returns: { name: TEXT },
  params: { name: TEXT },
})

/** Whether the database has a version that chains its log. */
export const isChained = (db: Connection): boolean => columnByName(db).get({ name: 'hash' }) !== undefined

/** Whether it also has the columns that this version verifies. */
export const isVerifiable = (db: Connection): boolean => columnByName(db).get({ name: 'is_listed' }) !== undefined

const newestNumber = sqlStatement('SELECT max(rowid) AS number FROM audit_log', {
  returns: { number: orNull(INTEGER) },
})

/**
 * The last hash, to be noted outside the database: a rewritten log cannot reproduce it. `entries` is how many were ever
 * written: rows are numbered, a rollback frees its numbers, and the last row is never thinned.
 */
export function auditHead(db: Connection): { head: string | null; entries: number } {
  return { head: chainHead(db), entries: newestNumber(db).get()?.number ?? 0 }
}

const entryWithHash = sqlStatement('SELECT rowid AS number FROM audit_log WHERE rowid = $number AND hash = $hash', {
  returns: { number: INTEGER },
  params: { number: INTEGER, hash: TEXT },
})

/** Whether the entry of that number has that hash: then a copy that ends with it is one of this database. */
export const hasEntry = (db: Connection, number: number, hash: string): boolean =>
  entryWithHash(db).get({ number, hash }) !== undefined
