import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { CLIENT, type IdentityProvider, type Person, startIdentityProvider, throughProvider } from '../support/identity-provider'
import { Browser, freePort, type Program, startProgram } from '../support/program'

const AUTH = '/api/v1/auth'
const TOKEN = 'identity.session_token'
const ATTEMPT = ['idp_state', 'idp_nonce', 'idp_verifier']
const ADMIN = { email: 'the.office@campus.edu', password: 'correct horse battery' }

const port = freePort()
const providerPort = freePort()
const redirectUri = `http://127.0.0.1:${port}${AUTH}/idp/callback`

let quad: Program
let provider: IdentityProvider
let serial = 1000

const person = (more: Partial<Person> = {}): Person => {
  serial++
  return { sub: `subject-${serial}`, email: `${serial}@campus.edu`, email_verified: true, ...more }
}

/** What a sign-in may leave behind. */
const rows = () =>
  quad.database
    .query(`select (select count(*) from identities) as identities, (select count(*) from users) as users,
      (select count(*) from identity_links) as links, (select count(*) from sessions) as sessions`)
    .get()

type Entry = { action: string; status: string; actorId: string | null; metadata: string | null }
const lastEntry = () =>
  quad.database.query<Entry, []>('select action, status, actor_id as actorId, metadata from audit_log order by id desc limit 1').get()

const callbackOf = (back: string) => back.slice(quad.origin.length)

/** To the provider and back, up to the redirect that is not followed yet. */
async function visitProvider(who: Person, browser = new Browser(quad.origin)) {
  provider.control.person = who
  const start = await browser.get(`${AUTH}/idp/start`)
  expect(start.status).toBe(302)
  const back = await throughProvider(start.headers.get('location') ?? '', redirectUri)
  return { browser, back: callbackOf(back) }
}

async function signIn(who: Person, browser?: Browser) {
  const visit = await visitProvider(who, browser)
  return { browser: visit.browser, answer: await visit.browser.get(visit.back) }
}

const me = async (browser: Browser) => (await (await browser.get(`${AUTH}/me`)).json()) as { data: { user: Record<string, unknown> } }

async function expectSignedIn({ browser, answer }: { browser: Browser; answer: Response }) {
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/')
  for (const name of ATTEMPT) expect(browser.cookies.has(name)).toBe(false)
  return (await me(browser)).data.user
}

/** Comes back with `path` and expects nothing of it but the reason in the redirect and the audit log. */
async function expectRefused(browser: Browser, path: string, code: string) {
  const before = rows()
  const held = browser.cookies.get(TOKEN)
  const answer = await browser.get(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(`/login?error=${code}`)
  expect(rows()).toEqual(before)
  expect(browser.cookies.get(TOKEN)).toBe(held as string)
  expect(browser.setCookies.filter((line) => line.startsWith('identity.'))).toEqual([])
  for (const name of ATTEMPT) expect(browser.cookies.has(name)).toBe(false)
  expect(lastEntry()).toEqual({
    action: 'user:failed:login',
    status: 'failure',
    actorId: null,
    metadata: JSON.stringify({ method: 'idp', code }),
  })
  return answer
}

async function expectRefusedAs(who: Person, code: string) {
  const { browser, back } = await visitProvider(who)
  await expectRefused(browser, back, code)
}

async function newestOtp(): Promise<string> {
  const outbox = join(quad.dataDir, 'outbox')
  const newest = readdirSync(outbox).sort().at(-1) ?? ''
  const { text = '' } = await PostalMime.parse(readFileSync(join(outbox, newest)))
  return /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''
}

async function registerWithPassword(email: string, password: string): Promise<void> {
  const browser = new Browser(quad.origin)
  await browser.post(`${AUTH}/registration/initialize`, { email, password })
  await browser.post(`${AUTH}/registration/verify-otp`, { otp: await newestOtp() })
  const answer = await browser.post(`${AUTH}/registration/finalize`, { password })
  expect(answer.status).toBe(201)
}

beforeAll(async () => {
  quad = await startProgram(port, {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    IDP_ISSUER: `http://127.0.0.1:${providerPort}`,
    IDP_CLIENT_ID: CLIENT.id,
    IDP_CLIENT_SECRET: CLIENT.secret,
    CAMPUS_NAME: 'Campus University',
    CAMPUS_DOMAIN: 'campus.edu',
    CAMPUS_CITY: 'Springfield',
    CAMPUS_STATE: 'Oregon',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
})

afterAll(async () => {
  await quad?.stop()
  await provider?.stop()
})

test('a provider that cannot be reached leaves one at the login page, and is asked again the next time', async () => {
  const browser = new Browser(quad.origin)
  const answer = await browser.get(`${AUTH}/idp/start`)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/login?error=INTERNAL')
  expect(browser.cookies.size).toBe(0)
  provider = await startIdentityProvider({ redirectUri, port: providerPort })
  await expectSignedIn(await signIn(person()))
})

describe('leaving for the provider', () => {
  test('asks for a code with state, nonce and a PKCE challenge, and keeps their secrets in cookies', async () => {
    const browser = new Browser(quad.origin)
    const answer = await browser.get(`${AUTH}/idp/start`)
    const url = new URL(answer.headers.get('location') ?? '')
    expect(url.origin).toBe(provider.issuer)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({ client_id: CLIENT.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid email', code_challenge_method: 'S256' })
    expect(asked.state).toBe(browser.cookies.get('idp_state') as string)
    expect(asked.nonce).toBe(browser.cookies.get('idp_nonce') as string)
    const verifier = browser.cookies.get('idp_verifier') ?? ''
    expect(asked.code_challenge).toBe(new Bun.CryptoHasher('sha256').update(verifier).digest('base64url'))
    expect(url.href).not.toContain(verifier)
    expect(browser.setCookies).toHaveLength(3)
    for (const line of browser.setCookies) {
      const attributes = line.toLowerCase().split('; ').slice(1)
      expect(attributes.sort()).toEqual(['httponly', 'max-age=600', 'path=/', 'samesite=lax'])
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('never says the same twice', async () => {
    const [one, other] = [new Browser(quad.origin), new Browser(quad.origin)]
    await one.get(`${AUTH}/idp/start`)
    await other.get(`${AUTH}/idp/start`)
    for (const name of ATTEMPT) expect(one.cookies.get(name)).not.toBe(other.cookies.get(name) as string)
  })
})

describe('coming back', () => {
  test('a student who is new gets an account without a password, to be onboarded, and a session', async () => {
    const who = person()
    const before = rows() as Record<string, number>
    const { browser, answer } = await signIn(who)
    const user = await expectSignedIn({ browser, answer })
    expect(user).toMatchObject({ email: who.email, status: 'ONBOARDING', role: 'user', hasPassword: false, isAcceptedTerms: false })
    expect(rows()).toEqual({
      identities: before.identities! + 1,
      users: before.users! + 1,
      links: before.links! + 1,
      sessions: before.sessions! + 1,
    })
    expect(lastEntry()).toEqual({ action: 'user:login:idp', status: 'success', actorId: user.id as string, metadata: null })
    expect(browser.setCookies).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const set = answer.headers.getSetCookie()
    expect(set.filter((line) => line.startsWith('identity.'))).toHaveLength(2)
    for (const line of set) expect(line).toMatch(/Path=\/.*HttpOnly.*SameSite=Lax/i)
    const onboarding = await browser.post(`${AUTH}/onboarding/complete`, { branch: 'CSE' })
    expect(onboarding.status).toBe(200)
  })

  test('a second sign-in is the same account with another session', async () => {
    const who = person()
    const first = await signIn(who)
    const user = await expectSignedIn(first)
    const second = await signIn(who)
    expect((await expectSignedIn(second)).id).toBe(user.id as string)
    expect(second.browser.cookies.get(TOKEN)).not.toBe(first.browser.cookies.get(TOKEN) as string)
    expect((await first.browser.get(`${AUTH}/me`)).status).toBe(200)
  })

  test('issuer and subject find the account whatever its address is at the provider by now', async () => {
    const who = person()
    const user = await expectSignedIn(await signIn(who))
    for (const now of [{ email: `${who.email}`.replace('campus', 'alumni') }, { email_verified: false }, { email: undefined }]) {
      const again = await expectSignedIn(await signIn({ ...who, ...now }))
      expect(again).toMatchObject({ id: user.id as string, email: who.email })
    }
  })

  test('an account with a password is linked by its verified address, and keeps the password', async () => {
    const who = person()
    const email = `${who.email}`
    await registerWithPassword(email, 'a long pass phrase')
    const user = await expectSignedIn(await signIn({ ...who, email: email.toUpperCase() }))
    expect(user).toMatchObject({ email, hasPassword: true })
    const login = await new Browser(quad.origin).post(`${AUTH}/login`, { email, password: 'a long pass phrase' })
    expect(login.status).toBe(200)
    expect(((await login.json()) as { data: { user: { id: string } } }).data.user.id).toBe(user.id as string)
  })

  test('an account with a password is not linked by an address that was not verified', async () => {
    const who = person({ email_verified: false })
    await registerWithPassword(`${who.email}`, 'a long pass phrase')
    await expectRefusedAs(who, 'NOT_VERIFIED')
  })

  test("an administrator's address need not be a student's", async () => {
    await expectRefusedAs(person({ email: 'some.one@campus.edu' }), 'INVALID_EMAIL')
    const user = await expectSignedIn(await signIn(person({ email: ADMIN.email })))
    expect(user).toMatchObject({ email: ADMIN.email, role: 'superadmin', hasPassword: true })
  })

  test('two tabs that finish at once make one account', async () => {
    const who = person()
    const visits = [await visitProvider(who), await visitProvider(who)]
    const before = (rows() as Record<string, number>).users!
    const answers = await Promise.all(visits.map(({ browser, back }) => browser.get(back)))
    for (const answer of answers) expect(answer.headers.get('location')).toBe('/')
    expect((rows() as Record<string, number>).users).toBe(before + 1)
  })

  test('a session that the browser held, or that somebody planted in it, ends', async () => {
    const victim = person()
    const attacker = await signIn(person())
    const planted = attacker.browser.cookies.get(TOKEN) as string
    const browser = new Browser(quad.origin)
    browser.cookies.set(TOKEN, planted)
    const user = await expectSignedIn(await signIn(victim, browser))
    expect(user.email).toBe(victim.email as string)
    expect(browser.cookies.get(TOKEN)).not.toBe(planted)
    expect((await attacker.browser.get(`${AUTH}/me`)).status).toBe(401)
  })
})

describe('what is refused', () => {
  let visit: Awaited<ReturnType<typeof visitProvider>>
  beforeEach(async () => {
    visit = await visitProvider(person())
  })

  test('a state that is not the one of this browser', async () => {
    await expectRefused(visit.browser, visit.back.replace(/state=[^&]+/, 'state=made-up'), 'INVALID_TOKEN')
  })

  test('a state that is missing', async () => {
    await expectRefused(visit.browser, visit.back.replace(/state=[^&]+&?/, ''), 'INVALID_TOKEN')
  })

  test('the right query in another browser', async () => {
    await expectRefused(new Browser(quad.origin), visit.back, 'INVALID_TOKEN')
  })

  test.each(ATTEMPT)('a browser that has lost its cookie %s', async (name) => {
    visit.browser.cookies.delete(name)
    await expectRefused(visit.browser, visit.back, 'INVALID_TOKEN')
  })

  test.each(ATTEMPT)('a browser whose cookie %s is of another attempt', async (name) => {
    const other = new Browser(quad.origin)
    await other.get(`${AUTH}/idp/start`)
    visit.browser.cookies.set(name, other.cookies.get(name) as string)
    await expectRefused(visit.browser, visit.back, 'INVALID_TOKEN')
  })

  test('an answer of another issuer (mix-up, RFC 9207)', async () => {
    await expectRefused(visit.browser, visit.back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Felsewhere.example'), 'INVALID_TOKEN')
  })

  test.each(['', '?code=a&code=b', '?code[]=a', `?code=${'x'.repeat(4000)}`, '?code=a&state=b&state=c', '?error=%00%0d%0a&state=%ff'])(
    'a query that nobody sent: %s',
    async (query) => {
      await expectRefused(visit.browser, `${AUTH}/idp/callback${query}`, 'INVALID_TOKEN')
    },
  )

  test('a callback that was answered before', async () => {
    const thief = visit.browser.copy()
    const answer = await visit.browser.get(visit.back)
    expect(answer.headers.get('location')).toBe('/')
    await expectRefused(visit.browser, visit.back, 'INVALID_TOKEN')
    await expectRefused(thief, visit.back, 'INVALID_TOKEN')
  })

  test('a code that was used, under a state that is fresh', async () => {
    await visit.browser.get(visit.back)
    const code = /code=([^&]+)/.exec(visit.back)?.[1]
    const next = await visitProvider(person())
    await expectRefused(next.browser, next.back.replace(/code=[^&]+/, `code=${code}`), 'INVALID_TOKEN')
  })

  test('a failure spends the attempt', async () => {
    const kept = visit.back
    await expectRefused(visit.browser, kept.replace(/code=[^&]+/, 'code=guess'), 'INVALID_TOKEN')
    await expectRefused(visit.browser, kept, 'INVALID_TOKEN')
  })

  test('a person who cancels', async () => {
    provider.control.denies = true
    const { browser, back } = await visitProvider(person()).finally(() => {
      provider.control.denies = false
    })
    expect(back).toContain('error=access_denied')
    await expectRefused(browser, back, 'UNAUTHENTICATED')
  })

  test('a failure leaves the session that the browser had', async () => {
    await expectSignedIn({ browser: visit.browser, answer: await visit.browser.get(visit.back) })
    await expectRefused(visit.browser, `${AUTH}/idp/callback?error=access_denied`, 'INVALID_TOKEN')
    expect((await visit.browser.get(`${AUTH}/me`)).status).toBe(200)
  })

  test.each([
    ['unverified', { email_verified: false }, 'NOT_VERIFIED'],
    ['verified in another way of speaking', { email_verified: 'true' }, 'NOT_VERIFIED'],
    ['of whose verification nothing is said', { email_verified: undefined }, 'NOT_VERIFIED'],
    ['missing', { email: undefined }, 'NOT_VERIFIED'],
    ['none at all', { email: 'no address' }, 'INVALID_EMAIL'],
    ['of staff', { email: 'jane.doe@campus.edu' }, 'INVALID_EMAIL'],
    ['of a disposable mail service', { email: '4711@mailinator.com' }, 'DISPOSABLE_EMAIL'],
    ['of a domain without a college', { email: '4711@elsewhere.edu' }, 'COLLEGE_NOT_FOUND'],
    ['of a subdomain of the college', { email: '4711@mail.campus.edu' }, 'COLLEGE_NOT_FOUND'],
  ] as const)('an address that is %s', async (_what, more, code) => {
    await expectRefusedAs(person(more), code)
  })

  test.each([
    ['a signature that does not fit', (jwt: string) => forged(jwt, {}), 'INVALID_TOKEN'],
    ['no signature', (jwt: string) => forged(jwt, {}, { alg: 'none' }), 'INTERNAL'],
    ['another audience', (jwt: string) => forged(jwt, { aud: 'somebody-else' }), 'INVALID_TOKEN'],
    ['another issuer', (jwt: string) => forged(jwt, { iss: 'https://elsewhere.example' }), 'INVALID_TOKEN'],
    ['a time long gone', (jwt: string) => forged(jwt, { exp: 1_700_000_000 }), 'INVALID_TOKEN'],
    ['a verified address written into it', (jwt: string) => forged(jwt, { email: ADMIN.email, email_verified: true }), 'INVALID_TOKEN'],
  ])('an ID token with %s', async (_what, forge, code) => {
    provider.control.rewriteTokens = (tokens) => ({ ...tokens, id_token: forge(tokens.id_token) })
    await expectRefused(visit.browser, visit.back, code).finally(() => {
      provider.control.rewriteTokens = undefined
    })
  })

  test('userinfo of another subject', async () => {
    provider.control.rewriteUserInfo = (claims) => ({ ...claims, sub: 'somebody-else' })
    await expectRefused(visit.browser, visit.back, 'INVALID_TOKEN').finally(() => {
      provider.control.rewriteUserInfo = undefined
    })
  })

  test('a provider that goes down in between, until it is back', async () => {
    await provider.stop()
    await expectRefused(visit.browser, visit.back, 'INTERNAL')
    provider = await startIdentityProvider({ redirectUri, port: providerPort })
  })
})

/** The ID token with other contents under the signature that it had. */
function forged(jwt: string, claims: object, header?: object): string {
  const [first = '', payload = '', signature = ''] = jwt.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const contents = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims, forged: true }
  return header ? `${part(header)}.${part(contents)}.` : `${first}.${part(contents)}.${signature}`
}

describe('the log', () => {
  test('says why without a code, token, secret or address', async () => {
    const who = person({ email: 'jane.doe@campus.edu' })
    const { browser, back } = await visitProvider(who)
    const secrets = [...browser.cookies.values(), ...new URL(back, quad.origin).searchParams.getAll('code')]
    await browser.get(back)
    await signIn(person())
    const log = quad.log()
    expect(log).toContain('unexpected ID Token \\"nonce\\" claim value')
    expect(log).toContain('"route":"/api/v1/auth/idp/callback"')
    expect(secrets).toHaveLength(4)
    for (const secret of [...secrets, CLIENT.secret, who.email ?? '', '@campus.edu', 'eyJ']) expect(log).not.toContain(secret)
  })
})
