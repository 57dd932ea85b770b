import { Database } from 'bun:sqlite'
import { test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from '../support/program'
import { makeCampus } from './history/campus'
import { finished } from './history/unfinished'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { startServer } from './server'

const KILLS = isLong ? 40 : 3
const POSTS = 40
const LATEST_KILL_MS = 150
/** SQLite leaves a few in the free part of pages that it moved rows from: docs/decisions/0022. */
const MOST_RESIDUE = 0.05

/** A word that is in no other text. */
const wordOf = (kill: number, post: number): string => `zq${kill}xv${post}kw`

test(`an account whose deletion a kill interrupts is there as a whole, or gone (SEED=${seed})`, async () => {
  using folder = scratchFolder()
  const done = reporting('killed: deletion of an account')
  const random = new Random('killed deletions')
  const { dataDir, students } = await makeCampus(join(folder.path, 'data'), 40)
  const file = join(dataDir, 'quad.db')
  const count = (text: string, ...values: string[]): number => {
    const sqlite = new Database(file, { readonly: true })
    try {
      return (
        sqlite.query<{ count: number }, string[]>(`SELECT count(*) AS count FROM ${text}`).get(...values)?.count ?? 0
      )
    } finally {
      sqlite.close(true)
    }
  }
  const problems: string[] = []
  const gone: number[] = []
  let answered = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const student = students[kill]
    if (student === undefined) throw new Error('too few students')
    await using server = await startServer({ dataDir })
    const browser = new Browser(server.url)
    await browser.post('/api/v1/auth/login', { email: student.email, password: student.password })
    for (let post = 0; post < POSTS; post++) {
      const word = wordOf(kill, post)
      await browser.post('/api/v1/posts', { title: `Post ${word}`, content: `Of ${word} alone`, topic: 'Showcase' })
    }
    const before = count('posts WHERE author_id = ?', student.userId)
    if (before < POSTS) throw new Error('the student cannot write')
    const response = browser.delete('/api/v1/auth/account').then(
      ({ ok }) => ok,
      () => false,
    )
    await Bun.sleep(random.below(LATEST_KILL_MS))
    await server.kill()
    const isAnswered = await response
    if (isAnswered) answered++
    const isWhole = count('deletions') === 0 && count('users WHERE id = ?', student.userId) === 1
    {
      await using next = await startServer({ dataDir })
      await finished(dataDir, next)
      await next.stop()
    }
    const [users, posts] = ['users WHERE id = ?', 'posts WHERE author_id = ?'].map((text) =>
      count(text, student.userId),
    )
    if (isWhole && (isAnswered || users !== 1 || posts !== before))
      problems.push(`${kill}: ${users} and ${posts} are left`)
    if (!isWhole && (users !== 0 || posts !== 0)) problems.push(`${kill}: ${users} and ${posts} are left of it`)
    if (!isWhole) gone.push(kill)
  }
  // A stop need not have moved the whole log.
  const log = new Database(file)
  log.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const copy = join(folder.path, 'copy.db')
  log.run('VACUUM INTO ?', [copy])
  log.close(true)
  const words = gone.flatMap((kill) => Array.from({ length: POSTS }, (_, post) => wordOf(kill, post)))
  const left = (path: string): string[] => {
    const bytes = readFileSync(path)
    return words.filter((word) => bytes.includes(word))
  }
  if (left(copy).length > 0) problems.push(`a table or an index has ${left(copy)}`)
  if (left(file).length > words.length * MOST_RESIDUE) problems.push(`the file has ${left(file)}`)
  done({ runs: KILLS, acknowledged: answered, problems })
})
