import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { config } from '../../../src/config'
import { send } from '../../../src/parts/webhooks/requests'
import { until } from '../../support/until'
import { Receiver } from '../../support/webhook-receiver'

// One request, to servers that behave well and badly.

const bot = new Receiver()
afterAll(() => bot[Symbol.asyncDispose]())

const goingOn = new AbortController().signal
const SHORT_MS = 300
const post = (url = bot.url, timeoutMs?: number, stop = goingOn) =>
  send({ url, headers: { 'webhook-id': 'a' }, body: '{"type":"webhook.test"}' }, stop, timeoutMs)
const answered = (answer: Receiver['answer'], timeoutMs?: number) => {
  bot.answer = answer
  return post(bot.url, timeoutMs)
}

test('what arrives is the body as it is, with the name of the host', async () => {
  bot.take()
  bot.answer = () => new Response('thanks')
  expect(await post(bot.url.replace('127.0.0.1', 'localhost'))).toEqual({ statusCode: 200, problem: null })
  const [{ headers, body } = { headers: new Headers(), body: '' }] = bot.take()
  expect(body).toBe('{"type":"webhook.test"}')
  expect(headers.get('host')).toStartWith('localhost:')
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('webhook-id')).toBe('a')
  expect(headers.get('user-agent')).toStartWith('Quad/')
  expect(headers.get('cookie')).toBeNull()
})

test.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
  expect(await answered(() => new Response(null, { status }))).toEqual({ statusCode: status, problem: null })
})

test.each([300, 304, 400, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
  expect(await answered(() => new Response(null, { status }))).toEqual({ statusCode: status, problem: 'status' })
})

test('a redirect is not followed', async () => {
  await using other = new Receiver()
  for (const status of [301, 302, 307, 308])
    expect(await answered(() => new Response(null, { status, headers: { location: other.url } }))).toEqual({
      statusCode: status,
      problem: 'status',
    })
  expect(other.received).toEqual([])
})

test('the rest that a server asks for is noted, and what is no number is not', async () => {
  const asking = (value: string) =>
    answered(() => new Response(null, { status: 503, headers: { 'retry-after': value } }))
  expect(await asking('120')).toEqual({ statusCode: 503, problem: 'status', retryAfterMs: 120_000 })
  for (const value of ['soon', '-5', 'Wed, 21 Oct 2015 07:28:00 GMT'])
    expect(await asking(value)).toEqual({ statusCode: 503, problem: 'status' })
})

test('a body without end is not read', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      isCancelled = true
    },
  })
  expect(await answered(() => new Response(endless))).toEqual({ statusCode: 200, problem: null })
  await until(() => isCancelled, 'the end of the response')
})

test('a server that does not answer is left', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  expect(await answered(() => promise, SHORT_MS)).toEqual({ statusCode: null, problem: 'timeout' })
  resolve(new Response())
})

test('a closed port, a name that nobody has and a server without the right certificate cannot be reached', async () => {
  const closed = new Receiver()
  await closed[Symbol.asyncDispose]()
  expect(await post(closed.url)).toEqual({ statusCode: null, problem: 'unreachable' })
  expect(await post('https://bot.invalid/', 5_000)).toMatchObject({ statusCode: null })
  expect(await post(bot.url.replace('http:', 'https:'))).toEqual({ statusCode: null, problem: 'unreachable' })
})

test('an address of the own network is refused before anything connects', async () => {
  expect(await post('https://10.1.2.3/')).toEqual({ statusCode: null, problem: 'address' })
  expect(await post('https://169.254.169.254/')).toEqual({ statusCode: null, problem: 'address' })
})

test('a stop ends a request at once', async () => {
  const stop = new AbortController()
  const { promise, resolve } = Promise.withResolvers<Response>()
  bot.answer = () => {
    stop.abort(new Error('stopping'))
    return promise
  }
  await expect(post(bot.url, undefined, stop.signal)).rejects.toThrow('stopping')
  resolve(new Response())
})

/** Connects in a process that trusts the certificate: which ones are trusted is read when a process starts. */
const IN_PROCESS = `
  const { send } = await import(process.argv[1])
  const [key, cert] = [Bun.file(process.argv[2]), Bun.file(process.argv[3])]
  const names = []
  const server = Bun.serve({
    port: 0, hostname: '127.0.0.1', tls: { key, cert },
    fetch: (request) => { names.push(request.headers.get('host')); return new Response() },
  })
  const post = (host) =>
    send({ url: 'https://' + host + ':' + server.port + '/', headers: {}, body: '{}' }, new AbortController().signal)
  const outcomes = [await post('localhost'), await post('127.0.0.1')]
  console.log(JSON.stringify({ outcomes, names: names.map((name) => name.replace(/:.*/, '')) }))
  process.exit(0)
`

const hasOpenssl = Bun.which('openssl') !== null
test.skipIf(!hasOpenssl)('goes to the address looked at, and requires the certificate of the name', async () => {
  const [key, certificate] = [join(config.dataDir, 'bot.key'), join(config.dataDir, 'bot.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  const made = Bun.spawn(['openssl', 'req', '-x509', ...newKey, '-out', certificate, '-days', '2', ...subject], {
    stderr: 'ignore',
  })
  expect(await made.exited).toBe(0)
  const source = join(import.meta.dir, '../../../src/parts/webhooks/requests.ts')
  const child = Bun.spawn([process.execPath, '-e', IN_PROCESS, source, key, certificate], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
    outcomes: [
      { statusCode: 200, problem: null },
      { statusCode: null, problem: 'unreachable' },
    ],
    names: ['localhost'],
  })
})
