import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { CARRIERS, Pair } from './followers'
import { inspectFiles } from './history/inspect'
import { expectRefusal, publish } from './requests'
import { quad, startServer } from './server'
import { lacksTmpfs, smallDisk } from './tmpfs'
import { lost, writeUntil } from './writer'

const FEED = '/api/v1/posts?limit=50'

// What a tired operator does as a follower takes over, or before, or long after.

test.each(CARRIERS)('what keeps the copy goes on, and does nothing to what took its place (%s)', async (carrier) => {
  await using pair = await Pair.start(carrier, {}, true)
  const follower = await pair.follow('one')
  const { dataDir } = follower
  await follower.server.kill()
  await until(() => readdirSync(pair.restored()).length > 0, 'a replica')
  expect(await pair.takeOver(dataDir)).toMatchObject({ status: 0 })
  const truth = readFileSync(join(dataDir, 'quad.db'))
  // What the former primary still has to replicate.
  const former = new Database(join(pair.dataDir, 'quad.db'))
  former.run('PRAGMA busy_timeout = 5000')
  former.run('CREATE TABLE late (page)')
  former.run('INSERT INTO late VALUES (randomblob(100000))')
  former.close()
  await until(() => !follower.isCarried, 'its end')
  // As after a restart of the machine.
  await follower.carry()
  await until(() => !follower.isCarried, 'its end')
  expect(readFileSync(join(dataDir, 'quad.db')).equals(truth)).toBe(true)
  expect(await inspectFiles(dataDir)).toEqual([])
  const asBefore = await quad(['serve', '--follow'], dataDir, {
    ...pair.variablesOf(dataDir),
    PRIMARY_URL: pair.primary.url,
  })
  expect(asBefore).toMatchObject({ status: 1, said: expect.stringContaining('serve without --follow') })
  const next = await pair.serve(dataDir)
  expect((await publish(pair.browser(next, pair.students[0]!))).response.status).toBe(201)
})

test.each(CARRIERS)('it is done twice, and the former primary comes back with a follower (%s)', async (carrier) => {
  await using pair = await Pair.start(carrier, {}, true)
  const [one, two] = [await pair.follow('one'), await pair.follow('two')]
  const { dataDir } = one
  const { port } = pair.primary
  const [student] = pair.students
  const { acknowledged: first } = await writeUntil(pair.browser(one, student!), (load) => load.acknowledged.length >= 8)
  await until(() => lost(pair.restored(), first).length === 0, 'the replication')
  await pair.lose()
  expect(await one.takeOver()).toMatchObject({ status: 0, said: expect.stringContaining('primary of term 2') })
  // Nobody has replicated anything in term 2.
  const again = await pair.takeOver(dataDir)
  expect(again).toMatchObject({ status: 1, said: expect.stringContaining('the data is as it was') })
  expect(readdirSync(pair.claims!).filter((name) => name.startsWith('term'))).toHaveLength(2)
  const next = await pair.serve(dataDir)
  const { acknowledged: second } = await writeUntil(
    pair.browser(next, student!),
    (load) => load.acknowledged.length >= 8,
  )
  // The machine that was lost is switched on, and everything starts there as it always did.
  await using former = await startServer({
    dataDir: pair.dataDir,
    variables: { ...pair.variablesOf(pair.dataDir), PORT: String(port) },
    until: '/healthz',
  })
  await until(async () => (await fetch(`${former.url}/readyz`)).status === 503, 'the fence')
  const refusal = await pair.browser(former, student!).get('/api/v1/posts')
  expect([refusal.status, (await refusal.json()).code]).toEqual([503, 'NOT_PRIMARY'])
  // Whoever follows it says what is the matter, and makes no write.
  await until(() => two.server.said().includes('is the primary no more'), 'the word of its follower')
  await expectRefusal((await publish(pair.browser(two, student!))).response)
  const doctor = await quad(['doctor'], two.dataDir, { ...pair.variablesOf(two.dataDir), PRIMARY_URL: former.url })
  expect(doctor).toMatchObject({ status: 1, said: expect.stringContaining('is the primary no more') })
  await former.kill()
  // Once more on the machine that has taken over, which has served meanwhile.
  await until(() => lost(pair.restored(2), [...first, ...second]).length === 0, 'the replication')
  await next.stop()
  expect(await pair.takeOver(dataDir)).toMatchObject({
    status: 0,
    said: expect.stringContaining('primary of term 3'),
  })
  const third = await pair.serve(dataDir)
  const { acknowledged: last } = await writeUntil(
    pair.browser(third, student!),
    (load) => load.acknowledged.length >= 8,
  )
  await until(() => lost(pair.restored(3), last).length === 0, 'the replication')
  // And back.
  await third.stop()
  expect(await pair.takeOver(pair.dataDir)).toMatchObject({ status: 0, said: expect.stringContaining('of term 4') })
  expect(lost(pair.dataDir, [...first, ...second, ...last])).toEqual([])
  const back = await pair.serve(pair.dataDir)
  expect((await publish(pair.browser(back, student!))).response.status).toBe(201)
})

test.skipIf(lacksTmpfs)('a machine without room for the replica takes nothing over, and fences nobody', async () => {
  using disk = smallDisk(20)
  await using pair = await Pair.start('stand-in', {}, true)
  const follower = await pair.follow('one', disk.dataDir)
  await until(() => readdirSync(pair.restored()).length > 0, 'a replica')
  disk.fill()
  const { status, said } = await follower.takeOver()
  expect([status, said]).toEqual([1, expect.stringContaining('nothing was claimed')])
  expect(readdirSync(pair.claims!).filter((name) => name.startsWith('term'))).toHaveLength(1)
  expect((await publish(pair.browser(pair.primary, pair.students[0]!))).response.status).toBe(201)
  disk.free()
  expect(await follower.takeOver()).toMatchObject({ status: 0 })
})

describe.skipIf(lacksTmpfs)('on a full disk', () => {
  test.each(CARRIERS)('a follower answers nothing old, and goes on once there is room (%s)', async (carrier) => {
    using disk = smallDisk(20)
    await using pair = await Pair.start(carrier)
    const follower = await pair.follow('one', disk.dataDir)
    const [author, reader] = pair.students
    const browser = pair.browser(follower, reader!)
    disk.fill()
    const { title } = await publish(pair.browser(pair.primary, author!))
    await until(() => follower.said('behind'), 'a copy that stands still')
    const { byPrimary } = follower.answered()
    const answer = await browser.get(FEED)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(title)])
    await until(() => follower.answered().byPrimary > byPrimary, 'a line of the log')
    expect((await publish(browser)).response.status).toBe(201)
    disk.free()
    // As a supervisor starts it again.
    await until(async () => {
      await follower.carry()
      return follower.said('current')
    }, 'the copy')
    expect(await (await browser.get(FEED)).text()).toContain(title)
  })
})

test('a follower whose clock is not the primary’s answers nothing from its copy, and says so', async () => {
  await using pair = await Pair.start()
  const follower = await pair.follow('one')
  let apartMs = 60_000
  const primary = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch({ url, method, headers, body }) {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${pair.primary.url}${pathname}${search}`, { method, headers, body })
      response.headers.set('date', new Date(Date.now() + apartMs).toUTCString())
      return response
    },
  })
  await using server = await follower.through(primary.url.origin)
  await until(() => server.said().includes("s behind the primary's: every request"), 'its word')
  expect((await (await fetch(`${server.url}/up`)).json()).data.copy).toBe('other')
  expect((await pair.browser(server, pair.students[0]!).get(FEED)).status).toBe(200)
  apartMs = 0
  await until(async () => (await (await fetch(`${server.url}/up`)).json()).data.copy === 'current', 'the copy')
  await primary.stop(true)
})
