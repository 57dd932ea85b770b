import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from '../support/program'
import { unzip } from '../support/unzip'
import { type Account, makeCampus } from './history/campus'
import { finished } from './history/unfinished'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { type Server, startServer } from './server'

// What an account asks for, and the server does in steps, while a kill interrupts it.

const KILLS = isLong ? 40 : 3
const POSTS = 40
const LATEST_KILL_MS = 150
/** SQLite leaves a few in the free part of pages that it moved rows from: docs/decisions/0022. */
const MOST_RESIDUE = 0.05

/** A word that is in no other text. */
const wordOf = (kill: number, post: number) => `zq${kill}xv${post}kw`
const wordsOf = (kill: number) => Array.from({ length: POSTS }, (_, post) => wordOf(kill, post))

async function signedIn({ url }: Server, { email, password }: Account): Promise<Browser> {
  const browser = new Browser(url)
  await browser.post('/api/v1/auth/login', { email, password })
  return browser
}

/** Of each of some students, who has written, something is asked, and soon after the server is killed. */
async function killedSoon(
  fault: string,
  ask: (browser: Browser) => Promise<Response>,
  judge: (given: {
    dataDir: string
    student: Account
    kill: number
    isAnswered: boolean
    before: number
    rows: (text: string, ...values: string[]) => string[]
  }) => Promise<string[]>,
  judgeAll: (given: { dataDir: string; folder: string; rows: (text: string) => string[] }) => string[],
) {
  using folder = scratchFolder()
  const done = reporting(`killed: ${fault}`)
  const random = new Random(fault)
  const { dataDir, students } = await makeCampus(join(folder.path, 'data'), 40)
  const problems: string[] = []
  let acknowledged = 0
  const rows = (text: string, ...values: string[]) => {
    using sqlite = new Database(join(dataDir, 'quad.db'), { readonly: true })
    return sqlite
      .query<object, string[]>(`SELECT ${text}`)
      .all(...values)
      .map((row) => String(Object.values(row)[0]))
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const student = students[kill]!
    await using server = await startServer({ dataDir })
    const browser = await signedIn(server, student)
    for (const word of wordsOf(kill))
      await browser.post('/api/v1/posts', { title: `Post ${word}`, content: `Of ${word} alone`, topic: 'Showcase' })
    const before = rows('id FROM posts WHERE author_id = ?', student.userId).length
    expect(before).toBeGreaterThanOrEqual(POSTS)
    const response = ask(browser).then(
      ({ ok }) => ok,
      () => false,
    )
    await Bun.sleep(random.below(LATEST_KILL_MS))
    await server.kill()
    const isAnswered = await response
    if (isAnswered) acknowledged++
    const found = await judge({ dataDir, student, kill, isAnswered, before, rows })
    problems.push(...found.map((problem) => `${kill}: ${problem}`))
  }
  problems.push(...judgeAll({ dataDir, folder: folder.path, rows }))
  done({ runs: KILLS, acknowledged, problems })
}

test(`an account whose deletion a kill interrupts is there as a whole, or gone (SEED=${seed})`, async () => {
  const gone: number[] = []
  await killedSoon(
    'deletion of an account',
    (browser) => browser.delete('/api/v1/auth/account'),
    async ({ dataDir, student: { userId }, kill, isAnswered, before, rows }) => {
      const counts = () => [
        rows('id FROM users WHERE id = ?', userId).length,
        rows('id FROM posts WHERE author_id = ?', userId).length,
      ]
      const isWhole = rows('1 FROM deletions').length === 0 && counts()[0] === 1
      if (!isWhole) gone.push(kill)
      await using next = await startServer({ dataDir })
      await finished(dataDir, next)
      await next.stop()
      const isRight = Bun.deepEquals(counts(), isWhole ? [1, before] : [0, 0]) && !(isWhole && isAnswered)
      return isRight ? [] : [`${counts().join(' and ')} are left`]
    },
    ({ dataDir, folder }) => {
      // A stop need not have moved the whole log.
      const [file, copy] = [join(dataDir, 'quad.db'), join(folder, 'copy.db')]
      const log = new Database(file)
      log.run('PRAGMA wal_checkpoint(TRUNCATE)')
      log.run('VACUUM INTO ?', [copy])
      log.close(true)
      const words = gone.flatMap(wordsOf)
      const left = (path: string) => {
        const bytes = readFileSync(path)
        return words.filter((word) => bytes.includes(word))
      }
      return [
        ...left(copy).map((word) => `a table or an index has ${word}`),
        ...(left(file).length > words.length * MOST_RESIDUE ? [`the file has ${left(file)}`] : []),
      ]
    },
  )
})

test(`a copy of one’s data whose making a kill interrupts is made at the next start (SEED=${seed})`, async () => {
  await killedSoon(
    'copy of one’s data',
    (browser) => browser.post('/api/v1/users/me/export', {}),
    async ({ dataDir, student, kill, isAnswered, rows }) => {
      if (!isAnswered) return []
      await using next = await startServer({ dataDir })
      while (rows('state FROM exports WHERE user_id = ?', student.userId).includes('waiting')) await Bun.sleep(20)
      const file = await (await signedIn(next, student)).get('/api/v1/users/me/export/file')
      const text = file.ok ? unzip(Buffer.from(await file.arrayBuffer()))[1]?.text : undefined
      await next.stop()
      const missing = wordsOf(kill).filter((word) => text?.includes(`Of ${word} alone`) !== true)
      return missing.map((word) => `${word} is missing (${file.status})`)
    },
    ({ dataDir, rows }) => {
      const known = rows('id FROM exports')
      const files = readdirSync(join(dataDir, 'exports'))
      return files.filter((file) => !known.includes(file.replace('.age', ''))).map((file) => `nobody owns ${file}`)
    },
  )
})
