import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ADMIN, ATTEMPT, AUTH, IdpTrial, person, type Visit } from '../support/idp-trial'

let trial: IdpTrial
beforeAll(async () => {
  trial = await IdpTrial.start()
  await trial.startProvider()
})
afterAll(() => trial?.stop())

describe('what is refused', () => {
  let visit: Visit
  beforeEach(async () => {
    visit = await trial.visitProvider(person())
  })

  test('a state that is not the one of this browser', async () => {
    await trial.expectRefused({ ...visit, back: visit.back.replace(/state=[^&]+/, 'state=made-up') }, 'INVALID_TOKEN')
  })

  test('a state that is missing', async () => {
    await trial.expectRefused({ ...visit, back: visit.back.replace(/state=[^&]+&?/, '') }, 'INVALID_TOKEN')
  })

  test('the right query in another browser', async () => {
    await trial.expectRefused({ ...visit, browser: trial.browser() }, 'INVALID_TOKEN')
  })

  test.each(ATTEMPT)('a browser that has lost its cookie %s', async (name) => {
    visit.browser.cookies.delete(name)
    await trial.expectRefused(visit, 'INVALID_TOKEN')
  })

  test.each(ATTEMPT)('a browser whose cookie %s is of another attempt', async (name) => {
    const other = trial.browser()
    await other.get(`${AUTH}/idp/start`)
    visit.browser.cookies.set(name, other.cookies.get(name) as string)
    await trial.expectRefused(visit, 'INVALID_TOKEN')
  })

  test('an answer of another issuer (mix-up, RFC 9207)', async () => {
    await trial.expectRefused(
      { ...visit, back: visit.back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Felsewhere.example') },
      'INVALID_TOKEN',
    )
  })

  test.each([
    '',
    '?code=a&code=b',
    '?code[]=a',
    `?code=${'x'.repeat(4000)}`,
    '?code=a&state=b&state=c',
    '?error=%00%0d%0a&state=%ff',
  ])('a query that nobody sent: %s', async (query) => {
    await trial.expectRefused({ ...visit, back: `${AUTH}/idp/callback${query}` }, 'INVALID_TOKEN')
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
function forged(jwt: string, claims: object, header?: object): string {
  const [first = '', payload = '', signature = ''] = jwt.split('.')
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const contents = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims, forged: true }
  return header ? `${part(header)}.${part(contents)}.` : `${first}.${part(contents)}.${signature}`
}
