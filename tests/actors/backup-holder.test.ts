import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
})
