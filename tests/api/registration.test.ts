import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../src/config'
import { addressIndex } from '../../src/lib/addresses'
import { select } from '../support/content'
import { CAMPUS, expectData, fails, later, newEmail, PASSWORD, refusal, signUp, useQuad, Visitor } from '../support/kit'
import { expectFailed, expectRefused } from '../support/scenarios'
import { attempts, auditActions, auditEntries, mailFor, mailsTo, otpFor, refused } from '../support/traces'

const MINUTE = 60_000
const COOKIE = 'pending_signup'
const NO_PASSWORD = 'oauth-flow-placeholder'
const BOTH = ['auth/registration/verify-otp', 'auth/otp/verify'] as const

await useQuad()

const wrong = (otp: string) => (otp === '111111' ? '222222' : '111111')
const begin = (visitor: Visitor, email: string, password = PASSWORD) =>
  visitor.post('auth/registration/initialize', { email, password })
const verify = (visitor: Visitor, otp: string, path: string = BOTH[0]) => visitor.post(path, { otp })
const finalize = (visitor: Visitor, password = PASSWORD) => visitor.post('auth/registration/finalize', { password })

async function begun(email = newEmail(), visitor = new Visitor()) {
  const known = mailsTo(email).length
  expectData(await begin(visitor, email))
  return { visitor, email, otp: await otpFor(email, known) }
}

async function verified(email = newEmail()) {
  const signup = await begun(email)
  expectData(await verify(signup.visitor, signup.otp))
  return signup
}

const signupsOf = (email: string) =>
  select('select * from pending_signups where email_indexes = ? order by created_at, id', addressIndex(email))
const accountsOf = (email: string) =>
  select('select id from identities where email_index = ?', addressIndex(email)).length

describe('POST registration/initialize', () => {
  test('201: a code is mailed, the cookie names the signup, opaque, HttpOnly, SameSite=Lax, for a day; no account is there yet', async () => {
    const email = newEmail()
    const visitor = new Visitor()
    const answer = await begin(visitor, email)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ success: true, message: expect.any(String), data: { digits: 6 } })
    const { subject, text } = await mailFor(email)
    const otp = await otpFor(email)
    expect(subject).toContain('Campus University')
    expect(subject).not.toContain(otp)
    expect(text).toContain('15 minutes')
    expect(answer.text).not.toContain(otp)
    expect([...visitor.cookies.keys()]).toEqual([COOKIE])
    expect(accountsOf(email)).toBe(0)
    const attributes = visitor.setCookies.get(COOKIE) ?? ''
    for (const part of ['httponly', 'samesite=lax', 'path=/', 'max-age=86400']) expect(attributes).toContain(part)
    expect(attributes).not.toContain('secure')
    expect(attributes).not.toContain('domain')
    expect(Buffer.from(visitor.cookies.get(COOKIE) ?? '', 'base64url').byteLength).toBe(32)
    const [row] = signupsOf(email)
    expect(visitor.cookies.get(COOKIE)).not.toContain(row?.id ?? '')
  })

  test.each([
    ['no address', 'plain', 'INVALID_EMAIL'],
    ['a name where an enrollment id belongs', `jane@${CAMPUS}`, 'INVALID_EMAIL'],
    ['two addresses', `12@${CAMPUS}, 13@${CAMPUS}`, 'INVALID_EMAIL'],
    ['a header smuggled in', `12@${CAMPUS}\r\nBcc: x@evil.example`, 'INVALID_EMAIL'],
    ['empty', '', 'INVALID_EMAIL'],
    ['disposable', '12@mailinator.com', 'DISPOSABLE_EMAIL'],
    ['disposable, a domain below', '12@box.mailinator.com', 'DISPOSABLE_EMAIL'],
  ])('400 for an address that is %s', async (_, email, code) => {
    const visitor = new Visitor()
    await expectRefused(() => begin(visitor, email), [400, code])
    expect(visitor.cookies.size).toBe(0)
  })

  test('a wrong domain, compared exactly, is named before a wrong name: 404, whatever stands before the @', async () => {
    for (const domain of ['gmail.com', `x${CAMPUS}`, `cs.${CAMPUS}`, `${CAMPUS}.org`])
      await refused(() => begin(new Visitor(), `jane.doe@${domain}`), 'COLLEGE_NOT_FOUND')
    const answer = await begin(new Visitor(), `jane.doe@${CAMPUS}`)
    expect(answer.body.message).toContain(`20231234@${CAMPUS}`)
  })

  test('400 on the field for a weak password; nothing is mailed', async () => {
    const [email, visitor] = [newEmail(), new Visitor()]
    const answer = await begin(visitor, email, 'short')
    expect([...refusal(answer), answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', 'password'])
    expect(visitor.cookies.size).toBe(0)
    expect(mailsTo(email)).toEqual([])
  })

  test('403 USER_EXISTS for an address that has an account, in any case; nothing is mailed', async () => {
    const { email } = await signUp()
    const mails = mailsTo(email).length
    for (const form of [email, email.toUpperCase(), ` ${email} `]) {
      const visitor = new Visitor()
      await refused(() => begin(visitor, form), 'USER_EXISTS')
      expect(visitor.cookies.size).toBe(0)
    }
    expect(mailsTo(email)).toHaveLength(mails)
  })

  test('another one for the address stands beside the first; neither code opens the other', async () => {
    const first = await begun()
    const second = await begun(first.email)
    expect(signupsOf(first.email)).toHaveLength(2)
    if (first.otp !== second.otp) await expectFailed(() => verify(first.visitor, second.otp), 'OTP_INVALID')
    expectData(await verify(first.visitor, first.otp))
    expectData(await verify(second.visitor, second.otp))
  })

  test('a mail that cannot be sent is 500 MAIL_FAILED, and leaves no signup', async () => {
    const email = newEmail()
    const outbox = join(config.dataDir, 'outbox')
    mkdirSync(outbox, { recursive: true })
    renameSync(outbox, `${outbox}-aside`)
    writeFileSync(outbox, 'no folder')
    try {
      const visitor = new Visitor()
      await fails(begin(visitor, email), 'MAIL_FAILED')
      expect(visitor.cookies.size).toBe(0)
      expect(signupsOf(email)).toEqual([])
    } finally {
      rmSync(outbox)
      renameSync(`${outbox}-aside`, outbox)
    }
    expectData(await begin(new Visitor(), email))
  })
})

describe('POST registration/verify-otp', () => {
  test('the right code: 200 {isVerified: true}, and the code is gone', async () => {
    const { visitor, email, otp } = await begun()
    const answer = await verify(visitor, otp)
    expect(expectData(answer)).toEqual({ isVerified: true })
    expect(signupsOf(email)[0]).toMatchObject({ otp_hash: null, verified_at: expect.any(String) })
    await expectFailed(() => verify(visitor, otp), 'OTP_EXPIRED')
    expectData(await finalize(visitor))
  })

  test('wrong four times, then right; five times: blocked, the right one refused, nothing to finalize', async () => {
    const { visitor, otp } = await begun()
    for (let attempt = 1; attempt <= 4; attempt++) await verify(visitor, wrong(otp))
    await expectFailed(() => verify(visitor, wrong(otp)), 'OTP_EXHAUSTED')
    await expectFailed(() => verify(visitor, otp), 'OTP_EXHAUSTED')
    await refused(() => finalize(visitor), 'NOT_VERIFIED')
    const second = await begun()
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expectFailed(() => verify(second.visitor, wrong(second.otp)), 'OTP_INVALID')
      expect(signupsOf(second.email)[0]?.attempts).toBe(attempt)
    }
    expectData(await verify(second.visitor, second.otp))
  })

  test('many at once are counted one by one', async () => {
    const { visitor, email, otp } = await begun()
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(visitor.copy(), wrong(otp))))
    expect(answers.map(({ code }) => code).sort()).toEqual([
      ...Array(8).fill('OTP_EXHAUSTED'),
      ...Array(4).fill('OTP_INVALID'),
    ])
    expect(signupsOf(email)[0]?.attempts).toBe(5)
  })

  test('after 15 minutes, not before: 403 OTP_EXPIRED, no attempt counted, another code may be sent', async () => {
    const { visitor, email, otp } = await begun()
    later(15 * MINUTE)
    await expectFailed(() => verify(visitor, otp), 'OTP_EXPIRED')
    expect(signupsOf(email)[0]?.attempts).toBe(0)
    expectData(await visitor.post('auth/otp/send', { email }))
    expectData(await verify(visitor, await otpFor(email, 1)))
    const young = await begun()
    later(15 * MINUTE - 5_000)
    expectData(await verify(young.visitor, young.otp))
  })

  test('no cookie: 400 SIGNUP_MISSING; a cookie that names nothing: 403 OTP_EXPIRED', async () => {
    const { otp } = await begun()
    await refused(() => verify(new Visitor(), otp), 'SIGNUP_MISSING')
    for (const made of ['made-up', '0', 'null', '{"a":1}']) {
      const visitor = new Visitor()
      visitor.cookies.set(COOKIE, encodeURIComponent(made))
      expect((await verify(visitor, otp)).status).toBeWithin(400, 404)
    }
  })

  test.each([{}, { otp: 123456 }, { otp: '1'.repeat(21) }])('400 for %j, which is no attempt', async (body) => {
    const { visitor, email } = await begun()
    const answer = await visitor.post(BOTH[0], body)
    expect([...refusal(answer), answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', 'otp'])
    expect(signupsOf(email)[0]?.attempts).toBe(0)
  })
})

test('both paths count on one counter', async () => {
  const { visitor, otp } = await begun()
  for (const path of [...BOTH, ...BOTH]) await expectFailed(() => verify(visitor, wrong(otp), path), 'OTP_INVALID')
  await expectFailed(() => verify(visitor, wrong(otp), BOTH[1]), 'OTP_EXHAUSTED')
})

describe('POST otp/send', () => {
  test('200 {messageId}: a new code, the old one void, the counter at zero', async () => {
    const { visitor, email, otp } = await begun()
    for (let attempt = 1; attempt <= 5; attempt++) await verify(visitor, wrong(otp))
    const { messageId, digits } = expectData(await visitor.post('auth/otp/send', { email }))
    expect(digits).toBe(6)
    expect(mailsTo(email)[1]).toContain(messageId)
    const next = await otpFor(email, 1)
    if (next !== otp) await expectFailed(() => verify(visitor, otp), 'OTP_INVALID')
    expectData(await verify(visitor, next))
  })

  test('the address may be written in another case; another one is 400, and nothing is mailed', async () => {
    const { visitor, email } = await begun()
    expectData(await visitor.post('auth/otp/send', { email: email.toUpperCase() }))
    const other = newEmail()
    for (const given of [other, `${email}.org`, 'plain']) {
      const answer = await visitor.post('auth/otp/send', { email: given })
      expect([...refusal(answer), answer.body.errors[0].field]).toEqual([400, 'VALIDATION_FAILED', 'email'])
    }
    expect(mailsTo(other)).toEqual([])
  })

  test('no cookie: 400 SIGNUP_MISSING; one of nothing, and one verified already: 403 OTP_EXPIRED', async () => {
    const { visitor, email } = await verified()
    await refused(() => new Visitor().post('auth/otp/send', { email }), 'SIGNUP_MISSING')
    const stranger = new Visitor()
    stranger.cookies.set(COOKIE, 'made-up')
    await refused(() => stranger.post('auth/otp/send', { email }), 'OTP_EXPIRED')
    await refused(() => visitor.post('auth/otp/send', { email }), 'OTP_EXPIRED')
    expect(mailsTo(email)).toHaveLength(1)
    expectData(await finalize(visitor))
  })
})

describe('POST registration/finalize', () => {
  test('201 {user, profile}: the account, no session, the cookie cleared', async () => {
    const { visitor, email } = await verified()
    const answer = await finalize(visitor)
    const { user, profile } = expectData(answer)
    expect(user).toMatchObject({
      email,
      role: 'user',
      permissions: [],
      status: 'ONBOARDING',
      isAcceptedTerms: false,
      hasPassword: true,
      blocked: false,
      suspension: null,
      karma: 0,
      branch: '',
      college: { name: 'Campus University', profile: null },
    })
    expect(profile).toEqual({
      id: user.id,
      username: user.username,
      karma: 0,
      collegeId: user.collegeId,
      branch: '',
      status: 'ONBOARDING',
      isAcceptedTerms: false,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    })
    expect(user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(user.username).toMatch(/^[a-z]+-[a-z]+-\d{4}$/)
    expect(user.username).not.toContain(email.slice(0, 10))
    expect(answer.text).not.toMatch(/authId|passwordHash|argon2/)
    expect(visitor.cookies.size).toBe(0)
    expect(visitor.setCookies.get(COOKIE)).toContain('max-age=0')
    await fails(visitor.get('auth/me'), 401)
    expect(signupsOf(email)).toEqual([])
  })

  test("its password, none that is weak or the address, is the account's; that of initialize is kept nowhere", async () => {
    const { visitor, email } = await verified()
    for (const weak of ['short', email]) await refused(() => finalize(visitor, weak), 'VALIDATION_FAILED')
    expectData(await finalize(visitor, 'another good one'))
    await fails(new Visitor().post('auth/login', { email, password: PASSWORD }), 'INVALID_CREDENTIALS')
    expectData(await new Visitor().post('auth/login', { email, password: 'another good one' }))
  })

  test('403 NOT_VERIFIED without a signup, with one of nothing, before the code, and 24 hours later', async () => {
    const { visitor, email, otp } = await begun()
    const stranger = new Visitor()
    stranger.cookies.set(COOKIE, 'made-up')
    for (const each of [new Visitor(), stranger, visitor]) await refused(() => finalize(each), 'NOT_VERIFIED')
    expect(accountsOf(email)).toBe(0)
    expectData(await verify(visitor, otp))
    expectData(await finalize(visitor))
    const [young, old] = [await verified(), await verified()]
    later(24 * 60 * MINUTE - 10_000)
    expectData(await finalize(young.visitor))
    later(10_000)
    await refused(() => finalize(old.visitor), 'NOT_VERIFIED')
    await refused(() => verify(old.visitor, '123456'), 'OTP_EXPIRED')
  })

  test('of two signups of an address the first to finalize wins, also at once, the next is 403 USER_EXISTS, however late', async () => {
    const email = newEmail()
    const [first, second] = [await verified(email), await verified(email)]
    expectData(await finalize(second.visitor, 'the second one'))
    await refused(() => finalize(first.visitor), 'USER_EXISTS')
    expect(accountsOf(email)).toBe(1)
    expectData(await new Visitor().post('auth/login', { email, password: 'the second one' }))
    const { visitor, email: other } = await verified()
    const answers = await Promise.all([1, 2, 3].map(() => finalize(visitor.copy())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    expect(accountsOf(other)).toBe(1)
  })

  test('with signIn it opens a session, in place of the one that the browser had; without it, none', async () => {
    const { visitor } = await verified()
    const other = await signUp()
    for (const [name, value] of other.visitor.cookies) visitor.cookies.set(name, value)
    const answer = await visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true })
    const { user } = expectData(answer)
    expect(answer.body.data.session).toBeUndefined()
    expect(expectData(await visitor.get('auth/me')).user.id).toBe(user.id)
    await fails(other.visitor.get('auth/me'), 401)
    expect(auditActions(user.id)).toContain('user:created:account')
    expect(visitor.cookies.has(COOKIE)).toBe(false)
    const refused = await begun()
    const early = await refused.visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true })
    expect(refusal(early)).toEqual([403, 'NOT_VERIFIED'])
    expect([...refused.visitor.cookies.keys()]).toEqual([COOKIE])
  })

  test('who has no password signs in by code, and by no password', async () => {
    const visitor = new Visitor()
    const email = newEmail()
    expectData(await begin(visitor, email, NO_PASSWORD))
    expectData(await verify(visitor, await otpFor(email)))
    const made = expectData(await visitor.post('auth/registration/finalize', { password: NO_PASSWORD, signIn: true }))
    expect(made.user.hasPassword).toBe(false)
    for (const password of [NO_PASSWORD, '', PASSWORD])
      await fails(visitor.post('auth/reauthenticate', { password }), 'INVALID_CREDENTIALS')
    // The session is minutes old: what needs a proof is open.
    expectData(await visitor.post('auth/logout-all'))
    const elsewhere = new Visitor()
    for (const password of [NO_PASSWORD, '', PASSWORD])
      await fails(elsewhere.post('auth/login', { email, password }), 'INVALID_CREDENTIALS')
    expect(expectData(await elsewhere.post('auth/otp/login/send', { email }))).toEqual({ digits: 6 })
    expectData(await elsewhere.post('auth/otp/login/verify', { email, otp: await otpFor(email, 1) }))
  })
})

describe('what is left behind', () => {
  test('every step is in the audit log, without address or code', async () => {
    const { visitor, email, otp } = await begun()
    await verify(visitor, wrong(otp))
    expectData(await verify(visitor, otp))
    const { user } = expectData(await finalize(visitor))
    const steps = [...attempts('user:began:registration').slice(-1), ...attempts('user:verified:otp').slice(-2)]
    expect(steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
      'user:began:registration success',
      'user:verified:otp failure',
      'user:verified:otp success',
    ])
    for (const step of steps) expect(step).toMatchObject({ actorId: null, entityId: null, requestId: null })
    expect(JSON.stringify(steps)).not.toContain(user.id)
    expect(auditEntries(user.id).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user:created:account', user.id],
    ])
    const all = JSON.stringify([...steps, ...auditEntries(user.id)])
    for (const private_ of [email, email.slice(0, 10), otp, PASSWORD]) expect(all).not.toContain(private_)
  })

  test('no database file holds a code, a cookie or a password', async () => {
    const { visitor, otp } = await begun()
    const secrets = { cookie: visitor.cookies.get(COOKIE)!, password: PASSWORD, 'code beside its mail': `"${otp}"` }
    const files = readdirSync(config.dataDir).filter((name) => name.startsWith('quad-') && /\.db/.test(name))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const bytes = readFileSync(join(config.dataDir, file))
      for (const [what, secret] of Object.entries(secrets))
        if (bytes.includes(secret)) throw new Error(`the ${what} is in ${file}`)
    }
  })
})
