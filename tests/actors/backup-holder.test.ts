import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join as path } from 'node:path'
import { newWords } from '../support/content'
import { ask, join, PASSWORD } from '../support/joining'
import { quad, start, temporaryFolder } from '../support/operator'
import { mailFiles } from '../support/outbox'
import { type Browser, CAMPUS_VARIABLES } from '../support/program'
import { until } from '../support/until'

// Whoever holds a backup or a copy of the database. A campus of its own, as the server and the commands leave it on disk.

const DELETED = 8
const STAYING = 3
/** A first-year class in the college's numbering; who steals a database tries them all. */
const NUMBERS = 100_000
const FIRST_NUMBER = 2_026_000_000
const REMAINING_TEXT = 'The lamp by the boathouse stays on'

const folder = temporaryFolder()
const dataDir = path(folder.path, 'data')
const backup = path(folder.path, 'campus.tar')
const environment = {
  SYNCHRONOUS: 'normal',
  BUN_OPTIONS: `--preload=${path(import.meta.dir, '../support/weak-hashes.ts')}`,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  ...CAMPUS_VARIABLES,
}
afterAll(folder.remove)

type Secret = { what: string; text: string }

/** What no file may hold when the server has stopped. */
const secrets: Secret[] = []
const emails: string[] = []
/** The names under which each wrote once more. */
const aliases: string[] = []

/** Joins, and writes a text everywhere. */
async function enroll(origin: string, email: string, text: string): Promise<{ browser: Browser; username: string }> {
  const browser = await join(origin, dataDir, email)
  const { user } = await ask(browser, 'users/me')
  const { post } = await ask(browser, 'posts', { title: text, content: `${text}, ${newWords()}`, topic: 'Ask Campus' })
  await ask(browser, `comments/post/${post.id}`, { content: `${text}, I add`, parentCommentId: null })
  const aliased = await ask(browser, 'posts', {
    title: text,
    content: `${text}, ${newWords()}`,
    topic: 'Ask Campus',
    alias: true,
  })
  aliases.push(aliased.post.postedBy.username)
  await ask(browser, 'feedbacks', { type: 'bug', title: text, content: `${text}, as feedback` })
  return { browser, username: user.username }
}

beforeAll(async () => {
  const began = performance.now()
  const server = await start(environment)
  const startsIn = performance.now() - began
  for (let n = 0; n < DELETED + STAYING; n++) {
    const email = `${FIRST_NUMBER + 7 * n}@campus.edu`
    const stays = n >= DELETED
    const text = stays ? REMAINING_TEXT : `Secret ${newWords()}`
    const { browser, username } = await enroll(server.url, email, `${text} ${newWords()}`)
    emails.push(email)
    const tokens = [...browser.cookies].filter(([name]) => name.includes('token')).map(([, token]) => token)
    secrets.push({ what: 'an address', text: email })
    for (const token of tokens) secrets.push({ what: 'a token', text: token })
    if (stays) continue
    secrets.push({ what: 'a text', text }, { what: 'a pseudonym', text: username })
    secrets.push({ what: 'an alias', text: aliases.at(-1) ?? '' })
    const response = await browser.delete('/api/v1/auth/account')
    if (!response.ok) throw new Error(await response.text())
  }
  secrets.push({ what: 'an address', text: environment.ADMIN_EMAIL }, { what: 'a password', text: PASSWORD })
  server.signal('SIGTERM')
  await server.exited
  // Mail of the last hour may stay; this is from before.
  const before = (Date.now() - 2 * 3_600_000) / 1000
  for (const file of mailFiles(dataDir)) utimesSync(file, before, before)
  hastenEndings(1500 + 3 * startsIn)
  const again = await start(environment)
  await until(async () => hasEnded(), 'the end of the aliases of deleted accounts')
  again.signal('SIGTERM')
  await again.exited
  for (const name of readdirSync(path(dataDir, 'keys')))
    secrets.push({ what: 'a key', text: readFileSync(path(dataDir, 'keys', name), 'utf8').trim() })
  const made = await quad(['backup', backup], environment)
  if (made.status !== 0) throw new Error(made.stderr)
}, 240_000)

/** The aliases of deleted accounts go within the hour; what is due before the server has started is put off as long. */
function hastenEndings(ms: number) {
  const database = new Database(path(dataDir, 'quad.db'), { readwrite: true })
  expect(database.query('SELECT count(*) AS n FROM alias_endings').get()).toEqual({ n: DELETED })
  expect(database.query('SELECT count(*) AS n FROM aliases').get()).toEqual({ n: STAYING })
  database.run('UPDATE alias_endings SET due_at = ?', [new Date(Date.now() + ms).toISOString()])
  database.close()
}

function hasEnded() {
  using database = new Database(path(dataDir, 'quad.db'), { readonly: true })
  const left = database.query<{ n: number }, []>("SELECT count(*) AS n FROM users WHERE status = 'ALIAS'").get()
  return left?.n === STAYING
}

function files(at: string): string[] {
  if (!statSync(at).isDirectory()) return [at]
  return readdirSync(at).flatMap((name) => (name === 'keys' ? [] : files(path(at, name))))
}

/** What of the secrets the bytes hold, as UTF-8 and as UTF-16. */
const secretsIn = (bytes: Buffer) =>
  secrets
    .filter(({ text }) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')))
    .map(({ what, text }) => `${what}: ${text}`)

describe('whoever holds a backup or a copy of the database', () => {
  test('finds no address, deleted text, token, password or key in any file', () => {
    const looked = [...files(dataDir), backup]
    expect(looked.some((file) => file.endsWith('quad.db'))).toBe(true)
    for (const file of looked) expect([file, secretsIn(readFileSync(file))]).toEqual([file, []])
    console.log(`a backup's holder | strings | ${looked.length} files | ${secrets.length} secrets sought | nothing`)
    // That it looks at the right files, and would find them.
    expect(readFileSync(path(dataDir, 'quad.db')).includes(REMAINING_TEXT)).toBe(true)
    expect(readFileSync(backup).includes(REMAINING_TEXT)).toBe(true)
    for (const { what, text } of secrets)
      expect(secretsIn(Buffer.concat([readFileSync(backup), Buffer.from(`…${text}…`)]))).toContain(`${what}: ${text}`)
  })
  test('the outbox holds no mail older than an hour', () => {
    expect(readdirSync(path(dataDir, 'outbox'))).toEqual([])
  })
  test('tries 100,000 numbers, and nothing matches without the key', async () => {
    const values = new Set(storedValues(path(dataDir, 'quad.db')))
    expect(values.size).toBeGreaterThan(100)
    const matches = (derive: (email: string) => string[]): number => {
      let found = 0
      for (let n = FIRST_NUMBER; n < FIRST_NUMBER + NUMBERS; n++)
        if (derive(`${n}@campus.edu`).some((form) => values.has(form))) found++
      return found
    }
    expect(matches(guesses)).toBe(0)
    console.log(`a backup's holder | ${NUMBERS} numbers | ${values.size} values | nothing matches`)
    // With a leak of the plainest kind it finds the ones who are there, and with the key everybody who stays.
    for (const email of emails.slice(DELETED)) values.add(createHash('sha256').update(email).digest('hex'))
    expect(matches(guesses)).toBe(STAYING)
    const { keyedHashes } = await withKeysOf(dataDir)
    expect(emails.filter((email) => keyedHashes(email).some((index) => values.has(index)))).toHaveLength(STAYING)
  })
})

/** What somebody without a key derives from an address: plain digests in the usual encodings, bare and with what is known. */
function guesses(email: string) {
  const digest = createHash('sha256').update(email).digest()
  return [email, digest.toString('hex'), digest.toString('base64url'), digest.toString('base64')]
}

/** Every text in the database, and its parts between dots. */
function storedValues(file: string) {
  const database = new Database(file, { readonly: true })
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .all()
  const values = tables.flatMap(({ name }) =>
    database
      .query<Record<string, unknown>, []>(`SELECT * FROM "${name}"`)
      .all()
      .flatMap((row) => Object.values(row))
      .filter((value): value is string => typeof value === 'string'),
  )
  database.close()
  return values.flatMap((value) => [value, ...value.split('.')])
}

/** The indexes of an address under the keys that are beside the database, as the server derives them. */
async function withKeysOf(directory: string): Promise<{ keyedHashes: (email: string) => string[] }> {
  const child = Bun.spawn(
    [
      process.execPath,
      '-e',
      `const { addressIndexes } = await import('./src/lib/addresses')
       for (const email of process.argv.slice(1)) console.log(JSON.stringify([email, addressIndexes(email)]))`,
      ...emails,
    ],
    { cwd: path(import.meta.dir, '../..'), env: { PATH: process.env.PATH ?? '', DATA_DIR: directory }, stdout: 'pipe' },
  )
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  const indexes = new Map(lines.map((line) => JSON.parse(line) as [string, string[]]))
  return { keyedHashes: (email) => indexes.get(email) ?? [] }
}
