import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createDecipheriv } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { allKeys, encryptionKey, keysFolder, reloadKeys } from '../../src/lib/crypto/keys'
import { addressIndexes } from '../../src/lib/net/addresses'
import { formsOf, probes, type Seen } from '../support/actors'
import { ask, enroll, mailTo, PASSWORD, signIn } from '../support/joining'
import { borrowKeys, quad, start, temporaryFolder } from '../support/operator'
import { mailFiles } from '../support/outbox'
import { Browser, CAMPUS_VARIABLES } from '../support/program'

// The operator of the machine: has every file, every key and the environment. A campus of its own, as the server leaves
// it on disk: first with the server's own key, then with an offline one, then with its own again.

const REASON = 'A court has asked for it'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
const identityFile = join(folder.path, 'identity')
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
writeFileSync(identityFile, identity)
const environment = {
  BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/weak-hashes.ts')}`,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  ...CAMPUS_VARIABLES,
}
const offline = { ...environment, ADDRESS_RECIPIENT: recipient }

/** Joined under the server's own key: Ann signs in never again, Ben after the way back. */
const [ann, ben] = ['2026000007@campus.edu', '2026000014@campus.edu']
/** Joined under the offline key. */
const cat = '2026000021@campus.edu'
/** Has not finished the sign-up. */
const dan = '2026000028@campus.edu'
/** Has asked for a college. */
const eve = '7000000001@hill.edu'
const everybody = [ann, ben, cat, dan, eve]

type Stored = { table: string; id: string; sealed: string }

/** Every sealed value of the database. */
function storedValues(): Stored[] {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
  const columns = database
    .query<{ table: string; column: string }, []>(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND c.name GLOB '*sealed'`,
    )
    .all()
  const values = columns.flatMap(({ table, column }) =>
    database.query<Stored, []>(`SELECT '${table}' AS "table", id, ${column} AS sealed FROM ${table}`).all(),
  )
  database.close()
  return values
}

/** Every key on a sealed value: as the server uses it, and as the passphrase of an age file. */
async function openedByKeys({ id, sealed }: Stored): Promise<string[]> {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  const opened: string[] = []
  for (const key of allKeys()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey(key), bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-16))
      opened.push(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString())
    } catch {}
    try {
      const decrypter = new Decrypter()
      decrypter.addPassphrase(key.secret)
      opened.push(Buffer.from(await decrypter.decrypt(new Uint8Array(bytes))).toString())
    } catch {}
  }
  return opened
}

const withKeys = (values: readonly Stored[]): Promise<Seen[]> =>
  Promise.all(values.map(async (value) => ({ where: value.table, text: JSON.stringify(await openedByKeys(value)) })))

function files(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => files(join(path, name))) : [path]
}

const everyFile = (): Seen[] =>
  files(dataDir).map((file) => ({ where: file.slice(dataDir.length), text: readFileSync(file, 'latin1') }))

const addressesIn = ({ text }: Seen) => everybody.filter((email) => formsOf(email).some((form) => text.includes(form)))

/** What the server keeps of an address under its own key. */
const sealedOf = (email: string, values: readonly Stored[]): string | undefined => {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
  const query = database.query<{ id: string }, [string]>('SELECT id FROM identities WHERE email_index = ?')
  const id = addressIndexes(email).flatMap((index) => query.get(index)?.id ?? [])[0]
  database.close()
  return values.find((value) => value.id === id)?.sealed
}

/** Runs a server, makes its mails older than an hour, and returns its log. */
async function during(variables: Record<string, string>, act: (origin: string) => Promise<void>): Promise<string> {
  const server = await start(variables)
  try {
    await act(server.url)
  } finally {
    server.signal('SIGTERM')
    await server.exited
  }
  const before = (Date.now() - 2 * 3_600_000) / 1000
  for (const file of mailFiles(dataDir)) utimesSync(file, before, before)
  return server.said()
}

type Revealed = { email: string | null; sealed: string }
let revealed: Revealed

/** People and the superadmin do what they do, under the offline key. */
async function useOffline(origin: string): Promise<Revealed> {
  const browser = await enroll(origin, dataDir, cat)
  const { user } = await ask(browser, 'auth/me')
  await ask(new Browser(origin), 'auth/registration/initialize', { email: dan, password: PASSWORD })
  const college = { name: 'Hill College', emailDomain: 'hill.edu', city: 'Hilltown', state: 'Iowa' }
  await ask(new Browser(origin), 'colleges/requests', { ...college, requestedByEmail: eve })

  const byCode = new Browser(origin)
  await ask(byCode, 'auth/otp/login/send', { email: cat })
  await ask(byCode, 'auth/otp/login/verify', { email: cat, otp: await mailTo(dataDir, cat) })
  await ask(new Browser(origin), 'auth/password/forgot', { email: cat })
  const token = await mailTo(dataDir, cat, /reset#([\w-]{43})/)
  await ask(new Browser(origin), 'auth/password/reset', { token, newPassword: `${PASSWORD} again` })
  const root = await signIn(origin, environment.ADMIN_EMAIL)
  return ask(root, `admin/users/${user.id}/reveal-email`, { reason: REASON })
}

let ownKey: Stored[]
let underOffline: Stored[]
let filesOffline: Seen[]
let logOffline: string
let ownKeyOpened: Seen[]

beforeAll(async () => {
  await during(environment, async (origin) => {
    for (const email of [ann, ben]) await enroll(origin, dataDir, email)
  })
  borrowKeys(dataDir)
  ownKey = storedValues()
  ownKeyOpened = await withKeys(ownKey)
  logOffline = await during({ ...offline, LOG_LEVEL: 'debug' }, async (origin) => {
    revealed = await useOffline(origin)
  })
  // A start removes old mails.
  await during(offline, async () => {})
  underOffline = storedValues()
  filesOffline = everyFile()
}, 240_000)
afterAll(() => {
  folder.remove()
  rmSync(keysFolder(), { recursive: true, force: true })
  reloadKeys()
})

probes('the operator of the machine', () => ({
  'every key on every sealed value': {
    tries: 'each key of the machine on each sealed value of an offline key',
    look: () => withKeys(underOffline),
    learns: addressesIn,
    // The values of the time before: with the server's own key nothing can be hidden.
    plant: () => ownKeyOpened,
  },
  'every file': {
    tries: 'the database, its logs, limits, outbox and keys, for addresses in any usual form',
    look: async () => filesOffline,
    learns: addressesIn,
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text}…${Buffer.from(cat).toString('hex')}` })),
  },
  'what the own key sealed before': {
    tries: 'the former values of the addresses in every file: overwritten when the offline key took over',
    look: async () => filesOffline,
    learns: ({ text }) => ownKey.filter(({ sealed }) => sealed !== '' && text.includes(sealed)).map(({ id }) => id),
    plant: (seen) => [...seen, { where: 'the database of before', text: ownKey.map(({ sealed }) => sealed).join() }],
  },
  'the environment and the log': {
    tries: 'the variables of the server, and all that it logs at the level debug while people sign up and in',
    look: async () => [
      { where: 'environment', text: JSON.stringify(offline) },
      { where: 'log', text: logOffline },
    ],
    learns: addressesIn,
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text} ${ann}` })),
  },
}))

test('with the server’s own key nothing can be hidden: its keys open every address', () => {
  expect(ownKeyOpened.flatMap(addressesIn)).toEqual(expect.arrayContaining([ann, ben]))
})

test('all that is sealed at rest under an offline key is its holder’s', async () => {
  const values = underOffline.filter(({ sealed }) => sealed !== '')
  expect(new Set(values.map(({ table }) => table))).toEqual(
    new Set(['identities', 'pending_signups', 'college_requests']),
  )
  expect(values.filter(({ sealed }) => !sealed.startsWith(`age-${recipient.slice(-8)}.`))).toEqual([])
  const input = values.map(({ sealed }) => sealed).join('\n')
  const { stdout } = await quad(['unseal', '--identity', identityFile], {}, input)
  expect(stdout.trim().split('\n').sort()).toEqual([...everybody, environment.ADMIN_EMAIL].sort())
})

test('the keys confirm an address that the operator guesses, and no more', () => {
  expect(sealedOf(cat, underOffline)).toStartWith('age-')
  expect(sealedOf('2026000022@campus.edu', underOffline)).toBeUndefined()
})

test('a reveal answers what the identity opens and nothing else does', async () => {
  const { email, sealed } = revealed
  expect(email).toBeNull()
  expect((await quad(['unseal', '--identity', identityFile, sealed], {})).stdout).toBe(`${cat}\n`)
  const other = join(folder.path, 'other')
  writeFileSync(other, await generateX25519Identity())
  const refused = await quad(['unseal', '--identity', other, sealed], {})
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(await openedByKeys({ table: 'identities', id: '', sealed })).toEqual([])
})
