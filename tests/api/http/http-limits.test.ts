import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { rateLimiter, securityLimiter } from '../../../src/lib/net/security-limiter'
import {
  type Answer,
  API,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  newEmail,
  PASSWORD,
  refusal,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { ADMIN, Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../../support/program'

const EVIL = 'https://evil.example'

await useQuad()
const person = await student()

const anonymous = () => new Visitor()
const STRANGERS = { name: 'reads:anonymous', max: 3_000, seconds: 60 }
const COLLEGE_REQUESTS = { name: 'college-requests:address', max: 100, seconds: 3600 }
const READERS = { name: 'reads:address', max: 6_000, seconds: 60 }
const useUp = (limit: { name: string; max: number; seconds: number }, times = limit.max) => {
  for (let n = 1; n <= times; n++) rateLimiter.consume(limit, '127.0.0.1')
}
const as = (type: string | null) => ({ raw: true, headers: { 'content-type': type } })
const sendRaw = (body: string, type: string | null = 'application/json', path = 'auth/login') =>
  anonymous().post(path, body, as(type))

describe('rate limits', () => {
  const limited = (name: string, work: () => Promise<void>) => test(name, () => configured({ rateLimits: true }, work))
  const rates = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)).map((text) => text && Number(text))
  const expectUsedUp = (answer: Answer, limit: number) =>
    expect([...refusal(answer), ...rates(answer).slice(0, 2)]).toEqual([429, 'RATE_LIMITED', limit, 0])

  limited('say how much is left to an account, and of what a network shares only how much there is', async () => {
    expect(rates(await anonymous().get('posts'))).toEqual([3_000, null, null])
    expect(rates(await person.visitor.get('auth/me'))).toEqual([60, 59, 60])
    expect(rates(await person.visitor.get('auth/me'))[1]).toBe(58)
  })
  limited('apply to every route but the probes and what followers ask, pages and files included', async () => {
    const unlimited: string[] = []
    for (const { method, path } of app.routes) {
      if (!['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method)) continue
      const address = path.replace(/:\w+|\*/g, 'x')
      const { headers } = await app.handle(new Request(`http://localhost${address}`, { method }))
      if (!headers.has('ratelimit-limit')) unlimited.push(path)
    }
    expect(unlimited).toEqual(['/healthz', '/readyz', '/up', '/replication'])
  })
  limited('of pages: by account, by address, and for strangers', async () => {
    expect(rates(await person.visitor.get('/settings'))).toEqual([300, 299, 60])
    expect(rates(await anonymous().get('/settings'))).toEqual([3_000, null, null])
    expect(rates(await new Visitor({ authorization: 'Bearer none' }).get('/'))).toEqual([3_000, null, null])
    useUp({ ...STRANGERS, name: 'pages:anonymous' }, 2_998)
    await fails(anonymous().get('/'), 'RATE_LIMITED')
    expect(rates(await person.visitor.get('/'))[1]).toBe(298)
  })
  limited('of paths that do not exist', async () => {
    useUp({ name: 'unknown:address', max: 1_200, seconds: 60 })
    expectUsedUp(await anonymous().get('/no/such/page', { headers: { accept: 'text/html' } }), 1_200)
  })
  test('say nothing where they are off', async () => {
    expect((await anonymous().get('posts')).headers.get('ratelimit-limit')).toBeNull()
  })
  limited('above: 429 RATE_LIMITED with Retry-After, until the window has passed', async () => {
    const visitor = person.visitor
    for (let n = 1; n <= 60; n++) expect((await visitor.get('auth/me')).status).toBe(200)
    const answer = await visitor.get('auth/me')
    expect(refusal(answer)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers.get('retry-after'))).toBeWithin(55, 61)
    expect(rates(answer)).toEqual([60, 0, Number(answer.headers.get('retry-after'))])
    later(60_000)
    expectData(await visitor.get('auth/me'))
  })
  limited('an alias is counted as what it stands for', async () => {
    expect(rates(await person.visitor.get('auth/me'))[1]).toBe(59)
    expect(rates(await person.visitor.get('/api/auth/me'))[1]).toBe(58)
  })
  test('an account is counted wherever it comes from, another is not', async () => {
    const other = await student({ onboard: false })
    await configured({ rateLimits: true, trustProxy: 1 }, async () => {
      for (let n = 1; n <= 60; n++)
        await person.visitor.get('auth/me', { headers: { 'x-forwarded-for': `198.51.100.${n}` } })
      await fails(person.visitor.get('auth/me', { headers: { 'x-forwarded-for': '203.0.113.1' } }), 429)
      await other.get('auth/me', { headers: { 'x-forwarded-for': '198.51.100.1' } })
    })
  })
  limited('a request counts before anything else of it is looked at', async () => {
    for (let n = 1; n <= 60; n++) await fails(sendRaw('{', 'application/json', 'auth/registration/initialize'), 400)
    await fails(sendRaw('{', 'application/json', 'auth/registration/initialize'), 'RATE_LIMITED')
  })
  limited('a 429 describes the limit that refused, and no other', async () => {
    const guess = () => anonymous().post('auth/login', { email: person.email, password: 'wrong but long' })
    for (let n = 1; n <= 10; n++) await fails(guess(), 401)
    const refused = await guess()
    expect(refusal(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(rates(refused)).toEqual([10, 0, Number(refused.headers.get('retry-after'))])
    expect(rates(refused)[2]).toBeWithin(800, 901)

    const code = () => anonymous().post('auth/otp/login/send', { email: person.email })
    expectData(await code())
    const soon = await code()
    expect(refusal(soon)).toEqual([429, 'OTP_COOLDOWN'])
    expect(rates(soon)).toEqual([1, 0, Number(soon.headers.get('retry-after'))])
  })
  limited('students who sign in read on where strangers of their address have used up theirs', async () => {
    useUp(STRANGERS)
    expectUsedUp(await anonymous().get('posts'), 3_000)
    expect(rates(await person.visitor.get('posts'))).toEqual([300, 299, 60])
    expectUsedUp(await new Visitor({ authorization: 'Bearer none' }).get('posts'), 3_000)
  })
  limited('an address reads twenty times what one account does, and strangers read on where it has', async () => {
    useUp(READERS, 5_999)
    await person.get('posts')
    expectUsedUp(await person.visitor.get('posts'), 6_000)
    expect(rates(await anonymous().get('posts'))[0]).toBe(3_000)
  })
  limited('an account asks for five colleges an hour, an address for a hundred', async () => {
    const ask = (visitor: Visitor) => visitor.post('colleges/requests', {})
    for (let n = 1; n <= 5; n++) await fails(ask(person.visitor), 'VALIDATION_FAILED')
    expectUsedUp(await ask(person.visitor), 5)
    expect(rates(await ask(anonymous()))).toEqual([100, null, null])
    expect(securityLimiter.peekFrom(COLLEGE_REQUESTS, '127.0.0.1').remaining).toBe(93)
  })
  limited('sign-ins that succeed do not count against a dormitory', async () => {
    for (let n = 1; n <= 20; n++)
      expectData(await anonymous().post('auth/login', { email: person.email, password: PASSWORD }))
    for (let n = 1; n <= 100; n++)
      await fails(anonymous().post('auth/login', { email: newEmail(), password: PASSWORD }), 401)
    await fails(anonymous().post('auth/login', { email: newEmail(), password: PASSWORD }), 429)
  })
})

describe('behind a proxy, with https', () => {
  const TRUSTED = 'https://app.campus.edu'
  const ORIGIN = 'https://quad.campus.edu'
  let program: Program
  beforeAll(async () => {
    const origins = {
      PUBLIC_URL: ORIGIN,
      COOKIE_DOMAIN: 'campus.edu',
      CORS_ORIGINS: `${TRUSTED},https://other.campus.edu`,
    }
    program = await startProgram({ ...origins, TRUST_PROXY: '1', RATE_LIMITS: 'on', ...CAMPUS_VARIABLES })
  })
  afterAll(() => program.stop())
  const { host } = new URL(ORIGIN)

  const ask = (path: string, more: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(program.origin + path, { redirect: 'manual', ...more, headers: { host, ...more.headers } })
  const login = (body: object, headers: Record<string, string> = {}) =>
    ask(`${API}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  test('cookies are Secure and for the domain', async () => {
    const browser = new Browser(program.origin, ORIGIN)
    expect((await browser.post(`${API}/auth/login`, ADMIN)).status).toBe(200)
    // Of the session two, and what the browser is known by.
    expect(browser.setCookies).toHaveLength(3)
    for (const line of browser.setCookies)
      for (const part of [/; secure/i, /; httponly/i, /; samesite=lax/i, /; domain=\.?campus\.edu/i, /; path=\//i])
        expect(line).toMatch(part)
    expect((await browser.post(`${API}/auth/logout`, {})).status).toBe(200)
    // A cookie is only cleared by one of the same domain and path.
    expect(browser.setCookies).toHaveLength(2)
    for (const line of browser.setCookies)
      for (const part of [/max-age=0/i, /; domain=\.?campus\.edu/i, /; path=\//i]) expect(line).toMatch(part)
  })
  test('every answer has the headers that guard it, whatever it is', async () => {
    const page = await ask('/')
    const script = /src="([^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
    const icon = await ask('/favicon.svg')
    const read = await ask(`${API}/colleges`)
    const knows = ({ headers }: Response) => ({ headers: { 'if-none-match': headers.get('etag') ?? '' } })
    const answers: [number, Response][] = [
      [200, page],
      [200, await ask(new URL(script, ORIGIN).pathname)],
      [200, icon],
      [200, await ask('/robots.txt')],
      [200, await ask('/healthz')],
      [200, await ask(`${API}/docs`)],
      [200, read],
      [302, await ask(`${API}/auth/idp/start`)],
      [304, await ask(`${API}/colleges`, knows(read))],
      [304, await ask('/favicon.svg', knows(icon))],
      [401, await ask(`${API}/ws`)],
      [404, await ask('/nowhere', { headers: { accept: 'text/html' } })],
      [404, await ask('/uploads/nothing.png')],
      [405, await ask('/favicon.svg', { method: 'DELETE' })],
      [421, await ask('/', { headers: { host: 'evil.example' } })],
    ]
    for (const [status, { url, status: given, headers }] of answers) {
      expect([url, given]).toEqual([url, status])
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      const type = headers.get('content-type')
      if (status !== 302 && status !== 304)
        expect([url, type]).toEqual([url, expect.stringMatching(/json|charset=utf-8/)])
    }
  })
  test('trusted origins may read and write with credentials, errors included; others may not', async () => {
    for (const origin of [TRUSTED, 'https://other.campus.edu', ORIGIN]) {
      const answer = await login({ email: 'x', password: 'y' }, { origin })
      const told = ['origin', 'credentials'].map((what) => answer.headers.get(`access-control-allow-${what}`))
      // Its own pages need no leave.
      expect([answer.status, ...told]).toEqual([401, ...(origin === ORIGIN ? [null, null] : [origin, 'true'])])
    }
    for (const origin of [EVIL, 'http://app.campus.edu', 'https://xapp.campus.edu', program.origin]) {
      const answer = await login(ADMIN, { origin })
      expect([origin, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
  test('a server that others reach has one name, and on its own machine the names of that', async () => {
    const refused = async (headers: Record<string, string>) => {
      const response = await ask(`${API}/instance`, { headers })
      expect([headers, response.status, (await response.json()).code]).toEqual([headers, 421, 'MISDIRECTED_REQUEST'])
    }
    for (const host of ['campus.edu', '10.0.0.1', 'localhost.campus.edu']) await refused({ host })
    for (const name of ['x-forwarded-for', 'forwarded', 'via'])
      for (const host of ['127.0.0.1', 'localhost']) await refused({ host, [name]: '198.51.100.7' })
    for (const host of ['127.0.0.1', 'localhost', 'quad.campus.edu', 'QUAD.campus.edu:443', 'app.campus.edu'])
      expect((await ask(`${API}/instance`, { headers: { host } })).status).toBe(200)
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(200)
  })
  test('the preflight of a trusted origin names methods and headers', async () => {
    const wish = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' }
    const answer = await ask(`${API}/users/me`, { method: 'OPTIONS', headers: { origin: TRUSTED, ...wish } })
    const allowed = (what: string) => answer.headers.get(`access-control-allow-${what}`)
    expect([answer.status, allowed('origin'), answer.headers.get('access-control-max-age')]).toEqual([
      204,
      TRUSTED,
      '600',
    ])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(allowed('methods')).toContain(method)
    expect(allowed('headers')?.toLowerCase()).toContain('content-type')
  })
  test('a refusal is in the log, with its route and the id of the answer', async () => {
    const { status, headers } = await ask(`${API}/auth/users`)
    const requestId = headers.get('x-request-id') ?? ''
    const lines = (await program.logWith(requestId)).split('\n').filter((line) => line.includes(requestId))
    expect([status, ...lines.map((line) => JSON.parse(line))]).toEqual([
      401,
      expect.objectContaining({ time: expect.stringMatching(/Z$/), method: 'GET', route: `${API}/auth/users`, status }),
    ])
  })
  test('the log names no address and no query', async () => {
    await login({ email: '7@campus.edu', password: 'wrong but long' })
    for (const path of [
      'users/search/somebody?token=tell-nobody',
      'search?q=secretly',
      'search/similar?title=secretly+asked',
      'search/suggestions?q=secretly',
    ])
      await ask(`${API}/${path}`)
    const log = await program.logWith('/api/v1/search/suggestions')
    expect(log).toContain('/api/v1/users/search/:query')
    expectWithout(log, 'secretly', 'somebody', 'tell-nobody', '7@campus.edu', 'wrong but long', ADMIN.email)
  })
})
