import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '../support/program'
import { until } from '../support/until'
import { caddy, startCaddy } from './caddy'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { freshServer, startServer } from './server'
import { steadyLoad } from './steady-load'

// A supervisor stops Quad and starts it again, while people use it through Caddy.

if (caddy === undefined)
  console.warn('SKIPPED: no caddy on this machine (CADDY=<program>); no restart behind a proxy was tried')

test('whoever asks all the time hears of a stop while requests are still answered', async () => {
  await using server = await freshServer()
  const statusOf = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 'closed' as const,
    )
  const up: (number | 'closed')[] = []
  const ask = async () => up.push(await statusOf('/up'))
  for (let times = 0; times < 3; times++) await ask()
  server.signal('SIGTERM')
  await until(() => server.said().includes('Quad is stopping'), 'the stop')
  const posts = await statusOf('/api/v1/posts')
  while (up.at(-1) !== 'closed') {
    await Bun.sleep(50)
    await ask()
  }
  expect(posts).toBe(200)
  expect([...new Set(up)]).toEqual([200, 503, 'closed'])
  expect(await server.exited).toEqual({ status: 0, signal: null })
})

test('a stranger who asks by way of the proxy does not end the wait for the proxy itself', async () => {
  await using server = await freshServer({ variables: { TRUST_PROXY: '1' } })
  const statusOf = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers: { connection: 'close', ...headers } }).then(({ status }) => status)
  for (let times = 0; times < 3; times++) await statusOf('/up')
  server.signal('SIGTERM')
  await until(() => server.said().includes('Quad is stopping'), 'the stop')
  for (let times = 0; times < 10; times++) {
    expect(await statusOf('/up', { 'x-forwarded-for': '198.51.100.7' })).toBe(503)
    await Bun.sleep(40)
  }
  expect([await statusOf('/api/v1/posts'), await statusOf('/up')]).toEqual([200, 503])
  expect(await server.exited).toEqual({ status: 0, signal: null })
})

test.if(caddy !== undefined)('nobody but the proxy names a request behind the Caddy that ships', async () => {
  const [port, front] = [freePort(), freePort()]
  await using server = await freshServer({ variables: { PORT: `${port}`, TRUST_PROXY: '1' } })
  await using _ = await startCaddy(server.folder, front, port)
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const chosen = { 'x-request-id': 'chosen-by-a-client-1', traceparent: `00-${trace}-b7ad6b7169203331-01` }
  const [first, second] = await Promise.all(
    [1, 2].map(() => fetch(`http://127.0.0.1:${front}/api/v1/posts`, { headers: chosen })),
  )
  const ids = [first, second].map((answer) => answer?.headers.get('x-request-id') ?? '')
  expect(new Set(ids).size).toBe(2)
  await until(() => ids.every((id) => server.said().includes(id)), 'the lines of both')
  expect(server.said()).not.toContain(chosen['x-request-id'])
  expect(server.said()).not.toContain(trace)
})

const RESTARTS = isLong ? 10 : 3

test.if(caddy !== undefined)('no request fails while Quad restarts behind Caddy, at 200 a second', async () => {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const [port, front] = [freePort(), freePort()]
  const start = () => startServer({ dataDir, variables: { PORT: `${port}`, TRUST_PROXY: '1' } })
  let server = await start()
  await using proxy = await startCaddy(folder.path, front, port)
  const done = reporting('restarts behind Caddy at 200 requests a second')
  const load = await steadyLoad(server.url, front)
  for (let restart = 0; restart < RESTARTS; restart++) {
    await Bun.sleep(2000)
    expect(await server.stop()).toEqual({ status: 0, signal: null })
    server = await start()
  }
  await Bun.sleep(1000)
  const asked = await load.stop()
  expect([asked.failures, proxy.faults()]).toEqual([[], []])
  await server.stop()
  expect(asked.lost(dataDir)).toBe(0)
  done({ runs: RESTARTS, acknowledged: asked.written })
})
