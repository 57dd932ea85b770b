import { describe, expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { type Aliased, commentAliased, publishAliased } from '../../support/aliased'
import {
  banComment,
  comment,
  ids,
  judge,
  judgePost,
  newWords,
  noticesOf,
  publish,
  queue,
  report,
  select,
  send,
  students,
} from '../../support/content'
import {
  administrator,
  CAMPUS,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  fails,
  type Person,
  student,
  useCampus,
  useNotifications,
} from '../../support/kit'

useNotifications()
const { ann, ben, admin, root } = await useCampus()
const second = await administrator()

const contextOf = async ({ id }: { id: string }, by = admin): Promise<Data> =>
  (await by.get(`admin/manage/reports/${id}/context`)).context
const removePost = (text: { id: string }) => judge(admin, 'post', text, { state: 'banned', reason: 'Cruel' })
const storedFor = ({ alias }: Aliased) =>
  select(
    'SELECT removals_before AS before FROM aliases WHERE alias = (SELECT key FROM users WHERE id = ?)',
    alias.id,
  )[0]

async function withRemovals(count: number, domain = CAMPUS) {
  const who = await student({ domain })
  for (let at = 0; at < count; at++) await removePost(await publish(who))
  return who
}

async function inGroupsOf<T>(minGroup: number, work: () => Promise<T>): Promise<T> {
  const before = config.minGroup
  config.minGroup = minGroup
  return work().finally(() => Object.assign(config, { minGroup: before }))
}

describe('earlier removals', () => {
  test('are a number that enough accounts share, as it was when the alias was made', async () => {
    await inGroupsOf(3, async () => {
      // Removals of the college: 5, 4, 2, 2, 1.
      const domain = 'removals.edu'
      await collegeId(domain)
      const people = []
      for (const count of [5, 4, 2, 2, 1]) people.push(await withRemovals(count, domain))
      const [five, four, two, , one] = people as [Person, Person, Person, Person, Person]
      const texts = []
      for (const who of [five, four, two, one, await student({ domain })]) texts.push(await publishAliased(who))
      // 5, 4 and 2 begin at 2; one account and one with the least make no range of three.
      expect(texts.map(storedFor)).toEqual([2, 2, 2, 0, 0].map((before) => ({ before })))
      const [text] = texts as [Aliased]
      await report(ben, text.id)
      expect((await contextOf(text)).author).toMatchObject({ id: text.alias.id, removals: 0, removalsBefore: 2 })
      await removePost(await publish(five))
      await removePost(await publish(four))
      expect((await contextOf(text)).author).toMatchObject({ removals: 0, removalsBefore: 2 })
    })
  })
  test('count all names of the account', async () => {
    // More than anybody else has.
    const who = await withRemovals(7)
    const post = await publish(ann)
    const text = await commentAliased(who, post.id)
    await judge(admin, 'comment', text, { state: 'banned' })
    expect(storedFor(text)).toEqual({ before: 7 })
    expect(storedFor(await publishAliased(who))).toEqual({ before: 8 })
    expect(storedFor(await commentAliased(who, post.id))).toEqual({ before: 7 })
  })
  test('are of an alias alone: an account shows those under its own name', async () => {
    const who = await withRemovals(1)
    await removePost(await publishAliased(who))
    const post = await publish(who)
    await report(ben, post.id)
    expect((await contextOf(post)).author).toMatchObject({ id: who.id, removals: 1, removalsBefore: null })
  })
})

test('a held text under an alias never says that its account is new: with too many links it is refused', async () => {
  const holding = { uncertain: 'refuse', certainty: 0.95, scorerDown: 'refuse' }
  const rules = async (links: number | null, newAccountLinks: string) =>
    void (await root.patch('admin/settings', {
      holding: { ...holding, newAccountLinks },
      newAccounts: { hours: 24, karma: null, comments: null, links },
    }))
  const write = ({ visitor }: Person, over: object) => {
    const content = `${newWords()} https://one.example/a`
    return visitor.post('posts', { title: 'A bench', content, topic: 'Showcase', ...over })
  }

  const [who, post] = [await student(), await publish(ann)]
  await commentAliased(who, post.id)
  await rules(0, 'hold')
  const refused = await write(who, { alias: true })
  const below = { content: `${newWords()} https://one.example/a`, parentCommentId: null }
  for (const answer of [refused, await who.visitor.post(`comments/post/${post.id}`, below)])
    expect([answer.code, answer.body.meta]).toEqual([
      'CONTENT_POLICY_VIOLATION',
      { source: 'links', reasons: ['new_account_link'] },
    ])
  expect((await admin.get('moderation/held')).held).toEqual([])
  expect(expectData(await write(who, {})).post.held).toBe('waiting')
  expect((await admin.get('moderation/held')).held).toMatchObject([
    { author: { id: who.id }, doubts: ['new_account_link'] },
  ])
  await rules(null, 'refuse')
})

test('a moderator who wrote under an alias sees no report about it, nor a decision of theirs; others do', async () => {
  const post = await publishAliased(admin)
  const remark = await commentAliased(admin, post.id)
  const filed = await report(ben, post.id)
  await fails(send(admin, post.id), 'VALIDATION_FAILED')
  const targets = async (by: Person) => (await queue(by)).data.map(({ target }: Data) => target.id)
  expect([(await targets(admin)).includes(post.id), (await targets(second)).includes(post.id)]).toEqual([false, true])
  for (const path of [`reports/${filed.id}`, `admin/manage/reports/${post.id}/context`])
    expect([(await admin.visitor.get(path)).status, (await second.visitor.get(path)).status]).toEqual([404, 200])
  const pending = async (by: Person) => (await by.get('admin/dashboard/overview')).reports.pending
  expect(await pending(admin)).toBe((await pending(second)) - 1)
  const restore = (by: Person) => judge(by, 'comment', remark, { state: 'active' })
  await banComment(remark.id)
  await fails(restore(admin), 'FORBIDDEN')
  expectData(await restore(second))
  await fails(admin.visitor.get(`moderation/notes/user/${post.alias.id}`), 'FORBIDDEN')
  await second.get(`moderation/notes/user/${post.alias.id}`)
})

describe('what moderators do about an alias', () => {
  test('notes and escalations name it, and stand on no other name', async () => {
    const who = await student()
    const text = await publishAliased(who)
    await report(ben, text.id)
    await admin.post(`moderation/notes/user/${text.alias.id}`, { content: 'Seen before' })
    await admin.put(`moderation/escalations/${text.id}`, { reason: 'A threat to a life' })
    const context = await contextOf(text, root)
    expect(context.notes).toMatchObject([{ resourceId: text.alias.id, content: 'Seen before' }])
    expectWithout([context, await queue(root)], who.id)
    expect((await admin.get(`moderation/notes/user/${who.id}`)).notes).toEqual([])
  })
  test('a bulk removal takes the texts of the alias alone', async () => {
    const who = await student()
    const own = await publish(who)
    const remark = await comment(who, own.id)
    const text = await publishAliased(who)
    const path = `moderation/users/${text.alias.id}/removals`
    expect((await admin.get(path)).removable).toEqual({ posts: 1, comments: 0 })
    await admin.post(path, { reason: 'Cruel' })
    const states = [own.id, text.id].map(async (id) => (await admin.get(`posts/${id}`)).post.moderationState)
    expect(await Promise.all(states)).toEqual(['active', 'banned'])
    await admin.get(`comments/${remark.id}`)
    await fails(admin.visitor.post(path, { reason: 'Cruel' }), 'CONFLICT')
  })
})

// What a superadmin reads in the history of one account must lead to none of its aliases, whatever moderators do to those.

const historyOf = async ({ id }: Person): Promise<Data[]> =>
  (await root.get(`admin/manage/logs?limit=100&actorId=${id}`)).data
const actionsOf = async (who: Person): Promise<string[]> =>
  (await historyOf(who)).map(({ action }) => action as string).toReversed()

async function voteOn(by: Person, targetId: string, targetType = 'post') {
  const target = { targetType, targetId }
  await by.post('votes', { ...target, voteType: 'upvote' })
  await by.patch('votes', { ...target, voteType: 'downvote' })
  await by.delete('votes', target)
}

/** All that one can do to a post for oneself, and undo. */
async function keep(by: Person, postId: string) {
  await by.post('bookmarks', { postId })
  await by.delete(`bookmarks/delete/${postId}`)
  for (const path of ['follows', 'mutes']) {
    await by.put(path, { kind: 'post', target: postId })
    await by.delete(path, { kind: 'post', target: postId })
  }
}

const NOTED = `user:upvoted:post user:switched:vote:on:post user:withdrew:vote:on:post
    user:created:bookmark user:deleted:bookmark user:followed:post
    user:unfollowed:post user:muted:post user:unmuted:post`.split(/\s+/)

describe('the history of an account', () => {
  test('lacks what it did to its own text under an alias, which nobody else may be able to read, and has what it did under its own name', async () => {
    const owner = await student()
    const post = await publishAliased(owner)
    const said = await commentAliased(owner, (await publish(await student())).id)
    const before = await actionsOf(owner)
    await judgePost(post.id, 'shadow_banned')
    await voteOn(owner, post.id)
    await voteOn(owner, said.id, 'comment')
    await keep(owner, post.id)
    expect(await actionsOf(owner)).toEqual(before)
    const open = await publish(owner)
    await voteOn(owner, open.id)
    await keep(owner, open.id)
    expect((await actionsOf(owner)).slice(-NOTED.length)).toEqual(NOTED)
  })
  test('hides from a superadmin who reported what is theirs, under any name', async () => {
    const [reporter, second] = [await student(), await administrator('superadmin')]
    const reports = async (by: Person): Promise<number> => {
      const { data } = await by.get(`admin/manage/logs?limit=100&actorId=${reporter.id}`)
      return data.filter(({ action }: Data) => action === 'user:created:report').length
    }
    const post = await publishAliased(root)
    await report(reporter, post.id)
    await report(reporter, (await commentAliased(root, post.id)).id, { type: 'Comment' })
    await report(reporter, (await publish(await student())).id)
    expect([await reports(root), await reports(second)]).toEqual([1, 3])
  })
  test('counts the notifications that it saw outside of the threads of its aliases alone', async () => {
    const [owner, other] = await students(2)
    const see = async () => (await owner.patch('notifications/mark-seen', {})).updated
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const before = await actionsOf(owner)
    await comment(other, aliased.id)
    expect([await see(), await actionsOf(owner)]).toEqual([1, before])
    await comment(other, aliased.id)
    await comment(other, open.id)
    expect(await see()).toBe(2)
    const [latest] = await historyOf(owner)
    expect([latest?.action, latest?.metadata]).toEqual(['user:saw:notifications', { updated: 1 }])
  })
  test('counts the news that it read of its own name alone', async () => {
    const [owner, other] = await students(2)
    const read = async () => owner.patch('notices/acknowledge', { ids: ids(await noticesOf(owner)) })
    const before = await actionsOf(owner)
    await removePost(await publishAliased(owner))
    expect([await read(), await actionsOf(owner)]).toEqual([{ acknowledged: 1 }, before])
    await removePost(await publish(owner))
    await removePost(await publishAliased(owner))
    expect(await read()).toEqual({ acknowledged: 2 })
    const [latest] = await historyOf(owner)
    expect([latest?.action, latest?.metadata]).toEqual(['user:acknowledged:notices', { acknowledged: 1 }])
    expect(await actionsOf(other)).not.toContain('user:acknowledged:notices')
  })
})
