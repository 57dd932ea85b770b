import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { otpHash } from '../../../src/campus/auth/codes'
import { keyedHash, storedHash } from '../../../src/lib/crypto/keys'
import { hashRuns } from '../../../src/lib/crypto/password-hash'
import { select, students, withoutPassword } from '../../support/content'
import {
  administrator,
  atOnce,
  bearer,
  CAMPUS,
  configured,
  expectData,
  expectWithout,
  fails,
  later,
  login,
  meOf,
  newEmail,
  PASSWORD,
  signedIn,
  signUp,
  statuses,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { check, expectFailed } from '../../support/scenarios'
import { attempts, auditActions, mailFor, mailsTo, otpFor, refused } from '../../support/traces'

const MINUTE = 60_000
const TOKEN = 'identity.session_token'
const DATA = 'identity.session_data'

await useQuad()

const wrong = (otp: string) => (otp === '111111' ? '222222' : '111111')
const send = (email: string) => new Visitor().post('auth/otp/login/send', { email })
const verify = (email: string, otp: string, visitor = new Visitor()) =>
  visitor.post('auth/otp/login/verify', { email, otp })
const listUserSessions = (userId: string) => select('select id from sessions where user_id = ?', userId).length

async function codeFor(email: string): Promise<string> {
  const known = mailsTo(email).length
  expectData(await send(email))
  return otpFor(email, known)
}

describe('POST login', () => {
  test('200 {user, session}, and the cookies of a session of 30 days', async () => {
    const { email } = await signUp()
    const visitor = new Visitor()
    const answer = await login(email, PASSWORD, visitor)
    const { user, session, ...more } = expectData(answer)
    expect(more).toEqual({})
    expect(user).toMatchObject({
      email,
      role: 'user',
      status: 'ONBOARDING',
      hasPassword: true,
      college: { name: 'Campus University' },
    })
    expect(Object.keys(session).sort()).toEqual(['expiresAt', 'id'])
    expect(Date.parse(session.expiresAt) - Date.now()).toBeWithin(30 * 86_400_000 - 5_000, 30 * 86_400_000 + 1)
    for (const name of [TOKEN, DATA]) {
      const attributes = visitor.setCookies.get(name) ?? ''
      for (const part of ['httponly', 'samesite=lax', 'path=/']) expect(attributes).toContain(part)
      expect(Number(/max-age=(\d+)/.exec(attributes)?.[1])).toBeWithin(30 * 86_400 - 5, 30 * 86_400 + 1)
      expect(attributes).not.toMatch(/secure|domain/)
    }
    const token = visitor.cookies.get(TOKEN)!
    expect(Buffer.from(token, 'base64url').byteLength).toBe(32)
    expectWithout(answer.text, token, 'argon2', 'authId', 'passwordHash')
    expect(JSON.parse(Buffer.from(visitor.cookies.get(DATA)!, 'base64url').toString())).toEqual({
      userId: user.id,
      role: 'user',
      expiresAt: session.expiresAt,
    })
  })
  test('the address may be written in any case, with spaces around it; the password does not expire', async () => {
    const { email } = await signUp()
    for (const form of [email.toUpperCase(), ` ${email}\n`]) await signedIn(form)
    later(5 * 365 * 86_400_000)
    await signedIn(email)
  })
  test('a wrong password, an unknown address, no address and an account without a password get the very same 401, for one hash', async () => {
    const { email } = await signUp()
    const { email: bare } = await withoutPassword()
    const { body } = await login(email, 'wrong but long')
    for (const [address, password] of [
      [email, 'wrong but long'],
      [newEmail(), PASSWORD],
      ['x@nowhere.example', PASSWORD],
      ['not an address', PASSWORD],
      ['', PASSWORD],
      [bare, PASSWORD],
      [bare, ''],
      [email, ''],
      [email, `${PASSWORD} `],
      [email, PASSWORD.toUpperCase()],
    ] as const) {
      const before = hashRuns()
      const answer = await login(address, password)
      expect([address, hashRuns() - before]).toEqual([address, 1])
      await fails(answer, 'INVALID_CREDENTIALS')
      expect(answer.body).toEqual(body)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expectWithout(attempts('user:failed:login'), 'wrong but long')
  })
  test('400 for a body that is none of that shape, with the fields that are missing', async () => {
    const answer = await fails(new Visitor().post('auth/login', {}), 'VALIDATION_FAILED')
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['email', 'password'])
    const long = { email: 'a@b.edu', password: 'x'.repeat(1025) }
    await refused(() => new Visitor().post('auth/login', long), 'VALIDATION_FAILED')
  })
  test('rotates: the session that was held ends, also that of another account, unless it fails; each browser holds one', async () => {
    const [one, two] = await students(2, { onboard: false })
    const { visitor } = one
    const first = visitor.copy()
    await signedIn(one.email, PASSWORD, visitor)
    expect(visitor.cookies.get(TOKEN)).not.toBe(first.cookies.get(TOKEN))
    await fails(first.get('auth/me'), 401)
    const second = visitor.copy()
    await signedIn(two.email, PASSWORD, visitor)
    expect((await meOf(visitor)).id).toBe(two.id)
    await fails(second.get('auth/me'), 401)
    expect(listUserSessions(one.id)).toBe(0)
    await expectFailed(() => login(two.email, 'wrong but long', visitor), 'INVALID_CREDENTIALS')
    await meOf(visitor)
    await signedIn(two.email)
    await meOf(visitor)
    expect(listUserSessions(two.id)).toBe(3)
  })
  test('an administrator carries role and permissions', async () => {
    expect((await administrator()).user).toMatchObject({
      role: 'admin',
      permissions: ['read:profile', 'create:user', 'delete:user'],
      status: 'ACTIVE',
      isAcceptedTerms: true,
    })
    expect((await administrator('superadmin')).user).toMatchObject({ role: 'superadmin', permissions: ['*'] })
  })
})

describe('ten sign-ins that fail', () => {
  const limited = async (email: string, password = 'wrong but long') => (await login(email, password)).status
  const tenTimes = async (email: string) => {
    await times(10, async () => expect(await limited(email)).toBe(401))
  }
  test('are followed by 429 with Retry-After, the right password included, for 15 minutes; of one address are none of another', async () => {
    const [{ email }, other] = [await signUp(), await signUp()]
    await configured({ rateLimits: true }, async () => {
      for (const address of [email, newEmail()]) {
        await tenTimes(address)
        const answer = await fails(login(address), 'RATE_LIMITED')
        expect(Number(answer.headers.get('retry-after'))).toBeWithin(850, 901)
      }
      await signedIn(other.email)
      later(15 * MINUTE)
      await signedIn(email)
    })
  })
  test('are counted one by one, however many come at once', async () => {
    const { email } = await signUp()
    await configured({ rateLimits: true }, async () => {
      const statuses = await atOnce(30, () => limited(email))
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    })
  })
  test('begin anew after one that succeeds', async () => {
    const { email } = await signUp()
    await configured({ rateLimits: true }, async () => {
      for (let round = 1; round <= 3; round++) {
        await times(9, async () => expect(await limited(email)).toBe(401))
        await signedIn(email)
      }
    })
  })
  test('leave the code as a way in, and a reset the password', async () => {
    const { email } = await signUp()
    await configured({ rateLimits: true }, async () => {
      await tenTimes(email)
      expect(await limited(email, PASSWORD)).toBe(429)
      expectData(await verify(email, await codeFor(email)))
      const known = mailsTo(email).length
      expectData(await new Visitor().post('auth/password/forgot', { email }))
      const token = /reset#(\S+)/.exec((await mailFor(email, known)).text)?.[1]
      expectData(await new Visitor().post('auth/password/reset', { token, newPassword: 'quite another one' }))
      await signedIn(email, 'quite another one')
    })
  })
})

describe('POST otp/login/send', () => {
  test('200: a code of 10 minutes is mailed, not answered', async () => {
    const { email } = await signUp()
    const known = mailsTo(email).length
    const answer = await send(email)
    expect(answer.body).toEqual({ success: true, message: expect.any(String), data: { digits: 6 } })
    const otp = await otpFor(email, known)
    expect((await mailFor(email, known)).text).toContain('10 minutes')
    expectWithout(answer.text, otp)
  })
  test('again within 60 seconds, or at once from many tabs: 429 OTP_COOLDOWN with Retry-After, nothing mailed; then another code', async () => {
    const { email } = await signUp()
    const first = await codeFor(email)
    const mails = mailsTo(email).length
    const answer = await fails(send(email.toUpperCase()), 'OTP_COOLDOWN')
    expect(Number(answer.headers.get('retry-after'))).toBeWithin(55, 61)
    expect(mailsTo(email)).toHaveLength(mails)
    later(MINUTE)
    const second = await codeFor(email)
    if (first !== second) await expectFailed(() => verify(email, first), 'OTP_INVALID')
    expectData(await verify(email, second))
    later(MINUTE)
    const answers = await atOnce(6, () => send(email))
    expect(statuses(answers)).toEqual([200, 429, 429, 429, 429, 429])
    await mailFor(email, mails + 1)
    expect(mailsTo(email)).toHaveLength(mails + 2)
  })
  test('the seventh in an hour: 403 OTP_EXHAUSTED, for an unknown address as well', async () => {
    const { email } = await signUp()
    const unknown = newEmail()
    // One code went to the registration.
    const asked = async (address: string, times: number) => {
      const codes: (string | undefined)[] = []
      for (let n = 0; n < times; n++) {
        later(MINUTE)
        codes.push((await send(address)).code)
      }
      return codes
    }
    expect(await asked(email, 6)).toEqual([...Array(5).fill(undefined), 'OTP_EXHAUSTED'])
    expect(await asked(unknown, 7)).toEqual([...Array(6).fill(undefined), 'OTP_EXHAUSTED'])
    later(60 * MINUTE)
    expectData(await send(email))
  })
  test('400 INVALID_EMAIL for what is no address', async () => {
    for (const email of ['plain', `12@${CAMPUS}, 13@${CAMPUS}`]) await refused(() => send(email), 'INVALID_EMAIL')
    await refused(() => new Visitor().post('auth/otp/login/send', {}), 'VALIDATION_FAILED')
  })
})

describe('POST otp/login/verify', () => {
  test('200 {userId} and a session in place of the one that was held; the code serves once; an administrator signs in so, too', async () => {
    const { id, email } = await student({ onboard: false })
    const otp = await codeFor(email)
    const visitor = new Visitor()
    const answer = await verify(email, otp, visitor)
    expect(expectData(answer)).toEqual({ userId: id })
    expect((await meOf(visitor)).id).toBe(id)
    expect(visitor.cookies.has(DATA)).toBe(true)
    await expectFailed(() => verify(email, otp), 'OTP_EXPIRED')
    expect(auditActions(id)).toContain('user:login:otp')
    const root = await administrator()
    expect(expectData(await verify(root.email, await codeFor(root.email))).userId).toBe(root.id)
    later(MINUTE)
    const held = visitor.copy()
    expectData(await verify(email, await codeFor(email), visitor))
    await fails(held.get('auth/me'), 401)
    await meOf(visitor)
  })
  test('with tokens where they are asked for, which are those of that session, and renew themselves', async () => {
    const { id, email } = await student({ onboard: false })
    const verified = async (tokens: unknown) => {
      const otp = await codeFor(email)
      const answer = await new Visitor().post('auth/otp/login/verify', { email, otp, tokens })
      later(MINUTE)
      return expectData(answer)
    }
    const { userId, accessToken, refreshToken } = await verified(true)
    expect(userId).toBe(id)
    expect(expectData(await bearer(accessToken).get('auth/me')).user.id).toBe(id)
    const renewed = expectData(await new Visitor().post('auth/refresh', { refreshToken }))
    expectData(await bearer(renewed.accessToken).get('auth/me'))
    expect(await verified(false)).toEqual({ userId: id })
  })
  test('at once from many tabs it opens one session', async () => {
    const { id, email } = await student({ onboard: false })
    const otp = await codeFor(email)
    const before = listUserSessions(id)
    const answers = await atOnce(6, () => verify(email, otp))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(listUserSessions(id)).toBe(before + 1)
  })
  test('wrong: 403 OTP_INVALID and no session; the fifth: OTP_EXHAUSTED, the right one too', async () => {
    const { email } = await signUp()
    const otp = await codeFor(email)
    const visitor = new Visitor()
    await times(4, () => expectFailed(() => verify(email, wrong(otp), visitor), 'OTP_INVALID'))
    for (const attempt of [wrong(otp), otp]) await expectFailed(() => verify(email, attempt, visitor), 'OTP_EXHAUSTED')
    expect(visitor.cookies.size).toBe(0)
    later(MINUTE)
    expectData(await verify(email, await codeFor(email)))
  })
  test('where none was sent, for an unknown address, for no address, and after 10 minutes: 403 OTP_EXPIRED', async () => {
    const { email } = await signUp()
    for (const address of [email, newEmail(), 'no address'])
      await check(() => verify(address, '123456'), 'OTP_EXPIRED', { mail: true, cookie: true })
    const otp = await codeFor(email)
    later(10 * MINUTE)
    await expectFailed(() => verify(email, otp), 'OTP_EXPIRED')
  })
  test("another account's code is worth nothing, nor a registration's", async () => {
    const [one, two] = [await signUp(), await signUp()]
    const [first, second] = [await codeFor(one.email), await codeFor(two.email)]
    if (first !== second) await expectFailed(() => verify(two.email, first), 'OTP_INVALID')
    const pending = newEmail()
    expectData(await new Visitor().post('auth/registration/initialize', { email: pending, password: PASSWORD }))
    await fails(verify(pending, await otpFor(pending)), 'OTP_EXPIRED')
  })
  test('a code dies with its account, though the address registers again; one sent to nobody is worth nothing to who registers the address', async () => {
    const { visitor, email } = await student({ onboard: false })
    const otp = await codeFor(email)
    expectData(await visitor.delete('auth/account'))
    await signUp({ email })
    await expectFailed(() => verify(email, otp), 'OTP_EXPIRED')
    const unknown = newEmail()
    expectData(await send(unknown))
    await signUp({ email: unknown })
    // As if its code had been guessed.
    const emailKey = storedHash('login-code', unknown)
    await storage.write(async (tx) => {
      const { changes } = tx.sqlite
        .query('update login_codes set otp_hash = ? where email_key = ?')
        .run(otpHash(keyedHash('login-code', unknown), '123456'), emailKey)
      expect(changes).toBe(1)
    })
    await expectFailed(() => verify(unknown, '123456'), 'OTP_EXPIRED')
  })
})
