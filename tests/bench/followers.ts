import { expect, test } from 'bun:test'
import { Pair } from '../faults/followers'
import { publish } from '../faults/requests'
import { scratchFolder } from '../faults/scratch'
import { processorTime } from './servers'

// What a read costs at the primary, at a follower from its copy, and at both when it is passed on; and how many are
// answered by one to three servers. On one machine they share its processors with wrk: the microseconds are what tells.
// `LITESTREAM=… SECONDS=4 bun test --timeout=600000 ./tests/bench/followers.ts`, with wrk installed: what starts the servers belongs to the
// tests of faults.

const SECONDS = Number(process.env.SECONDS ?? 4)
const CONNECTIONS = 32
const WRITES_EVERY_MS = 50

type Load = { url: string; path: string; headers: Record<string, string> }

/** Requests answered, and those that were not. */
async function wrk({ url, path, headers }: Load, connections: number): Promise<{ requests: number; errors: number }> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const command = ['wrk', '-t1', `-c${connections}`, `-d${SECONDS}s`, ...lines, `${url}${path}`]
  const said = await new Response(Bun.spawn(command, { stderr: 'ignore' }).stdout).text()
  const [, requests = '0'] = /(\d+) requests in/.exec(said) ?? []
  const [, failed = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(said) ?? []
  return { requests: Number(requests), errors: Number(failed) }
}

test('followers', async () => {
  using folder = scratchFolder()
  await using pair = await Pair.start(folder.path, process.env.LITESTREAM ? 'litestream' : 'stand-in', {
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'off',
  })
  const [one, two] = [await pair.follow('one'), await pair.follow('two')]
  const servers = { primary: pair.primary, one: one.server, two: two.server }
  const [student, author] = pair.students
  const writer = pair.browser(pair.primary, author!)
  const { response } = await publish(writer)
  const post: string = (await response.json()).data.post.id
  const host = new URL(pair.primary.url).host

  async function measure(what: string, at: (keyof typeof servers)[], path: string, more: Record<string, string>) {
    const headers = { Host: host, ...more }
    const before = Object.values(servers).map(({ pid }) => processorTime(pid) ?? 0)
    const sums = await Promise.all(
      at.map((name) => wrk({ url: servers[name].url, path, headers }, Math.floor(CONNECTIONS / at.length))),
    )
    const requests = sums.reduce((sum, each) => sum + each.requests, 0)
    const errors = sums.reduce((sum, each) => sum + each.errors, 0)
    const micros = Object.values(servers).map(({ pid }, n) =>
      Math.round((((processorTime(pid) ?? 0) - (before[n] ?? 0)) * 1e3) / requests),
    )
    const cells = [what, at.join(' + '), Math.round(requests / SECONDS), ...micros, errors]
    expect(errors).toBe(0)
    console.log(cells.map((cell, n) => (n === 0 ? String(cell).padEnd(34) : String(cell).padStart(12))).join(''))
  }

  const cookie = { cookie: student!.cookie }
  console.log('read, at, requests a second, processor µs a request at primary, one, two, errors')
  async function all(when: string): Promise<void> {
    for (const [what, path, headers] of [
      ['feed, student', '/api/v1/posts?limit=20', cookie],
      ['post, student', `/api/v1/posts/${post}`, cookie],
    ] as const) {
      await measure(`${what}${when}`, ['primary'], path, headers)
      await measure(`${what}${when}`, ['one'], path, headers)
      await measure(`${what}${when}`, ['primary', 'one'], path, headers)
      await measure(`${what}${when}`, ['primary', 'one', 'two'], path, headers)
    }
  }
  await all('')
  await measure('passed on (oneself)', ['one'], '/api/v1/auth/me', cookie)
  await measure('oneself, at the primary', ['primary'], '/api/v1/auth/me', cookie)
  let isOver = false
  const writing = (async () => {
    for (; !isOver; await Bun.sleep(WRITES_EVERY_MS)) await publish(writer)
  })()
  await all(', 15 writes/s')
  isOver = true
  await writing
})
