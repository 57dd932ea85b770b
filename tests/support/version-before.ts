import type { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationsFolder } from '../../db/migrate'
import { entryHash, type StoredEntry } from '../../src/core/audit/chain'

// A database of the version before sealed addresses: one statement or more for every table.

/** The last migration of that version. */
const LAST_MIGRATION = '0006_languages'

/** The only key of that version, in `DATA_DIR/secret`. */
export const FORMER_KEY = 'the key of the version before, long enough'

const formerHash = (purpose: string, text: string) =>
  new Bun.CryptoHasher('sha256', FORMER_KEY).update(`${purpose}\0${text}`).digest('base64url')

export const ADDRESSES = {
  ann: '2026000007@campus.edu',
  ben: '2026000014@campus.edu',
  signingUp: '2026000021@campus.edu',
  dean: 'the.dean@hill.edu',
} as const

/** Of a deleted account: only a keyed hash of it is left. */
export const DELETED_ADDRESS = '2026000028@campus.edu'

export const SUBJECT = { issuer: 'https://idp.example', subject: '7000000001' }

/** Of the session of a browser. */
export const TOKEN = 'a-token-of-a-browser-that-signed-in-before'

const AT = '2026-03-04T05:06:07.890Z'
const LATER = '2027-03-04T05:06:07.890Z'

const VALUES: Record<string, string> = {
  ...{ ...ADDRESSES, ...SUBJECT, at: AT, later: LATER },
  token: new Bun.CryptoHasher('sha256').update(TOKEN).digest('base64url'),
  loginCode: formerHash('login-code', ADDRESSES.ann),
  otp: formerHash('otp', 'x\x00123456'),
  signupOtp: formerHash('otp', 'signup\x00123456'),
  sanction: formerHash('sanction', DELETED_ADDRESS),
}

const entry = (id: string, action: string, about: Partial<StoredEntry>): StoredEntry => ({
  id,
  timestamp: AT,
  action,
  entityType: 'user',
  ...{ entityId: null, actorId: null, actorRole: 'anonymous', status: 'success', platform: 'web', isListed: 0 },
  ...{ ip: null, userAgent: null, requestId: null, before: null, after: null, reason: null, metadata: null },
  ...{ originSalt: null, originDigest: null, subjectHash: null },
  ...about,
})

/** The audit log; the first entry is older than its chain. */
const LOG: readonly StoredEntry[] = [
  entry('entry-1', 'user:login:password', { entityId: 'ann', actorId: 'ann', actorRole: 'user' }),
  entry('entry-2', 'user:created:post', { entityType: 'post', entityId: 'post', actorId: 'ann', actorRole: 'user' }),
  entry('entry-3', 'user:failed:login', { entityId: 'ann', status: 'failure', requestId: 'a-request' }),
  entry('entry-4', 'admin:searched:address', { entityId: 'ann', actorId: 'ben', actorRole: 'admin' }),
  entry('entry-5', 'admin:changed:role', { entityId: 'ben', actorId: 'ben', actorRole: 'admin' }),
]

/** The program's migrations by their tags, in their order. */
export function programMigrations(): Record<string, string> {
  const folder = migrationsFolder()
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(names.sort().map((name) => [name.slice(0, -4), readFileSync(join(folder, name), 'utf8')]))
}

/** The migrations that the version before had. */
export const migrationsBefore = (): Record<string, string> =>
  Object.fromEntries(Object.entries(programMigrations()).filter(([tag]) => tag <= LAST_MIGRATION))

/** Leaves a database as that version did; `migrations` is a folder with its migrations. */
export function writeVersionBefore(sqlite: Database, migrations: string) {
  // Deleted rows were not overwritten, so that clear values stay in free pages.
  sqlite.run('PRAGMA journal_mode = WAL')
  migrate(sqlite, migrations)
  const rows = readFileSync(join(import.meta.dir, 'version-before.sql'), 'utf8')
  sqlite.run(rows.replace(/\{(\w+)\}/g, (_, name) => VALUES[name] ?? ''))
  let previous: string | null = null
  for (const [at, row] of LOG.entries()) {
    // The first is older than the chain.
    const hash: string | null = at === 0 ? null : entryHash(previous, row)
    previous = hash
    insertEntry(sqlite, { ...row, hash })
  }
}

function insertEntry(sqlite: Database, row: Record<string, unknown>) {
  const columns = sqlite
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('audit_log')")
    .all()
    .map(({ name }) => name)
  const values = columns.map((column) => (row[camel(column)] ?? null) as string | null)
  sqlite.run(`INSERT INTO audit_log (${columns.join()}) VALUES (${columns.map(() => '?').join()})`, values)
}

const camel = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
