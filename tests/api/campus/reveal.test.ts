import { beforeEach, describe, expect, test } from 'bun:test'
import { securityLimiter } from '../../../src/lib/net/security-limiter'
import { publishAliased } from '../../support/aliased'
import { noticesOf, students } from '../../support/content'
import {
  type Answer,
  administrator,
  atOnce,
  configured,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  meOf,
  type Person,
  student,
  times,
  useCampus,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries, mailsADayLater, queuedFor } from '../../support/traces'

const { ann, ben, admin, root } = await useCampus()
const REASON = 'A threat to a life, seen by the police'
const QUOTA = 5
const OFF = { limit: QUOTA, remaining: null }

const reveal = ({ visitor }: Person, { id }: { id: string }, reason: unknown = REASON) =>
  visitor.post(`admin/users/${id}/reveal-email`, { reason })
const reveals = (id: string) => auditEntries(id, 'admin:revealed:email')
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
    for (const { text } of [logs, list]) expectWithout(text, who.email)
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
    expect([more, (await meOf(who)).unreadNotices]).toEqual([[], 1])
    const [mail, ...others] = queuedFor(who.email)
    expect([mail?.subject, others]).toEqual(['Your email at Campus University was revealed', []])
    expect(mail?.text).toContain(`${REASON} second line`)
    expectWithout([notice, mail], root.id, root.user.username, root.email, who.user.username, who.id)
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
    expectWithout(answer.text, who.email)
    expect(await traces(who)).toEqual(before)
  }
  test.each([undefined, 'Too short', `${' '.repeat(20)}short`, 'x'.repeat(501)])('for the reason %p', (reason) =>
    refused(() => reveal(root, ann, reason ?? null), [400, 'VALIDATION_FAILED', 'reason']),
  )
  test('about an account that does not exist', async () => {
    await configured({ rateLimits: true }, async () => {
      await refused(() => reveal(root, { id: MISSING_ID }), [404, 'NOT_FOUND'])
      expect((await root.get('admin/reveals')).quota.remaining).toBe(QUOTA)
    })
  })
  test('past five reveals in a day, over all accounts, also at once; another superadmin has five of their own', async () => {
    await configured({ rateLimits: true }, async () => {
      const other = await administrator('superadmin')
      const left = []
      for (const who of [ann, ben, ann, ben, admin]) left.push(expectData(await reveal(root, who)).quota.remaining)
      expect(left).toEqual([4, 3, 2, 1, 0])
      await refused(() => reveal(root, ann), [429, 'RATE_LIMITED'])
      expect((await root.get('admin/reveals')).quota).toEqual({ limit: QUOTA, remaining: 0 })
      const answers = await atOnce(8, () => reveal(other, ann))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA)
    })
  })
})

test('as many as they like where RATE_LIMITS is off', async () => {
  await times(QUOTA + 1, async () => expectData(await reveal(root, ann)))
  expect((await root.get('admin/reveals')).quota).toEqual(OFF)
})

const revealAccount = ({ visitor }: Person, id: string, reason = REASON) =>
  visitor.post(`admin/users/${id}/reveal-account`, { reason })

describe('a superadmin reveals whose an alias is', () => {
  test('reads the account in the answer alone; the log names the alias and the reason', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    const before = auditEntries(who.id).length
    const answer = await revealAccount(root, alias.id)
    expect(expectData(answer)).toEqual({
      id: who.id,
      username: who.user.username,
      quota: { limit: 5, remaining: null },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(auditEntries(alias.id).at(-1)).toMatchObject({
      action: 'admin:revealed:account',
      actorId: root.id,
      entityType: 'user',
      entityId: alias.id,
    })
    expect(auditEntries(who.id)).toHaveLength(before)
    const logs = await admin.visitor.get('admin/manage/logs?action=admin:revealed:account')
    expect([logs.text.includes(REASON), logs.text.includes(alias.id)]).toEqual([true, true])
    expectWithout(logs.text, who.id, who.user.username, who.email)
  })
  test('the owner is told at once in the app, and by mail at a time that tells nobody when it was', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    expectData(await revealAccount(root, alias.id))
    const [notice, ...more] = await noticesOf(who)
    expect([notice, more]).toMatchObject([{ kind: 'account_revealed', reason: REASON, acknowledgedAt: null }, []])
    expect(notice?.text).toContain(alias.username)
    expect(queuedFor(who.email)).toEqual([])
    const mails = await mailsADayLater(who)
    expect(mails.map(({ subject }) => subject)).toEqual(['News about your account at Campus University'])
    expect(mails[0]?.text).toContain('There’s news about your account')
    expectWithout([mails, notice?.reason], alias.username, who.user.username, root.id, root.user.username)
  })
  test('finds nobody behind an account, a deleted one, or nothing, needs a reason, and leaves no trace', async () => {
    const [who, other] = await students(2)
    const { alias } = await publishAliased(who)
    await who.delete('auth/account')
    for (const id of [other.id, alias.id, MISSING_ID, 'nobody']) await fails(revealAccount(root, id), 'NOT_FOUND')
    expect(auditActions(alias.id)).not.toContain('admin:revealed:account')
    expect(await noticesOf(other)).toEqual([])
    await fails(revealAccount(root, alias.id, 'too short'), 'VALIDATION_FAILED')
  })
  test('shares the quota of five a day with reveals of emails', async () => {
    await configured({ rateLimits: true }, async () => {
      const who = await student()
      const { alias } = await publishAliased(who)
      await times(3, async () => expectData(await revealAccount(root, alias.id)))
      await times(2, () => root.post(`admin/users/${who.id}/reveal-email`, { reason: REASON }))
      await fails(revealAccount(root, alias.id), 'RATE_LIMITED')
      expect((await noticesOf(who)).filter(({ kind }) => kind === 'account_revealed')).toHaveLength(3)
    })
  })
})
