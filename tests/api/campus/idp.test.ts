import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { monthsAfter } from '../../../src/lib/text/coarse-time'
import { CLIENT, type Person } from '../../support/identity-provider'
import { type Arrival, ATTEMPT, AUTH, IdpTrial, person, SECRETS, TOKEN, type Visit } from '../../support/idp-trial'
import { expectWithout, fails, openQuad, times, Visitor } from '../../support/kit'
import { ADMIN, Browser, startProgram } from '../../support/program'
import { until } from '../../support/until'

let trial: IdpTrial
beforeAll(async () => {
  trial = await IdpTrial.start()
  await trial.startProvider()
})
afterAll(() => trial?.stop())

test('a provider that cannot be reached leaves one at the login page, and is asked again the next time', async () => {
  const early = await IdpTrial.start()
  const browser = early.browser()
  const answer = await browser.get(`${AUTH}/idp/start`)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/login?error=INTERNAL')
  expect(browser.cookies.size).toBe(0)
  await early.startProvider()
  await early.expectSignedIn(await early.signIn(person()))
  await early.stop()
})

describe('leaving for the provider', () => {
  test('asks for a code with state, nonce and a PKCE challenge, and keeps their secrets in cookies', async () => {
    const browser = trial.browser()
    const answer = await browser.get(`${AUTH}/idp/start`)
    const url = new URL(answer.headers.get('location') ?? '')
    expect(url.origin).toBe(trial.provider.issuer)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: trial.redirectUri,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    expect(asked.state).toBe(browser.cookies.get('idp_state') as string)
    expect(asked.nonce).toBe(browser.cookies.get('idp_nonce') as string)
    const verifier = browser.cookies.get('idp_verifier') ?? ''
    expect(asked.code_challenge).toBe(new Bun.CryptoHasher('sha256').update(verifier).digest('base64url'))
    expect(url.href).not.toContain(verifier)
    expect(browser.setCookies).toHaveLength(4)
    for (const line of browser.setCookies) {
      const attributes = line.toLowerCase().split('; ').slice(1)
      expect(attributes.sort()).toEqual(['httponly', 'max-age=600', 'path=/', 'samesite=lax'])
    }
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
  test('is a press of a button here: a page elsewhere leads to the login page, and no further', async () => {
    const start = (site: string) => trial.browser().get(`${AUTH}/idp/start`, { 'sec-fetch-site': site })
    for (const site of ['cross-site', 'same-site']) {
      const { status, headers } = await start(site)
      expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([302, '/login', []])
    }
    for (const site of ['same-origin', 'none'])
      expect((await start(site)).headers.get('location')).toStartWith(trial.provider.issuer)
  })
  test('never says the same twice', async () => {
    const [one, other] = [trial.browser(), trial.browser()]
    await one.get(`${AUTH}/idp/start`)
    await other.get(`${AUTH}/idp/start`)
    for (const name of SECRETS) expect(one.cookies.get(name)).not.toBe(other.cookies.get(name) as string)
  })
})

describe('coming back', () => {
  test('a student who is new gets an account without a password, to be onboarded, and a session', async () => {
    const who = person()
    const before = trial.rows()!
    const { browser, answer } = await trial.signIn(who)
    const user = await trial.expectSignedIn({ browser, answer })
    expect(user).toMatchObject({
      email: who.email,
      status: 'ONBOARDING',
      role: 'user',
      hasPassword: false,
      isAcceptedTerms: false,
    })
    expect(trial.rows()).toEqual({
      identities: before.identities! + 1,
      users: before.users! + 1,
      links: before.links! + 1,
      sessions: before.sessions! + 1,
    })
    expect(trial.lastEntry()).toMatchObject({
      action: 'user:login:idp',
      status: 'success',
      actorId: user.id as string,
      metadata: undefined,
    })
    expect(browser.setCookies).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const set = answer.headers.getSetCookie()
    expect(set.filter((line) => line.startsWith('identity.session'))).toHaveLength(2)
    for (const line of set) expect(line).toMatch(/Path=\/.*HttpOnly.*SameSite=Lax/i)
    const onboarding = await browser.post(`${AUTH}/onboarding/complete`, { branch: 'CSE' })
    expect(onboarding.status).toBe(200)
  })
  test('a second sign-in is the same account with another session', async () => {
    const who = person()
    const first = await trial.signIn(who)
    const user = await trial.expectSignedIn(first)
    const second = await trial.signIn(who)
    expect((await trial.expectSignedIn(second)).id).toBe(user.id as string)
    expect(second.browser.cookies.get(TOKEN)).not.toBe(first.browser.cookies.get(TOKEN) as string)
    expect((await first.browser.get(`${AUTH}/me`)).status).toBe(200)
  })
  test('issuer and subject find the account whatever its address is at the provider by now', async () => {
    const who = person()
    const user = await trial.expectSignedIn(await trial.signIn(who))
    for (const now of [
      { email: `${who.email}`.replace('campus', 'alumni') },
      { email_verified: false },
      { email: undefined },
    ]) {
      const again = await trial.expectSignedIn(await trial.signIn({ ...who, ...now }))
      expect(again).toMatchObject({ id: user.id as string, email: who.email })
    }
  })
  test('an address of the college that it verified renews the membership; another, or none, does not', async () => {
    const who = person()
    const { id } = await trial.expectSignedIn(await trial.signIn(who))
    trial.change("UPDATE users SET verified_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", `${id}`)
    const signsIn = async (now: object) =>
      (await trial.expectSignedIn(await trial.signIn({ ...who, ...now }))).membership
    for (const now of [
      { email: `${who.email}`.replace('campus', 'alumni') },
      { email_verified: false },
      { email: undefined },
    ])
      expect(await signsIn(now)).toMatchObject({ hasEnded: true })
    expect(await signsIn({})).toMatchObject({ hasEnded: false })
  })
  test('an account with a password is not linked by an address that was not verified', async () => {
    const who = person({ email_verified: false })
    await trial.registerWithPassword(`${who.email}`, 'a long pass phrase')
    await trial.expectRefused(await trial.visitProvider(who), 'NOT_VERIFIED')
  })
  test('two tabs that finish at once make one account', async () => {
    const who = person()
    const visits = [await trial.visitProvider(who), await trial.visitProvider(who)]
    const before = trial.rows()!.users!
    const answers = await Promise.all(visits.map(({ browser, back }) => browser.get(back)))
    for (const answer of answers) expect(answer.headers.get('location')).toBe('/')
    expect(trial.rows()!.users).toBe(before + 1)
  })
  test('a session that the browser held, or that somebody planted in it, ends', async () => {
    const victim = person()
    const attacker = await trial.signIn(person())
    const planted = attacker.browser.cookies.get(TOKEN) as string
    const browser = trial.browser()
    browser.cookies.set(TOKEN, planted)
    const user = await trial.expectSignedIn(await trial.signIn(victim, browser))
    expect(user.email).toBe(victim.email as string)
    expect(browser.cookies.get(TOKEN)).not.toBe(planted)
    await fails(attacker.browser.get(`${AUTH}/me`), 401)
  })
})

describe('an account that is there already', () => {
  const PASSWORD = 'a long pass phrase'
  const enter = (browser: Browser, otp: string) => browser.post(`${AUTH}/idp/link`, { otp })
  const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

  async function rename(from: string, to: string) {
    trial.change('UPDATE colleges SET email_domain = ? WHERE email_domain = ?', to, from)
    await until(async () => (await (await trial.browser().get('/api/v1/colleges')).text()).includes(to), 'the renaming')
  }

  /** Somebody with a password who comes from the provider for the first time. */
  async function arrive(more: object = {}) {
    const who = person(more)
    const email = `${who.email}`
    await trial.registerWithPassword(email.toLowerCase(), PASSWORD)
    const { result, otp } = await trial.codeAfter(() => trial.signIn(who))
    return { who, email, ...result, otp }
  }
  test('is linked after the code that was sent to its address, and keeps its password', async () => {
    const before = trial.rows()!
    const { who, email, browser, answer, otp } = await arrive()
    expect(answer.headers.get('location')).toBe('/link')
    expect(browser.cookies.has(TOKEN)).toBe(false)
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('idp_link='))).toMatch(
      /Max-Age=600.*Path=\/.*HttpOnly.*SameSite=Lax/i,
    )
    expect(trial.rows()).toEqual({ ...before, identities: before.identities! + 1, users: before.users! + 1 })
    const linked = await enter(browser, otp)
    expect(linked.status).toBe(200)
    expect(trial.rows()!.links).toBe(before.links! + 1)
    expect(browser.cookies.has('idp_link')).toBe(false)
    const me = (await (await browser.get(`${AUTH}/me`)).json()) as { data: { user: Record<string, unknown> } }
    expect(me.data.user).toMatchObject({ email, hasPassword: true })
    const again = await trial.expectSignedIn(await trial.signIn(who))
    expect(again.id).toBe(me.data.user.id as string)
    expect((await trial.browser().post(`${AUTH}/login`, { email, password: PASSWORD })).status).toBe(200)
  })
  test('is not linked by a wrong code, by the right one in another browser, nor by five tries', async () => {
    const { browser, otp } = await arrive()
    const links = trial.rows()!.links
    const other = trial.browser()
    expect(await codeOf(await enter(other, otp))).toBe('INVALID_TOKEN')
    other.cookies.set('idp_link', 'made-up')
    expect(await codeOf(await enter(other, otp))).toBe('INVALID_TOKEN')
    const wrong = otp === '000000' ? '111111' : '000000'
    const codes = await times(5, async () => await codeOf(await enter(browser, wrong)))
    expect(codes).toEqual([...Array(4).fill('OTP_INVALID'), 'OTP_EXHAUSTED'])
    expect(await codeOf(await enter(browser, otp))).toBe('OTP_EXHAUSTED')
    expect(trial.rows()!.links).toBe(links!)
    expect(browser.cookies.has(TOKEN)).toBe(false)
  })
  test('is linked once by a code', async () => {
    const { browser, otp } = await arrive()
    const thief = browser.copy()
    expect((await enter(browser, otp)).status).toBe(200)
    expect(await codeOf(await enter(thief, otp))).toBe('INVALID_TOKEN')
  })
  test('of an administrator is never opened, neither by a new link nor by one made before', async () => {
    await trial.expectRefused(await trial.visitProvider(person({ email: ADMIN.email })), 'FORBIDDEN')
    const who = person()
    const { id } = await trial.expectSignedIn(await trial.signIn(who))
    trial.change("UPDATE users SET role = 'admin', status = 'ACTIVE', branch = 'CSE' WHERE id = ?", `${id}`)
    await trial.expectRefused(await trial.visitProvider(who), 'FORBIDDEN')
    trial.change("UPDATE users SET role = 'user' WHERE id = ?", `${id}`)
    expect((await trial.expectSignedIn(await trial.signIn(who))).id).toBe(id as string)
  })
  test('of somebody who became an administrator while the code was under way is not linked', async () => {
    const { email, browser, otp } = await arrive()
    const login = await trial.browser().post(`${AUTH}/login`, { email, password: PASSWORD })
    const { id } = ((await login.json()) as { data: { user: { id: string } } }).data.user
    trial.change("UPDATE users SET role = 'admin', status = 'ACTIVE', branch = 'CSE' WHERE id = ?", id)
    expect(await codeOf(await enter(browser, otp))).toBe('FORBIDDEN')
    expect(browser.cookies.has(TOKEN)).toBe(false)
  })
  test('outside of every domain of a college is not linked', async () => {
    const who = person()
    await trial.registerWithPassword(`${who.email}`, PASSWORD)
    await rename('campus.edu', 'renamed.edu')
    await trial.expectRefused(await trial.visitProvider(who), 'COLLEGE_NOT_FOUND')
    await rename('renamed.edu', 'campus.edu')
  })
})

describe('the address is asked for only where it is needed', () => {
  const BEFORE = 'idp_before'
  const BOTH = 'openid email'
  const scopes = () => trial.provider.control.scopes
  beforeEach(() => {
    for (const list of [scopes(), trial.provider.control.paths]) list.length = 0
  })
  const proved = (id: unknown, monthsAgo: number) =>
    trial.change(
      'UPDATE users SET verified_at = ? WHERE id = ?',
      monthsAfter(new Date().toISOString(), -monthsAgo),
      `${id}`,
    )
  const renewals = (id: unknown) =>
    trial.log().filter(({ action, actorId }) => action === 'user:renewed:membership' && actorId === id).length

  /** Somebody with an account, and the browser that signed in to it. */
  async function signedInBefore() {
    const who = person()
    const first = await trial.signIn(who)
    const { id } = await trial.expectSignedIn(first)
    expect(scopes()).toEqual([BOTH])
    return { who, id, browser: first.browser }
  }
  /** Comes back without the address, changes nothing, and is sent for it. */
  async function sentAgain(who: Person, browser: Browser): Promise<Visit> {
    scopes().length = 0
    const visit = await trial.visitProvider(who, browser)
    const traces = () => [trial.rows(), trial.failures(), trial.lastEntry(), browser.cookies.get(TOKEN)]
    const before = traces()
    const again = await trial.followToProvider({ browser, answer: await browser.get(visit.back) })
    expect(scopes()).toEqual(['openid', BOTH])
    expect(traces()).toEqual(before)
    return again
  }
  const arrive = async ({ browser, back }: Visit): Promise<Arrival> => ({ browser, answer: await browser.get(back) })

  test('a browser that signed in there before asks for the subject alone, and reads nothing else', async () => {
    const { who, id, browser } = await signedInBefore()
    await browser.post(`${AUTH}/logout`, {})
    expect(trial.provider.control.paths).toContain('/me')
    trial.provider.control.paths.length = 0
    expect((await trial.expectSignedIn(await trial.signIn(who, browser))).id).toBe(id as string)
    expect(scopes()).toEqual([BOTH, 'openid'])
    expect(trial.provider.control.paths).toContain('/token')
    expect(trial.provider.control.paths).not.toContain('/me')
    expect(trial.lastEntry()).toMatchObject({ action: 'user:login:idp', status: 'success', actorId: `${id}` })
    expect(trial.lastEntry()?.metadata).toBeUndefined()
  })
  test('its cookie is for a year, the same for everybody, and goes with the account', async () => {
    const [one, other] = [await trial.signIn(person()), await trial.signIn(person())]
    const lines = [one, other].map(({ answer }) =>
      answer.headers.getSetCookie().find((line) => line.startsWith(BEFORE)),
    )
    expect(lines[0]).toBe(lines[1]!)
    expect(lines[0]!.split('; ').sort()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      `${BEFORE}=1`,
    ])
    expect((await one.browser.delete(`${AUTH}/account`)).status).toBe(200)
    expect([one.browser, other.browser].map(({ cookies }) => cookies.has(BEFORE))).toEqual([false, true])
  })
  test('a sign-in that was refused leaves no such cookie', async () => {
    const { browser, back } = await trial.visitProvider(person({ email_verified: false }))
    await trial.expectRefused({ browser, back }, 'NOT_VERIFIED')
    expect(browser.cookies.has(BEFORE)).toBe(false)
  })
  test('somebody new at such a browser, or with a made-up cookie, is sent for the address, once', async () => {
    const made = trial.browser()
    made.cookies.set(BEFORE, 'made-up')
    for (const browser of [(await signedInBefore()).browser, made]) {
      const who = person()
      expect((await trial.expectSignedIn(await arrive(await sentAgain(who, browser)))).email).toBe(who.email as string)
      const refused = person({ email_verified: false })
      await trial.expectRefused(await sentAgain(refused, browser), 'NOT_VERIFIED')
      await trial.expectRefused(await sentAgain(person({ email: ADMIN.email }), browser), 'FORBIDDEN')
    }
  })
  test('an account that is there already is linked as ever, and the browser has signed in there from then on', async () => {
    const browser = trial.browser()
    browser.cookies.set(BEFORE, '1')
    const who = person()
    await trial.registerWithPassword(`${who.email}`, 'a long pass phrase')
    const again = await sentAgain(who, browser)
    browser.cookies.delete(BEFORE)
    const { result, otp } = await trial.codeAfter(() => arrive(again))
    expect(result.answer.headers.get('location')).toBe('/link')
    expect(browser.cookies.has(BEFORE)).toBe(false)
    expect((await browser.post(`${AUTH}/idp/link`, { otp })).status).toBe(200)
    expect(browser.cookies.get(BEFORE)).toBe('1')
  })
  test('a membership that ends soon is renewed by the address; one that does not stays as it is', async () => {
    const { who, id, browser } = await signedInBefore()
    proved(id, 6)
    await trial.expectSignedIn(await trial.signIn(who, browser))
    expect(renewals(id)).toBe(0)
    proved(id, 11)
    await trial.expectSignedIn(await arrive(await sentAgain(who, browser)))
    expect(renewals(id)).toBe(1)
    await trial.expectSignedIn(await trial.signIn(who, browser))
    expect(scopes()).toEqual(['openid', BOTH, 'openid'])
  })
  test('whom the provider names no address of the college signs in after the second time, and is not renewed', async () => {
    const { who, id, browser } = await signedInBefore()
    proved(id, 20)
    for (const now of [{ email: undefined }, { email_verified: false }]) {
      const user = await trial.expectSignedIn(await arrive(await sentAgain({ ...who, ...now }, browser)))
      expect(user).toMatchObject({ id, membership: { hasEnded: true } })
    }
    expect(renewals(id)).toBe(0)
  })
  test('a linked administrator is refused without being asked for more', async () => {
    const { who, id, browser } = await signedInBefore()
    proved(id, 20)
    trial.change("UPDATE users SET role = 'admin', status = 'ACTIVE', branch = 'CSE' WHERE id = ?", `${id}`)
    await trial.expectRefused(await trial.visitProvider(who, browser), 'FORBIDDEN')
    expect(scopes()).toEqual([BOTH, 'openid'])
  })
  test('whoever cancels the second time is refused, and the first answer opens nothing any more', async () => {
    const { browser } = await signedInBefore()
    const visit = await trial.visitProvider(person(), browser)
    const thief = browser.copy()
    const answer = await browser.get(visit.back)
    await trial.expectRefused({ ...visit, browser: thief }, 'INVALID_TOKEN')
    trial.provider.control.denies = true
    const cancelled = await trial.followToProvider({ browser, answer }).finally(() => {
      trial.provider.control.denies = false
    })
    await trial.expectRefused(cancelled, 'UNAUTHENTICATED')
  })
  test('a cookie that claims that the address was asked for gains nothing', async () => {
    const { browser } = await signedInBefore()
    const visit = await trial.visitProvider(person(), browser)
    browser.cookies.set('idp_scope', BOTH)
    await trial.expectRefused(visit, 'NOT_VERIFIED')
  })
})

test('the log says why without a code, token, secret or address', async () => {
  const who = person({ email: 'jane.doe@campus.edu' })
  const { browser, back } = await trial.visitProvider(who)
  browser.cookies.set('idp_nonce', 'another')
  const secrets = [
    ...SECRETS.map((name) => `${browser.cookies.get(name)}`),
    ...new URL(back, trial.quad.origin).searchParams.getAll('code'),
  ]
  await trial.expectRefused({ browser, back }, 'INVALID_TOKEN')
  await trial.expectRefused(await trial.visitProvider(who), 'INVALID_EMAIL')
  await trial.expectSignedIn(await trial.signIn(person()))
  const log = await trial.quad.logWith('unexpected ID Token \\"nonce\\" claim value')
  expect(log).toContain('"route":"/api/v1/auth/idp/callback"')
  expect(secrets).toHaveLength(4)
  expectWithout(log, ...secrets.filter((each) => each !== 'another'), CLIENT.secret, '@campus.edu', 'eyJ')
})

test('under https the cookies of the attempt are Secure and of this host alone', async () => {
  const secure = await startProgram({
    PUBLIC_URL: 'https://quad.campus.edu',
    COOKIE_DOMAIN: 'campus.edu',
    IDP_ISSUER: trial.provider.issuer,
    IDP_CLIENT_ID: CLIENT.id,
    IDP_CLIENT_SECRET: CLIENT.secret,
  })
  const browser = new Browser(secure.origin, 'https://quad.campus.edu')
  const answer = await browser.get(`${AUTH}/idp/start`)
  const asked = new URL(answer.headers.get('location') ?? '').searchParams
  await secure.stop()
  expect(asked.get('redirect_uri')).toBe(`https://quad.campus.edu${AUTH}/idp/callback`)
  expect([...browser.cookies.keys()].sort()).toEqual(ATTEMPT.map((name) => `__Host-${name}`).sort())
  for (const line of browser.setCookies) {
    expect(line).toMatch(/; Secure/)
    expect(line).toMatch(/; Path=\/(;|$)/)
    expect(line).not.toMatch(/domain/i)
  }
})

test('without a provider both ends lead to the login page', async () => {
  const close = await openQuad()
  for (const path of ['start', 'callback', 'callback?code=a&state=b', 'callback?error=access_denied']) {
    const visitor = new Visitor()
    const answer = await visitor.get(`auth/idp/${path}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/login?error=FEATURE_DISABLED')
    expect(visitor.cookies.size).toBe(0)
  }
  await close()
})

describe('what is refused', () => {
  let visit: Visit
  beforeEach(async () => {
    visit = await trial.visitProvider(person())
  })

  const back = (part: RegExp, other: string) => (visit: Visit) => ({ ...visit, back: visit.back.replace(part, other) })
  test.each<[what: string, change: (visit: Visit) => Visit | Promise<Visit>]>([
    ['a state that is not the one of this browser', back(/state=[^&]+/, 'state=made-up')],
    ['a state that is missing', back(/state=[^&]+&?/, '')],
    ['an answer of another issuer (mix-up, RFC 9207)', back(/iss=[^&]+/, 'iss=https%3A%2F%2Felsewhere.example')],
    ['the right query in another browser', (visit) => ({ ...visit, browser: trial.browser() })],
    ...[
      '',
      '?code=a&code=b',
      '?code[]=a',
      `?code=${'x'.repeat(4000)}`,
      '?code=a&state=b&state=c',
      '?error=%00%0d%0a&state=%ff',
    ].map((query): [string, (visit: Visit) => Visit] => [
      `a query that nobody sent: ${query}`,
      back(/.*/, `${AUTH}/idp/callback${query}`),
    ]),
  ])('%s', async (_, change) => trial.expectRefused(await change(visit), 'INVALID_TOKEN'))
  test.each(ATTEMPT)('a browser that has lost its cookie %s', async (name) => {
    visit.browser.cookies.delete(name)
    await trial.expectRefused(visit, 'INVALID_TOKEN')
  })
  test.each(SECRETS)('a browser whose cookie %s is of another attempt', async (name) => {
    const [next, other] = [await trial.visitProvider(person()), trial.browser()]
    await other.get(`${AUTH}/idp/start`)
    next.browser.cookies.set(name, other.cookies.get(name) as string)
    await trial.expectRefused(next, 'INVALID_TOKEN')
  })
  test('a callback that was answered before', async () => {
    const thief = visit.browser.copy()
    const answer = await visit.browser.get(visit.back)
    expect(answer.headers.get('location')).toBe('/')
    await trial.expectRefused(visit, 'INVALID_TOKEN')
    await trial.expectRefused({ ...visit, browser: thief }, 'INVALID_TOKEN')
  })
  test('a code that was used, under a state that is fresh', async () => {
    await visit.browser.get(visit.back)
    const code = /code=([^&]+)/.exec(visit.back)?.[1]
    const next = await trial.visitProvider(person())
    await trial.expectRefused({ ...next, back: next.back.replace(/code=[^&]+/, `code=${code}`) }, 'INVALID_TOKEN')
  })
  test('a failure spends the attempt', async () => {
    const kept = visit.back
    await trial.expectRefused({ ...visit, back: kept.replace(/code=[^&]+/, 'code=guess') }, 'INVALID_TOKEN')
    await trial.expectRefused({ ...visit, back: kept }, 'INVALID_TOKEN')
  })
  test('a person who cancels', async () => {
    trial.provider.control.denies = true
    const cancelled = await trial.visitProvider(person()).finally(() => {
      trial.provider.control.denies = false
    })
    expect(cancelled.back).toContain('error=access_denied')
    await trial.expectRefused(cancelled, 'UNAUTHENTICATED')
  })
  test('a failure leaves the session that the browser had', async () => {
    await trial.expectSignedIn({ browser: visit.browser, answer: await visit.browser.get(visit.back) })
    await trial.expectRefused({ ...visit, back: `${AUTH}/idp/callback?error=access_denied` }, 'INVALID_TOKEN')
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
    await trial.expectRefused(await trial.visitProvider(person(more)), code)
  })
  test.each([
    ['no signature', {}, { alg: 'none' }, 'unexpected JWT "alg" header parameter'],
    ['another audience', { aud: 'somebody-else' }, undefined, 'unexpected JWT "aud" (audience) claim value'],
    ['another issuer', { iss: 'https://elsewhere.example' }, undefined, 'unexpected JWT "iss" (issuer) claim value'],
    ['a time long gone', { exp: 1_700_000_000 }, undefined, 'unexpected JWT "exp" (expiration time) claim value'],
    [
      'an address written into it',
      { email: ADMIN.email, email_verified: true },
      undefined,
      'JWT signature verification failed',
    ],
  ])('an ID token with %s', async (_what, claims, header, reason) => {
    trial.provider.control.rewriteTokens = (tokens) => ({
      ...tokens,
      id_token: forged(tokens.id_token, claims, header),
    })
    await trial.expectRefused(visit, 'INVALID_TOKEN').finally(() => {
      trial.provider.control.rewriteTokens = undefined
    })
    await trial.quad.logWith(JSON.stringify(reason).slice(0, -1))
  })
  test('userinfo of another subject', async () => {
    trial.provider.control.rewriteUserInfo = (claims) => ({ ...claims, sub: 'somebody-else' })
    await trial.expectRefused(visit, 'INVALID_TOKEN').finally(() => {
      trial.provider.control.rewriteUserInfo = undefined
    })
  })
  test('a provider that goes down in between, until it is back', async () => {
    await trial.stopProvider()
    await trial.expectRefused(visit, 'INTERNAL')
    await trial.startProvider()
  })
})

/** The ID token with other contents under the signature that it had. */
function forged(jwt: string, claims: object, header?: object) {
  const [first = '', payload = '', signature = ''] = jwt.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const contents = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims, forged: true }
  return header ? `${part(header)}.${part(contents)}.` : `${first}.${part(contents)}.${signature}`
}

describe('somebody new, while sign-up is not open', () => {
  const signUp = async (mode: 'open' | 'request' | 'closed') => {
    trial.change(
      "INSERT INTO settings (key, value, updated_at) VALUES ('signUp', ?, '2026') ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      JSON.stringify(mode),
    )
    const read = async () =>
      (await (await trial.browser().get('/api/v1/instance')).json()) as { data: { signUp: string } }
    await until(async () => (await read()).data.signUp === mode, 'the setting')
  }
  afterAll(() => signUp('open'))
  test('is refused where nobody new is let in; an account of before signs in', async () => {
    await signUp('open')
    const known = person()
    await trial.expectSignedIn(await trial.signIn(known))
    await signUp('closed')
    await trial.expectRefused(await trial.visitProvider(person()), 'SIGN_UP_CLOSED')
    await trial.expectSignedIn(await trial.signIn(known))
  })
  test('waits for a moderator, once, and gets in when one has approved', async () => {
    await signUp('request')
    const who = person()
    await times(2, async () => trial.expectRefused(await trial.visitProvider(who), 'APPROVAL_PENDING'))
    const waiting = "SELECT id FROM sign_up_requests WHERE state = 'waiting'"
    expect(trial.quad.database.query(waiting).all()).toHaveLength(1)
    trial.change("UPDATE sign_up_requests SET state = 'approved', decided_at = '2026'")
    expect(await trial.expectSignedIn(await trial.signIn(who))).toMatchObject({ email: who.email })
    expect(trial.quad.database.query('SELECT id FROM sign_up_requests').all()).toEqual([])
  })
})
