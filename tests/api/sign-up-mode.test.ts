import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { systemActor } from '../../src/core/audit/audit'
import { admitAccount, fileSignUpRequest } from '../../src/core/auth/sign-up-requests'
import { runMaintenance } from '../../src/core/maintenance/maintenance'
import type { Settings } from '../../src/core/settings/schemas'
import { storeSetting } from '../../src/core/settings/settings'
import { makeAdministrator } from '../../src/core/setup/make-administrator'
import { addressIndex, sealAddress } from '../../src/lib/addresses'
import { execute, select } from '../support/content'
import {
  administrator,
  CAMPUS,
  expectData,
  fails,
  later,
  login,
  newEmail,
  PASSWORD,
  refusal,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { attempts, auditEntries, mailsTo, otpFor, queuedFor } from '../support/traces'

await useQuad()
const [admin, other, root] = [await administrator(), await administrator(), await administrator('superadmin')]
const member = await student()

const set = (signUp: Settings['signUp']) => storage.write((tx) => storeSetting(tx, 'signUp', signUp))
beforeEach(async () => {
  await execute('DELETE FROM sign_up_requests')
})
afterEach(() => set('open'))

const begin = (visitor: Visitor, email: string) =>
  visitor.post('auth/registration/initialize', { email, password: PASSWORD })
const finalize = (visitor: Visitor) => visitor.post('auth/registration/finalize', { password: PASSWORD, signIn: true })
const idOf = (email: string): string =>
  storage.reader.sqlite
    .query<{ id: string }, [string]>('SELECT id FROM sign_up_requests WHERE email_index = ?')
    .get(addressIndex(email))?.id ?? ''
/** As far as the right code. */
async function verified(email = newEmail(), visitor = new Visitor()) {
  const known = mailsTo(email).length
  expectData(await begin(visitor, email))
  expectData(await visitor.post('auth/registration/verify-otp', { otp: await otpFor(email, known) }))
  return { email, visitor }
}
async function waiting() {
  const signUp = await verified()
  await fails(finalize(signUp.visitor), 'APPROVAL_PENDING')
  return { ...signUp, id: idOf(signUp.email) }
}
const requests = async (state = 'waiting') => (await admin.get(`admin/sign-up-requests?state=${state}`)).requests
const decide = (by: { visitor: Visitor }, id: string, body: object) =>
  by.visitor.put(`admin/sign-up-requests/${id}`, body)
const accounts = (email: string) =>
  select('SELECT id FROM identities WHERE email_index = ?', addressIndex(email)).length
const rows = (email: string) =>
  select('SELECT id FROM sign_up_requests WHERE email_index = ?', addressIndex(email)).length

describe('closed', () => {
  test('nobody new begins, goes on, or asks for a college; who has an account signs in', async () => {
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
      await finalize(ready.visitor),
      await new Visitor().post('colleges/requests', { ...college, requestedByEmail: 'dean@lake.edu' }),
    ]
    expect(refused.map(refusal)).toEqual(refused.map(() => [403, 'SIGN_UP_CLOSED']))
    expect([accounts(ready.email), rows(ready.email), mailsTo(email)]).toEqual([0, 0, sent])
    expect(mailsTo(member.email)).toEqual([])
    expectData(await login(member.email))
    const { signUp, features } = expectData(await new Visitor().get('instance'))
    expect([signUp, features.registration]).toEqual(['closed', false])
    await set('open')
    expectData(await finalize(ready.visitor))
  })
})

describe('by request', () => {
  beforeEach(() => set('request'))

  test('a verified email waits: no account, no session, one request however often it is sent', async () => {
    const { email, visitor } = await waiting()
    await fails(finalize(visitor), 'APPROVAL_PENDING')
    const again = await verified(email)
    await fails(finalize(again.visitor), 'APPROVAL_PENDING')
    expect([accounts(email), rows(email)]).toEqual([0, 1])
    await fails(visitor.get('auth/me'), 401)
    await fails(login(email), 'INVALID_CREDENTIALS')
    expect(attempts('user:requested:account').length).toBeGreaterThan(0)
    expect((await admin.get('admin/dashboard/overview')).signUps).toEqual({ waiting: 1 })
  })
  test('moderators see of whom it is what lists of people show, and nobody else sees it', async () => {
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
    expect(JSON.stringify(await requests())).not.toContain(email.split('@')[0])
    await fails(member.visitor.get('admin/sign-up-requests'), 'FORBIDDEN')
    await fails(decide(member, id, { decision: 'approve' }), 'FORBIDDEN')
    await fails(new Visitor().get('admin/sign-up-requests'), 'UNAUTHENTICATED')
  })
  test('approved: mailed, in the log, and then the sign-up goes through, in this browser or anew', async () => {
    const [here, anew] = [await waiting(), await waiting()]
    for (const { id, email } of [here, anew]) {
      const decided = expectData(await decide(admin, id, { decision: 'approve' }))
      expect(decided).toMatchObject({ state: 'approved', decidedBy: admin.user.username, reason: null })
      const [mail, ...more] = queuedFor(email)
      expect([mail?.text.includes('/join'), more]).toEqual([true, []])
    }
    expect(auditEntries(here.id)).toMatchObject([{ action: 'admin:approved:sign-up', actorId: admin.id }])
    expectData(await finalize(here.visitor))
    const second = await verified(anew.email)
    expectData(await finalize(second.visitor))
    for (const { email } of [here, anew]) expect([accounts(email), rows(email)]).toEqual([1, 0])
    expect(await requests('approved')).toEqual([])
  })
  test('refused: the person reads why; an approval takes it back', async () => {
    const { id, email, visitor } = await waiting()
    for (const body of [{ decision: 'refuse' }, { decision: 'approve', reason: 'Why not' }, { decision: 'maybe' }])
      await fails(decide(admin, id, body), 'VALIDATION_FAILED')
    expectData(await decide(admin, id, { decision: 'refuse', reason: 'Not a student any more' }))
    expect(queuedFor(email)[0]?.text).toContain('Not a student any more')
    const refused = await finalize(visitor)
    expect([refusal(refused), refused.body.meta]).toEqual([
      [403, 'SIGN_UP_REFUSED'],
      { reason: 'Not a student any more' },
    ])
    expect(accounts(email)).toBe(0)
    expectData(await decide(other, id, { decision: 'approve' }))
    expectData(await finalize(visitor))
  })
  test('409 for what another moderator decided first, 404 for what is gone', async () => {
    const { id } = await waiting()
    expectData(await decide(admin, id, { decision: 'refuse', reason: 'Unknown to us' }))
    const late = await decide(other, id, { decision: 'refuse', reason: 'Who is this' })
    expect([refusal(late), late.body.meta.decided.by]).toEqual([[409, 'CONFLICT'], admin.user.username])
    expectData(await decide(other, id, { decision: 'approve' }))
    for (const decision of ['approve', 'refuse'])
      await fails(decide(admin, id, { decision, ...(decision === 'refuse' ? { reason: 'No' } : {}) }), 'CONFLICT')
    await execute('DELETE FROM sign_up_requests')
    await fails(decide(admin, id, { decision: 'approve' }), 'NOT_FOUND')
  })
  test('whose address waits is told to nobody who has not verified it', async () => {
    const { email, id } = await waiting()
    const stranger = await begin(new Visitor(), newEmail())
    for (const probe of [await begin(new Visitor(), email)])
      expect([probe.status, probe.body]).toEqual([stranger.status, stranger.body])
    expectData(await decide(admin, id, { decision: 'refuse', reason: 'Unknown to us' }))
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
    await fails(finalize((await verified()).visitor), 'BUSY')
    expect(rows(email)).toBe(1)
  })
  test('open again, whoever waited gets in, and accounts of before never wait', async () => {
    const { visitor, email } = await waiting()
    expectData(await login(member.email))
    await set('open')
    expectData(await finalize(visitor))
    expect(rows(email)).toBe(0)
  })
})

describe('every way in asks the same rule, in the write that makes the account', () => {
  const asked = async (email: string) => {
    const address = await sealAddress(email)
    return storage.write((tx) => admitAccount(tx, systemActor('cli').origin, address))
  }
  test('open admits, request waits, closed refuses', async () => {
    expect(await asked(`1@${CAMPUS}`)).toBe('admitted')
    await set('request')
    expect(await asked(`2@${CAMPUS}`)).toBe('waiting')
    await set('closed')
    await expect(asked(`3@${CAMPUS}`)).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED' })
  })
  test('whom the operator makes an administrator waits no more', async () => {
    await set('request')
    const [email, other] = [newEmail(), newEmail()]
    const address = await sealAddress(email)
    expect([await asked(email), await asked(other)]).toEqual(['waiting', 'waiting'])
    await storage.write((tx) =>
      makeAdministrator(tx, systemActor('cli'), { address, passwordHash: null, role: 'admin' }),
    )
    expect([rows(email), rows(other)]).toEqual([0, 1])
  })
  test('only a superadmin sets it', async () => {
    for (const { visitor } of [member, admin])
      await fails(visitor.patch('admin/settings', { signUp: 'closed' }), 'FORBIDDEN')
    await fails(root.visitor.patch('admin/settings', { signUp: 'never' }), 'VALIDATION_FAILED')
    expect((await root.patch('admin/settings', { signUp: 'closed' })).signUp).toBe('closed')
  })
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
