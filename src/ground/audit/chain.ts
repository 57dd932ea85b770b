import { randomBytes } from 'node:crypto'
import { auditLog } from '../../../db/schema/audit'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { actionNumber, OWN_BELOW } from './actions'
import { newestNumber, type StoredEntry } from './entries'

/** Bytes are no text that looks like them. */
const plain = (packed: Uint8Array | string | null) => (packed instanceof Uint8Array ? [packed.toHex()] : packed)

export type SealedEntry = Omit<StoredEntry, 'agent' | 'hash' | 'salt'>

/** SHA-256 of the hash of the commit before it, its entries and its salt. */
export class CommitHash {
  readonly #hasher = new Bun.CryptoHasher('sha256')

  constructor(previous: string | null) {
    this.#hasher.update(previous ?? '')
  }

  add(entry: SealedEntry): void {
    const { number, time, action, role, entityType, failed, platform, ip, userAgent, detail } = entry
    const ids = [plain(entry.actor), plain(entry.entity), plain(entry.request)]
    this.#hasher.update(
      JSON.stringify([number, time, action, role, entityType, failed, platform, ip, userAgent, detail, ids]),
    )
  }

  end(salt: Uint8Array | null = null): string {
    if (salt !== null) this.#hasher.update(salt)
    return this.#hasher.digest('hex')
  }
}

const SEALED = pick(auditLog, 'number', 'hash')

/** The last entry with a hash, up to that number. Of a thinned span, no entry has one. */
export function sealUntil(db: Connection, until = Number.MAX_SAFE_INTEGER): { number: number; hash: string | null } {
  const found = sql(SEALED)`
    SELECT number, hash FROM audit_log WHERE hash IS NOT NULL AND number <= ${until} ORDER BY number DESC LIMIT 1`.get(
    db,
  )
  return { number: found?.number ?? 0, hash: found?.hash?.toHex() ?? null }
}

/** Before COMMIT: chains the entries, as they are read, to the commit before; that is read: other processes write, too. */
export function seal(db: Connection, entries: readonly SealedEntry[]): void {
  const commit = new CommitHash(sealUntil(db).hash)
  for (const entry of entries) commit.add(entry)
  const salt = new Uint8Array(randomBytes(16))
  const hash = Uint8Array.fromHex(commit.end(salt))
  sql`UPDATE audit_log SET hash = ${hash}, salt = ${salt} WHERE number = ${entries.at(-1)?.number ?? 0}`.run(db)
}

/** The hash of the commit that wrote the entry; where that was thinned, of a later one. */
export const hashOfCommit = (db: Connection, number: number): string | undefined =>
  sql(pick(auditLog, 'hash'))`
    SELECT hash FROM audit_log WHERE hash IS NOT NULL AND number >= ${number} ORDER BY number LIMIT 1`
    .get(db)
    ?.hash?.toHex()

/** The last hash, to be noted outside the database: a rewritten log cannot reproduce it. */
export function auditHead(db: Connection): { head: string | null; entries: number } {
  return { head: sealUntil(db).hash, entries: newestNumber(db) }
}

/** If so, a copy that ends with it is one of this database. */
export const hasEntry = (db: Connection, number: number, hash: string): boolean =>
  sql(pick(auditLog, 'number'))`
    SELECT number FROM audit_log WHERE number = ${number} AND hash = ${Uint8Array.fromHex(hash)}`.get(db) !== undefined

/**
 * Whole commits that were thinned, as the entry of the thinning names them: the checkpoint. `head` is the hash of the last
 * of them, which the next commit continues; `digest` is that of the entries that are left, after the hash before them.
 */
export type ThinnedSpan = { first: number; last: number; head: string; digest: string; time: number }

const CHECKPOINT = { time: INTEGER, first: INTEGER, last: INTEGER, head: TEXT, digest: TEXT }
const CHECKPOINTS = raw(`SELECT time, detail ->> '$.metadata.first' AS first, detail ->> '$.metadata.last' AS last,
    detail ->> '$.metadata.head' AS head, detail ->> '$.metadata.digest' AS digest
  FROM audit_log INDEXED BY audit_log_own WHERE action < ${OWN_BELOW} AND action = ${actionNumber('quad:thinned:log')}
  ORDER BY number`)

/** In the order of writing: the clock may have been ahead. One that was tampered with breaks the chain itself. */
export const thinnedSpans = (db: Connection): ThinnedSpan[] => sql(CHECKPOINT)`${CHECKPOINTS}`.all(db)

export const newestSpan = (db: Connection): ThinnedSpan | undefined =>
  sql(CHECKPOINT)`${CHECKPOINTS} DESC LIMIT 1`.get(db)
