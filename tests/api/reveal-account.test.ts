import { beforeEach, describe, expect, test } from 'bun:test'
import { securityLimiter } from '../../src/lib/security-limiter'
import { publishAliased } from '../support/aliased'
import { noticesOf } from '../support/content'
import { type Answer, configured, expectData, fails, MISSING_ID, type Person, student, useCampus } from '../support/kit'
import { auditActions, auditEntries, mailsADayLater, queuedFor } from '../support/traces'

const { ann, admin, root } = await useCampus()
const REASON = 'A threat to a life, seen by the police'

const reveal = ({ visitor }: Person, id: string, reason: unknown = REASON): Promise<Answer> =>
  visitor.post(`admin/users/${id}/reveal-account`, { reason })

beforeEach(() => securityLimiter.clear())

describe('a superadmin reveals whose an alias is', () => {
  test('reads the account in the answer alone; the log names the alias and the reason', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    const before = auditEntries(who.id).length
    const answer = await reveal(root, alias.id)
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
    for (const never of [who.id, who.user.username, who.email]) expect(logs.text).not.toContain(never)
  })

  test('the owner is told at once in the app, and by mail at a time that tells nobody when it was', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    expectData(await reveal(root, alias.id))
    const [notice, ...more] = await noticesOf(who)
    expect([notice, more]).toMatchObject([{ kind: 'account_revealed', reason: REASON, acknowledgedAt: null }, []])
    expect(notice?.text).toContain(alias.username)
    expect(queuedFor(who.email)).toEqual([])
    const mails = await mailsADayLater(who)
    expect(mails.map(({ subject }) => subject)).toEqual(['News about your account at Campus University'])
    expect(mails[0]?.text).toContain('There’s news about your account')
    for (const never of [alias.username, who.user.username, root.id, root.user.username])
      expect(JSON.stringify([mails, notice?.reason])).not.toContain(never)
  })

  test('finds nobody behind an account, a deleted one, or nothing, and leaves no trace', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    await who.delete('auth/account')
    for (const id of [ann.id, alias.id, MISSING_ID, 'nobody']) await fails(reveal(root, id), 'NOT_FOUND')
    expect(auditActions(alias.id)).not.toContain('admin:revealed:account')
    expect(await noticesOf(ann)).toEqual([])
  })

  test('needs a reason, and the role', async () => {
    const who = await student()
    const { alias } = await publishAliased(who)
    for (const reason of ['too short', null, 'x'.repeat(501)])
      await fails(reveal(root, alias.id, reason), 'VALIDATION_FAILED')
    for (const by of [admin, ann, who]) await fails(reveal(by, alias.id), 'FORBIDDEN')
    expect(await noticesOf(who)).toEqual([])
  })

  test('shares the quota of five a day with reveals of emails', async () => {
    await configured({ rateLimits: true }, async () => {
      const who = await student()
      const { alias } = await publishAliased(who)
      for (let count = 0; count < 3; count++) expectData(await reveal(root, alias.id))
      for (let count = 0; count < 2; count++) await root.post(`admin/users/${who.id}/reveal-email`, { reason: REASON })
      await fails(reveal(root, alias.id), 'RATE_LIMITED')
      expect((await noticesOf(who)).filter(({ kind }) => kind === 'account_revealed')).toHaveLength(3)
    })
  })
})
