import { afterAll, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { storeSetting } from '../../../src/ground/settings/settings'
import { tellFollowers } from '../../../src/parts/notifications/follow-news'
import { sendDuePushes } from '../../../src/parts/push/delivery'
import { commentAliased, publishAliased } from '../../support/aliased'
import { block, comment, execute, judgePost, newWords, publish, select, students, upvote } from '../../support/content'
import type { Notifications } from '../../support/contract'
import { expectWithout, later, type Person, student, useCampus, useNotifications } from '../../support/kit'
import { PushService } from '../../support/push-service'
import { Socket } from '../../support/socket'

// What reaches the account behind an alias, and what does not. Everybody else is a twin: told of the same as ever.

const { admin } = await useCampus()
useNotifications()
app.listen({ hostname: '127.0.0.1', port: 0 })
const service = new PushService()
afterAll(() => service[Symbol.asyncDispose]())

const MINUTE = 60_000
async function afterwards() {
  later(20 * MINUTE)
  await tellFollowers()
  setSystemTime()
}

const list = (by: Person): Promise<Notifications> => by.get('notifications/list')
const inbox = async (person: Person): Promise<Notifications['notifications']> => (await list(person)).notifications
const kinds = async (person: Person): Promise<string[]> => (await inbox(person)).map(({ type }) => type)
const isSilent = async (person: Person): Promise<boolean> => {
  const { notifications, unread, meta } = await list(person)
  return notifications.length === 0 && unread === 0 && meta.total === 0
}
/** Under the own name. */
const reply = (by: Person, postId: string, parentCommentId: string | null = null, content = newWords()) =>
  comment(by, postId, { content, parentCommentId, alias: false })
/** Under the alias. */
const answer = (by: Person, postId: string, parentCommentId: string | null = null, content = newWords()) =>
  commentAliased(by, postId, { content, parentCommentId })

describe('the account behind an alias', () => {
  test('is told of replies to its post and to its comment, by the names that stand there', async () => {
    const [owner, other, third] = await students(3)
    const post = await publishAliased(owner)
    const theirs = await reply(other, post.id, null, 'Under my own name')
    const aliased = await answer(third, post.id, null, 'Under another')
    expect(await inbox(owner)).toMatchObject([
      { type: 'replied', commentId: aliased.id, actorUsernames: [aliased.alias.username], content: 'Under another' },
      { type: 'replied', postId: post.id, actorUsernames: [other.user.username], content: 'Under my own name' },
    ])
    const own = await answer(owner, post.id, theirs.id)
    await reply(other, post.id, own.id, 'An answer')
    expect((await inbox(owner))[0]).toMatchObject({ type: 'replied', content: 'An answer' })
    const { text } = await owner.visitor.get('notifications/threads')
    expectWithout(text, third.id, third.user.username, owner.user.username)
    expect(await isSilent(third)).toBe(true)
    expect(await inbox(other)).toMatchObject([{ type: 'replied', actorUsernames: [post.alias.username] }])
  })
  test('is told of upvotes in one line that counts, and of what moderators did', async () => {
    const [owner, one, two] = await students(3)
    const post = await publishAliased(owner, { title: 'The mess' })
    const said = await answer(owner, (await publish(one)).id)
    for (const each of [one, two]) await upvote(each, post.id)
    await upvote(one, said.id, 'comment')
    expect((await inbox(owner)).map(({ content }) => content.split(' “')[0])).toEqual([
      '1 upvote on your comment',
      '2 upvotes on your post',
    ])
    await two.delete('votes', { targetType: 'post', targetId: post.id })
    expect((await inbox(owner))[1]!.content).toStartWith('1 upvote on')
    const state = `moderation/posts/${post.id}/moderation-state`
    await admin.put(state, { state: 'banned', reason: 'Off topic' })
    expect((await inbox(owner))[0]).toMatchObject({ type: 'general', postId: post.id })
    expect(await kinds(one)).toEqual(['replied'])
  })
  test('is told that a moderator released what waited, without a word over the socket', async () => {
    const owner = await student()
    const linkDomains = { allow: [], hold: ['waits.example.org'], refuse: [] }
    await storage.write((tx) => storeSetting(tx, 'linkDomains', linkDomains))
    const socket = await Socket.open(owner.visitor)
    const content = `${newWords()} https://waits.example.org/a`
    const held = await publish(owner, { content, alias: true })
    expect(held).toMatchObject({ held: 'waiting', postedBy: { alias: 'own' } })
    await admin.put(`moderation/held/${held.id}`, { decision: 'release' })
    expect(await inbox(owner)).toMatchObject([{ type: 'general', postId: held.id }])
    expect(await socket.all('notification')).toEqual([])
  })
  test('is told where its alias is named in its own thread, once, and not where it is named elsewhere', async () => {
    const [owner, other] = await students(2)
    const thread = await publish(other)
    const { alias } = await answer(owner, thread.id)
    await reply(other, thread.id, null, `${newWords()} @${alias.username}`)
    expect(await inbox(owner)).toMatchObject([{ type: 'mention', actorUsernames: [other.user.username] }])
    await reply(owner, thread.id)
    await reply(other, thread.id, null, `${newWords()} @${owner.user.username} @${alias.username}`)
    expect(await kinds(owner)).toEqual(['mention', 'mention'])
    const elsewhere = await publish(other)
    // The own name is a part of that thread, the alias is not.
    await reply(owner, elsewhere.id)
    await reply(other, elsewhere.id, null, `${newWords()} @${alias.username}`)
    expect(await kinds(owner)).toHaveLength(2)
    await reply(other, elsewhere.id, null, `${newWords()} @${owner.user.username}`)
    expect(await kinds(owner)).toEqual(['mention', 'mention', 'mention'])
  })
  test('is told of nothing that it did itself under another name', async () => {
    const [owner, other] = await students(2)
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const said = await reply(owner, aliased.id, null, `${newWords()} @${aliased.alias.username}`)
    await answer(owner, open.id, null, `${newWords()} @${owner.user.username}`)
    const again = await answer(owner, aliased.id, said.id)
    await reply(owner, aliased.id, again.id)
    await upvote(owner, aliased.id)
    await upvote(owner, again.id, 'comment')
    expect(await isSilent(owner)).toBe(true)
    await upvote(other, aliased.id)
    expect((await inbox(owner))[0]!.content).toStartWith('1 upvote')
    await owner.delete('votes', { targetType: 'post', targetId: aliased.id })
    expect((await inbox(owner))[0]!.content).toStartWith('1 upvote')
  })
  test('is told as its own settings and mutes say', async () => {
    const [choosy, muting, plain, other] = await students(4)
    const silent = { replies: { inbox: false }, upvotes: { inbox: false } }
    await choosy.patch('notifications/settings', silent)
    for (const each of [choosy, muting, plain]) {
      const post = await publishAliased(each)
      if (each === muting) await each.put('mutes', { kind: 'post', target: post.id })
      await reply(other, post.id)
      await reply(other, post.id, null, `${newWords()} @${post.alias.username}`)
      await upvote(other, post.id)
    }
    expect([await isSilent(choosy), await isSilent(muting)]).toEqual([true, true])
    expect(await kinds(plain)).toEqual(['upvoted_post', 'replied', 'replied'])
  })
  test('hears nothing of names with a block, and all of the other names of the same account', async () => {
    const [owner, blocked, other] = await students(3)
    const post = await publishAliased(owner)
    await block(owner, blocked.id)
    await reply(blocked, post.id)
    expect(await isSilent(owner)).toBe(true)
    // Who is not told of this one knows whose it is.
    await answer(blocked, post.id, null, `${newWords()} @${post.alias.username}`)
    expect(await kinds(owner)).toEqual(['replied'])

    const thread = await publish(other)
    const said = await answer(owner, thread.id)
    const { alias } = await answer(blocked, thread.id)
    await block(owner, alias.id)
    await answer(blocked, thread.id, said.id)
    await block(other, said.alias.id)
    await reply(other, thread.id, null, `${newWords()} @${said.alias.username}`)
    expect(await kinds(owner)).toEqual(['replied'])
  })
  test('is not told any more once it is gone', async () => {
    const [owner, other] = await students(2)
    const post = await publishAliased(owner)
    await execute('DELETE FROM aliases WHERE alias = (SELECT key FROM users WHERE id = ?)', post.alias.id)
    await reply(other, post.id)
    const rows = select('SELECT 1 FROM notifications WHERE post_id = ?', post.id)
    expect([rows, await isSilent(owner)]).toEqual([[], true])
  })
})

describe('news for followers', () => {
  test('count neither what one wrote under an alias, nor what answers it', async () => {
    const [owner, other] = await students(2)
    const thread = await publish(other, { title: 'The mess' })
    for (const each of [owner, other]) await each.put('follows', { kind: 'post', target: thread.id })
    const own = await answer(owner, thread.id)
    await reply(other, thread.id, own.id)
    await afterwards()
    expect(await kinds(owner)).toEqual(['replied'])
    await reply(await student(), thread.id)
    await afterwards()
    expect((await inbox(owner))[0]).toMatchObject({ type: 'posted', content: '1 new comment on “The mess”' })
  })
  test('of a topic leave out one’s own aliased posts', async () => {
    const [owner, other] = await students(2)
    for (const each of [owner, other]) await each.put('follows', { kind: 'topic', target: 'Rant / Vent' })
    later(MINUTE)
    await publishAliased(owner, { topic: 'Rant / Vent' })
    await afterwards()
    expect([await isSilent(owner), await kinds(other)]).toEqual([true, ['posted']])
  })
})

describe('the moment', () => {
  test('at which a socket hears of an alias is that of its ping', async () => {
    const [owner, other] = await students(2)
    const [aliased, open] = [await publishAliased(owner), await publish(owner)]
    const socket = await Socket.open(owner.visitor)
    await reply(other, aliased.id, null, 'To the alias')
    await upvote(other, aliased.id)
    await reply(other, open.id, null, 'To the own name')
    expect((await socket.next('notification')).notification.content).toBe('To the own name')
    const heard = await socket.all('notification')
    expect(heard.map(({ notification }) => notification.content)).toEqual([
      'To the own name',
      'To the alias',
      expect.stringContaining('1 upvote'),
    ])
    expect(await socket.all('notification')).toHaveLength(3)
  })
  test('at which news for followers are heard is that of a ping, too', async () => {
    const [reader, other] = await students(2)
    const [thread, open] = [await publish(other), await publish(reader)]
    await reader.put('follows', { kind: 'post', target: thread.id })
    const socket = await Socket.open(reader.visitor)
    await reply(other, thread.id)
    await afterwards()
    await reply(other, open.id)
    expect((await socket.next('notification')).notification.type).toBe('replied')
    expect((await socket.all('notification')).map(({ notification }) => notification.type)).toEqual([
      'replied',
      'posted',
    ])
  })
  test('of a push is within a quarter of an hour, and of one to the own name within two minutes', async () => {
    const [owner, other] = await students(2)
    await owner.put('push/subscription', service.subscriptionAt(`${service.origin}/push/1`))
    const post = await publishAliased(owner)
    const open = await publish(owner)
    const delays = (postId: string): number[] =>
      select(
        `SELECT (julianday(d.due_at) - julianday('now')) * 86400000 AS ms
        FROM push_deliveries d JOIN notifications n ON n.id = d.notification_id WHERE n.post_id = ?`,
        postId,
      ).map(({ ms }) => ms)
    for (let n = 0; n < 20; n++) {
      await reply(other, post.id)
      await reply(other, open.id)
    }
    const [aliased, own] = [delays(post.id), delays(open.id)]
    expect([aliased.length, own.length]).toEqual([20, 20])
    expect(Math.max(...aliased)).toBeLessThanOrEqual(15 * MINUTE)
    expect(Math.max(...aliased)).toBeGreaterThan(3 * MINUTE)
    expect(Math.max(...own)).toBeLessThanOrEqual(2 * MINUTE)
    later(16 * MINUTE)
    await sendDuePushes()
    const urls = service.take().map(({ json }) => json.url.split('?')[0])
    expect(urls.filter((url) => url === `/post/${post.id}`)).toHaveLength(20)
  })
})

test('a subscription to one’s own aliased post hears of votes and comments with a pong, as every other, hidden or not: nobody sees whose socket is sent something', async () => {
  const [owner, other] = await students(2)
  const [post, open] = [await publishAliased(owner), await publish(other)]
  const sockets = [await Socket.open(owner.visitor), await Socket.open(other.visitor)] as const
  for (const socket of sockets)
    for (const { id } of [post, open]) {
      await socket.subscribe(id)
    }
  const { id: commentId } = await reply(other, post.id)
  await upvote(admin, post.id)
  await judgePost(post.id, 'shadow_banned')
  await upvote(owner, post.id)
  await upvote(owner, open.id)
  // What is sent at once is the later one, and nothing of the alias's has come before it.
  for (const socket of sockets) expect(await socket.next('post')).toMatchObject({ postId: open.id })
  for (const socket of sockets)
    expect(socket.received.filter(({ type, postId }) => type !== 'notification' && postId === post.id)).toEqual([])
  expect(await sockets[0].all('comment')).toEqual([{ type: 'comment', postId: post.id, commentId }])
  expect(await sockets[0].all('post')).toMatchObject([{ postId: open.id }, { postId: post.id, upvoteCount: 2 }])
  expect(await sockets[1].all('post')).toMatchObject([{ postId: open.id }])
})
