import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { copyKeys, type Pair, pairOfMachines, REPLICATORS } from './replicas'
import { reporting } from './report'
import { signedIn } from './requests'
import { quad, type Server } from './server'
import { type Acknowledged, writeUntil } from './writer'

const POSTS = { title: 'Who is there', content: 'Is the library open this evening?', topic: 'Off-topic' }

/** A primary that was written to, and whose replica has it. */
async function primaryOf({ former, next, replica }: Pair, program: string | undefined) {
  const server = await former.start()
  const replicator = await former.replicate()
  const { browser, acknowledged } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20)
  copyKeys(former, next)
  const term = join(replica, '1')
  const before = program === undefined ? Bun.file(join(term, 'copy.db')).lastModified : Date.now()
  await until(async () => {
    if (program === undefined) return Bun.file(join(term, 'copy.db')).lastModified > before
    return readdirSync(join(term, 'ltx/0')).length > 1 && Date.now() - before > 2500
  }, 'the replication')
  return { server, replicator, browser, acknowledged }
}

async function codeOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

/** Everybody is told so, whatever they ask. */
async function expectFenced(pair: Pair, { url }: Pick<Server, 'url'>): Promise<void> {
  const { former } = pair
  const isFenced = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 503
  await until(isFenced, 'the fence')
  await until(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true, 'the new start')
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
  const doctor = await quad(['doctor'], former.dataDir, former.variables)
  expect([doctor.status, doctor.said]).toEqual([1, expect.stringContaining('another server has taken over')])
  const status = await quad(['status'], former.dataDir, former.variables)
  expect([status.status, status.said]).toEqual([1, expect.stringContaining('fenced')])
  const command = await quad(['college', 'list'], former.dataDir, former.variables)
  expect([command.status, command.said]).toEqual([1, expect.stringContaining('run this command there')])
}

async function takeOver({ next }: Pair): Promise<Server> {
  const { status, said } = await next.takeover()
  expect([status, said]).toEqual([0, expect.stringContaining('primary of term 2')])
  const server = await next.start()
  await signedIn(server.url)
  return server
}

test.each(REPLICATORS)('a primary from which another one takes over answers nothing more (%s)', async (_, program) => {
  using pair = pairOfMachines(program)
  const { server, replicator } = await primaryOf(pair, program)
  await using _former = server
  await using next = await takeOver(pair)
  await expectFenced(pair, server)
  const { acknowledged } = await writeUntil(next.url, ({ acknowledged }) => acknowledged.length >= 5)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
  // Its Litestream goes on, and writes to where nobody reads any more.
  await replicator.kill()
  await server.stop()
})

test('one that stands still meanwhile acknowledges nothing when it goes on', async () => {
  const done = reporting('primary paused during a takeover')
  using pair = pairOfMachines(undefined)
  const { former } = pair
  const { server, replicator, browser } = await primaryOf(pair, undefined)
  await using _former = server
  let isOver = false
  const writing = writeUntil(browser, () => isOver)
  await Bun.sleep(100)
  server.signal('SIGSTOP')
  const stopped = new Date().toISOString()
  await using next = await takeOver(pair)
  // Longer than a server may go without a look.
  await Bun.sleep(7000)
  const before = performance.now()
  server.signal('SIGCONT')
  await until(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status === 503, 'the fence')
  isOver = true
  const { acknowledged, refused, failed } = await writing
  const truth = await writeUntil(next.url, ({ acknowledged }) => acknowledged.length >= 1)
  expect(truth.acknowledged.length).toBeGreaterThan(0)
  await expectFenced(pair, server)
  await replicator.kill()
  await server.stop()
  // No look can come between an answer and the moment in which it leaves the process: a few hundred microseconds. It may
  // be of a write from before, which was lost as all of that moment are.
  const late = acknowledged.filter(({ at = 0 }) => at > before)
  const made = late.filter((each) => madeAt(former.dataDir, each) > stopped)
  done({ acknowledged: acknowledged.length, lost: late.length, refused: refused + failed.length })
  expect(made).toEqual([])
})

/** When the database of a stopped server says that a write was made. */
function madeAt(dataDir: string, { sql, values }: Acknowledged): string {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true, strict: true })
  try {
    const row = database.query<{ at: string }, string[]>(sql.replace('1 FROM', 'created_at AS at FROM')).get(...values)
    return row?.at ?? 'never'
  } finally {
    database.close()
  }
}

test('where nobody can look for a while writes go on, and a server does not start', async () => {
  using pair = pairOfMachines(undefined)
  const { former, claims } = pair
  await using server = await former.start()
  const browser = await signedIn(server.url)
  const away = `${claims}-away`
  await Bun.$`mv ${claims} ${away}`.quiet()
  await until(() => server.said().includes('PRIMARY_CLAIMS cannot be read'), 'a warning')
  const { acknowledged } = await writeUntil(browser, ({ acknowledged }) => acknowledged.length >= 5)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
  await server.stop()
  expect(former.start()).rejects.toThrow('PRIMARY_CLAIMS cannot be read')
  await Bun.$`mv ${away} ${claims}`.quiet()
  await using again = await former.start()
  await signedIn(again.url)
})
