import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { correctHotScores } from '../../../src/forum/posts/stats'
import { comment, judge, noReports, noticesOf, publish, queue, report } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  fails,
  later,
  MISSING_ID,
  type Person,
  refusal,
  student,
  useCampus,
} from '../../support/kit'
import { auditActions, mailsADayLater } from '../../support/traces'

const { root, admin, ben } = await useCampus()
const other = await administrator()
const DAY = 86_400_000
let ann: Person
beforeEach(async () => {
  ann = await student()
  await noReports()
})

const removable = async (who: Person, by = admin) => (await by.get(`moderation/users/${who.id}/removals`)).removable
const removeAll = (who: { id: string }, why: object = {}, by = admin) =>
  by.visitor.post(`moderation/users/${who.id}/removals`, why)
const removed = async (who: Person, why: object = {}) => expectData(await removeAll(who, why)).removal
const undo = (id: string, by = admin) => by.visitor.delete(`moderation/removals/${id}`)
const decide = (id: string, state: string) => judge(other, 'post', { id }, { state })
const stateOf = async (id: string) => (await admin.get(`posts/${id}`)).post.moderationState
const isBanned = async (id: string) => (await admin.get(`comments/${id}`)).comment.isBanned
const kinds = async (who: Person) => (await noticesOf(who)).map(({ kind }) => kind)
const rule = { rule: 'spam', reason: 'A flood' }
const escalate = async (id: string) =>
  expectData(await admin.visitor.put(`moderation/escalations/${id}`, { reason: 'A threat' }))

/** Two posts and a comment of today, and one of each from two days ago. */
async function flood(who: Person) {
  const old = await publish(who)
  const oldComment = await comment(who, old.id)
  const past = Date.now() - 2 * DAY
  await storage.write(async (tx) => {
    tx.sqlite.run('UPDATE posts SET created_at = ? WHERE id = ?', [new Date(past).toISOString(), old.id])
    tx.sqlite.run('UPDATE comments SET created_at = ? WHERE id = ?', [past, oldComment.id])
    correctHotScores(tx)
  })
  const elsewhere = await publish(ben)
  const posts = [await publish(who), await publish(who)]
  return { old, oldComment, posts, said: await comment(who, elsewhere.id), elsewhere }
}

describe('a bulk removal', () => {
  test('leaves what waits for a superadmin, and says which; a superadmin removes that, too', async () => {
    const { posts, said } = await flood(ann)
    await report(ben, posts[0]!.id)
    await report(ben, said.id, { type: 'Comment' })
    for (const id of [posts[0]!.id, said.id]) await escalate(id)
    expect(await removable(ann)).toEqual({ posts: 1, comments: 0 })
    expect(await removed(ann, rule)).toMatchObject({ posts: 1, comments: 0, left: [posts[0]!.id, said.id] })
    expect([await stateOf(posts[0]!.id), await stateOf(posts[1]!.id), await isBanned(said.id)]).toEqual([
      'active',
      'banned',
      false,
    ])
    await fails(removeAll(ann, rule), 'CONFLICT')
    expect(expectData(await removeAll(ann, rule, root)).removal).toMatchObject({ posts: 1, comments: 1, left: [] })
    expect([await stateOf(posts[0]!.id), await isBanned(said.id)]).toEqual(['banned', true])
  })
  test('removes what was written in the last 24 hours and nothing else, with a record and an entry each, and tells its author once, with rule and reason, by one notice, one mail and no notification', async () => {
    const { old, oldComment, posts, said, elsewhere } = await flood(ann)
    expect(await removable(ann)).toEqual({ posts: 2, comments: 1 })
    config.notifications = true
    const removal = await removed(ann, rule)
    const { notifications } = await ann.get('notifications/list')
    expect(notifications.filter(({ type }: Data) => type === 'general')).toEqual([])
    expect(removal).toEqual({ id: expect.any(String), posts: 2, comments: 1, left: [] })
    for (const { id } of posts) {
      expect(await stateOf(id)).toBe('banned')
      expect(auditActions(id)).toContain('admin:banned:post')
      expect((await ann.get(`posts/${id}`)).post.removal).toMatchObject(rule)
    }
    expect([await isBanned(said.id), await isBanned(oldComment.id)]).toEqual([true, false])
    expect([await stateOf(old.id), await stateOf(elsewhere.id)]).toEqual(['active', 'active'])
    expect((await ben.get(`posts/${elsewhere.id}`)).post.commentsCount).toBe(0)
    expect(auditActions(ann.id)).toContain('admin:removed:recent')
    expect(await removable(ann)).toEqual({ posts: 0, comments: 0 })
    await fails(removeAll(ann), 'CONFLICT')
    const [notice, ...more] = await noticesOf(ann)
    expect([more, notice?.text]).toEqual([[], 'Moderators removed 3 posts and comments that you wrote within a day.'])
    expect(notice).toMatchObject({ kind: 'texts_removed', ...rule, appeal: null })
    expect(await mailsADayLater(ann)).toHaveLength(1)
  })
  test('leaves what is hidden silently, what was removed before and what its author deleted', async () => {
    const [hidden, gone] = [await publish(ann), await publish(ann)]
    const [deleted, visible] = [await publish(ann), await publish(ann)]
    await decide(hidden.id, 'shadow_banned')
    await decide(gone.id, 'banned')
    await ann.delete(`posts/${deleted.id}`)
    const { id } = await removed(ann)
    expect([await stateOf(hidden.id), await stateOf(visible.id)]).toEqual(['shadow_banned', 'banned'])
    expect(expectData(await undo(id)).removal).toEqual({ id, restored: { posts: 1, comments: 0 }, kept: 0 })
    expect([await stateOf(hidden.id), await stateOf(gone.id)]).toEqual(['shadow_banned', 'banned'])
  })
  test('takes more than one write, up to a thousand', async () => {
    const { id: postId } = await publish(ben)
    for (let n = 0; n < 55; n++) await comment(ann, postId)
    const removal = await removed(ann)
    expect(removal).toMatchObject({ posts: 0, comments: 55 })
    expect((await noticesOf(ann)).map(({ text }) => text)).toEqual([
      'Moderators removed 55 posts and comments that you wrote within a day.',
    ])
    expect(expectData(await undo(removal.id)).removal).toMatchObject({ restored: { comments: 55 }, kept: 0 })
    expect(await kinds(ann)).toEqual([])
  })
  test('is not about oneself, about administrators for superadmins alone, and 404 for what is none', async () => {
    await publish(other)
    for (const [who, by] of [
      [admin, admin],
      [other, admin],
      [root, admin],
    ] as const)
      for (const answer of [await removeAll(who, {}, by), await by.visitor.get(`moderation/users/${who.id}/removals`)])
        expect(refusal(answer)).toEqual([403, 'FORBIDDEN'])
    await fails(removeAll({ id: MISSING_ID }), 'NOT_FOUND')
    await fails(undo(MISSING_ID), 'NOT_FOUND')
    const { id } = expectData(await removeAll(other, {}, root)).removal
    await fails(undo(id, other), 'FORBIDDEN')
    expectData(await undo(id, root))
  })
})

describe('its undo', () => {
  test('restores everything, reopens the reports that it closed, and leaves no notice and no mail', async () => {
    const { posts, said } = await flood(ann)
    const made = await report(ben, posts[0]!.id)
    const { id } = await removed(ann, rule)
    expect((await queue(admin, 'status=pending')).data).toEqual([])
    later(25_000)
    expect(expectData(await undo(id)).removal).toEqual({ id, restored: { posts: 2, comments: 1 }, kept: 0 })
    expect([await stateOf(posts[0]!.id), await isBanned(said.id)]).toEqual(['active', false])
    const [entry] = (await queue(admin, 'status=pending')).data
    expect(entry?.reports.map((each: Data) => each.id)).toEqual([made.id])
    expect(auditActions(posts[0]!.id)).toContain('admin:reopened:reports')
    expect(auditActions(ann.id)).toContain('admin:restored:recent')
    expect(await kinds(ann)).toEqual([])
    expect(await mailsADayLater(ann)).toEqual([])
  })
  test('leaves what somebody decided since, whatever they decided', async () => {
    const { posts, said } = await flood(ann)
    const { id } = await removed(ann)
    await decide(posts[0]!.id, 'active')
    await decide(posts[0]!.id, 'banned')
    expect((await noticesOf(ann)).map(({ text }) => text)).toContain(
      'Moderators removed 2 posts and comments that you wrote within a day.',
    )
    expect(expectData(await undo(id, other)).removal).toMatchObject({ restored: { posts: 1, comments: 1 }, kept: 1 })
    expect([await stateOf(posts[0]!.id), await stateOf(posts[1]!.id)]).toEqual(['banned', 'active'])
    expect(await isBanned(said.id)).toBe(false)
    expect(await kinds(ann)).toEqual(['post_removed'])
    expect(expectData(await undo(id)).removal).toMatchObject({ restored: { posts: 0, comments: 0 }, kept: 3 })
  })
  test('one by one leaves no notice either, and each can be appealed against', async () => {
    const [one, two] = [await publish(ann), await publish(ann)]
    await removed(ann)
    await decide(one.id, 'active')
    const about = { resource: 'post', resourceId: two.id, message: 'It was a question' }
    const { appeal } = await ann.post('appeals', about)
    await other.put(`moderation/appeals/${appeal.id}`, { outcome: 'overturned', reason: 'It was' })
    expect(await kinds(ann)).toEqual(['appeal_overturned'])
  })
})
