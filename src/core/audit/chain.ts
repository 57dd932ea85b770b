import { randomBytes } from 'node:crypto'
import { auditLog } from '../../../db/schema/audit'
import { INTEGER, pick, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { newestNumber, readEntriesAfter, type StoredEntry } from './entries'

const asText = (_: string, value: unknown): unknown => (value instanceof Uint8Array ? [value.toHex()] : value)

/** The hash of a commit: SHA-256 of the hash before it, its entries and its salt. */
export class CommitHash {
  readonly #hasher = new Bun.CryptoHasher('sha256')

  constructor(previous: string | null) {
    this.#hasher.update(previous ?? '')
  }

  add(entry: StoredEntry): void {
    const { number, time, action, actor, role, entityType, entity, failed, platform, request } = entry
    const fields = [number, time, action, actor, role, entityType, entity, failed, platform, request]
    this.#hasher.update(JSON.stringify([...fields, entry.ip, entry.userAgent, entry.detail], asText))
  }

  end(salt: Uint8Array | null = null): string {
    if (salt !== null) this.#hasher.update(salt)
    return this.#hasher.digest('hex')
  }
}

const SEAL = pick(auditLog, 'number', 'hash')
const newestSeal = sqlStatement(
  'SELECT number, hash FROM audit_log WHERE hash IS NOT NULL AND number <= $until ORDER BY number DESC LIMIT 1',
  { returns: SEAL, params: { until: INTEGER } },
)

/** The last entry with a hash, up to that number. Of a thinned span, no entry has one. */
export function sealUntil(db: Connection, until = Number.MAX_SAFE_INTEGER): { number: number; hash: string | null } {
  const { number = 0, hash = null } = newestSeal(db).get({ until }) ?? {}
  return { number, hash: hash?.toHex() ?? null }
}

const setSeal = sqlStatement('UPDATE audit_log SET hash = $hash, salt = $salt WHERE number = $number', {
  params: pick(auditLog, 'number', 'hash', 'salt'),
})

/**
 * Before COMMIT: chains what the transaction wrote, from its first entry on, to the commit before. What it reads is what
 * the database has: other processes write, too, and callbacks of the batch may have been rolled back.
 */
export function seal(db: Connection, first: number): void {
  const commit = new CommitHash(sealUntil(db).hash)
  const entries = readEntriesAfter(db, first - 1, -1)
  for (const entry of entries) commit.add(entry)
  const salt = new Uint8Array(randomBytes(16))
  setSeal(db).run({ number: entries.at(-1)?.number ?? first, hash: Uint8Array.fromHex(commit.end(salt)), salt })
}

const hashFrom = sqlStatement(
  'SELECT hash FROM audit_log WHERE hash IS NOT NULL AND number >= $number ORDER BY number LIMIT 1',
  { returns: pick(auditLog, 'hash'), params: pick(auditLog, 'number') },
)

/** The hash of the commit that wrote the entry; where that was thinned, of a later one. */
export const hashOfCommit = (db: Connection, number: number): string | undefined =>
  hashFrom(db).get({ number })?.hash?.toHex()

/** The last hash, to be noted outside the database: a rewritten log cannot reproduce it. */
export function auditHead(db: Connection): { head: string | null; entries: number } {
  return { head: sealUntil(db).hash, entries: newestNumber(db) }
}

const entryWithHash = sqlStatement('SELECT number FROM audit_log WHERE number = $number AND hash = $hash', {
  returns: pick(auditLog, 'number'),
  params: SEAL,
})

/** Whether the entry of that number has that hash: then a copy that ends with it is one of this database. */
export const hasEntry = (db: Connection, number: number, hash: string): boolean =>
  entryWithHash(db).get({ number, hash: Buffer.from(hash, 'hex') }) !== undefined
