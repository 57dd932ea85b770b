import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '../../db/connection'
import { migrate, migrationsFolder } from '../../db/migrate'
import { config } from '../../src/config'
import { prepareDatabase } from '../../src/core/maintenance/prepare-database'
import { missingKeys } from '../../src/core/maintenance/required-keys'
import { addressIndex, openAddress } from '../../src/lib/addresses'
import { keysFolder, reloadKeys } from '../../src/lib/keyring'
import { openQueued } from '../../src/lib/mail/queries'
import { Fixture } from '../support/storage/fixture'

let fixture: Fixture
let connection: ReturnType<typeof openWriter>
beforeEach(() => {
  rmSync(keysFolder(), { recursive: true, force: true })
  reloadKeys()
  fixture = new Fixture()
  connection = openWriter(fixture.file, 'normal', false)
})
afterEach(() => {
  connection.sqlite.close()
  return fixture.remove()
})

const FORMER = 'the key of the version before, long enough'
const formerHash = (purpose: string, text: string) =>
  new Bun.CryptoHasher('sha256', FORMER).update(`${purpose}\0${text}`).digest('base64url')

type Address = { id: string; emailIndex: string; emailSealed: string }
const identities = () =>
  connection.sqlite
    .query<Address, []>('SELECT id, email_index AS emailIndex, email_sealed AS emailSealed FROM identities ORDER BY id')
    .all()

/** A database as the version before the keyring left it, with `people` in it. */
function asBefore(people: number): void {
  const folder = migrationsFolder()
  const names = readdirSync(folder).sort()
  const until = names.findIndex((name) => name.includes('sealed-addresses'))
  const files = names.slice(0, until).map((name) => [name.slice(0, -4), readFileSync(join(folder, name), 'utf8')])
  migrate(connection.sqlite, fixture.migrations(Object.fromEntries(files)))
  const { sqlite } = connection
  for (let at = 0; at < people; at++)
    sqlite.run("INSERT INTO identities (id, email, created_at, updated_at) VALUES (?, ?, '', '')", [
      `id-${at}`,
      `7${at}@campus.edu`,
    ])
  sqlite.run(
    "INSERT INTO pending_signups (id, token_hash, email, otp_hash, otp_expires_at, created_at, expires_at) VALUES ('s', 't', '8@campus.edu', ?, '9', '', '9')",
    [formerHash('otp', 's\x00123456')],
  )
  sqlite.run("INSERT INTO retained_sanctions VALUES (?, 'x', 'block', '', NULL, '')", [
    formerHash('sanction', '9@campus.edu'),
  ])
  sqlite.run(
    "INSERT INTO college_requests (id, name, email_domain, city, state, requested_by_email, created_at, updated_at) VALUES ('c', 'C', 'c.edu', '', '', 'dean@c.edu', '', ''), ('erased', 'C', 'd.edu', '', '', '', '', '')",
  )
  sqlite.run(
    "INSERT INTO mail_queue (id, addressee, subject, text, html, next_attempt_at, created_at) VALUES ('m', '70@campus.edu', 'Removed', 'Your \"post\"', '<p>Your post</p>', '', '')",
  )
  if (people > 0) sqlite.run("INSERT INTO identity_links VALUES ('https://idp', '7000000001', 'id-0', '')")
  writeFileSync(join(config.dataDir, 'secret'), FORMER)
  migrate(sqlite, migrationsFolder())
}

test('clear addresses are sealed, in any number, and hashes of before stay valid', async () => {
  asBefore(1203)
  await prepareDatabase(connection)
  const rows = identities()
  expect(rows).toHaveLength(1203)
  for (const row of [rows[0]!, rows[700]!, rows.at(-1)!]) {
    const email = `7${row.id.slice(3)}@campus.edu`
    expect([await openAddress(row), row.emailIndex]).toEqual([email, addressIndex(email)])
  }
  expect(rows.filter((row) => `${row.emailIndex}${row.emailSealed}`.includes('clear'))).toEqual([])
  const [signup] = connection.sqlite.query('SELECT * FROM pending_signups').all()
  expect(signup).toMatchObject({
    email_indexes: addressIndex('8@campus.edu'),
    email_domain: 'campus.edu',
    otp_hash: `${missing().current}.${formerHash('otp', 's\x00123456')}`,
  })
  const [college, erased] = connection.sqlite
    .query<{ id: string; i: string; s: string }, []>(
      'SELECT id, requester_index AS i, requester_sealed AS s FROM college_requests ORDER BY id',
    )
    .all()
  expect([await openAddress({ id: 'c', emailSealed: college?.s ?? '' }), college?.i]).toEqual([
    'dean@c.edu',
    addressIndex('dean@c.edu'),
  ])
  expect(erased).toEqual({ id: 'erased', i: '', s: '' })
  const mail = connection.sqlite.query<{ id: string; sealed: string; i: string }, []>(
    'SELECT id, sealed, addressee_index AS i FROM mail_queue',
  )
  expect([openQueued(mail.get()!), mail.get()?.i]).toEqual([
    { to: '70@campus.edu', subject: 'Removed', text: 'Your "post"', html: '<p>Your post</p>' },
    addressIndex('70@campus.edu'),
  ])
  expect(connection.sqlite.query('SELECT subject_index FROM identity_links').values()).toEqual([
    [`${missing().current}.${formerHash('sanction-subject', 'https://idp\x007000000001')}`],
  ])
  // What is retained of a deleted account still meets the next one of that email.
  expect(connection.sqlite.query('SELECT key FROM retained_sanctions').values()).toEqual([
    [addressIndex('9@campus.edu')],
  ])
  expect(existsSync(join(config.dataDir, 'secret'))).toBe(false)
})

const missing = () => ({ current: addressIndex('').split('.')[0] })

test('a key that values were made with and that is gone is missed, until it is put back', async () => {
  asBefore(2)
  await prepareDatabase(connection)
  const elsewhere = `${keysFolder()}-elsewhere`
  cpSync(keysFolder(), elsewhere, { recursive: true })
  rmSync(keysFolder(), { recursive: true })
  reloadKeys()
  await expect(prepareDatabase(connection)).rejects.toThrow(
    /The key [0-9a-f]{8} is missing.*accounts \(2\).*import FILE/,
  )
  // Nothing new was made that could be taken for the right one.
  expect(existsSync(keysFolder())).toBe(false)
  expect(missingKeys(connection.sqlite)).toHaveLength(1)
  cpSync(elsewhere, keysFolder(), { recursive: true })
  rmSync(elsewhere, { recursive: true })
  await prepareDatabase(connection)
  expect(await openAddress(identities()[0]!)).toBe('70@campus.edu')
})

test('a key that nothing needs any more may go', async () => {
  migrate(connection.sqlite, migrationsFolder())
  await prepareDatabase(connection)
  rmSync(keysFolder(), { recursive: true })
  await prepareDatabase(connection)
  expect(connection.sqlite.query('SELECT count(*) AS n FROM server_keys').get()).toEqual({ n: 2 })
})

test('a copy of the database opens nothing', async () => {
  asBefore(2)
  await prepareDatabase(connection)
  expect(readFileSync(fixture.file).includes('campus.edu')).toBe(true)
  for (const text of ['70@campus.edu', '71@campus.edu', 'dean@', '7000000001', 'Your "post"', 'clear:', FORMER])
    expect(readFileSync(fixture.file).includes(text)).toBe(false)
  expect(new Database(fixture.file, { readonly: true }).query('SELECT * FROM server_keys').all()).toHaveLength(1)
})
