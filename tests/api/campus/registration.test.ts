import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { admitAccount, fileSignUpRequest } from '../../../src/campus/auth/sign-up-requests'
import { config } from '../../../src/config'
import { systemActor } from '../../../src/ground/audit/audit'
import type { Settings } from '../../../src/ground/settings/schemas'
import { storeSetting } from '../../../src/ground/settings/settings'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { makeAdministrator } from '../../../src/keeping/setup/first-run'
import { addressIndex, sealAddress } from '../../../src/lib/net/addresses'
import { execute, select, sure } from '../../support/content'
import {
  administrator,
  atOnce,
  CAMPUS,
  expectData,
  expectWithout,
  fails,
  later,
  login,
  meOf,
  newEmail,
  PASSWORD,
  refusal,
  signedIn,
  signUp,
  statuses,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'
import { expectFailed, expectRefused } from '../../support/scenarios'
import {
  attempts,
  auditActions,
  auditEntries,
  mailFor,
  mailsTo,
  otpFor,
  queuedFor,
  refused,
} from '../../support/traces'

const MINUTE = 60_000
const COOKIE = 'pending_signup'
const NO_PASSWORD = 'oauth-flow-placeholder'
const BOTH = ['auth/registration/verify-otp', 'auth/otp/verify'] as const

await useQuad()

const wrong = (otp: string) => (otp === '111111' ? '222222' : '111111')
const begin = (visitor: Visitor, email: string, password = PASSWORD) =>
  visitor.post('auth/registration/initialize', { email, password })
const verify = (visitor: Visitor, otp: string, path: string = BOTH[0]) => visitor.post(path, { otp })
const confirm = sure(verify)
const finalize = (visitor: Visitor, password = PASSWORD) => visitor.post('auth/registration/finalize', { password })
const finish = sure(finalize)

async function begun(email = newEmail(), visitor = new Visitor()) {
  const known = mailsTo(email).length
  expectData(await begin(visitor, email))
  return { visitor, email, otp: await otpFor(email, known) }
}

async function verified(email = newEmail()) {
  const signup = await begun(email)
  await confirm(signup.visitor, signup.otp)
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
    expectWithout(answer.text, otp)
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
    await fails(begin(visitor, email, 'short'), 'VALIDATION_FAILED', 'password')
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
    await confirm(first.visitor, first.otp)
    await confirm(second.visitor, second.otp)
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
    await finish(visitor)
  })
  test('wrong four times, then right; five times: blocked, the right one refused, nothing to finalize', async () => {
    const { visitor, otp } = await begun()
    await times(4, () => verify(visitor, wrong(otp)))
    await expectFailed(() => verify(visitor, wrong(otp)), 'OTP_EXHAUSTED')
    await expectFailed(() => verify(visitor, otp), 'OTP_EXHAUSTED')
    await refused(() => finalize(visitor), 'NOT_VERIFIED')
    const second = await begun()
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expectFailed(() => verify(second.visitor, wrong(second.otp)), 'OTP_INVALID')
      expect(signupsOf(second.email)[0]?.attempts).toBe(attempt)
    }
    await confirm(second.visitor, second.otp)
  })
  test('many at once are counted one by one', async () => {
    const { visitor, email, otp } = await begun()
    const answers = await atOnce(12, () => verify(visitor.copy(), wrong(otp)))
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
    await confirm(visitor, await otpFor(email, 1))
    const young = await begun()
    later(15 * MINUTE - 5_000)
    await confirm(young.visitor, young.otp)
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
    await fails(visitor.post(BOTH[0], body), 'VALIDATION_FAILED', 'otp')
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
    await times(5, () => verify(visitor, wrong(otp)))
    const { messageId, digits } = expectData(await visitor.post('auth/otp/send', { email }))
    expect(digits).toBe(6)
    expect(mailsTo(email)[1]).toContain(messageId)
    const next = await otpFor(email, 1)
    if (next !== otp) await expectFailed(() => verify(visitor, otp), 'OTP_INVALID')
    await confirm(visitor, next)
  })
  test('the address may be written in another case; another one is 400, and nothing is mailed', async () => {
    const { visitor, email } = await begun()
    expectData(await visitor.post('auth/otp/send', { email: email.toUpperCase() }))
    const other = newEmail()
    for (const given of [other, `${email}.org`, 'plain']) {
      await fails(visitor.post('auth/otp/send', { email: given }), 'VALIDATION_FAILED', 'email')
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
    await finish(visitor)
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
    await finish(visitor, 'another good one')
    await fails(new Visitor().post('auth/login', { email, password: PASSWORD }), 'INVALID_CREDENTIALS')
    await signedIn(email, 'another good one')
  })
  test('403 NOT_VERIFIED without a signup, with one of nothing, before the code, and 24 hours later', async () => {
    const { visitor, email, otp } = await begun()
    const stranger = new Visitor()
    stranger.cookies.set(COOKIE, 'made-up')
    for (const each of [new Visitor(), stranger, visitor]) await refused(() => finalize(each), 'NOT_VERIFIED')
    expect(accountsOf(email)).toBe(0)
    await confirm(visitor, otp)
    await finish(visitor)
    const [young, old] = [await verified(), await verified()]
    later(24 * 60 * MINUTE - 10_000)
    await finish(young.visitor)
    later(10_000)
    await refused(() => finalize(old.visitor), 'NOT_VERIFIED')
    await refused(() => verify(old.visitor, '123456'), 'OTP_EXPIRED')
  })
  test('of two signups of an address the first to finalize wins, also at once, the next is 403 USER_EXISTS, however late', async () => {
    const email = newEmail()
    const [first, second] = [await verified(email), await verified(email)]
    await finish(second.visitor, 'the second one')
    await refused(() => finalize(first.visitor), 'USER_EXISTS')
    expect(accountsOf(email)).toBe(1)
    await signedIn(email, 'the second one')
    const { visitor, email: other } = await verified()
    const answers = await atOnce(3, () => finalize(visitor.copy()))
    expect(statuses(answers)).toEqual([201, 403, 403])
    expect(accountsOf(other)).toBe(1)
  })
  test('with signIn it opens a session, in place of the one that the browser had; without it, none', async () => {
    const { visitor } = await verified()
    const other = await signUp()
    for (const [name, value] of other.visitor.cookies) visitor.cookies.set(name, value)
    const answer = await visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true })
    const { user } = expectData(answer)
    expect(answer.body.data.session).toBeUndefined()
    expect((await meOf(visitor)).id).toBe(user.id)
    await fails(other.visitor.get('auth/me'), 401)
    expect(auditActions(user.id)).toContain('user:created:account')
    expect(visitor.cookies.has(COOKIE)).toBe(false)
    const refused = await begun()
    await fails(
      refused.visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true }),
      'NOT_VERIFIED',
    )
    expect([...refused.visitor.cookies.keys()]).toEqual([COOKIE])
  })
  test('who has no password signs in by code, and by no password', async () => {
    const visitor = new Visitor()
    const email = newEmail()
    expectData(await begin(visitor, email, NO_PASSWORD))
    await confirm(visitor, await otpFor(email))
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
    await confirm(visitor, otp)
    const { user } = await finish(visitor)
    const steps = [...attempts('user:began:registration').slice(-1), ...attempts('user:verified:otp').slice(-2)]
    expect(steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
      'user:began:registration success',
      'user:verified:otp failure',
      'user:verified:otp success',
    ])
    for (const step of steps) expect(step).toMatchObject({ actorId: null, entityId: null, requestId: null })
    expectWithout(steps, user.id)
    expect(auditEntries(user.id).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user:created:account', user.id],
    ])
    const all = JSON.stringify([...steps, ...auditEntries(user.id)])
    expectWithout(all, email, email.slice(0, 10), otp, PASSWORD)
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

describe('the mode of sign-up', async () => {
  const [admin, other] = [await administrator(), await administrator()]
  const member = await student()
  const set = (signUp: Settings['signUp']) => storage.write((tx) => storeSetting(tx, 'signUp', signUp))
  const enter = (visitor: Visitor) => visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true })
  const entered = sure(enter)
  async function waiting() {
    const signUp = await verified()
    await fails(enter(signUp.visitor), 'APPROVAL_PENDING')
    return { ...signUp, id: requestsOf(signUp.email)[0].id as string }
  }
  const requests = async (state = 'waiting') => (await admin.get(`admin/sign-up-requests?state=${state}`)).requests
  const decide = (by: { visitor: Visitor }, id: string, body: object) =>
    by.visitor.put(`admin/sign-up-requests/${id}`, body)
  const decided = sure(decide)
  const requestsOf = (email: string) =>
    select('SELECT id FROM sign_up_requests WHERE email_index = ?', addressIndex(email))
  const rows = (email: string) => requestsOf(email).length

  beforeEach(async () => {
    await execute('DELETE FROM sign_up_requests')
  })
  afterEach(() => set('open'))
  test('closed nobody new begins, goes on, or asks for a college; who has an account signs in', async () => {
    const [begun, ready] = [new Visitor(), await verified()]
    const email = newEmail()
    expectData(await begin(begun, email))
    const sent = mailsTo(email)
    await set('closed')
    const college = { name: 'Lakeside', emailDomain: 'lake.edu', city: 'Nashik', state: 'Goa' }
    const refused = [
      await begin(new Visitor(), newEmail()),
      await begin(new Visitor(), newEmail('nowhere.edu')),
      await begin(new Visitor(), member.email),
      await begun.post('auth/otp/send', { email }),
      await enter(ready.visitor),
      await new Visitor().post('colleges/requests', { ...college, requestedByEmail: 'dean@lake.edu' }),
    ]
    expect(refused.map(refusal)).toEqual(refused.map(() => [403, 'SIGN_UP_CLOSED']))
    expect([accountsOf(ready.email), rows(ready.email), mailsTo(email)]).toEqual([0, 0, sent])
    expect(mailsTo(member.email)).toEqual([])
    await signedIn(member.email)
    const { signUp, features } = expectData(await new Visitor().get('instance'))
    expect([signUp, features.registration]).toEqual(['closed', false])
    await set('open')
    await entered(ready.visitor)
  })
  describe('by request', () => {
    beforeEach(() => set('request'))
    test('a verified email waits: no account, no session, one request however often it is sent', async () => {
      const { email, visitor } = await waiting()
      await fails(enter(visitor), 'APPROVAL_PENDING')
      const again = await verified(email)
      await fails(enter(again.visitor), 'APPROVAL_PENDING')
      expect([accountsOf(email), rows(email)]).toEqual([0, 1])
      await fails(visitor.get('auth/me'), 401)
      await fails(login(email), 'INVALID_CREDENTIALS')
      expect(attempts('user:requested:account').length).toBeGreaterThan(0)
      expect((await admin.get('admin/dashboard/overview')).signUps).toEqual({ waiting: 1 })
    })
    test('moderators see of whom it is what lists of people show', async () => {
      const { email, id } = await waiting()
      const [entry] = await requests()
      expect(entry).toEqual({
        id,
        email: `${email[0]}…${email.slice(email.indexOf('@') - 1)}`,
        college: { id: expect.any(String), name: expect.any(String) },
        state: 'waiting',
        reason: null,
        decidedBy: null,
        decidedAt: null,
        createdAt: expect.stringMatching(/:00\.000Z$/),
      })
      expectWithout(await requests(), email.split('@')[0]!)
    })
    test('approved: mailed, in the log, and then the sign-up goes through, in this browser or anew', async () => {
      const [here, anew] = [await waiting(), await waiting()]
      for (const { id, email } of [here, anew]) {
        const outcome = await decided(admin, id, { decision: 'approve' })
        expect(outcome).toMatchObject({ state: 'approved', decidedBy: admin.user.username, reason: null })
        const [mail, ...more] = queuedFor(email)
        expect([mail?.text.includes('/join'), more]).toEqual([true, []])
      }
      expect(auditEntries(here.id)).toMatchObject([{ action: 'admin:approved:sign-up', actorId: admin.id }])
      await entered(here.visitor)
      const second = await verified(anew.email)
      await entered(second.visitor)
      for (const { email } of [here, anew]) expect([accountsOf(email), rows(email)]).toEqual([1, 0])
      expect(await requests('approved')).toEqual([])
    })
    test('refused: the person reads why; an approval takes it back', async () => {
      const { id, email, visitor } = await waiting()
      for (const body of [{ decision: 'refuse' }, { decision: 'approve', reason: 'Why not' }, { decision: 'maybe' }])
        await fails(decide(admin, id, body), 'VALIDATION_FAILED')
      await decided(admin, id, { decision: 'refuse', reason: 'Not a student any more' })
      expect(queuedFor(email)[0]?.text).toContain('Not a student any more')
      const refused = await enter(visitor)
      expect([refusal(refused), refused.body.meta]).toEqual([
        [403, 'SIGN_UP_REFUSED'],
        { reason: 'Not a student any more' },
      ])
      expect(accountsOf(email)).toBe(0)
      await decided(other, id, { decision: 'approve' })
      await entered(visitor)
    })
    test('409 for what another moderator decided first, 404 for what is gone', async () => {
      const { id } = await waiting()
      await decided(admin, id, { decision: 'refuse', reason: 'Unknown to us' })
      const late = await decide(other, id, { decision: 'refuse', reason: 'Who is this' })
      expect([refusal(late), late.body.meta.decided.by]).toEqual([[409, 'CONFLICT'], admin.user.username])
      await decided(other, id, { decision: 'approve' })
      for (const again of [{ decision: 'approve' }, { decision: 'refuse', reason: 'No' }])
        await fails(decide(admin, id, again), 'CONFLICT')
      await execute('DELETE FROM sign_up_requests')
      await fails(decide(admin, id, { decision: 'approve' }), 'NOT_FOUND')
    })
    test('whose address waits is told to nobody who has not verified it', async () => {
      const { email, id } = await waiting()
      const stranger = await begin(new Visitor(), newEmail())
      expect((await begin(new Visitor(), email)).body).toEqual(stranger.body)
      await decided(admin, id, { decision: 'refuse', reason: 'Unknown to us' })
      expect((await begin(new Visitor(), email)).body).toEqual(stranger.body)
    })
    test('the queue is bounded', async () => {
      const { email } = await waiting()
      const address = await sealAddress('1@full.edu')
      await storage.write(async (tx) => {
        const fill = tx.sqlite.prepare(
          `INSERT INTO sign_up_requests (id, email_index, email_sealed, email_domain, language, state, created_at, expires_at)
        VALUES (?, ?, 'x', 'full.edu', 'en', 'waiting', '2026', '9999')`,
        )
        for (let n = 0; n < 1_999; n++) fill.run(`full-${n}`, `full-${n}`)
      })
      const full = storage.write(async (tx) => fileSignUpRequest(tx, address, 'en'))
      await expect(full).rejects.toMatchObject({ code: 'BUSY' })
      await fails(enter((await verified()).visitor), 'BUSY')
      expect(rows(email)).toBe(1)
    })
    test('open again, whoever waited gets in, and accounts of before never wait', async () => {
      const { visitor, email } = await waiting()
      await signedIn(member.email)
      await set('open')
      await entered(visitor)
      expect(rows(email)).toBe(0)
    })
  })
  test('whom the operator makes an administrator waits no more', async () => {
    const asked = async (email: string) => {
      const address = await sealAddress(email)
      return storage.write((tx) => admitAccount(tx, systemActor('cli').origin, address))
    }
    await set('request')
    const [email, other] = [newEmail(), newEmail()]
    const address = await sealAddress(email)
    expect([await asked(email), await asked(other)]).toEqual(['waiting', 'waiting'])
    await storage.write((tx) =>
      makeAdministrator(tx, systemActor('cli'), { address, passwordHash: null, role: 'admin' }),
    )
    expect([rows(email), rows(other)]).toEqual([0, 1])
  })
  test('what waited for 30 days is forgotten, and what was decided lately is kept', async () => {
    await set('request')
    const [old, decided] = [await waiting(), await waiting()]
    later(20 * 86_400_000)
    await storage.write(async (tx) => {
      const until = new Date(Date.now() + 30 * 86_400_000).toISOString()
      tx.sqlite.run('UPDATE sign_up_requests SET expires_at = ? WHERE id = ?', [until, decided.id])
    })
    later(12 * 86_400_000)
    await runMaintenance()
    expect([rows(old.email), rows(decided.email)]).toEqual([0, 1])
  })
})
