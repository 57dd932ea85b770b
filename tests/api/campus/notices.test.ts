import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { addNotice } from '../../../src/campus/notices/notices'
import { sendDueModerationMails } from '../../../src/campus/sanctions/mails'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { noticesOf, publish, select } from '../../support/content'
import {
  expectData,
  expectWithout,
  MISSING_ID,
  meOf,
  PASSWORD,
  type Person,
  signedIn,
  student,
  useCampus,
} from '../../support/kit'
import { auditActions, mailsADayLater, queuedFor } from '../../support/traces'

const { ann, ben, admin } = await useCampus()

const HOUR = 3_600_000
const DAY = 24 * HOUR

const moderate = async ({ id }: Person, body: object) => {
  // The clock is put forward by more than an administrator may be idle.
  await signedIn(admin.email, PASSWORD, admin.visitor)
  await admin.put(`moderation/users/${id}/moderation-state`, body)
}
const ban = (who: Person) => moderate(who, { blocked: true, suspension: null, reason: 'Spam' })
const lift = (who: Person) => moderate(who, { blocked: false })
const judge = (id: string, state: string) => admin.put(`moderation/posts/${id}/moderation-state`, { state })
const acknowledge = async ({ visitor }: Person, ids: readonly string[]): Promise<number> =>
  expectData(await visitor.patch('notices/acknowledge', { ids })).acknowledged
const unread = async ({ visitor }: Person): Promise<number> => (await meOf(visitor)).unreadNotices
const kinds = async (who: Person) => (await noticesOf(who)).map(({ kind }) => kind)
const dueAt = ({ id }: Person): number =>
  Date.parse(select('SELECT due_at FROM moderation_mails WHERE user_id = ?', id)[0]?.due_at)
const passTo = async (time: number) => {
  setSystemTime(new Date(time))
  await sendDueModerationMails()
  setSystemTime(new Date(time + 1000))
}

describe('a notice', () => {
  test('is shown to its owner while notifications are off, until acknowledged; to nobody else', async () => {
    const who = await student()
    await ban(who)
    const [notice] = await noticesOf(who)
    expect([await unread(who), await unread(ann), await noticesOf(ann)]).toEqual([1, 0, []])
    expect(await acknowledge(ann, [notice!.id])).toBe(0)
    expect([await unread(who), auditActions(ann.id).includes('user:acknowledged:notices')]).toEqual([1, false])
    expect(await acknowledge(who, [notice!.id.toUpperCase(), MISSING_ID])).toBe(1)
    expect(await acknowledge(who, [notice!.id])).toBe(0)
    expect([await unread(who), (await noticesOf(who))[0]?.acknowledgedAt]).toEqual([0, expect.any(String)])
    expect(auditActions(who.id).filter((action) => action === 'user:acknowledged:notices')).toHaveLength(1)
  })
  test('is there for somebody who is not onboarded', async () => {
    const who = await student({ onboard: false })
    await ban(who)
    expect(await kinds(who)).toEqual(['banned'])
  })
  test('goes with the account', async () => {
    const who = await student()
    await judge((await publish(who)).id, 'banned')
    expect(await kinds(who)).toEqual(['post_removed'])
    await who.delete('auth/account')
    const rows = select('SELECT 1 FROM account_notices WHERE user_id = ?', who.id)
    const mails = select('SELECT 1 FROM moderation_mails WHERE user_id = ?', who.id)
    expect([rows, mails]).toEqual([[], []])
  })
  test('is deleted after 90 days; a reveal stays, and what somebody under a sanction was told', async () => {
    const [who, banned] = [await student(), await student()]
    setSystemTime(new Date(Date.now() - 91 * DAY))
    await storage.write(async (tx) => {
      addNotice(tx, who.id, { kind: 'email_revealed', reason: 'A threat to a life' })
      addNotice(tx, who.id, { kind: 'password_changed' })
    })
    await ban(banned)
    setSystemTime()
    await runMaintenance()
    expect([await kinds(who), await kinds(banned)]).toEqual([['email_revealed'], ['banned']])
  })
})

describe('the mail about it', () => {
  test('leaves at a random time of the next day, which no further decision moves', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => student()))
    const start = Date.now()
    for (const who of people) await ban(who)
    const times = people.map((who) => dueAt(who) - start)
    expect(new Set(times).size).toBe(4)
    for (const time of times) expect(time >= HOUR && time <= DAY + HOUR).toBe(true)
    const [who] = people as [Person]
    const planned = dueAt(who)
    for (const decide of [lift, ban]) await decide(who)
    expect(dueAt(who)).toBe(planned)
    await passTo(planned - 1)
    expect(queuedFor(who.email)).toEqual([])
    await passTo(planned)
    expect(queuedFor(who.email)).toHaveLength(1)
  })
  test('comes at most once a day, and then for what holds', async () => {
    const who = await student()
    await ban(who)
    const first = dueAt(who)
    await passTo(first)
    await lift(who)
    expect(dueAt(who)).toBeGreaterThanOrEqual(first + DAY)
    await passTo(first + DAY - 1)
    expect(queuedFor(who.email)).toHaveLength(1)
    await passTo(dueAt(who))
    expect([queuedFor(who.email).length, (await kinds(who))[0]]).toEqual([2, 'sanction_lifted'])
  })
  test('does not come for a ban that was lifted before, nor for one that was banned again as before', async () => {
    const [pardoned, known] = [await student(), await student()]
    for (const decide of [ban, lift]) await decide(pardoned)
    expect([await kinds(pardoned), await mailsADayLater(pardoned)]).toEqual([[], []])
    await ban(known)
    await passTo(dueAt(known))
    for (const decide of [lift, ban]) await decide(known)
    await passTo(Date.now() + 2 * DAY)
    expect([await kinds(known), queuedFor(known.email).length]).toEqual([['banned'], 1])
  })
  test.each([
    ['ban', { blocked: true, suspension: null, reason: 'Spam' }, 'banned'],
    ['suspension', { blocked: true, suspension: { ends: '2099-01-01T00:00:00Z', reason: 'Spam' } }, 'suspended'],
  ] as const)('does not come for a %s that is undone within half a minute', async (_, decision, kind) => {
    const [pardoned, sanctioned] = [await student(), await student()]
    const start = Date.now()
    for (const who of [pardoned, sanctioned]) await moderate(who, decision)
    await passTo(start + 30_000)
    await lift(pardoned)
    await passTo(start + 2 * DAY)
    expect([queuedFor(pardoned.email).length, queuedFor(sanctioned.email).length]).toEqual([0, 1])
    expect([await kinds(pardoned), await kinds(sanctioned)]).toEqual([[], [kind]])
  })
  test('does not come for a suspension that has ended, nor for what was acknowledged in the app', async () => {
    const [suspended, reader] = [await student(), await student()]
    const ends = new Date(Date.now() + HOUR / 2).toISOString()
    await moderate(suspended, { blocked: true, suspension: { ends, reason: 'Cool down' } })
    await ban(reader)
    await acknowledge(
      reader,
      (await noticesOf(reader)).map(({ id }) => id),
    )
    expect([await mailsADayLater(suspended), await mailsADayLater(reader)]).toEqual([[], []])
  })
  test('says nothing of the account, of what was decided or why, and links to no token', async () => {
    const { id } = await publish(ben, { title: 'The canteen' })
    await judge(id, 'banned')
    await ban(ben)
    const [mail, ...more] = await mailsADayLater(ben)
    expect(more).toEqual([])
    expectWithout(mail, ben.id, ben.user.username, 'canteen', 'Spam', 'banned', 'removed', id, admin.user.username)
    expect(mail?.text).toContain('/settings#notices')
  })
})
