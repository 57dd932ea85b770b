import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ADMIN, Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../support/program'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

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

  test.each(['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '0af7651916cd43dd8448eb211c80319c', 'edge_17-000000042'])(
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
    expect(traced).toMatchObject({ traceId: TRACE })
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
    const ids = program.database
      .query('select request_id from audit_log where request_id is not null')
      .values()
      .flat()
      .map(String)
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
    expect(log).not.toContain('"msg":"request"')
    expect(log).not.toContain(TRACE)
  })
})
