/** One test an attack, named after it: what an attacker tries, and what comes of it. */
import { describe, expect, setSystemTime, test } from 'bun:test'
import { tokenHash } from '../../../src/lib/crypto/keys'
import { select, sendPost } from '../../support/content'
import {
  type Answer,
  configured,
  expectData,
  expectWithout,
  fails,
  forgetLimits,
  inHours,
  later,
  login,
  newEmail,
  PASSWORD,
  refusal,
  sanction,
  signUp,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { attempts, mailFor, mailsTo, otpFor } from '../../support/traces'

const TOKEN = 'identity.session_token'
const DATA = 'identity.session_data'
const DAY = 86_400_000

await useQuad()

/** Somebody whose requests reach the proxy from that address. */
const from = (address: string) => new Visitor({ 'x-forwarded-for': address })
const network = (n: number) => `198.${18 + (n >> 8)}.${n & 255}.1`
const wrong = (otp: string) => (otp === '111111' ? '222222' : '111111')

describe('guessing codes', () => {
  /** Guesses until the code is blocked, many at a time; answers how many were looked at. */
  async function guess(attempt: () => Promise<Answer>): Promise<number> {
    const answers = await Promise.all(Array.from({ length: 9 }, attempt))
    const looked = answers.filter(({ code }) => code === 'OTP_INVALID').length
    expect(answers.every(({ status }) => status === 403)).toBe(true)
    return looked + 1
  }
  test.each([
    ['with resend upon resend from one network: 30 an hour, one in 33,000', 30, {}, () => new Visitor()],
    ['from many networks: 100 an hour, one in 10,000', 100, { trustProxy: 1 }, (n: number) => from(network(n))],
  ])('of a registration %s', async (_, most, changes, visitorOf) => {
    await configured(changes, async () => {
      const email = newEmail()
      let guesses = 0
      for (let n = 0; n < 40; n++) {
        const visitor = visitorOf(n)
        const begun = await visitor.post('auth/registration/initialize', { email, password: PASSWORD })
        for (let answer = begun; answer.status < 300; answer = await visitor.post('auth/otp/send', { email })) {
          const otp = await otpFor(email, mailsTo(email).length - 1)
          guesses += await guess(() => visitor.copy().post('auth/registration/verify-otp', { otp: wrong(otp) }))
        }
      }
      expect(guesses).toBe(most)
    })
  })
  test('of a sign-in: five for a code, however many come at once', async () => {
    const { email } = await signUp()
    const visitor = new Visitor()
    expectData(await visitor.post('auth/otp/login/send', { email }))
    const otp = await otpFor(email, 1)
    expect(await guess(() => visitor.post('auth/otp/login/verify', { email, otp: wrong(otp) }))).toBe(5)
  })
})

describe('sessions', () => {
  test('forged cookies: nothing but a token that was issued is a session', async () => {
    const { visitor, id } = await student({ onboard: false })
    const token = visitor.cookies.get(TOKEN)!
    const stored = select("select hash from session_tokens where kind = 'cookie'")
    expect(stored.map(({ hash }) => hash)).toContain(tokenHash(token))
    const forged = [
      ...['', 'x', 'null', '0', '{"$ne":""}', "' or '1'='1", '%E0%A4%A', 'x'.repeat(8_000), id],
      ...[`${token}x`, token.slice(0, -1), token.toLowerCase(), `${token}%00`],
    ]
    for (const value of [...forged, ...stored.map(({ hash }) => hash)]) {
      const thief = new Visitor()
      thief.cookies.set(TOKEN, value)
      thief.cookies.set(DATA, visitor.cookies.get(DATA)!)
      const answer = await thief.get('auth/me')
      expect([value, ...refusal(answer)]).toEqual([value, 401, 'UNAUTHENTICATED'])
    }
    for (const cookie of ['=;;;', 'identity.session_token', '\t'])
      await fails(new Visitor().get('auth/me', { headers: { cookie } }), 401)
    expectData(await visitor.get('auth/me'))
  })
  test('a refresh token used twice: the whole family ends, the thief’s and the owner’s, and no other session', async () => {
    const owner = await student({ onboard: false })
    const app = new Visitor()
    const first = expectData(await app.post('auth/login', { email: owner.email, password: PASSWORD, tokens: true }))
    const second = expectData(await new Visitor().post('auth/refresh', { refreshToken: first.refreshToken }))
    const third = expectData(await new Visitor().post('auth/refresh', { refreshToken: second.refreshToken }))
    expect(expectData(await new Visitor().post('auth/refresh', { refreshToken: first.refreshToken }))).toEqual({})
    for (const { accessToken, refreshToken } of [first, second, third]) {
      await fails(new Visitor({ authorization: `Bearer ${accessToken}` }).get('auth/me'), 401)
      expect(expectData(await new Visitor().post('auth/refresh', { refreshToken }))).toEqual({})
    }
    await fails(app.get('auth/me'), 401)
    await owner.get('auth/me')
    const noted = attempts('user:reused:refresh-token')
    expect(noted.at(-1)).toMatchObject({ status: 'failure', entityId: null, actorId: null, metadata: null })
    expectWithout(noted, owner.id)
  })
})

test('no header makes another method of a request', async () => {
  const { visitor } = await student({ onboard: false })
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    await fails(
      visitor.post('auth/account?_method=DELETE', { _method: 'DELETE' }, { headers: { [name]: 'DELETE' } }),
      405,
    )
  expectData(await visitor.get('auth/me'))
})

describe('pretending to be elsewhere', () => {
  /** Passwords tried, each request claiming another address, until one is refusal for good. */
  async function tries(claim: (n: number) => string): Promise<number> {
    const { email } = await signUp()
    for (let n = 1; n <= 60; n++)
      if ((await login(email, 'wrong but long', from(claim(n)))).status === 429) return n - 1
    return Number.POSITIVE_INFINITY
  }
  test.each<[string, number, number, (n: number) => string]>([
    ['X-Forwarded-For without a proxy is not believed: ten tries', 10, 0, network],
    ['behind one proxy only what the proxy wrote is believed: ten tries', 10, 1, (n) => `${network(n)}, 203.0.113.9`],
    ['an email has twenty in all, in one IPv4 /24', 20, 1, (n) => `203.0.113.${n}`],
    ['and really from elsewhere', 20, 1, network],
  ])('%s', async (_, expected, trustProxy, claim) => {
    await configured({ rateLimits: true, trustProxy }, async () => expect(await tries(claim)).toBe(expected))
  })
  test('a stranger elsewhere locks no student out, by passwords or by codes', async () => {
    const { email } = await signUp()
    await configured({ rateLimits: true, trustProxy: 1 }, async () => {
      const [stranger, owner] = [from('203.0.113.66'), from('198.51.100.7')]
      for (let n = 1; n <= 30; n++) {
        await login(email, 'wrong but long', stranger)
        await stranger.post('auth/otp/login/verify', { email, otp: '111111' })
      }
      await fails(login(email, PASSWORD, stranger), 429)
      expectData(await login(email, PASSWORD, owner.copy()))
      const known = mailsTo(email).length
      expectData(await owner.post('auth/otp/login/send', { email }))
      expectData(await owner.post('auth/otp/login/verify', { email, otp: await otpFor(email, known) }))
    })
  })
  test('a made-up Host makes no link in a mail lead elsewhere', async () => {
    const { email } = await signUp()
    const misdirected = { host: 'evil.example', origin: null }
    const refused = await new Visitor().post('auth/password/forgot', { email }, { headers: misdirected })
    expect(refusal(refused)).toEqual([421, 'MISDIRECTED_REQUEST'])
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: null }
    expectData(await new Visitor().post('auth/password/forgot', { email }, { headers }))
    const { text, html } = await mailFor(email, 1)
    expect(text).toContain('http://localhost:3000/reset#')
    expect(text + html).not.toContain('evil')
  })
})

test('a suspension follows the address until its end, then lifts by itself, and is over if there was no account', async () => {
  const first = await student()
  const ends = new Date(Date.now() + 2 * DAY).toISOString()
  await sanction(first.id, { kind: 'suspension', reason: 'Cool down', endsAt: ends })
  await first.delete('auth/account')
  forgetLimits()
  const second = await student({ email: first.email })
  expect(second.user).toMatchObject({ blocked: true, suspension: { ends, reason: 'Cool down' } })
  await fails(sendPost(second), 'USER_SUSPENDED')
  setSystemTime(new Date(ends))
  expectData(await sendPost(second))
  const third = await student()
  await sanction(third.id, { kind: 'suspension', reason: 'Cool down', endsAt: inHours(24) })
  await third.delete('auth/account')
  later(2 * DAY)
  expect((await student({ email: third.email })).user).toMatchObject({ blocked: false, suspension: null })
})
