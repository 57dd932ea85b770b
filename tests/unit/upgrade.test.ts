import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openWriter } from '../../db/connection'
import { migrate, migrationsFolder } from '../../db/migrate'
import { Storage } from '../../db/storage'
import { checkKeys } from '../../src/cli/checks/keys'
import { config } from '../../src/config'
import { subjectIndexes } from '../../src/core/access/sanctions'
import { scrubAttempts } from '../../src/core/audit/scrub'
import { verifyChain } from '../../src/core/audit/verify'
import { prepareDatabase } from '../../src/core/maintenance/prepare-database'
import { missingKeys } from '../../src/core/maintenance/required-keys'
import { addressIndex, openAddress } from '../../src/lib/addresses'
import { keysFolder, reloadKeys } from '../../src/lib/keyring'
import { matchesStoredHash, tokenHash } from '../../src/lib/keys'
import { openQueued } from '../../src/lib/mail/queries'
import { Fixture } from '../support/storage/fixture'
import {
  ADDRESSES,
  DELETED_ADDRESS,
  FORMER_KEY,
  migrationsBefore,
  SUBJECT,
  TOKEN,
  writeVersionBefore,
} from '../support/version-before'

// From the version before, with rows in every table, to this one.

let fixture: Fixture
let connection: Connection
beforeEach(() => {
  rmSync(keysFolder(), { recursive: true, force: true })
  reloadKeys()
  fixture = new Fixture()
})
afterEach(() => {
  connection.sqlite.close()
  return fixture.remove()
})

type Row = Record<string, unknown>

/** The tables of a program, without those of the full-text index. */
const tablesOf = (sqlite: Database): string[] =>
  sqlite
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name <> '_migrations'
        AND name NOT GLOB 'user_name_trigram*' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name)

const rowsOf = (sqlite: Database, table: string): Row[] => sqlite.query<Row, []>(`SELECT * FROM "${table}"`).all()

/** Leaves a database as the version before did, with more accounts where they are wanted, and returns its rows. */
function asBefore(more = 0): Record<string, Row[]> {
  const sqlite = new Database(fixture.file, { create: true, strict: true })
  writeVersionBefore(sqlite, fixture.migrations(migrationsBefore()))
  const insert = sqlite.prepare("INSERT INTO identities (id, email, created_at, updated_at) VALUES (?1, ?1, '', '')")
  sqlite.transaction(() => {
    for (let at = 0; at < more; at++) insert.run(`7${at}@campus.edu`)
  })()
  sqlite.run(`INSERT INTO college_requests (id, name, email_domain, city, state, requested_by_email, created_at, updated_at)
    VALUES ('erased', 'C', 'd.edu', '', '', '', '2026-03-04T05:06:07.890Z', '')`)
  const rows = Object.fromEntries(tablesOf(sqlite).map((table) => [table, rowsOf(sqlite, table)]))
  sqlite.close()
  writeFileSync(join(config.dataDir, 'secret'), FORMER_KEY)
  return rows
}

/** Opens the database as a start of the server does. */
async function upgrade(): Promise<void> {
  const storage = new Storage()
  const report = (error: unknown) => expect(error).toBeUndefined()
  await storage.open({ file: fixture.file, synchronous: 'normal', prepare: prepareDatabase, report })
  await storage.write(scrubAttempts)
  await storage.close()
  connection = openWriter(fixture.file, 'normal', false)
}

/** What an upgrade changes in rows of before, as `expectUpgraded` states. Every other value stays. */
const CHANGED: Record<string, string[]> = {
  audit_log: ['entity_id', 'actor_id', 'request_id', 'hash'],
  college_requests: ['requested_by_email', 'created_at', 'updated_at'],
  identities: ['email', 'email_verified_at'],
  identity_links: ['subject'],
  login_codes: ['email_key', 'otp_hash'],
  mail_queue: ['addressee', 'subject', 'text', 'html'],
  pending_signups: ['email', 'otp_hash'],
  retained_sanctions: ['email_key'],
  session_tokens: ['expires_at'],
  sessions: ['expires_at'],
  user_names: ['number'],
  users: ['created_at', 'updated_at'],
}

/** The rows without the values that change. In an order that does not depend on them. */
const unchanged = (rows: Row[], columns: string[]): string[] =>
  rows.map((row) => JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))).sort()

const one = (table: string, where: string): Row =>
  connection.sqlite.query<Row, []>(`SELECT * FROM ${table} WHERE ${where}`).get() ?? {}

const addressOf = (id: string) => {
  const { email_index, email_sealed } = one('identities', `id = '${id}'`)
  return { id, emailIndex: `${email_index}`, emailSealed: `${email_sealed}` }
}

/** All that must be so after an upgrade, however it went. */
async function expectUpgraded(before: Record<string, Row[]>): Promise<void> {
  const { sqlite } = connection
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !CHANGED[table]?.includes(column))
    // The log has one entry more: that it was scrubbed.
    const after = rowsOf(sqlite, table).filter(({ action }) => action !== 'quad:scrubbed:log')
    expect([table, unchanged(after, columns)]).toEqual([table, unchanged(rows, columns)])
  }
  for (const row of before.identities ?? []) {
    const address = addressOf(`${row.id}`)
    expect([await openAddress(address), address.emailIndex]).toEqual([`${row.email}`, addressIndex(`${row.email}`)])
  }
  const signup = one('pending_signups', 'true')
  expect(matchesStoredHash(`${signup.otp_hash}`, 'otp', `${signup.id}\x00123456`)).toBe(true)
  expect(signup).toMatchObject({ email_indexes: addressIndex(ADDRESSES.signingUp), email_domain: 'campus.edu' })
  expect(await openAddress({ id: `${signup.id}`, emailSealed: `${signup.email_sealed}` })).toBe(ADDRESSES.signingUp)
  expect(matchesStoredHash(`${one('login_codes', 'true').email_key}`, 'login-code', ADDRESSES.ann)).toBe(true)
  expect(one('college_requests', "id = 'erased'")).toMatchObject({ requester_index: '', requester_sealed: '' })
  const request = one('college_requests', "id = 'request'")
  expect(request).toMatchObject({
    requester_index: addressIndex(ADDRESSES.dean),
    created_at: '2026-03-04T05:06:00.000Z',
  })
  expect(await openAddress({ id: `${request.id}`, emailSealed: `${request.requester_sealed}` })).toBe(ADDRESSES.dean)
  const mail = one('mail_queue', 'true')
  expect(openQueued({ id: `${mail.id}`, sealed: `${mail.sealed}` })).toEqual({
    to: ADDRESSES.ben,
    subject: 'Removed',
    text: 'Your "post"',
    html: '<p>Your post</p>',
  })
  expect(one('identity_links', 'true').subject_index).toBe(subjectIndexes(SUBJECT)[0]!)
  expect(one('retained_sanctions', 'true')).toMatchObject({ key: addressIndex(DELETED_ADDRESS) })
  // The cookie of before still signs in, but not for longer than 90 days, and proves nothing for a sensitive act.
  const token = one('session_tokens', `hash = '${tokenHash(TOKEN)}'`)
  expect(token.expires_at).toBe('2026-06-02T05:06:07.890Z')
  expect(one('sessions', `id = '${token.session_id}'`)).toMatchObject({
    expires_at: '2026-06-02T05:06:07.890Z',
    authenticated_at: null,
  })
  expect(one('users', "id = 'ann'")).toMatchObject({
    created_at: '2026-03-01T00:00:00.000Z',
    updated_at: '2026-03-04T00:00:00.000Z',
  })
  expect(verifyChain(connection)).toMatchObject({ broken: undefined, older: 1 })
  const attempts = "action IN ('user:failed:login', 'admin:searched:address')"
  expect(sqlite.query(`SELECT DISTINCT entity_id FROM audit_log WHERE ${attempts}`).values()).toEqual([[null]])
  expect([...checkKeys(connection)].map(({ verdict }) => verdict)).toEqual(['ok'])
  expect(sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  expect(sqlite.query('PRAGMA foreign_key_check').values()).toEqual([])
  expect(sqlite.query("SELECT rowid FROM user_name_trigrams WHERE name MATCH 'otter'").values()).toHaveLength(2)
  expect(existsSync(join(config.dataDir, 'secret'))).toBe(false)
}

test('an upgrade keeps every row, in any number, and no file has a clear address', async () => {
  const before = asBefore(1200)
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
  const clear = [...Object.values(ADDRESSES), SUBJECT.subject, 'Your "post"', FORMER_KEY]
  const found = () => clear.filter((text) => readdirSync(fixture.dir).some((name) => holds(name, text)))
  expect(found()).toEqual(clear.slice(0, -1))
  await upgrade()
  await expectUpgraded(before)
  expect(found()).toEqual([])
})

const holds = (name: string, text: string): boolean => {
  const file = join(fixture.dir, name)
  return name.startsWith('test.db') && readFileSync(file).includes(text)
}

test('a key that values were made with and that is gone is missed, until it is put back; one that nothing needs may go', async () => {
  asBefore()
  await upgrade()
  const elsewhere = `${keysFolder()}-elsewhere`
  renameSync(keysFolder(), elsewhere)
  await expect(prepareDatabase(connection)).rejects.toThrow(
    /The key [0-9a-f]{8} is missing.*accounts \(2\).*import FILE/,
  )
  // Nothing new was made that could be taken for the right one.
  expect(existsSync(keysFolder())).toBe(false)
  expect(missingKeys(connection.sqlite)).toHaveLength(1)
  renameSync(elsewhere, keysFolder())
  await prepareDatabase(connection)
  expect(await openAddress(addressOf('id-ann'))).toBe(ADDRESSES.ann)

  const empty = openWriter(`${fixture.file}.empty`, 'normal', false)
  migrate(empty.sqlite, migrationsFolder())
  await prepareDatabase(empty)
  rmSync(keysFolder(), { recursive: true })
  await prepareDatabase(empty)
  expect(empty.sqlite.query('SELECT count(*) AS n FROM server_keys').get()).toEqual({ n: 2 })
  empty.sqlite.close()
})

class Killed extends Error {}

/** Throws at that step: each is committed or not. */
function dying({ sqlite, orm }: Connection, at: number): { connection: Connection; steps: () => number } {
  let steps = 0
  const step = () => {
    steps++
    if (steps >= at) throw new Killed()
  }
  const observed = new Proxy(sqlite, {
    get(target, name: keyof Database) {
      const value = target[name]
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (name === 'run' || name === 'transaction') step()
        return Reflect.apply(value, target, args)
      }
    },
  })
  return { connection: { sqlite: observed, orm }, steps: () => steps }
}

/** Nothing is synced: a process that is killed leaves to the system what it has written. */
function opened(): Connection {
  const made = openWriter(fixture.file, 'normal', false)
  made.sqlite.run('PRAGMA synchronous = OFF')
  return made
}

test('a process that is killed in its first start loses nothing at any step, and the next one finishes', async () => {
  const before = asBefore()
  const migrated = openWriter(fixture.file, 'normal', false)
  migrate(migrated.sqlite, migrationsFolder())
  migrated.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  migrated.sqlite.close()
  const image = readFileSync(fixture.file)
  let deaths = 0
  for (let at = 1, isDead = true; isDead; at++) {
    rmSync(keysFolder(), { recursive: true, force: true })
    writeFileSync(join(config.dataDir, 'secret'), FORMER_KEY)
    // A new file, not the former one with other bytes: connections that are closed later share what they know of it.
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${fixture.file}${suffix}`, { force: true })
    writeFileSync(fixture.file, image)
    const first = opened()
    const killed = dying(first, at)
    await prepareDatabase(killed.connection).catch((error) => {
      if (!(error instanceof Killed)) throw error
    })
    isDead = killed.steps() >= at
    if (isDead) deaths++
    // A process that dies leaves no transaction open.
    if (first.sqlite.inTransaction) first.sqlite.run('ROLLBACK')
    first.sqlite.close()
    connection = opened()
    await prepareDatabase(connection)
    await expectUpgraded(before)
    if (isDead) connection.sqlite.close()
  }
  expect(deaths).toBeGreaterThan(5)
})
