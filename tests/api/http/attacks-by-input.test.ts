/** One test an attack, named after it: what an attacker tries, and what comes of it. */

import { describe, expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { backgroundIdle } from '../../../src/lib/process/background'
import { select } from '../../support/content'
import {
  type Data,
  expectData,
  fails,
  forgetLimits,
  later,
  login,
  newEmail,
  PASSWORD,
  signUp,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { mailsTo, otpFor } from '../../support/traces'

const TOKEN = 'identity.session_token'
const MINUTE = 60_000

await useQuad()

test('of the mailed link, what lies in the database opens nothing', async () => {
  const { email } = await signUp()
  expectData(await new Visitor().post('auth/password/forgot', { email }))
  await backgroundIdle()
  const stored = select('select token_hash as token from password_resets')
  expect(stored.length).toBeGreaterThan(0)
  for (const { token } of stored)
    await fails(new Visitor().post('auth/password/reset', { token, newPassword: 'quite another one' }), 'INVALID_TOKEN')
})

test('finding out who is registered by what is left of a ceiling: links use up the codes of an unknown address as well', async () => {
  const answers = async (email: string) => {
    forgetLimits()
    for (let n = 1; n <= 6; n++) await new Visitor().post('auth/password/forgot', { email })
    await backgroundIdle()
    return (await new Visitor().post('auth/otp/login/send', { email })).code
  }
  const { email } = await signUp()
  for (const each of [email, newEmail()]) expect(await answers(each)).toBe('OTP_EXHAUSTED')
  forgetLimits()
})

test('flooding a mailbox from one network: six mails an hour, whatever asks for them, though RATE_LIMITS is off', async () => {
  const { email } = await signUp()
  expect(config.rateLimits).toBe(false)
  forgetLimits()
  const before = mailsTo(email).length
  for (let n = 0; n < 20; n++) {
    later(MINUTE)
    await new Visitor().post(n % 2 ? 'auth/password/forgot' : 'auth/otp/login/send', { email })
    await backgroundIdle()
  }
  expect(mailsTo(email).length - before).toBe(6)
})

describe('bodies that hurt', () => {
  const raw = (visitor: Visitor, path: string, body: string, type = 'application/json') =>
    visitor.post(path, body, { raw: true, headers: { 'content-type': type } })

  const GREED = {
    id: '00000000-0000-4000-8000-000000000000',
    role: 'superadmin',
    permissions: ['*'],
    karma: 1_000_000,
    status: 'ACTIVE',
    isVerified: true,
    verifiedAt: '2020-01-01T00:00:00.000Z',
    isAcceptedTerms: true,
    blocked: false,
    username: 'administrator',
    authId: 'x',
    createdAt: '2000-01-01T00:00:00.000Z',
    updatedAt: '2000-01-01T00:00:00.000Z',
  }
  test('mass assignment at every step of an account gives nothing', async () => {
    const email = newEmail()
    const visitor = new Visitor()
    const send = (path: string, more: object, method = 'POST') => visitor.send(method, path, { ...GREED, ...more })
    expectData(await send('auth/registration/initialize', { email, password: PASSWORD }))
    await fails(send('auth/registration/finalize', { password: PASSWORD }), 'NOT_VERIFIED')
    expectData(await send('auth/registration/verify-otp', { otp: await otpFor(email) }))
    const last = { password: PASSWORD, collegeId: GREED.id, email: 'x@y.edu' }
    const { user: made } = expectData(await send('auth/registration/finalize', last))
    const { id, username, createdAt } = made
    const expected = { email, role: 'user', permissions: [], karma: 0, status: 'ONBOARDING', isAcceptedTerms: false }
    expect(made).toMatchObject(expected)
    expect(id).not.toBe(GREED.id)
    expect(username).not.toBe(GREED.username)
    expect(Date.parse(createdAt)).toBeGreaterThan(Date.parse('2020-01-01'))
    const session = expectData(await send('auth/login', { email, password: PASSWORD, userId: GREED.id }))
    expect(session.user).toMatchObject(expected)
    const profile = expectData(await send('auth/onboarding/complete', { branch: 'CSE' }))
    expect(profile).toMatchObject({ karma: 0, isAcceptedTerms: false, username })
    const active = { ...expected, status: 'ACTIVE', id, username, createdAt }
    const changed = expectData(await send('users/me', { branch: 'MECH' }, 'PATCH'))
    expect(changed.user).toMatchObject({ ...active, branch: 'MECH' })
    await fails(send('users/me', {}, 'PATCH'), 'VALIDATION_FAILED')
    expectData(await send('users/accept-terms', {}))
    const passwords = { currentPassword: PASSWORD, newPassword: 'quite another one', hasPassword: false }
    expectData(await send('auth/password/set', passwords))
    const { user } = expectData(await visitor.get('auth/me'))
    expect(user).toMatchObject({ ...active, isAcceptedTerms: true })
  })
  test('prototype pollution through JSON, forms and queries', async () => {
    const { visitor, email } = await student()
    const poison = '"__proto__":{"role":"superadmin","polluted":1},"constructor":{"prototype":{"polluted":1}}'
    const answers = [
      await raw(visitor, 'auth/login', `{${poison},"email":"${email}","password":"${PASSWORD}"}`),
      await raw(visitor, 'users/me', `{${poison},"branch":"CSE"}`),
      await raw(visitor, 'posts', `{${poison},"title":"T","content":"C","topic":"Ask Campus"}`),
      await raw(
        visitor,
        'auth/login',
        `__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&email=${email}&password=${PASSWORD}`,
        'application/x-www-form-urlencoded',
      ),
      await visitor.get('posts?__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=x'),
      await visitor.get('auth/me?__proto__=x', {
        headers: { cookie: `__proto__=polluted; ${TOKEN}=${visitor.cookies.get(TOKEN)}` },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 405, 201, 200, 200, 200])
    const plain: Data = {}
    expect([plain.polluted, plain.role, plain.constructor.polluted]).toEqual([undefined, undefined, undefined])
    expect(expectData(await visitor.get('auth/me')).user.role).toBe('user')
  })
  test('a user agent of many kilobytes is kept short', async () => {
    const { email } = await signUp()
    const visitor = new Visitor({ 'user-agent': 'x'.repeat(8_000) })
    expectData(await login(email, PASSWORD, visitor))
    expect(expectData(await visitor.get('auth/sessions')).sessions[0].userAgent).toHaveLength(300)
  })
})
