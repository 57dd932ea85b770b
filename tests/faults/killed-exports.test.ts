import { Database } from 'bun:sqlite'
import { test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from '../support/program'
import { unzip } from '../support/unzip'
import { makeCampus } from './history/campus'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { startServer } from './server'

const STATE = 'SELECT state AS value FROM exports WHERE user_id = ?'
const KILLS = isLong ? 40 : 3
const POSTS = 20
const LATEST_KILL_MS = 80

test(`a copy of one’s data whose making a kill interrupts is made at the next start (SEED=${seed})`, async () => {
  using folder = scratchFolder()
  const done = reporting('killed: copy of one’s data')
  const random = new Random('killed exports')
  const { dataDir, students } = await makeCampus(join(folder.path, 'data'), 40)
  const problems: string[] = []
  let answered = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { email, password, userId } = students[kill]!
    const signedIn = async (url: string) => {
      const browser = new Browser(url)
      await browser.post('/api/v1/auth/login', { email, password })
      return browser
    }
    {
      await using server = await startServer({ dataDir })
      const browser = await signedIn(server.url)
      for (let post = 0; post < POSTS; post++)
        await browser.post('/api/v1/posts', {
          title: `Post ${post} of ${kill}`,
          content: `zq${kill}x${post}`,
          topic: 'Showcase',
        })
      const response = browser.post('/api/v1/users/me/export', {}).then(
        ({ ok }) => ok,
        () => false,
      )
      await Bun.sleep(random.below(LATEST_KILL_MS))
      await server.kill()
      if (!(await response)) continue
      answered++
    }
    await using next = await startServer({ dataDir })
    while (rowsOf(dataDir, STATE, userId).includes('waiting')) await Bun.sleep(20)
    const browser = await signedIn(next.url)
    const file = await browser.get('/api/v1/users/me/export/file')
    const text = file.ok ? unzip(Buffer.from(await file.arrayBuffer()))[1]?.text : undefined
    for (let post = 0; post < POSTS; post++)
      if (text?.includes(`"zq${kill}x${post}"`) !== true)
        problems.push(`${kill}: post ${post} is missing (${file.status})`)
    await next.stop()
  }
  const known = rowsOf(dataDir, 'SELECT id AS value FROM exports')
  for (const file of readdirSync(join(dataDir, 'exports')))
    if (!known.includes(file.replace('.age', ''))) problems.push(`nobody owns ${file}`)
  done({ runs: KILLS, acknowledged: answered, problems })
})

function rowsOf(dataDir: string, text: string, ...values: string[]): string[] {
  const sqlite = new Database(join(dataDir, 'quad.db'), { readonly: true })
  try {
    return sqlite
      .query<{ value: string }, string[]>(text)
      .all(...values)
      .map(({ value }) => value)
  } finally {
    sqlite.close(true)
  }
}
