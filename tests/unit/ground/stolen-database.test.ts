import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { makeBackup } from '../../../src/keeping/backups/make'
import { allKeys, type Key, keyedHash } from '../../../src/lib/crypto/keys'
import { administrator, BLOCK, openQuad, sanction, signUp, student, Visitor } from '../../support/kit'

// Whoever holds quad.db or a backup, without the keys, tries every enrolment number. What can be computed without a key
// is looked for in every value of the file.

const close = await openQuad()
afterAll(close)

const NUMBERS = 100_000
const emailOf = (number: number) => `7000${String(number).padStart(6, '0')}@campus.edu`

/** Every text of every table, and its parts: hashes stand alone or behind the id of their key. */
function valuesOf(file: Database): Set<string> {
  const tables = file.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const values = new Set<string>()
  for (const { name } of tables)
    for (const row of file.query(`SELECT * FROM "${name}"`).values())
      for (const value of row.flat()) {
        if (typeof value !== 'string') continue
        for (const part of [value, ...value.split(/[\s."',{}:[\]]+/)]) values.add(part)
      }
  return values
}

/** What can be computed of an address without a key: the text and its digests, by itself or as the server hashes. */
function* guesses(number: number): Generator<string> {
  const email = emailOf(number)
  const local = email.slice(0, email.indexOf('@'))
  for (const text of [email, local]) yield text
  for (const text of [email, local, `sanction\0${email}`]) {
    const digest = new Bun.CryptoHasher('sha256').update(text).digest()
    yield digest.toString('base64url')
    yield digest.toString('hex')
    yield digest.toString('base64')
  }
}

function matches(values: Set<string>, guessesOf: (number: number) => Iterable<string>, numbers = NUMBERS): number[] {
  const found: number[] = []
  for (let number = 0; number < numbers; number++)
    for (const guess of guessesOf(number))
      if (values.has(guess)) {
        found.push(number)
        break
      }
  return found
}

const withKeys = (keys: readonly Pick<Key, 'secret'>[]) => (number: number) =>
  keys.map((key) => keyedHash('sanction', emailOf(number), key))

test('100,000 enrolment numbers match nothing in a stolen database or backup; with the key they do', async () => {
  await Promise.all([11, 222, 33_333].map((number) => student({ email: emailOf(number) })))
  const gone = await student({ email: emailOf(444) })
  await sanction(gone.id, BLOCK)
  await gone.delete('auth/account')
  await new Visitor().post('auth/registration/initialize', { email: emailOf(5), password: 'seventeen brave herons' })
  await new Visitor().post('auth/otp/login/send', { email: emailOf(11) })
  await signUp({ email: emailOf(66_666) })
  await administrator()

  // What is in the database is in a backup of it, and nothing else.
  const stolen = join(config.dataDir, 'stolen')
  mkdirSync(stolen)
  const main = new Database(storage.reader.sqlite.filename)
  main.run('VACUUM INTO ?', [join(stolen, 'quad.db')])
  main.close()
  await makeBackup(stolen, join(stolen, 'backup.tar'))
  const archive = await unpackTar(readFileSync(join(stolen, 'backup.tar')))
  expect(archive.map(({ header }) => header.name)).toEqual(['manifest.json', 'quad.db'])
  const copy = Database.deserialize(archive[1]?.data ?? new Uint8Array())
  const values = valuesOf(copy)
  expect(values.size).toBeGreaterThan(200)

  expect(matches(values, guesses)).toEqual([])
  // As if what the file offers was the key.
  const offered = [...values].filter((value) => /^[0-9a-f]{8}$/.test(value)).map((secret) => ({ secret }))
  expect(matches(values, withKeys(offered), 1000)).toEqual([])
  // The script finds what there is: accounts, a sign-up, and the ban of the account that is gone.
  expect(matches(values, withKeys(allKeys()))).toEqual([5, 11, 222, 444, 33_333, 66_666])
  // And a leak, if there were one.
  expect(matches(new Set([emailOf(777)]), guesses, 1000)).toEqual([777])
})
