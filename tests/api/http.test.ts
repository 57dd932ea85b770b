import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { storage } from '../../db/storage'
import { app } from '../../src/app'
import { log } from '../../src/services/log'
import { type Answer, API, configured, type Data, expectData, newEmail, openQuad, PASSWORD, type Person, student, Visitor } from '../support/kit'
import { Browser, freePort, type Program, startProgram } from '../support/program'

const LIMIT = 16_384
const EVIL = 'https://evil.example'
const UUID = '018f0000-0000-7000-8000-000000000000'

let close: () => Promise<void>
let person: Person
beforeAll(async () => {
  close = await openQuad()
  person = await student()
})
afterAll(() => close())
afterEach(() => {
  setSystemTime()
})

const refused = ({ status, code }: Answer) => [status, code]
const anonymous = () => new Visitor()
const as = (type: string | null) => ({ raw: true, headers: { 'content-type': type } })
const sendRaw = (body: string, type: string | null = 'application/json', path = 'auth/login') => anonymous().post(path, body, as(type))

/** A login of exactly so many bytes. */
const sized = (bytes: number) => {
  const shell = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '' })
  return `${shell.slice(0, -2)}${'p'.repeat(bytes - shell.length)}"}`
}

describe('the envelope', () => {
  test('of a success: success, message, data, and nothing else', async () => {
    const { body } = await anonymous().get('posts')
    expect(Object.keys(body).sort()).toEqual(['data', 'message', 'success'])
    expect(body).toMatchObject({ success: true, message: expect.any(String) })
  })
  test('of a failure: success, message, code', async () => {
    const answer = await anonymous().get('auth/me')
    expect(answer.body).toEqual({ success: false, message: expect.any(String), code: 'UNAUTHENTICATED' })
    expect(answer.headers.get('content-type')).toContain('application/json')
  })
  test('of what does not fit: one message a field, its path dotted, its value not repeated', async () => {
    const body = { token: 'x', campus: { name: '', city: 7, branches: [{ code: 'CSE' }] }, admin: { email: 'a@b.edu', password: ['hunter2-hunter2'] } }
    const answer = await anonymous().post('setup', body)
    expect(refused(answer)).toEqual([400, 'VALIDATION_FAILED'])
    const fields: string[] = answer.body.errors.map(({ field }: Data) => field)
    expect(fields).toEqual(expect.arrayContaining(['campus.name', 'campus.city', 'campus.branches.0.name', 'admin.password']))
    expect(new Set(fields).size).toBe(fields.length)
    for (const { message } of answer.body.errors) expect(message.length).toBeGreaterThan(0)
    expect(answer.text).not.toContain('hunter2')
  })
  test('of a field of the path or the query: named without where it stood', async () => {
    const fieldsOf = async (path: string) => (await anonymous().get(path)).body.errors.map(({ field }: Data) => field)
    expect(await fieldsOf('posts/none')).toEqual(['id'])
    expect(await fieldsOf('posts?sortBy=taste')).toEqual(['sortBy'])
  })
})

describe('a fault of ours', () => {
  const broken = async (work: () => Promise<void>) => {
    const write = spyOn(storage, 'write').mockRejectedValue(new Error('disk is full at /var/secret'))
    const logged = spyOn(log, 'error')
    try {
      await work()
      expect(logged).toHaveBeenCalledTimes(1)
    } finally {
      write.mockRestore()
      logged.mockRestore()
    }
  }

  test('is 500 INTERNAL with the id of the request, and not a word of it', async () => {
    await broken(async () => {
      const answer = await person.visitor.copy().post('auth/logout-all')
      expect(answer.body).toEqual({ success: false, message: expect.any(String), code: 'INTERNAL', meta: { requestId: answer.headers.get('x-request-id') } })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
      expect(answer.text).not.toMatch(/disk|secret|Error/)
    })
  })
  test('on the way to the body is no malformed body', async () => {
    // In its second half a session is renewed as it is read, which is a write.
    setSystemTime(new Date(Date.now() + 20 * 86_400_000))
    await broken(async () => {
      expect(refused(await person.visitor.copy().post('auth/password/set', { newPassword: PASSWORD }))).toEqual([500, 'INTERNAL'])
    })
  })
})

describe('bodies', () => {
  test.each(['{"email": ', '{email: 1}', 'nul', '', '{"a":1}}', '\u0000', `{"email":"${'\ud800'}`])('400 INVALID_JSON for %j', async (body) => {
    expect(refused(await sendRaw(body))).toEqual([400, 'INVALID_JSON'])
  })
  test.each(['[]', '"text"', 'null', '12', 'true', '[{"email":"a@b.edu","password":"x"}]'])('400 VALIDATION_FAILED for %s, which is no object', async (body) => {
    expect(refused(await sendRaw(body))).toEqual([400, 'VALIDATION_FAILED'])
  })
  test('16 levels of nesting are read, one more is 400 INVALID_JSON', async () => {
    const nested = (more: string) => `{"email":"${newEmail()}","password":"${PASSWORD}","more":${more}}`
    const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(refused(await sendRaw(nested(lists(15))))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(refused(await sendRaw(nested(lists(16))))).toEqual([400, 'INVALID_JSON'])
    expect(refused(await sendRaw(nested(`"${'['.repeat(8_000)}"`)))).toEqual([401, 'INVALID_CREDENTIALS'])
  })
  test('none at all is an empty object where nothing is required', async () => {
    expectData(await anonymous().post('auth/refresh'))
    expect(refused(await anonymous().post('auth/login'))).toEqual([400, 'VALIDATION_FAILED'])
  })
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])('%j is read as JSON', async (type) => {
    const body = JSON.stringify({ email: person.email, password: PASSWORD })
    expectData(await sendRaw(body, type))
  })
  test('URL-encoded forms are read', async () => {
    expectData(await anonymous().post('auth/login', new URLSearchParams({ email: person.email, password: PASSWORD })))
  })
  test.each([['text/plain'], ['application/xml'], ['application/octet-stream'], ['text/json'], ['application/jsonp'], [null]])('415 for %p', async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ email: person.email, password: PASSWORD }))
    const answer = await anonymous().send('POST', 'auth/login', body, as(type))
    expect(refused(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
  test('415 for a form with files, where none is taken', async () => {
    const form = new FormData()
    form.set('email', person.email)
    form.set('profile', new File(['x'], 'x.png'))
    expect(refused(await anonymous().post('auth/login', form))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
  test('who may not call a route is told so before the body is looked at', async () => {
    for (const [body, type] of [['{', 'application/json'], ['x', 'text/plain'], [sized(LIMIT + 1), 'application/json']] as const)
      expect(refused(await sendRaw(body, type, 'auth/logout-all'))).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('the size of a body', () => {
  test('16,384 bytes are read, one more is 413', async () => {
    expect(sized(LIMIT)).toHaveLength(LIMIT)
    expect(refused(await sendRaw(sized(LIMIT)))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect(refused(await sendRaw(sized(LIMIT + 1)))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('is counted in bytes, not in characters', async () => {
    const body = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '🦦'.repeat(LIMIT / 4) })
    expect(body.length).toBeLessThan(LIMIT)
    expect(refused(await sendRaw(body))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('holds for URL-encoded forms', async () => {
    expect(refused(await anonymous().post('auth/login', new URLSearchParams({ email: 'x', password: 'x'.repeat(LIMIT) })))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
  test('is believed before a byte is read', async () => {
    let read = false
    const body = new ReadableStream({
      pull(controller) {
        read = true
        controller.close()
      },
    }, { highWaterMark: 0 })
    const answer = await anonymous().send('POST', 'auth/login', body, { raw: true, headers: { 'content-type': 'application/json', 'content-length': '16385' } })
    expect([...refused(answer), read]).toEqual([413, 'PAYLOAD_TOO_LARGE', false])
  })
})

describe('over a connection', () => {
  let port: number
  beforeAll(() => {
    app.listen({ hostname: '127.0.0.1', port: 0 })
    port = app.server?.port ?? 0
  })
  afterAll(async () => {
    await app.stop(true)
  })

  /** Sends the pieces as they are; answers all that comes back, or what has come when the server hangs up. */
  function exchange(pieces: string[], finished = /\r\n\r\n/): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let got = ''
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(5_000, () => reject(new Error(`no answer: ${got}`)))
    socket.on('data', (chunk) => {
      got += chunk
      if (finished.test(got)) resolve(got)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
    for (const piece of pieces) socket.write(piece)
    return promise.finally(() => socket.destroy())
  }
  const head = (...lines: string[]) => [`POST ${API}/auth/login HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Type: application/json', ...lines, '', ''].join('\r\n')
  const chunked = (text: string) => {
    const pieces = text.match(/.{1,4000}/gs) ?? []
    return [...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`), '0\r\n\r\n']
  }

  test('a chunked body without a length is read up to the limit', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(LIMIT))], /\}$/)
    expect(answer).toContain(' 401 ')
    expect(answer).toContain('INVALID_CREDENTIALS')
  })
  test('and refused above it', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(40_000))], /\}$/)
    expect(answer).toContain(' 413 ')
    expect(answer).toContain('PAYLOAD_TOO_LARGE')
  })
  test('one that never ends is refused as soon as it is too long', async () => {
    const answer = await exchange([head('Transfer-Encoding: chunked'), ...chunked(sized(40_000)).slice(0, -1)])
    expect(answer).toContain(' 413 ')
  })
  test('a client that hangs up in the middle of a body is no fault of ours', async () => {
    const logged = spyOn(log, 'error')
    try {
      const socket = connect(port, '127.0.0.1')
      await new Promise<void>((sent) => socket.write(`${head('Content-Length: 5000')}{"email":`, () => sent()))
      await Bun.sleep(50)
      socket.destroy()
      await Bun.sleep(50)
      expect(logged).not.toHaveBeenCalled()
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    } finally {
      logged.mockRestore()
    }
  })
  test('HEAD answers as GET does, without the body', async () => {
    const [get, none] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(`http://127.0.0.1:${port}${API}/colleges`, { method })))
    expect([get?.status, none?.status]).toEqual([200, 200])
    expect([(await get?.text())?.length === 0, await none?.text()]).toEqual([false, ''])
  })
})

describe('where there is nothing', () => {
  test.each(['/api/v1/nothing', '/api/v1', '/api/v1/auth/nothing/here', '/api/nothing', '/api/v2/posts', '/nothing'])('404 NOT_FOUND for %s, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect([method, ...refused(await anonymous().send(method, path))]).toEqual([method, 404, 'NOT_FOUND'])
  })
  test.each([
    ['GET', `${API}/auth/login`, 'POST'],
    ['PUT', `${API}/auth/login`, 'POST'],
    ['POST', `${API}/auth/me`, 'GET, HEAD'],
    ['DELETE', `${API}/users/me`, 'GET, HEAD, PATCH'],
    ['PUT', `${API}/posts`, 'GET, HEAD, POST'],
    ['PUT', `${API}/posts/${UUID}`, 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['GET', '/auth/login', 'POST'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const answer = await anonymous().send(method, path)
    expect([...refused(answer), answer.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allow])
  })
})

describe('headers', () => {
  const everywhere = (): Promise<Answer[]> =>
    Promise.all([
      anonymous().get('/healthz'),
      anonymous().get('posts'),
      anonymous().get('auth/me'),
      anonymous().get('nothing'),
      anonymous().get('openapi.json'),
      anonymous().get('/auth/me'),
      anonymous().send('PUT', 'posts'),
      anonymous().send('OPTIONS', 'posts', undefined, { headers: { 'access-control-request-method': 'POST' } }),
      anonymous().post('auth/login', {}),
      anonymous().post('auth/logout', undefined, { headers: { origin: EVIL } }),
      sendRaw('{'),
      sendRaw('{}', 'text/plain'),
      person.visitor.get('users/me'),
    ])

  test('every answer has an id of its own', async () => {
    const ids = (await everywhere()).map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })
  test('every answer is guarded', async () => {
    for (const { headers } of await everywhere()) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "script-src 'self'"]) expect(policy).toContain(part)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
  test('a 304 as well', async () => {
    const etag = (await anonymous().get('colleges')).headers.get('etag')
    const { status, headers } = await anonymous().get('colleges', { headers: { 'if-none-match': etag } })
    expect([status, headers.has('x-request-id'), headers.has('content-security-policy')]).toEqual([304, true, true])
  })
})

describe('caching', () => {
  const reads = ['posts', 'colleges', 'instance', 'openapi.json']

  test.each(reads)('%s, read by a stranger: no-cache, an ETag, Vary', async (path) => {
    const { headers } = await anonymous().get(path)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('etag')).toMatch(/^"\w+"$/)
    expect(headers.get('vary')).toBe('Cookie, Authorization, Origin')
  })
  test.each(reads)('%s: 304 without a body as long as it is the same', async (path) => {
    const etag = (await anonymous().get(path)).headers.get('etag') ?? ''
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, `"other",W/${etag}`]) {
      const answer = await anonymous().get(path, { headers: { 'if-none-match': known } })
      expect([known, answer.status, answer.text, answer.headers.get('etag')]).toEqual([known, 304, '', etag])
    }
    for (const known of ['"other"', etag.slice(1, -1), 'W/"other"', '']) expect((await anonymous().get(path, { headers: { 'if-none-match': known } })).status).toBe(200)
  })
  test('another tag as soon as it is another', async () => {
    const etag = async () => (await anonymous().get('posts')).headers.get('etag')
    const before = await etag()
    expectData(await person.visitor.post('posts', { title: 'New', content: 'Words.', topic: 'Ask Campus' }), 201)
    expect(await etag()).not.toBe(before)
  })
  test('with a cookie that is no session it is the read of a stranger', async () => {
    const { headers } = await anonymous().get('posts', { headers: { cookie: 'identity.session_token=stale' } })
    expect(headers.get('cache-control')).toBe('no-cache')
  })
  test('a personal answer is kept nowhere, and never 304', async () => {
    const etag = (await anonymous().get('posts')).headers.get('etag') ?? ''
    const answers = [
      await person.visitor.get('posts', { headers: { 'if-none-match': etag } }),
      await person.visitor.get('auth/me'),
      await anonymous().get('auth/me'),
      await anonymous().post('auth/login', { email: person.email, password: PASSWORD }),
      await anonymous().get('nothing'),
    ]
    for (const { status, headers } of answers) expect([status === 304, headers.get('cache-control'), headers.get('etag')]).toEqual([false, 'no-store', null])
  })
})

describe('CORS', () => {
  const from = (origin: string) => anonymous().get('posts', { headers: { origin } })

  test('the own origin may read with credentials', async () => {
    const { headers } = await from('http://localhost:3000')
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toContain('Origin')
  })
  test.each([EVIL, 'null', 'http://localhost:3000.evil.example', 'http://localhost', 'https://localhost:3000'])('%s may not', async (origin) => {
    expect((await from(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await anonymous().send('OPTIONS', 'posts', undefined, { headers: { origin, 'access-control-request-method': 'POST' } })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('CSRF', () => {
  const writes = [
    ['POST', 'posts'],
    ['PATCH', `posts/${UUID}`],
    ['DELETE', 'auth/account'],
    ['POST', 'auth/logout'],
    ['PUT', 'auth/logout'],
    ['POST', '/api/auth/logout'],
    ['POST', '/auth/logout'],
    ['POST', 'auth/login'],
    ['POST', 'nothing'],
  ] as const
  const send = (method: string, path: string, headers: Record<string, string | null>) => person.visitor.copy().send(method, path, method === 'POST' ? {} : undefined, { headers })

  test.each(writes)('%s %s from a foreign page is refused', async (method, path) => {
    for (const origin of [EVIL, 'null', '', 'http://localhost:3000.evil.example', 'https://localhost:3000', 'http://localhost:3001'])
      expect([origin, ...refused(await send(method, path, { origin }))]).toEqual([origin, 403, 'CSRF_REJECTED'])
    for (const site of ['cross-site', 'same-site', 'made-up'])
      expect([site, ...refused(await send(method, path, { origin: null, 'sec-fetch-site': site }))]).toEqual([site, 403, 'CSRF_REJECTED'])
    expectData(await person.visitor.get('auth/me'))
  })
  test.each([
    ['the own origin', { origin: 'http://localhost:3000' }],
    ['the own origin, whatever the fetch metadata say', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
    ['the same origin by fetch metadata', { origin: null, 'sec-fetch-site': 'same-origin' }],
    ['the user, who typed it', { origin: null, 'sec-fetch-site': 'none' }],
    ['no page at all', { origin: null }],
  ])('%s passes', async (_, headers) => {
    expectData(await send('POST', 'auth/refresh', headers))
  })
  test('reading from a foreign page is no write', async () => {
    expectData(await person.visitor.get('auth/me', { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } }))
  })
  test('a bearer token without a cookie passes, with one it does not', async () => {
    const { accessToken } = expectData(await anonymous().post('auth/login', { email: person.email, password: PASSWORD, tokens: true }))
    const headers = { origin: EVIL, authorization: `Bearer ${accessToken}` }
    expectData(await anonymous().post('auth/logout-all', undefined, { headers }))
    person.visitor.cookies.clear()
    expectData(await person.visitor.post('auth/login', { email: person.email, password: PASSWORD }))
    expect(refused(await person.visitor.post('auth/logout-all', undefined, { headers }))).toEqual([403, 'CSRF_REJECTED'])
    for (const authorization of ['Bearer', 'Basic eDp5', 'x']) expect(refused(await anonymous().post('auth/refresh', {}, { headers: { origin: EVIL, authorization } }))).toEqual([403, 'CSRF_REJECTED'])
  })
})

describe('aliases', () => {
  test.each([
    ['/auth/me', 'auth/me'],
    ['/api/auth/me', 'auth/me'],
    ['/api/users/me', 'users/me'],
    ['/api/colleges?city=Springfield', 'colleges?city=Springfield'],
  ])('%s answers as %s, and says that it is deprecated', async (alias, base) => {
    const [here, there] = [await person.visitor.get(alias), await person.visitor.get(base)]
    expect(here.body).toEqual(there.body)
    expect(here.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(here.headers.get('link')).toContain('rel="deprecation"')
    expect([there.headers.get('deprecation'), there.headers.get('link')]).toEqual([null, null])
  })
  test('a whole sign-in goes through one', async () => {
    const visitor = anonymous()
    expectData(await visitor.post('/api/auth/login', { email: person.email, password: PASSWORD }))
    expect(expectData(await visitor.get('/auth/me')).user.id).toBe(person.id)
    expectData(await visitor.post('/auth/logout'))
    expect(refused(await visitor.get('/api/auth/me'))).toEqual([401, 'UNAUTHENTICATED'])
  })
  test('refusals, limits of size and tags work through one', async () => {
    expect(refused(await sendRaw(sized(LIMIT + 1), 'application/json', '/auth/login'))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(refused(await sendRaw('{', 'application/json', '/auth/login'))).toEqual([400, 'INVALID_JSON'])
    expect((await anonymous().post('/auth/login', {})).headers.get('deprecation')).not.toBeNull()
    const etag = (await anonymous().get('/api/colleges')).headers.get('etag')
    const again = await anonymous().get('/api/colleges', { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.has('deprecation')]).toEqual([304, true])
  })
})

describe('rate limits', () => {
  const rates = ({ headers }: Answer) => ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))

  test('say how much is left', async () => {
    await configured({ rateLimits: true }, async () => {
      expect(rates(await anonymous().get('posts'))).toEqual([3_000, 2_999, 60])
      expect(rates(await anonymous().get('posts'))[1]).toBe(2_998)
      expect(rates(await person.visitor.get('auth/me'))).toEqual([60, 59, 60])
    })
  })
  test('say nothing where there is none, and nothing where they are off', async () => {
    expect((await anonymous().get('posts')).headers.get('ratelimit-limit')).toBeNull()
    await configured({ rateLimits: true }, async () => {
      expect((await anonymous().get('/healthz')).headers.get('ratelimit-limit')).toBeNull()
    })
  })
  test('above: 429 RATE_LIMITED with Retry-After, until the window has passed', async () => {
    await configured({ rateLimits: true }, async () => {
      const visitor = person.visitor
      for (let n = 1; n <= 60; n++) expect((await visitor.get('auth/me')).status).toBe(200)
      const answer = await visitor.get('auth/me')
      expect(refused(answer)).toEqual([429, 'RATE_LIMITED'])
      expect(Number(answer.headers.get('retry-after'))).toBeWithin(55, 61)
      expect(rates(answer)).toEqual([60, 0, Number(answer.headers.get('retry-after'))])
      setSystemTime(new Date(Date.now() + 60_000))
      expectData(await visitor.get('auth/me'))
    })
  })
  test('an alias is counted as what it stands for', async () => {
    await configured({ rateLimits: true }, async () => {
      expect(rates(await person.visitor.get('auth/me'))[1]).toBe(59)
      expect(rates(await person.visitor.get('/api/auth/me'))[1]).toBe(58)
    })
  })
  test('an account is counted wherever it comes from, another is not', async () => {
    const other = await student({ onboard: false })
    await configured({ rateLimits: true, trustProxy: 1 }, async () => {
      for (let n = 1; n <= 60; n++) await person.visitor.get('auth/me', { headers: { 'x-forwarded-for': `198.51.100.${n}` } })
      expect((await person.visitor.get('auth/me', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(429)
      expectData(await other.visitor.get('auth/me', { headers: { 'x-forwarded-for': '198.51.100.1' } }))
    })
  })
  test('a request counts before anything else of it is looked at', async () => {
    await configured({ rateLimits: true }, async () => {
      for (let n = 1; n <= 60; n++) expect((await sendRaw('{', 'application/json', 'auth/registration/initialize')).status).toBe(400)
      expect(refused(await sendRaw('{', 'application/json', 'auth/registration/initialize'))).toEqual([429, 'RATE_LIMITED'])
    })
  })
  test('sign-ins that succeed do not count against a dormitory', async () => {
    await configured({ rateLimits: true }, async () => {
      for (let n = 1; n <= 120; n++) expectData(await anonymous().post('auth/login', { email: person.email, password: PASSWORD }))
      for (let n = 1; n <= 100; n++) expect((await anonymous().post('auth/login', { email: newEmail(), password: PASSWORD })).status).toBe(401)
      expect((await anonymous().post('auth/login', { email: newEmail(), password: PASSWORD })).status).toBe(429)
    })
  })
})

describe('behind a proxy, with https', () => {
  const TRUSTED = 'https://app.campus.edu'
  const ORIGIN = 'https://quad.campus.edu'
  const ADMIN = { email: 'the.office@campus.edu', password: PASSWORD }
  let program: Program
  beforeAll(async () => {
    program = await startProgram(freePort(), {
      PUBLIC_URL: ORIGIN,
      COOKIE_DOMAIN: 'campus.edu',
      CORS_ORIGINS: `${TRUSTED},https://other.campus.edu`,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'on',
      CAMPUS_NAME: 'Campus University',
      CAMPUS_DOMAIN: 'campus.edu',
      CAMPUS_CITY: 'Springfield',
      CAMPUS_STATE: 'Oregon',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
  })
  afterAll(() => program.stop())

  const login = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${program.origin}${API}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

  test('HSTS is on, cookies are Secure and for the domain', async () => {
    expect((await fetch(`${program.origin}/healthz`)).headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    const browser = new Browser(program.origin)
    expect((await browser.post(`${API}/auth/login`, ADMIN)).status).toBe(200)
    expect(browser.setCookies).toHaveLength(2)
    for (const line of browser.setCookies) for (const part of [/; secure/i, /; httponly/i, /; samesite=lax/i, /; domain=\.?campus\.edu/i, /; path=\//i]) expect(line).toMatch(part)
    expect((await browser.post(`${API}/auth/logout`, {})).status).toBe(200)
    // A cookie is only cleared by one of the same domain and path.
    expect(browser.setCookies).toHaveLength(2)
    for (const line of browser.setCookies) for (const part of [/max-age=0/i, /; domain=\.?campus\.edu/i, /; path=\//i]) expect(line).toMatch(part)
  })

  test('trusted origins may read and write with credentials, errors included; others may not', async () => {
    for (const origin of [TRUSTED, 'https://other.campus.edu', ORIGIN]) {
      const answer = await login({ email: 'x', password: 'y' }, { origin })
      expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('access-control-allow-credentials')]).toEqual([401, origin, 'true'])
    }
    for (const origin of [EVIL, 'null', 'http://app.campus.edu', 'https://xapp.campus.edu', 'https://app.campus.edu.evil.example', 'http://quad.campus.edu', program.origin]) {
      const answer = await login(ADMIN, { origin })
      expect([origin, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('the preflight of a trusted origin names methods and headers', async () => {
    const headers = { origin: TRUSTED, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' }
    const answer = await fetch(`${program.origin}${API}/users/me`, { method: 'OPTIONS', headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(TRUSTED)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(answer.headers.get('access-control-allow-methods')).toContain(method)
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  })

  test('the address is the one that the proxy saw, whatever else the client claims', async () => {
    const guess = (forwarded: string) => login({ email: '7@campus.edu', password: 'wrong but long' }, { 'x-forwarded-for': forwarded })
    for (let n = 1; n <= 10; n++) expect((await guess(`${n}.2.3.4, 198.51.100.7`)).status).toBe(401)
    const limited = await guess('9.9.9.9, 198.51.100.7')
    expect([limited.status, Number(limited.headers.get('retry-after')) > 800]).toEqual([429, true])
    expect((await guess('198.51.100.7, 203.0.113.9')).status).toBe(401)
    const ips = program.database.query<{ ip: string }, []>("select distinct ip from audit_log where action = 'user:failed:login' and ip like '198.51%'").all()
    expect(ips).toEqual([{ ip: '198.51.100.7' }])
  })

  test('the log names no address and no query', async () => {
    await login({ email: '7@campus.edu', password: 'wrong but long' })
    await fetch(`${program.origin}${API}/users/search/somebody?token=tell-nobody`)
    const log = await program.logWith('/api/v1/users/search/:query')
    for (const private_ of ['somebody', 'tell-nobody', '7@campus.edu', 'wrong but long', ADMIN.email, PASSWORD]) expect(log).not.toContain(private_)
  })
})
