import { describe, expect, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { app } from '../../../src/app'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { log } from '../../../src/lib/process/log'
import { publish } from '../../support/content'
import {
  type Answer,
  API,
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  newEmail,
  PASSWORD,
  refusal,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'

const LIMIT = 16_384
const EVIL = 'https://evil.example'
const UUID = '018f0000-0000-7000-8000-000000000000'

await useQuad()
const person = await student()

const anonymous = () => new Visitor()
/** The page that asked may read the answer. */
const isReadable = ({ headers }: Answer) => headers.get('access-control-allow-origin') === 'http://localhost:3000'
const as = (type: string | null) => ({ raw: true, headers: { 'content-type': type } })
const sendRaw = (body: string, type: string | null = 'application/json', path = 'auth/login') =>
  anonymous().post(path, body, as(type))

/** A login of exactly so many bytes. */
const sized = (bytes: number) => {
  const shell = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '' })
  return `${shell.slice(0, -2)}${'p'.repeat(bytes - shell.length)}"}`
}

describe('the envelope', () => {
  test('of a failure: success, message, code', async () => {
    const answer = await anonymous().get('auth/me')
    expect(answer.body).toEqual({ success: false, message: expect.any(String), code: 'UNAUTHENTICATED' })
    expect(answer.headers.get('content-type')).toContain('application/json')
  })
  test('of what does not fit: one message a field, its path dotted, its value not repeated', async () => {
    const body = {
      token: 'x',
      campus: { name: '', city: 7, branches: [{ code: 'CSE' }] },
      admin: { email: 'a@b.edu', password: ['hunter2-hunter2'] },
    }
    const answer = await anonymous().post('setup', body)
    expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED'])
    const fields: string[] = answer.body.errors.map(({ field }: Data) => field)
    expect(fields).toEqual(
      expect.arrayContaining(['campus.name', 'campus.city', 'campus.branches.0.name', 'admin.password']),
    )
    expect(new Set(fields).size).toBe(fields.length)
    for (const { message } of answer.body.errors) expect(message.length).toBeGreaterThan(0)
    expectWithout(answer.text, 'hunter2')
  })
  test('of a field of the path or the query: named without where it stood', async () => {
    const fieldsOf = async (path: string) => (await anonymous().get(path)).body.errors.map(({ field }: Data) => field)
    expect(await fieldsOf('posts/none')).toEqual(['id'])
    expect(await fieldsOf('posts?sortBy=taste')).toEqual(['sortBy'])
  })
})

/** Work in the background cannot write then, either, and says so. */
const requestsIn = (calls: unknown[][]): unknown[][] => calls.filter(([, message]) => message === 'request failed')

describe('a fault of ours', () => {
  const broken = async (work: () => Promise<void>) => {
    spyOn(storage, 'write').mockRejectedValue(new Error('disk is full at /var/secret'))
    const logged = spyOn(log, 'error')
    await work()
    expect(requestsIn(logged.mock.calls)).toHaveLength(1)
  }
  test('is 500 INTERNAL with the id of the request, and not a word of it', async () => {
    await broken(async () => {
      const answer = await person.visitor.copy().post('auth/logout-all')
      expect(answer.body).toEqual({
        success: false,
        message: expect.any(String),
        code: 'INTERNAL',
        meta: { requestId: answer.headers.get('x-request-id') },
      })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
      expect(isReadable(answer)).toBe(true)
      expect(answer.text).not.toMatch(/disk|secret|Error/)
    })
  })
  test('on the way to the body is no malformed body', async () => {
    dropAllCaches()
    const fault = () => {
      throw new Error('disk is full at /var/secret')
    }
    Object.defineProperty(storage, 'reader', { get: fault, configurable: true })
    await broken(async () => {
      await fails(person.visitor.copy().post('auth/password/set', { newPassword: PASSWORD }), 'INTERNAL')
    }).finally(() => Reflect.deleteProperty(storage, 'reader'))
  })
})

describe('a storage that refuses', () => {
  const signOutEverywhere = () => person.visitor.copy().post('auth/logout-all')
  const failBy = (error: Error) => spyOn(storage, 'write').mockRejectedValue(error)
  test('a write is 503 STORAGE_UNAVAILABLE with Retry-After, in the language of the reader', async () => {
    failBy(new StorageUnavailable('full'))
    const answer = await signOutEverywhere()
    expect(refusal(answer)).toEqual([503, 'STORAGE_UNAVAILABLE'])
    expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['30', 'no-store'])
    expect([isReadable(answer), answer.headers.get('access-control-expose-headers')]).toEqual([
      true,
      expect.stringContaining('Retry-After'),
    ])
    expect(answer.text).toContain('This wasn’t saved')
    expect(answer.text).not.toMatch(/space|disk|SQLITE/)
  })
  test('so is what SQLite says of the disk, which goes to the log', async () => {
    const logged = spyOn(log, 'error')
    failBy(new Error('query failed', { cause: Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_WRITE' }) }))
    await fails(signOutEverywhere(), 'STORAGE_UNAVAILABLE')
    expect(requestsIn(logged.mock.calls)).toHaveLength(1)
  })
  test('a write that may have been made is none of these, because trying again would make it twice', async () => {
    failBy(new StorageUnavailable('unsynced', { mayBeMade: true }))
    const answer = await signOutEverywhere()
    expect(refusal(answer)).toEqual([500, 'INTERNAL'])
    expect(answer.headers.get('retry-after')).toBeNull()
    expect(answer.text).toContain('Check whether it’s there')
  })
})

describe('where there is nothing', () => {
  test.each(['/api/v1/nothing', '/api/v1', '/api/v1/auth/nothing/here', '/api/nothing', '/api/v2/posts', '/nothing'])(
    '404 NOT_FOUND for %s, whatever the method',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        expect([method, ...refusal(await anonymous().send(method, path))]).toEqual([method, 404, 'NOT_FOUND'])
    },
  )
  test.each([
    ['PUT', `${API}/posts/${UUID}`, 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/auth/login', 'POST'],
    ['PATCH', '/api/colleges/requests', 'POST'],
    ['DELETE', `${API}/colleges/requests/`, 'POST'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const answer = await anonymous().send(method, path)
    expect([...refusal(answer), answer.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allow])
  })
  test('405 for every other method of every path without parameters, though one with parameters would take it', async () => {
    const methods = new Map<string, Set<string>>()
    for (const { method, path } of app.routes)
      if (!/[:*]/.test(path)) methods.set(path, (methods.get(path) ?? new Set()).add(method))
    expect(methods.size).toBeGreaterThan(60)
    const root = await administrator()
    for (const [path, taken] of methods)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !taken.has(each)))
        for (const visitor of [anonymous(), root.visitor]) {
          const { status, headers } = await visitor.send(method, path, method === 'GET' ? undefined : {})
          const allow = [...taken, ...(taken.has('GET') ? ['HEAD'] : [])].filter((each) => each !== 'OPTIONS').sort()
          expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow.join(', ')])
        }
  })
})

test('every answer is guarded by headers and has an id of its own, a 304 as well', async () => {
  const etag = (await anonymous().get('colleges')).headers.get('etag')
  const answers = await Promise.all([
    ...['/healthz', 'posts', 'auth/me', 'nothing', 'openapi.json', '/auth/me'].map((path) => anonymous().get(path)),
    anonymous().get('colleges', { headers: { 'if-none-match': etag } }),
    anonymous().send('PUT', 'posts'),
    anonymous().send('OPTIONS', 'posts', undefined, { headers: { 'access-control-request-method': 'POST' } }),
    anonymous().post('auth/login', {}),
    anonymous().post('auth/logout', undefined, { headers: { origin: EVIL } }),
    sendRaw('{'),
    sendRaw('{}', 'text/plain'),
    person.visitor.get('users/me'),
  ])
  expect(answers.map(({ status }) => status)).toContain(304)
  const requestIds = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const id of requestIds) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(requestIds).size).toBe(answers.length)
  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ['default-src', 'object-src', 'frame-ancestors', 'base-uri'])
      expect(policy).toContain(`${part} 'none'`)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    for (const none of ['strict-transport-security', 'x-powered-by']) expect(headers.get(none)).toBeNull()
  }
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
    for (const known of ['"other"', etag.slice(1, -1), 'W/"other"', ''])
      expect((await anonymous().get(path, { headers: { 'if-none-match': known } })).status).toBe(200)
  })
  test('another tag as soon as it is another', async () => {
    const etag = async () => (await anonymous().get('posts')).headers.get('etag')
    const before = await etag()
    await publish(person, { title: 'New', content: 'Words.', topic: 'Ask Campus' })
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
    for (const { status, headers } of answers)
      expect([status === 304, headers.get('cache-control'), headers.get('etag')]).toEqual([false, 'no-store', null])
  })
})

describe('aliases', () => {
  test.each([
    ['/auth/me', 'auth/me'],
    ['/bookmark/user', 'bookmarks/user'],
    ['/api/colleges?city=Springfield', 'colleges?city=Springfield'],
  ])('%s answers as %s, and says that it is deprecated', async (alias, base) => {
    const [here, there] = [await person.visitor.get(alias), await person.visitor.get(base)]
    expect(here.body).toEqual(there.body)
    expect(here.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(here.headers.get('link')).toContain('rel="deprecation"')
    const readable = here.headers.get('access-control-expose-headers')
    for (const name of ['Deprecation', 'Link']) expect(readable?.split(', ')).toContain(name)
    expect([there.headers.get('deprecation'), there.headers.get('link')]).toEqual([null, null])
  })
  test('refusals, limits of size and tags work through one', async () => {
    await fails(sendRaw(sized(LIMIT + 1), 'application/json', '/auth/login'), 'PAYLOAD_TOO_LARGE')
    await fails(sendRaw('{', 'application/json', '/auth/login'), 'INVALID_JSON')
    expect((await anonymous().post('/auth/login', {})).headers.get('deprecation')).not.toBeNull()
    const etag = (await anonymous().get('/api/colleges')).headers.get('etag')
    const again = await anonymous().get('/api/colleges', { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.has('deprecation')]).toEqual([304, true])
  })
})

describe('bodies', () => {
  test.each(['{"email": ', '{email: 1}', 'nul', '', '{"a":1}}', '\u0000', `{"email":"${'\ud800'}`])(
    '400 INVALID_JSON for %j',
    async (body) => {
      await fails(sendRaw(body), 'INVALID_JSON')
    },
  )
  test.each(['[]', '"text"', 'null', '12', 'true', '[{"email":"a@b.edu","password":"x"}]'])(
    '400 VALIDATION_FAILED for %s, which is no object',
    async (body) => {
      await fails(sendRaw(body), 'VALIDATION_FAILED')
      // Nothing is required there, and so everything else would do.
      await fails(sendRaw(body, 'application/json', 'auth/refresh'), 'VALIDATION_FAILED')
      // It has no body that could be wrong.
      await fails(sendRaw(body, 'application/json', 'auth/logout'), 'UNAUTHENTICATED')
    },
  )
  test('16 levels of nesting are read, one more is 400 INVALID_JSON', async () => {
    const nested = (more: string) => `{"email":"${newEmail()}","password":"${PASSWORD}","more":${more}}`
    const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    await fails(sendRaw(nested(lists(15))), 'INVALID_CREDENTIALS')
    await fails(sendRaw(nested(lists(16))), 'INVALID_JSON')
    await fails(sendRaw(nested(`"${'['.repeat(8_000)}"`)), 'INVALID_CREDENTIALS')
  })
  test('none at all is an empty object where nothing is required', async () => {
    expectData(await anonymous().post('auth/refresh'))
    await fails(anonymous().post('auth/login'), 'VALIDATION_FAILED')
  })
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
    '%j is read as JSON',
    async (type) => {
      const body = JSON.stringify({ email: person.email, password: PASSWORD })
      expectData(await sendRaw(body, type))
    },
  )
  test('URL-encoded forms are read', async () => {
    expectData(await anonymous().post('auth/login', new URLSearchParams({ email: person.email, password: PASSWORD })))
  })
  const FOREIGN_TYPES = ['text/plain', 'application/xml', 'application/octet-stream', 'text/json', 'application/jsonp']
  test.each([...FOREIGN_TYPES, null])('415 for %p', async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ email: person.email, password: PASSWORD }))
    const answer = await anonymous().send('POST', 'auth/login', body, as(type))
    expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
  test('415 for a form with files, where none is taken', async () => {
    const form = new FormData()
    form.set('email', person.email)
    form.set('profile', new File(['x'], 'x.png'))
    await fails(anonymous().post('auth/login', form), 'UNSUPPORTED_MEDIA_TYPE')
  })
  test('who may not call a route is told so before the body or the query is looked at', async () => {
    for (const body of ['{', sized(LIMIT + 1)])
      await fails(sendRaw(body, 'application/json', 'auth/logout-all'), 'UNAUTHENTICATED')
    await fails(sendRaw('x', 'text/plain', 'auth/logout-all'), 'UNAUTHENTICATED')
    await fails(anonymous().get('bookmarks/user?page=x'), 'UNAUTHENTICATED')
  })
})

describe('the size of a body', () => {
  test('16,384 bytes are read, one more is 413, of a form, too', async () => {
    expect(sized(LIMIT)).toHaveLength(LIMIT)
    await fails(sendRaw(sized(LIMIT)), 'INVALID_CREDENTIALS')
    await fails(sendRaw(sized(LIMIT + 1)), 'PAYLOAD_TOO_LARGE')
    const form = new URLSearchParams({ email: 'x', password: 'x'.repeat(LIMIT) })
    await fails(anonymous().post('auth/login', form), 'PAYLOAD_TOO_LARGE')
  })
  test('is counted in bytes, not in characters', async () => {
    const body = JSON.stringify({ email: newEmail(), password: PASSWORD, pad: '🦦'.repeat(LIMIT / 4) })
    expect(body.length).toBeLessThan(LIMIT)
    await fails(sendRaw(body), 'PAYLOAD_TOO_LARGE')
  })
})

describe('over a connection', () => {
  app.listen({ hostname: '127.0.0.1', port: 0 })
  const port = app.server?.port ?? 0

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
  const head = (...lines: string[]) =>
    [
      `POST ${API}/auth/login HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n')
  const chunked = (text: string) => {
    const pieces = text.match(/.{1,4000}/gs) ?? []
    return [...pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`), '0\r\n\r\n']
  }
  test('a chunked body without a length is read up to the limit, and refused above it as soon as it is too long', async () => {
    const send = (body: string[], finished?: RegExp) =>
      exchange([head('Transfer-Encoding: chunked'), ...body], finished)
    expect(await send(chunked(sized(LIMIT)), /\}$/)).toMatch(/ 401 .*INVALID_CREDENTIALS/s)
    expect(await send(chunked(sized(40_000)), /\}$/)).toMatch(/ 413 .*PAYLOAD_TOO_LARGE/s)
    expect(await send(chunked(sized(40_000)).slice(0, -1))).toContain(' 413 ')
  })
  test.each(['HTTP/1.0', 'HTTP/1.1\r\nHost: localhost:99999', 'HTTP/1.1\r\nHost: a b.localhost'])(
    'an address that %j makes no URL of is answered, and in no log',
    async (version) => {
      const failed = spyOn(log, 'error')
      const faults = spyOn(console, 'error')
      const paths = '/api/v1/ws?ticket= /api/v1/auth/idp/callback?code= /search?q= /nowhere?q= /auth/me?q='.split(' ')
      for (const path of [...paths, '/x//auth/me?q=', '/api/v1/posts?query=']) {
        const answer = await exchange([`GET ${path}secret ${version}\r\nAccept: text/html\r\n\r\n`], /^HTTP.+/)
        expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.[01] [234]/)])
      }
      expect([...failed.mock.calls, ...faults.mock.calls]).toEqual([])
    },
  )
  test.each(['HTTP/1.0', 'HTTP/1.1\r\nHost: localhost:99999'])(
    'each path is answered for itself, by an alias, too: %j',
    async (version) => {
      const statusOf = async (path: string) =>
        (await exchange([`GET ${path} ${version}\r\nAccept: application/json\r\n\r\n`], /^HTTP.+/)).slice(9, 12)
      expect([await statusOf(`${API}/posts`), await statusOf(`${API}/posts`)]).toEqual(['200', '200'])
      expect(await statusOf(`${API}/nowheres`)).toBe('404')
      expect(await statusOf('/auth/me')).toBe(await statusOf(`${API}/auth/me`))
    },
  )
  test.each([
    [['Content-Length: 3', 'Transfer-Encoding: chunked']],
    [['Transfer-Encoding: chunked', 'Content-Length: 3']],
    [['Content-Length: 3', 'Content-Length: 12']],
    [['Transfer-Encoding: xchunked', 'Content-Length: 3']],
    [['Transfer-Encoding : chunked']],
  ])('a message of which two servers may see two ends is refused: %p', async (lines) => {
    const answers = await exchange([head(...lines), '2\r\n{}\r\n0\r\n\r\n'], /never/)
    expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })
  test('TRACE is refused', async () => {
    const answer = await exchange([`TRACE ${API}/posts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Secret: s\r\n\r\n`])
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toContain('X-Secret')
  })
  test('a client that hangs up in the middle of a body is no fault of ours', async () => {
    const logged = spyOn(log, 'error')
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((sent) => socket.write(`${head('Content-Length: 5000')}{"email":`, () => sent()))
    await Bun.sleep(50)
    socket.destroy()
    await Bun.sleep(50)
    expect(logged).not.toHaveBeenCalled()
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
  test('HEAD answers as GET does, without the body', async () => {
    const [get, none] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`http://127.0.0.1:${port}${API}/colleges`, { method })),
    )
    expect([get?.status, none?.status]).toEqual([200, 200])
    expect([(await get?.text())?.length === 0, await none?.text()]).toEqual([false, ''])
  })
})

describe('Host', () => {
  const at = (host: string, path = '/api/v1/posts', more: Record<string, string> = {}) =>
    app.handle(new Request(`http://${host}${path}`, { headers: { host, ...more } }))
  test.each(['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '127.0.0.2:1', '[::1]:3000', 'quad.localhost'])(
    'a trial is reached as %s',
    async (host) => {
      expect((await at(host)).status).toBe(200)
    },
  )

  const foreign = ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1']
  test.each(foreign)('%s is not this server, for no page, file, cached response or socket', async (host) => {
    const paths = ['/api/v1/posts', '/api/v1/posts', '/', '/api/v1/ws', '/favicon.svg', '/api/v1/metrics', '/nowhere']
    for (const path of paths) {
      const response = await at(host, path)
      expect([path, response.status, (await response.json()).code]).toEqual([path, 421, 'MISDIRECTED_REQUEST'])
    }
    await fails(at(host, '/api/v1/posts', { origin: `http://${host}` }), 421)
    expect((await at('localhost:3000', '/api/v1/posts')).status).toBe(200)
  })
  test.each(['/healthz', '/readyz', '/up'])('%s, which probes call by any address, answers', async (path) => {
    expect((await at('10.0.0.1', path)).status).not.toBe(421)
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
  test.each([EVIL, 'null', 'http://localhost:3000.evil.example', 'http://localhost', 'https://localhost:3000'])(
    '%s may not',
    async (origin) => {
      expect((await from(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const preflight = await anonymous().send('OPTIONS', 'posts', undefined, {
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})

describe('CSRF', () => {
  const writes = [
    ['POST', 'posts'],
    ['PATCH', `posts/${UUID}`],
    ['DELETE', 'auth/account'],
    ['PUT', `moderation/posts/${UUID}/moderation-state`],
    ['POST', '/api/auth/logout'],
    ['POST', 'auth/login'],
    ['POST', 'nothing'],
    ['PUT', 'auth/logout'],
    ['DELETE', '/healthz'],
  ] as const
  const elsewhere = ['http://localhost:3000.evil.example', 'https://localhost:3000', 'http://localhost:3001']
  const foreign = [
    ...[EVIL, 'null', '', ...elsewhere].map((origin) => ({ origin })),
    ...['cross-site', 'same-site', 'made-up'].map((site) => ({ origin: null, 'sec-fetch-site': site })),
  ]
  const send = (method: string, path: string, headers: Record<string, string | null>) =>
    person.visitor.copy().send(method, path, method === 'POST' ? {} : undefined, { headers })
  test.each(writes)('%s %s from a foreign page is refused', async (method, path) => {
    for (const headers of foreign)
      expect([headers, ...refusal(await send(method, path, headers))]).toEqual([headers, 403, 'CSRF_REJECTED'])
    await person.get('auth/me')
  })
  test.each([
    ['the own origin', { origin: 'http://localhost:3000' }],
    [
      'the own origin, whatever the fetch metadata say',
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
    ],
    ['the same origin by fetch metadata', { origin: null, 'sec-fetch-site': 'same-origin' }],
    ['the user, who typed it', { origin: null, 'sec-fetch-site': 'none' }],
    ['no page at all', { origin: null }],
  ])('%s passes', async (_, headers) => {
    expectData(await send('POST', 'auth/refresh', headers))
  })
  test('reading from a foreign page is no write', async () => {
    await person.get('auth/me', { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } })
  })
  test('a bearer token without a cookie passes, with one it does not', async () => {
    const { accessToken } = expectData(
      await anonymous().post('auth/login', { email: person.email, password: PASSWORD, tokens: true }),
    )
    const headers = { origin: EVIL, authorization: `Bearer ${accessToken}` }
    expectData(await anonymous().post('auth/logout-all', undefined, { headers }))
    person.visitor.cookies.clear()
    await person.post('auth/login', { email: person.email, password: PASSWORD })
    await fails(person.visitor.post('auth/logout-all', undefined, { headers }), 'CSRF_REJECTED')
    for (const authorization of ['Bearer', 'Basic eDp5', 'x'])
      await fails(anonymous().post('auth/refresh', {}, { headers: { origin: EVIL, authorization } }), 'CSRF_REJECTED')
  })
})
