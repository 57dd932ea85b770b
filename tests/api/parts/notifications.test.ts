import { beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { forgetAccount } from '../../../src/ground/access/account'
import {
  deleteOldNotifications,
  notifyModeration,
  notifyRename,
  notifyReply,
} from '../../../src/parts/notifications/notify'
import { notificationPage } from '../../../src/parts/notifications/record'
import { postOf } from '../../support/authorization/forum-rows'
import { type Caller, newCaller } from '../../support/authorization/matrix'
import { banComment, execute, judgePost, type Some, select } from '../../support/content'
import type { Notifications } from '../../support/contract'
import { atOnce, CAMPUS, collegeId, type Data, expectWithout, fails, meOf, times, useQuad } from '../../support/kit'
import { Socket } from '../../support/socket'
import { auditEntries } from '../../support/traces'

await useQuad()
const campus = await collegeId(CAMPUS)
config.notifications = true

const someone = (): Promise<Caller> => newCaller(campus)
const several = <Count extends keyof Some>(count: Count) =>
  Promise.all(Array.from({ length: count }, someone)) as Promise<Some<Caller>[Count]>
const listOf = (who: Caller, query = ''): Promise<Notifications> => who.get(`notifications/list${query}`)
const told = async (caller: Caller): Promise<Notifications['notifications']> => (await listOf(caller)).notifications
const rows = () => select('SELECT * FROM notifications').length

async function reply(writer: Caller, postId: string, parentCommentId: string | null = null, content = 'So do I') {
  return (await writer.post(`comments/post/${postId}`, { content, parentCommentId })).comment.id as string
}
type Kind = 'post' | 'comment'
const upvote = (who: Caller, targetId: string, targetType: Kind = 'post', voteType = 'upvote') =>
  who.post('votes', { targetType, targetId, voteType })
const turn = (who: Caller, targetId: string, voteType: string) =>
  who.patch('votes', { targetType: 'post', targetId, voteType })
const withdraw = (who: Caller, targetId: string) => who.delete('votes', { targetType: 'post', targetId })
const markSeen = async (who: Caller, body?: object) => (await who.patch('notifications/mark-seen', body)).updated
const usernameOf = async (who: Caller): Promise<string> => (await meOf(who)).username

test('while notifications are off, the endpoints are 404, nothing is written and no new name is told', async () => {
  config.notifications = false
  const [author, other] = await several(2)
  const before = rows()
  const postId = await postOf(author)
  await reply(other, postId)
  await upvote(other, postId)
  await withdraw(other, postId)
  await storage.write((tx) =>
    notifyModeration(tx, { type: 'post', id: postId, authorId: author.id, before: 'active', after: 'banned' }),
  )
  await storage.write(async (tx) => notifyRename(tx, { id: author.id }))
  expect(rows()).toBe(before)
  await fails(author.get('notifications/list'), 'FEATURE_DISABLED')
  await fails(author.patch('notifications/mark-seen'), 'FEATURE_DISABLED')
  expect((await author.get('instance')).features.notifications).toBe(false)
})

describe('replies', () => {
  test('to a post are told to its author, to a comment to its author alone', async () => {
    const [author, second, third] = await several(3)
    const postId = await postOf(author)
    const commentId = await reply(second, postId, null, 'First!')
    const replyId = await reply(third, postId, commentId, 'Well done')
    expect(await told(author)).toEqual([
      {
        id: expect.any(String),
        type: 'replied',
        seen: false,
        postId,
        postTitle: 'A bench in the library',
        commentId,
        actorUsernames: [await usernameOf(second)],
        content: 'First!',
        createdAt: expect.any(String),
      },
    ])
    expect(await told(second)).toMatchObject([{ commentId: replyId, actorUsernames: [await usernameOf(third)] }])
    expect(await told(third)).toEqual([])
  })
  test('are cut short, and show what they say now', async () => {
    const words = 'So do I, and '.repeat(11).slice(0, 139)
    const [author, other] = await several(2)
    const id = await reply(other, await postOf(author), null, `${words}😀 and so on`)
    expect((await told(author))[0]!.content).toBe(`${words}…`)
    await other.patch(`comments/${id}`, { content: 'On second thought, no' })
    expect((await told(author))[0]!.content).toBe('On second thought, no')
  })
  test('are not told across a block relation, nor beneath a post that is not active, nor to who may not read it', async () => {
    const [author, other] = await several(2)
    const stranger = await newCaller(await collegeId('away.edu'))
    const postId = await postOf(author)
    const commentId = await reply(stranger, postId)
    const ours = (await told(author)).length
    const notify = (by: Caller, parentCommentId: string | null) =>
      storage.write((tx) => notifyReply(tx, { id: commentId, postId, parentCommentId, content: '', authorId: by.id }))
    await author.post(`users/block/${other.id}`)
    await notify(other, null)
    await author.post(`users/unblock/${other.id}`)
    await other.post(`users/block/${author.id}`)
    await notify(other, null)
    await judgePost(postId, 'shadow_banned')
    await notify(stranger, null)
    await judgePost(postId, 'active')
    expect(await told(author)).toHaveLength(ours)
    await author.patch(`posts/${postId}`, { isPrivate: true })
    await notify(author, commentId)
    expect(await told(stranger)).toEqual([])
    await notify(stranger, null)
    expect(await told(author)).toHaveLength(ours + 1)
  })

  const HIDDEN: [
    string,
    string,
    (told: { author: Caller; by: Caller; postId: string; id: string }) => Promise<unknown>,
  ][] = [
    ['was banned', 'A moderator removed the reply.', ({ id }) => banComment(id)],
    ['was deleted', 'The reply was deleted.', ({ by, id }) => by.delete(`comments/${id}`)],
    ['is by somebody blocked', '', ({ author, by }) => author.post(`users/block/${by.id}`)],
    ['is by somebody blocking', '', ({ author, by }) => by.post(`users/block/${author.id}`)],
    ['is beneath a banned post', '', ({ postId }) => judgePost(postId, 'banned')],
  ]
  test.each(HIDDEN)('that %s shows neither words nor name', async (_, content, hide) => {
    const [author, by, third] = await several(3)
    const postId = await postOf(author)
    const id = await reply(by, postId, null, 'Unmistakable words')
    await reply(third, postId, id)
    await hide({ author, by, postId, id })
    const answer = await author.visitor.get('notifications/list')
    expect(answer.data.notifications).toMatchObject([{ type: 'replied', commentId: id, actorUsernames: [], content }])
    expectWithout(answer.text, 'Unmistakable', await usernameOf(by), by.id)
  })
  test('that is beneath a shadow-banned post shows them to the author of the post alone', async () => {
    const [author, first, second] = await several(3)
    const postId = await postOf(author)
    const id = await reply(first, postId, null, 'Unmistakable words')
    await reply(second, postId, id, 'Others')
    const before = await told(author)
    expect(before).toMatchObject([{ actorUsernames: [await usernameOf(first)], content: 'Unmistakable words' }])
    await judgePost(postId, 'shadow_banned')
    expect(await told(author)).toEqual(before)
    expect(await told(first)).toMatchObject([{ type: 'replied', actorUsernames: [], content: '' }])
  })
})

describe('votes', () => {
  test('are one entry a target, a number and no name', async () => {
    const [author, second, third] = await several(3)
    const postId = await postOf(author)
    const commentId = await reply(author, postId)
    await upvote(second, postId)
    await upvote(third, postId)
    await upvote(third, commentId, 'comment')
    const answer = await author.visitor.get('notifications/list')
    expect(answer.data.notifications).toMatchObject([
      { type: 'upvoted_comment', postId, commentId, actorUsernames: [], content: '1 upvote on your comment “So do I”' },
      {
        type: 'upvoted_post',
        postId,
        commentId: null,
        actorUsernames: [],
        content: '2 upvotes on your post “A bench in the library”',
      },
    ])
    for (const voter of [second, third]) expectWithout(answer.text, voter.id)
  })
  test('and comments of one’s own, and downvotes, are told to nobody', async () => {
    const [author, other] = await several(2)
    const postId = await postOf(author)
    await upvote(author, postId)
    await upvote(other, postId, 'post', 'downvote')
    await withdraw(other, postId)
    await reply(author, postId, await reply(author, postId))
    expect(await told(author)).toEqual([])
  })
  test('that are withdrawn or turned leave the entry, the last one takes it along', async () => {
    const [author, second, third] = await several(3)
    const postId = await postOf(author)
    await upvote(second, postId)
    await upvote(third, postId, 'post', 'downvote')
    await turn(third, postId, 'upvote')
    expect((await told(author))[0]!.content).toBe('2 upvotes on your post “A bench in the library”')
    await turn(third, postId, 'downvote')
    expect((await told(author))[0]!.content).toBe('1 upvote on your post “A bench in the library”')
    await withdraw(second, postId)
    expect(await told(author)).toEqual([])
  })
  test('begin a new entry once theirs is seen, which earlier votes leave alone', async () => {
    const [author, early, late] = await several(3)
    const postId = await postOf(author)
    await upvote(early, postId)
    expect(await markSeen(author)).toBe(1)
    await Bun.sleep(2)
    await upvote(late, postId)
    await withdraw(early, postId)
    expect(await told(author)).toMatchObject([
      { seen: false, content: '1 upvote on your post “A bench in the library”' },
      { seen: true },
    ])
    await withdraw(late, postId)
    expect(await told(author)).toMatchObject([{ seen: true }])
  })
})

describe('moderation', () => {
  const moderated = async (before: Step, after: Step, type: Kind = 'post') => {
    const author = await someone()
    const postId = await postOf(author)
    const id = type === 'post' ? postId : await reply(author, postId, null, 'Careless words')
    await storage.write((tx) => notifyModeration(tx, { type, id, authorId: author.id, before, after }))
    return (await told(author)).map(({ type, content }) => [type, content])
  }
  type Step = 'active' | 'banned' | 'shadow_banned'
  test('tells of a removal and of its end, the same whether a ban ends in the open or in the shadow, and of nothing else', async () => {
    const removed = [['general', 'A moderator removed your post “A bench in the library”']]
    for (const before of ['active', 'shadow_banned'] as const)
      expect(await moderated(before, 'banned')).toEqual(removed)
    for (const after of ['active', 'shadow_banned'] as const)
      expect(await moderated('banned', after, 'comment')).toEqual([
        ['general', 'Your comment “Careless words” is visible again'],
      ])
    for (const [before, after] of [
      ['active', 'shadow_banned'],
      ['shadow_banned', 'active'],
      ['banned', 'banned'],
    ] as const)
      expect(await moderated(before, after)).toEqual([])
  })
})

test('a new name is told in the language of the account, without a post', async () => {
  const user = await someone()
  const username = await usernameOf(user)
  await storage.write(async (tx) => notifyRename(tx, { id: user.id }))
  const [notification] = await told(user)
  expect(notification).toMatchObject({
    type: 'general',
    postId: null,
    commentId: null,
    actorUsernames: [],
    content: `You have a new Quad name: ${username}`,
  })
  await user.patch('users/me', { language: 'hi' })
  expect((await told(user))[0]?.content).toBe(`आपका नया Quad नाम: ${username}`)
})

describe('the list', () => {
  test('is paged, newest first, and counts what is unseen', async () => {
    const [author, other] = await several(2)
    const postId = await postOf(author)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift(await reply(other, postId))
    const { notifications, unread, meta } = await listOf(author, '?limit=2&page=2')
    expect(notifications.map(({ commentId }: Data) => commentId)).toEqual(ids.slice(2, 4))
    expect([unread, meta]).toEqual([5, { total: 5, page: 2, limit: 2, totalPages: 3, hasMore: true }])
    expect((await listOf(author, '?limit=2&page=9')).notifications).toEqual([])
  })
  test('keeps the newest five hundred, and none longer than ninety days', async () => {
    const [author, other] = await several(2)
    const postId = await postOf(author)
    await storage.write(async (tx) => {
      const insert = tx.sqlite.prepare(
        "INSERT INTO notifications (id, user_id, type, post_id, content, created_at) VALUES (?, ?, 'general', ?, 'n', ?)",
      )
      for (let n = 0; n < 505; n++) {
        const days = n < 3 ? 91 : 89
        const at = new Date(Date.now() - days * 86_400_000 + n)
        const id = at.getTime().toString(16).padStart(12, '0')
        insert.run(
          `${id.slice(0, 8)}-${id.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`,
          author.id,
          postId,
          at.toISOString(),
        )
      }
      await deleteOldNotifications(tx)
    })
    expect((await listOf(author)).meta.total).toBe(502)
    const newest = await reply(other, postId)
    const { meta, notifications } = await listOf(author)
    expect([meta.total, notifications[0]!.commentId]).toEqual([500, newest])
  })
  test('walks its index without sorting', () => {
    const explained = storage.reader.sqlite.prepare<{ detail: string }, []>(
      `EXPLAIN QUERY PLAN ${notificationPage('', 1, 0).text.replaceAll('?', 'NULL')}`,
    )
    const plan = explained
      .all()
      .map(({ detail }) => detail)
      .join('\n')
    // An explanation is not reset after its last row: left open, it would hold the reader to what it saw then.
    explained.finalize()
    expect(plan).toContain('USING COVERING INDEX notifications_newest (user_id=?)')
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!page)/)
  })
})

test('marking as seen takes some or all, once, and nobody else’s; ids only', async () => {
  const [author, other] = await several(2)
  const postId = await postOf(author)
  await times(3, () => reply(other, postId))
  const [first] = await told(author)
  expect(await markSeen(other, { ids: [first!.id] })).toBe(0)
  expect(await markSeen(author, { ids: [] })).toBe(0)
  expect(await markSeen(author, { ids: [first!.id.toUpperCase(), Bun.randomUUIDv7()] })).toBe(1)
  expect(await markSeen(author, { ids: [first!.id] })).toBe(0)
  expect((await listOf(author)).unread).toBe(2)
  expect(await markSeen(author)).toBe(2)
  expect((await told(author)).every(({ seen }) => seen)).toBe(true)
  const entries = auditEntries(author.id, 'user:saw:notifications')
  expect(entries.map(({ metadata }) => metadata)).toEqual(['{"updated":1}', '{"updated":2}'])
  for (const ids of [['x'], 'x']) await fails(author.patch('notifications/mark-seen', { ids }), 400)
})

test('when an account goes what it was told and what was told of it go along, and so with a post', async () => {
  const about = (id: string) => select('SELECT * FROM notifications WHERE ?1 IN (user_id, actor_id)', id).length

  const [author, other, third] = await several(3)
  const postId = await postOf(author)
  const commentId = await reply(other, postId)
  await reply(third, postId, commentId)
  await upvote(third, commentId, 'comment')
  expect([about(other.id), (await told(author)).length]).toEqual([3, 1])
  await other.delete('auth/account')
  expect([about(other.id), await told(author)]).toEqual([0, []])
  const [writer, reader] = await several(2)
  const deleted = await postOf(writer)
  await reply(reader, deleted)
  await writer.delete(`posts/${deleted}`)
  expect(await told(writer)).toEqual([])
})

describe('over a socket', () => {
  beforeAll(() => void app.listen({ hostname: '127.0.0.1', port: 0 }))
  test('each is told to whom it concerns, as the list shows it', async () => {
    const [author, other] = await several(2)
    const postId = await postOf(author)
    const [here, there] = [await Socket.open(author.visitor), await Socket.open(other.visitor)]
    await reply(other, postId, null, 'Over the wire')
    const { notification } = await here.next('notification')
    expect(notification).toEqual((await told(author))[0])
    expect(await there.all('notification')).toEqual([])
  })
  test('many votes are told of twice', async () => {
    const author = await someone()
    const postId = await postOf(author)
    const socket = await Socket.open(author.visitor)
    const voters = await atOnce(5, () => someone())
    await Promise.all(voters.map((voter) => upvote(voter, postId)))
    await Bun.sleep(520)
    const heard = await socket.all('notification')
    expect(heard.length).toBeLessThanOrEqual(2)
    expect(heard.at(-1).notification.content).toBe('5 upvotes on your post “A bench in the library”')
  })
})

describe('a name in a comment', () => {
  const kinds = async (of: Caller) => (await told(of)).map(({ type }) => type)
  let number = 1000
  /** With a name as Quad draws them. */
  const otter = async (): Promise<Caller> => {
    const caller = await someone()
    await execute('UPDATE users SET username = ? WHERE id = ?', `quiet-otter-${number++}`, caller.id)
    await storage.write(async (tx) => forgetAccount(tx, caller.id))
    return caller
  }
  const scene = async () => {
    const [ann, ben, cat] = [await otter(), await otter(), await otter()]
    const postId = await postOf(ann)
    return { ann, ben, cat, postId, at: async (of: Caller) => `@${await usernameOf(of)}` }
  }
  test('notifies whoever takes part, once, with its writer and its beginning', async () => {
    const { ann, ben, cat, postId, at } = await scene()
    await reply(ben, postId, null, 'First of all')
    const text = `Ask ${await at(ben)}, ${(await at(ben)).toUpperCase()} or ${await at(ann)}`
    const id = await reply(cat, postId, null, text)
    expect((await told(ben))[0]).toMatchObject({
      type: 'mention',
      postId,
      commentId: id,
      actorUsernames: [await usernameOf(cat)],
      content: text,
    })
    expect(await kinds(ben)).toEqual(['mention'])
    // The author of the post reads of it as a reply already.
    expect(await kinds(ann)).toEqual(['replied', 'replied'])
    await cat.patch(`comments/${id}`, { content: `Once more, ${await at(ben)}: where is it?` })
    expect(await kinds(ben)).toEqual(['mention'])
  })
  test('notifies who follows the post, and its writer does not learn of it', async () => {
    const { ben, cat, postId, at } = await scene()
    const [follower, stranger] = [await otter(), await otter()]
    await follower.put('follows', { kind: 'post', target: postId })
    const ask = async (writer: Caller, named: Caller) => {
      const content = `What do you say, ${await at(named)}?`
      return (await writer.post(`comments/post/${postId}`, { content, parentCommentId: null })).comment
    }
    const answers = [await ask(ben, follower), await ask(cat, stranger)]
    expect((await kinds(follower)).filter((kind) => kind === 'mention')).toHaveLength(1)
    expect(await told(stranger)).toEqual([])
    expect(Object.keys(answers[0])).toEqual(Object.keys(answers[1]))
  })
  test('notifies nobody in a block relation, nobody who muted the thread, and not its writer', async () => {
    const { ben, cat, postId, at } = await scene()
    const other = await otter()
    for (const each of [ben, cat, other]) await reply(each, postId, null, `I was here, ${each.id}`)
    await ben.post(`users/block/${cat.id}`)
    await other.put('mutes', { kind: 'post', target: postId })
    await reply(cat, postId, null, `You, ${await at(ben)}, and ${await at(other)}, and ${await at(cat)}`)
    for (const each of [ben, other, cat]) expect(await told(each)).toEqual([])
  })
  test('of more than five, notifies the first five', async () => {
    const { ann, cat, postId, at } = await scene()
    const named = [ann, ...(await Promise.all(Array.from({ length: 5 }, otter)))]
    for (const each of named.slice(1)) await reply(each, postId, null, `Number ${each.id}`)
    const names = await Promise.all(named.map(at))
    await reply(cat, postId, null, names.join(' '))
    expect(await Promise.all(named.slice(1).map(kinds))).toEqual([...Array(4).fill(['mention']), []])
  })
})
