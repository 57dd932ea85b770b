import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { ERRORS } from '../../../src/errors'
import { logEntries } from '../../support/audit-log'
import { Collector, type ExportedSpan } from '../../support/collector'
import { expectWithout } from '../../support/kit'
import { ADMIN, Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../../support/program'
import { HURTFUL, Scorer } from '../../support/scorer'
import { until } from '../../support/until'
import { Receiver } from '../../support/webhook-receiver'

const PROXY_TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${PROXY_TRACE}-b7ad6b7169203331-01`
const TITLE = 'Quokkas in the quadrangle'
const CONTENT = 'Somebody fed them zucchini again.'
const WORD = 'zucchini'
const STUDENT = '71123456@campus.edu'
const CLIENT = '198.51.100.77'
const BROWSER = 'Otterbrowser/7'
const KEY = 'the-key-of-the-collector'

describe('a server with a collector', () => {
  const collector = new Collector()
  const scorer = new Scorer('openai')
  const webhook = new Receiver()
  let program: Program
  let log = ''
  let spans: ExportedSpan[] = []
  const secret: string[] = []

  beforeAll(async () => {
    program = await startProgram({
      ...CAMPUS_VARIABLES,
      TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${KEY}`,
      TRACEPARENT_TO: 'scorer,provider',
      TOXICITY_PROVIDER: 'openai',
      TOXICITY_URL: scorer.url,
      TOXICITY_API_KEY: 'sk-key',
      WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1',
    })
    const browser = new Browser(program.origin)
    const headers = { 'x-forwarded-for': CLIENT, 'user-agent': BROWSER, traceparent: TRACEPARENT }
    const data = async (response: Response) =>
      ((await response.json()) as { data?: Record<string, Record<string, string>> }).data
    const signedIn = await browser.post('/api/v1/auth/login', ADMIN, { ...headers, traceparent: '' })
    expect(signedIn.status).toBe(200)
    secret.push(...browser.cookies.values())
    const hook = await browser.post('/api/v1/admin/webhooks', { url: webhook.url, events: ['post.published'] }, headers)
    const hookId = (await data(hook))?.webhook?.id
    expect((await browser.post(`/api/v1/admin/webhooks/${hookId}/test`, {}, headers)).status).toBe(200)
    const post = { title: TITLE, content: CONTENT, topic: 'Ask Campus' }
    const made = await browser.post('/api/v1/posts', post, headers)
    expect(made.status).toBe(201)
    const id = (await data(made))?.post?.id ?? ''
    await browser.get(`/api/v1/posts/${id}`, headers)
    await browser.get(`/api/v1/search?q=${WORD}`, headers)
    await browser.get(`/api/v1/${WORD}/${id}`, headers)
    await browser.send(`/api/v1/posts?${WORD}`, { method: 'PROPFIND', headers })
    expect((await browser.post('/api/v1/posts', { ...post, content: HURTFUL }, headers)).status).toBeGreaterThan(399)
    await browser.post('/api/v1/auth/register', { email: STUDENT }, headers)
    await browser.post('/api/v1/auth/login', { email: STUDENT, password: `not ${WORD}` }, headers)
    await until(() => webhook.received.length > 0, 'a webhook')
    secret.push(id, ...program.database.query('select id from users').values().flat().map(String))
    secret.push(...program.database.query('select username from users').values().flat().map(String))
    secret.push(...logEntries({ sqlite: program.database }).flatMap(({ requestId }) => requestId ?? []))
    await program.stop()
    log = program.logged()
    spans = collector.spans
  })
  afterAll(async () => {
    await scorer.stop()
    await collector[Symbol.asyncDispose]()
    await webhook[Symbol.asyncDispose]()
  })

  const requests = (name: string) => spans.filter((span) => span.kind === 2 && span.name === name)
  const childrenOf = (parent: ExportedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
  test('has a span for each request: pattern, method, status, error code', () => {
    const [made, refused] = requests('POST /api/v1/posts')
    expect(made).toMatchObject({
      traceId: PROXY_TRACE,
      parentSpanId: 'b7ad6b7169203331',
      attributes: { 'http.request.method': 'POST', 'http.route': '/api/v1/posts', 'http.response.status_code': 201 },
    })
    expect(refused?.attributes).toMatchObject({ 'error.type': 'CONTENT_POLICY_VIOLATION' })
    expect(requests('GET /api/v1/posts/:id')).toHaveLength(1)
    const [signedIn] = requests('POST /api/v1/auth/login')
    expect(signedIn!.traceId).not.toBe(PROXY_TRACE)
    expect(log).toContain(`"traceId":"${signedIn!.traceId}"`)
  })
  test('has children: writes with their wait and commit, a password hash, what others are asked', () => {
    const [made] = requests('POST /api/v1/posts')
    const [signedIn] = requests('POST /api/v1/auth/login')
    const names = childrenOf(made!).map(({ name }) => name)
    expect(names).toContain('write')
    expect(names).toContain('ask scorer')
    const write = childrenOf(made!).find(({ name }) => name === 'write')
    expect(childrenOf(write!).map(({ name }) => name)).toEqual(['wait for the transaction', 'commit'])
    expect(childrenOf(signedIn!).map(({ name }) => name)).toContain('hash a password')
    const asked = spans.filter(({ name }) => name === 'ask webhook')
    expect(asked.length).toBeGreaterThan(0)
    // What follows a commit is no part of the request that wrote.
    for (const { traceId } of asked) expect(traceId).not.toBe(PROXY_TRACE)
  })
  test('has tasks that no request waits for as traces of their own', () => {
    const tasks = spans.filter(({ attributes }) => 'quad.task' in attributes)
    expect(tasks.length).toBeGreaterThan(0)
    for (const { traceId } of tasks) expect(traceId).not.toBe(PROXY_TRACE)
    expect(spans.filter(({ name }) => name === 'maintenance')).not.toEqual([])
  })
  test('sends what is in no list of names: nothing', () => {
    const few = ['admin', 'moderation', 'reports', 'appeals', 'feedbacks'].map((name) => `/api/v1/${name}/*`)
    const patterns = app.routes
      .map(({ path }) => path)
      .filter((path) => !/^\/api\/v1\/(admin|moderation|reports)/.test(path))
    const routes = [...new Set(patterns), ...few, '/*', '(none)']
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '_OTHER']
    const allowed: Record<string, (value: string | number) => boolean> = {
      'http.request.method': (value) => methods.includes(`${value}`),
      'http.route': (value) => routes.includes(`${value}`),
      'http.response.status_code': (value) => Number(value) >= 100 && Number(value) < 600,
      'error.type': (value) => `${value}` in ERRORS,
      'peer.service': (value) => ['scorer', 'provider', 'webhook', 'push', 'mail'].includes(`${value}`),
      'quad.task': (value) => /^[a-z’ ]{4,40}$/.test(`${value}`),
    }
    const odd = spans.flatMap(({ name, attributes }) =>
      Object.entries(attributes)
        .filter(([key, value]) => !allowed[key]?.(value))
        .map((each) => [name, ...each]),
    )
    expect(odd).toEqual([])
    const names = new Set(spans.filter(({ kind }) => kind !== 2).map(({ name }) => name))
    for (const name of names) expect(name).toMatch(/^[a-z’ ]{4,40}$/)
    expect(collector.resource).toEqual({ 'service.name': 'quad', 'service.version': expect.any(String) })
    // No events, no links, no message of an error.
    for (const span of spans) expect(span).toMatchObject({ events: [], links: [] })
    expect(spans.filter(({ status }) => 'message' in status)).toEqual([])
  })
  test('sends nothing of a person: no text, word, address, name, id, token or browser', () => {
    const bytes = collector.bodies.join('\n')
    expect(bytes.length).toBeGreaterThan(5_000)
    const personal = [
      TITLE,
      CONTENT,
      WORD,
      HURTFUL,
      STUDENT,
      ADMIN.email,
      ADMIN.password,
      CLIENT,
      BROWSER,
      'campus.edu',
      '127.0.0.1',
    ]
    expect(secret.length).toBeGreaterThan(5)
    expect(
      [...personal, ...secret].filter((each) => each === '' || bytes.toLowerCase().includes(each.toLowerCase())),
    ).toEqual([])
    expect(bytes).not.toMatch(/SELECT|INSERT|UPDATE /)
    expect(collector.headers[0]?.get('authorization')).toBe(`Bearer ${KEY}`)
    expectWithout(log, KEY)
  })
})

const ask = (program: Program, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(program.origin + path, { method, headers })

const idOf = async (program: Program, given: string) =>
  (await ask(program, '/api/v1/posts', { 'x-request-id': given })).headers.get('x-request-id') ?? ''

/** The lines about requests, once `last` is in one. */
const lines = async (program: Program, last: string) =>
  (await program.logWith(last))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const OWN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('behind a trusted proxy', () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram({ TRUST_PROXY: '1', ...CAMPUS_VARIABLES })
  })
  afterAll(() => program.stop())
  test.each(['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '5b0c9d1e2f3a4b5c6d7e8f9012345678', 'edge_17-000000042'])(
    'its id of a request stays: %s',
    async (given) => {
      expect(await idOf(program, given)).toBe(given)
      const line = (await lines(program, given)).find(({ requestId }) => requestId === given)
      expect(line).toMatchObject({ msg: 'request', method: 'GET', route: '/api/v1/posts', status: 200 })
    },
  )
  test.each([
    'short',
    'x'.repeat(65),
    'somebody@campus.edu',
    '198.51.100.7-198.51.100.8',
    '2001:db8:0:0:0:0:0:1',
    'with a space in the middle',
    '0123456789abcdef, 0123456789abcdef',
    '"},{"level":"error","x":"',
  ])('one that is not well-formed is replaced: %j', async (given) => {
    expect(await idOf(program, given)).toMatch(OWN)
  })
  test('the log line has the trace; a header that is not well-formed counts as none', async () => {
    await ask(program, '/api/v1/posts', { 'x-request-id': 'with-a-trace-0001', traceparent: TRACEPARENT })
    await ask(program, '/api/v1/posts', { 'x-request-id': 'with-no-trace-0001', traceparent: `${TRACEPARENT}-more` })
    const [traced, plain] = (await lines(program, 'with-no-trace-0001')).filter(({ requestId }) =>
      /^with-.*0001$/.test(requestId ?? ''),
    )
    expect(traced).toMatchObject({ traceId: PROXY_TRACE })
    expect(plain.traceId).toBeUndefined()
  })
  test('the answer says nothing of the trace', async () => {
    const { headers } = await ask(program, '/api/v1/posts', { traceparent: TRACEPARENT, tracestate: 'edge=1' })
    expect([...headers].flat().join(' ')).not.toMatch(/traceparent|tracestate|0af7651916cd43dd/)
  })
  test('no entry of the audit log has an id that a proxy or a client gave, twice or at all', async () => {
    const given = 'the-same-id-for-all'
    for (const browser of [new Browser(program.origin), new Browser(program.origin)])
      expect((await browser.post('/api/v1/auth/login', ADMIN, { 'x-request-id': given })).status).toBe(200)
    const log = await program.logWith(given)
    const ids = logEntries({ sqlite: program.database }).flatMap(({ requestId }) => requestId ?? [])
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).not.toContain(given)
    // Nor does a line of the log lead to an entry.
    expect(ids.filter((id) => log.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('without a trusted proxy', () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram({ ACCESS_LOG: 'off', METRICS_TOKEN: 'a-token-of-metrics', ...CAMPUS_VARIABLES })
  })
  afterAll(() => program.stop())
  test('neither an id nor a trace is taken from anybody', async () => {
    expect(await idOf(program, 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6')).toMatch(OWN)
  })
  test('ACCESS_LOG=off: no line for a request, and the metrics count it', async () => {
    await ask(program, '/api/v1/posts', { traceparent: TRACEPARENT })
    const counted = async () =>
      await (await ask(program, '/metrics', { authorization: 'Bearer a-token-of-metrics' })).text()
    expect(await counted()).toMatch(/requests_total\{method="GET",route="\/api\/v1\/posts",status="200"\} [1-9]/)
    const log = await program.logWith('Quad is listening')
    expectWithout(log, '"msg":"request"', PROXY_TRACE)
  })
})
