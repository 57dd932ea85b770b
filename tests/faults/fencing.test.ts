import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isUp, until } from '../support/until'
import { CARRIERS, type Carrier, Pair } from './followers'
import { reporting } from './report'
import { signedIn } from './requests'
import { quad, type Server, startServer } from './server'
import { type Acknowledged, lost, writeUntil } from './writer'

const POSTS = { title: 'Who is there', content: 'Is the library open this evening?', topic: 'Off-topic' }

const pairWith = (carrier?: Carrier) => Pair.start(carrier, {}, true, 0)

/** Writes to the primary until its replica has that. */
async function written(pair: Pair) {
  const { browser, acknowledged } = await writeUntil(pair.primary.url, (load) => load.acknowledged.length >= 20)
  await until(() => lost(pair.restored(), acknowledged).length === 0, 'the replication')
  return browser
}

async function codeOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status

/** Everybody is told so, whatever they ask. */
async function expectFenced(pair: Pair) {
  const { dataDir, primary } = pair
  const { url } = primary
  const variables = { ...pair.variablesOf(dataDir), PORT: `${primary.port}` }
  await until(async () => (await statusOf(`${url}/readyz`)) === 503, 'the fence')
  await until(() => isUp(`${url}/healthz`), 'the new start')
  for (const path of ['/api/v1/posts', '/', '/api/v1/users/me'])
    expect([path, ...(await codeOf(await fetch(`${url}${path}`)))]).toEqual([path, 503, 'NOT_PRIMARY'])
  const posted = await fetch(`${url}/api/v1/posts`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(POSTS),
  })
  expect([...(await codeOf(posted)), posted.headers.has('retry-after')]).toEqual([503, 'NOT_PRIMARY', true])
  expect((await fetch(`${url}/up`)).status).toBe(503)
  const { meta } = (await (await fetch(`${url}/readyz`)).json()) as { meta: { reason: string } }
  expect(meta.reason).toBe('fenced')
  for (const [words, said] of [
    ['doctor', 'another server has taken over'],
    ['status', 'fenced'],
    ['college list', 'run this command there'],
  ] as const) {
    const ran = await quad(words.split(' '), dataDir, variables)
    expect([ran.status, ran.said]).toEqual([1, expect.stringContaining(said)])
  }
}

/** Another machine takes over. */
async function takeOver(pair: Pair): Promise<Server> {
  const dataDir = pair.elsewhere('next')
  const { status, said } = await pair.takeOver(dataDir)
  expect([status, said]).toEqual([0, expect.stringContaining('primary of term 2')])
  return pair.serve(dataDir)
}

test.each(CARRIERS)('a primary from which another one takes over answers nothing more (%s)', async (carrier) => {
  await using pair = await pairWith(carrier)
  await written(pair)
  const next = await takeOver(pair)
  await expectFenced(pair)
  const { acknowledged } = await writeUntil(next.url, ({ acknowledged }) => acknowledged.length >= 5)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
})

test('one that stands still meanwhile acknowledges nothing when it goes on', async () => {
  const done = reporting('primary paused during a takeover')
  await using pair = await pairWith()
  const server = pair.primary
  const browser = await written(pair)
  let isOver = false
  const writing = writeUntil(browser, () => isOver)
  await Bun.sleep(100)
  server.signal('SIGSTOP')
  const stopped = Date.now()
  const next = await takeOver(pair)
  // Longer than a server may go without a look.
  await Bun.sleep(7000)
  const before = performance.now()
  server.signal('SIGCONT')
  await until(async () => (await statusOf(`${server.url}/readyz`)) === 503, 'the fence')
  isOver = true
  const { acknowledged, refused, failed } = await writing
  const truth = await writeUntil(next.url, ({ acknowledged }) => acknowledged.length >= 1)
  expect(truth.acknowledged.length).toBeGreaterThan(0)
  await expectFenced(pair)
  await server.stop()
  // No look can come between an answer and the moment in which it leaves the process: a few hundred microseconds. It may
  // be of a write from before, which was lost as all of that moment are.
  const late = acknowledged.filter(({ at = 0 }) => at > before)
  const made = late.filter((each) => madeAt(pair.dataDir, each) > stopped)
  done({ acknowledged: acknowledged.length, lost: late.length, refused: refused + failed.length })
  expect(made).toEqual([])
})

/** When the database of a stopped server says that a write was made, in milliseconds; 0 where it has none. */
function madeAt(dataDir: string, { sql, values }: Acknowledged): number {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true, strict: true })
  const [, table] = /(?:JOIN|FROM) (\w+)(?!.*JOIN)/.exec(sql) ?? []
  try {
    const made = sql.replace('1 FROM', `${table}.created_at AS at FROM`)
    const row = database.query<{ at: string | number }, string[]>(made).get(...values)
    return row === null ? 0 : new Date(row.at).getTime()
  } finally {
    database.close()
  }
}

test('where nobody can look for a while writes go on, and a server does not start', async () => {
  await using pair = await pairWith()
  const { primary: server, claims, dataDir } = pair
  const browser = await signedIn(server.url)
  const away = `${claims}-away`
  await Bun.$`mv ${claims} ${away}`.quiet()
  await until(() => server.said().includes('PRIMARY_CLAIMS cannot be read'), 'a warning')
  const { acknowledged } = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 5)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
  await server.stop()
  expect(startServer({ dataDir, variables: pair.variablesOf(dataDir) })).rejects.toThrow(
    'PRIMARY_CLAIMS cannot be read',
  )
  await Bun.$`mv ${away} ${claims}`.quiet()
  await pair.startPrimary()
  await signedIn(pair.primary.url)
})
