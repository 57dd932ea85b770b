import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { closeSync, cpSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { until } from '../support/until'
import { type Follower, feed, Pair, published } from './followers'
import { expectRefusal, publish } from './requests'
import { startServer } from './server'

// What a hostile student does to a follower, and what a tired operator does with one.

const FEED = '/api/v1/posts?limit=50'
const ME = '/api/v1/users/me'

let pair: Pair
let follower: Follower
beforeAll(async () => {
  pair = await Pair.start()
  follower = await pair.follow('one')
})
beforeEach(async () => {
  await follower.carry()
  await follower.start()
})
afterAll(() => pair[Symbol.asyncDispose]())

/** More than the connections that a follower has to the primary. */
const MANY = 300

test('bodies that never end keep nobody from the primary', async () => {
  const own = pair.browser(follower, pair.students[0]!)
  const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${new URL(pair.primary.url).host}\r\nContent-Type: application/json\r\n`
  const sockets: Socket[] = []
  const open = async (headers: string) => {
    const socket = connect(follower.server.port, '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    await new Promise((resolve) => socket.write(`${head}${headers}`, resolve))
  }
  for (let n = 0; n < MANY; n++) await open('Content-Length: 1000\r\n\r\n{')
  for (let n = 0; n < MANY; n++) await open('Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n')
  expect((await own.get(ME)).status).toBe(200)
  expect((await publish(own)).response.status).toBe(201)
  expect((await own.get(ME)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  // It did not lose sight of the primary, either.
  expect(follower.server.lines().filter(({ copy }) => copy === 'alone')).toEqual([])
})

/** Listens where it passes connections on; `lose` drops the answers to those that write. */
async function relayTo(port: number, lose: () => boolean): Promise<{ url: string; stop(): void }> {
  const relay = createServer((client) => {
    const primary = connect(port, '127.0.0.1')
    let writes = false
    client.on('data', (chunk) => {
      writes = chunk.toString('latin1').startsWith('POST')
      primary.write(chunk)
    })
    primary.on('data', (chunk) => (writes && lose() ? client.destroy() : client.write(chunk)))
    for (const [one, other] of [
      [client, primary],
      [primary, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port: own } = relay.address() as { port: number }
  return { url: `http://127.0.0.1:${own}`, stop: () => relay.close() }
}

const isCurrent = ({ lines }: { lines(): { [field: string]: unknown }[] }) =>
  lines().findLast((line) => 'copy' in line)?.copy === 'current'

test('a write whose answer is lost is not said to be unmade', async () => {
  let loses = false
  const relay = await relayTo(pair.primary.port, () => loses)
  await using server = await follower.through(relay.url)
  await until(() => isCurrent(server), 'an answer from the copy')
  const own = pair.browser(server, pair.students[0]!)
  expect((await publish(own)).response.status).toBe(201)
  loses = true
  const { title, response } = await publish(own)
  expect([response.status, (await response.json()).code]).toEqual([500, 'INTERNAL'])
  expect(await (await pair.browser(pair.primary, pair.students[1]!).get(FEED)).text()).toContain(title)
  relay.stop()
})

test('a request that comes back from where the primary should be goes round no more', async () => {
  let passed = 0
  let itself = ''
  const balancer = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isAsked = pathname === '/replication'
      if (!isAsked) passed++
      return fetch(`${isAsked ? pair.primary.url : itself}${pathname}${search}`, {
        headers: request.headers,
        decompress: false,
      })
    },
  })
  await using server = await follower.through(`http://127.0.0.1:${balancer.port}`)
  itself = server.url
  await until(() => isCurrent(server), 'an answer from the copy')
  await expectRefusal(await pair.browser(server, pair.students[0]!).get(ME))
  expect(passed).toBe(1)
  await balancer.stop(true)
})

test('a follower says that nobody knows it, with the keys of another campus or its own address', async () => {
  const other = join(pair.folder, 'other')
  await using campus = await startServer({ dataDir: join(pair.folder, 'campus') })
  mkdirSync(other)
  cpSync(join(pair.folder, 'campus/keys'), join(other, 'keys'), { recursive: true })
  await using stranger = await follower.through(pair.primary.url, other)
  await until(() => stranger.said().includes('does not know this process as its follower'), 'the word of a stranger')
  await expectRefusal(await pair.browser(stranger, pair.students[0]!).get(ME))
  expect(campus.port).toBeGreaterThan(0)
})

test('a copy of which only some pages were written is not taken for whole', async () => {
  const [author, reader] = pair.students
  const other = pair.browser(follower, reader!)
  await follower.drop()
  const id = await published(pair.browser(pair.primary, author!))
  writeFirstPage(join(pair.dataDir, 'quad.db'), join(follower.dataDir, 'quad.db'))
  await until(async () => (await feed(other)).includes(id), 'what the copy has a part of')
  await until(() => follower.said('behind'), 'a copy that is behind')
})

/** As what keeps the copy does, when it is killed with the other pages of a commit still to write. */
function writeFirstPage(from: string, to: string) {
  const source = new Database(from, { readonly: true })
  const page = Buffer.from(source.serialize()).subarray(0, 4096)
  source.close()
  page.fill(1, 18, 20)
  crypto.getRandomValues(page.subarray(24, 28))
  const target = openSync(to, 'r+')
  writeSync(target, page, 0, page.length, 0)
  closeSync(target)
}

test('the trace that a client names is not the follower’s word', async () => {
  const traceId = 'ab'.repeat(16)
  const named = () => pair.primary.lines().filter((line) => line.route === ME)
  const before = named().length
  const own = pair.browser(follower, pair.students[0]!)
  expect((await own.get(ME, { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` })).status).toBe(200)
  await until(() => named().length > before, 'a line of the primary')
  expect(named().filter((line) => line.traceId === traceId)).toEqual([])
})

/** The status of a request whose method no `fetch` sends. */
async function statusOf({ port }: { port: number }, method: string, target: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    return /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]
  } finally {
    socket.destroy()
  }
}

test('methods that no route takes are refused as the primary refuses them', async () => {
  for (const method of ['TRACE', 'CONNECT', 'TRACK', 'PROPFIND'])
    for (const target of ['/api/v1/posts', '/nothing', 'example.org:443']) {
      const [here, there] = [
        await statusOf(follower.server, method, target),
        await statusOf(pair.primary, method, target),
      ]
      expect([method, target, here]).toEqual([method, target, there])
      expect([method, target, here]).not.toEqual([method, target, '500'])
    }
})
