import { beforeEach, describe, expect, test } from 'bun:test'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { storage } from '../../db/storage'
import { addressIndex } from '../../src/lib/addresses'
import { sealTo, unsealWith } from '../../src/lib/sealing'
import { securityLimiter } from '../../src/lib/security-limiter'
import { noticesOf } from '../support/content'
import {
  type Answer,
  administrator,
  configured,
  expectData,
  later,
  MISSING_ID,
  PASSWORD,
  type Person,
  student,
  useCampus,
} from '../support/kit'
import { expectRefused } from '../support/scenarios'
import { auditEntries, mailsADayLater, queuedFor } from '../support/traces'

const { ann, ben, admin, root } = await useCampus()
const REASON = 'A threat to a life, seen by the police'
const QUOTA = 5
const OFF = { limit: QUOTA, remaining: null }

const reveal = ({ visitor }: Person, { id }: { id: string }, reason: unknown = REASON): Promise<Answer> =>
  visitor.post(`admin/users/${id}/reveal-email`, { reason })
const reveals = (id: string) => auditEntries(id).filter(({ action }) => action === 'admin:revealed:email')
/** Everything that a reveal leaves behind about the account. */
const traces = async (who: Person) => [
  reveals(who.id).length,
  (await noticesOf(who)).length,
  queuedFor(who.email).length,
]

beforeEach(() => securityLimiter.clear())

describe('a superadmin reveals an email', () => {
  test('reads it once, in the answer; the log has the reason, and neither has anybody else the address', async () => {
    const who = await student()
    const answer = await reveal(root, who)
    expect(expectData(answer)).toEqual({ email: who.email, sealed: null, quota: OFF })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [entry, ...more] = reveals(who.id)
    expect(entry).toMatchObject({ actorId: root.id, entityType: 'user', entityId: who.id, status: 'success' })
    const logs = await admin.visitor.get('admin/manage/logs?action=admin:revealed:email')
    expect([more, logs.text.includes(REASON)]).toEqual([[], true])
    const list = await root.visitor.get(`moderation/users/search?username=${who.user.username}`)
    for (const { text } of [logs, list]) expect(text).not.toContain(who.email)
  })
  test('the owner is told in the app and by mail: when, why, that it was a superadmin; not which', async () => {
    const who = await student()
    expectData(await reveal(root, who, ` ${REASON}\nsecond line `))
    const [notice, ...more] = await noticesOf(who)
    expect(notice).toMatchObject({
      kind: 'email_revealed',
      text: 'A superadmin revealed your email and can see who you are.',
      reason: `${REASON}\nsecond line`,
      acknowledgedAt: null,
    })
    expect([more, (await who.get('auth/me')).user.unreadNotices]).toEqual([[], 1])
    const [mail, ...others] = queuedFor(who.email)
    expect([mail?.subject, others]).toEqual(['Your email at Campus University was revealed', []])
    expect(mail?.text).toContain(`${REASON} second line`)
    for (const never of [root.id, root.user.username, root.email, who.user.username, who.id])
      expect(JSON.stringify([notice, mail])).not.toContain(never)
  })
  test('each reveal is listed, and stays listed once it is acknowledged', async () => {
    const who = await student()
    for (const reason of ['The first reason', 'The second reason']) expectData(await reveal(root, who, reason))
    const ids = (await noticesOf(who)).map(({ id }) => id)
    await who.patch('notices/acknowledge', { ids })
    expect((await noticesOf(who)).map(({ reason }) => reason)).toEqual(['The second reason', 'The first reason'])
  })
  test.each([
    ['of an account that is not onboarded', () => student({ onboard: false })],
    ['of another superadmin', () => administrator('superadmin')],
    ['of their own account', async () => root],
  ])('%s by the same rules', async (_, person) => {
    const who = await person()
    const before = await traces(who)
    expect(expectData(await reveal(root, who)).email).toBe(who.email)
    expect(await traces(who)).toEqual(before.map((count) => count + 1))
  })
})

describe('nothing is revealed, written or told', () => {
  const refused = async (send: () => Promise<Answer>, expected: readonly [number, string, ...string[]], who = ann) => {
    const before = await traces(who)
    const answer = await expectRefused(send, expected)
    expect(answer.text).not.toContain(who.email)
    expect(await traces(who)).toEqual(before)
  }
  test.each([undefined, '', 'Too short', `${' '.repeat(20)}short`, 'x'.repeat(501), 7])('for the reason %p', (reason) =>
    refused(() => reveal(root, ann, reason ?? null), [400, 'VALIDATION_FAILED', 'reason']),
  )
  test.each([
    ['an admin', admin],
    ['a student', ben],
    ['the owner', ann],
  ])('to %s', (_, by) => refused(() => reveal(by, ann), [403, 'FORBIDDEN']))
  test('about an account that does not exist', async () => {
    await configured({ rateLimits: true }, async () => {
      await refused(() => reveal(root, { id: MISSING_ID }), [404, 'NOT_FOUND'])
      expect((await root.get('admin/reveals')).quota.remaining).toBe(QUOTA)
    })
  })
  test('to a session whose proof of identity is five minutes old, until it is renewed', async () => {
    const by = await administrator('superadmin')
    later(301_000)
    await refused(() => reveal(by, ann), [403, 'REAUTHENTICATION_REQUIRED'])
    await by.post('auth/reauthenticate', { password: PASSWORD })
    expect(expectData(await reveal(by, ann)).email).toBe(ann.email)
  })
  test('past five reveals in a day, over all accounts; another superadmin has five of their own', async () => {
    await configured({ rateLimits: true }, async () => {
      const other = await administrator('superadmin')
      const left = []
      for (const who of [ann, ben, ann, ben, admin]) left.push(expectData(await reveal(root, who)).quota.remaining)
      expect(left).toEqual([4, 3, 2, 1, 0])
      await refused(() => reveal(root, ann), [429, 'RATE_LIMITED'])
      expect((await root.get('admin/reveals')).quota).toEqual({ limit: QUOTA, remaining: 0 })
      expect(expectData(await reveal(other, ann)).quota.remaining).toBe(4)
    })
  })
  test('past five when six come at once', async () => {
    await configured({ rateLimits: true }, async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => reveal(root, ben)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA)
    })
  })
})

test('as many as they like where RATE_LIMITS is off', async () => {
  for (let n = 0; n <= QUOTA; n++) expectData(await reveal(root, ann))
  expect((await root.get('admin/reveals')).quota).toEqual(OFF)
})

describe('an address under an offline key', () => {
  /** A student whose address this server cannot open, and the identity that can. */
  const offline = async () => {
    const who = await student()
    const identity = await generateIdentity()
    const sealed = await sealTo(await identityToRecipient(identity), who.email)
    await storage.write(
      async (tx) =>
        void tx.sqlite.run('UPDATE identities SET email_sealed = ? WHERE email_index = ?', [
          sealed,
          addressIndex(who.email),
        ]),
    )
    return { who, identity, sealed }
  }
  const kinds = async (who: Person) => (await noticesOf(who)).map(({ kind }) => kind)

  test('is answered sealed; the owner is told in the app', async () => {
    const { who, identity, sealed } = await offline()
    const revealed = expectData(await reveal(root, who))
    expect(revealed).toMatchObject({ email: null, sealed })
    expect(await unsealWith([identity], revealed.sealed)).toBe(who.email)
    expect([await kinds(who), queuedFor(who.email)]).toEqual([['email_revealed'], []])
  })
  test('gets no mail about a changed password or a ban, but the notices', async () => {
    const { who } = await offline()
    const passwords = { currentPassword: PASSWORD, newPassword: 'purple gravel teapot nine' }
    await who.post('auth/password/set', passwords)
    expect(await kinds(who)).toEqual(['password_changed'])
    const ban = { blocked: true, suspension: null }
    await admin.put(`moderation/users/${who.id}/moderation-state`, ban)
    expect([await kinds(who), await mailsADayLater(who)]).toEqual([['banned', 'password_changed'], []])
  })
})
