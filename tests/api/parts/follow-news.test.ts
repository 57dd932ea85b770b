import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { storeSetting } from '../../../src/ground/settings/settings'
import { tellFollowers } from '../../../src/parts/notifications/follow-news'
import {
  addCounts,
  banComment,
  block,
  comment,
  execute,
  judgePost,
  newWords,
  publish,
  select,
  students,
  upvote,
} from '../../support/content'
import type { Notifications } from '../../support/contract'
import { expectData, later, type Person, student, useCampus, useNotifications } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions } from '../../support/traces'

const { ann, cat, admin, root } = await useCampus()
useNotifications()

const MINUTE = 60_000

const follow = (by: Person, kind: 'post' | 'topic', target: string) => by.put('follows', { kind, target })
const mute = (by: Person, kind: string, target: string) => by.put('mutes', { kind, target })
const inbox = async (by: Person): Promise<Notifications['notifications']> =>
  (await by.get('notifications/list')).notifications
const told = async (person: Person): Promise<string[]> =>
  (await inbox(person)).filter(({ type }) => type === 'posted').map(({ content }) => content)
const seeAll = (by: Person) => by.patch('notifications/mark-seen')
/** Until what happened is told, wherever in its interval it is. */
async function afterwards(minutes = 20) {
  later(minutes * MINUTE)
  await tellFollowers()
  setSystemTime()
}
const rows = (sql: string, ...values: string[]): number => select(`SELECT 1 ${sql}`, ...values).length
const reply = (by: Person, postId: string, parentCommentId: string | null = null) =>
  comment(by, postId, { parentCommentId, content: newWords() })

describe('a followed post', () => {
  test('tells of new comments in one line that counts, and after it was read in another', async () => {
    const reader = await student()
    const post = await publish(ann, { title: 'The mess' })
    await reply(cat, post.id)
    await follow(reader, 'post', post.id)
    await afterwards()
    expect(await told(reader)).toEqual([])
    await reply(cat, post.id)
    expect(await told(reader)).toEqual([])
    await afterwards()
    expect(await inbox(reader)).toMatchObject([
      { type: 'posted', postId: post.id, commentId: null, actorUsernames: [], content: '1 new comment on “The mess”' },
    ])
    for (let n = 0; n < 3; n++) await reply(cat, post.id)
    await afterwards()
    await afterwards()
    expect(await told(reader)).toEqual(['4 new comments on “The mess”'])
    await seeAll(reader)
    await reply(cat, post.id)
    await afterwards()
    expect(await told(reader)).toEqual(['1 new comment on “The mess”', '4 new comments on “The mess”'])
  })
  test('tells nobody of one’s own comments, nor twice of a reply', async () => {
    const [author, reader] = await students(2)
    const post = await publish(author)
    for (const each of [author, reader]) await follow(each, 'post', post.id)
    const own = await reply(reader, post.id)
    await afterwards()
    expect([await told(author), await told(reader)]).toEqual([[], []])
    await reply(ann, post.id, own.id)
    await afterwards()
    expect((await inbox(reader)).map(({ type }) => type)).toEqual(['replied'])
    expect(await told(author)).toHaveLength(1)
  })
  test('tells nothing of who is blocked either way, of what is muted, and of what is gone', async () => {
    const post = await publish(ann)
    const [blocker, blocked, other] = await students(3)
    const [byThread, byTopic, byWord, choosy] = await students(4)
    for (const each of [blocker, blocked, byThread, byTopic, byWord, choosy, other]) await follow(each, 'post', post.id)
    await block(blocker, cat.id)
    await block(cat, blocked.id)
    await mute(byThread, 'post', post.id)
    await mute(byTopic, 'topic', post.topic)
    await mute(byWord, 'word', 'samosas')
    await choosy.patch('notifications/settings', { followedPosts: { inbox: false } })
    await comment(cat, post.id, { content: `Samosas, ${newWords()}`, parentCommentId: null })
    const banned = await reply(cat, post.id)
    await banComment(banned.id)
    const deleted = await reply(cat, post.id)
    await cat.delete(`comments/${deleted.id}`)
    await afterwards()
    for (const each of [blocker, blocked, byThread, byTopic, byWord, choosy]) expect(await told(each)).toEqual([])
    expect((await told(other))[0]).toStartWith('1 new comment')
  })
  test('tells nothing once it is private to another college, removed or hidden, and shows no title then', async () => {
    const [reader, far, administrator] = [await student(), cat, admin]
    const post = await publish(ann, { title: 'Secrets of the lab' })
    for (const each of [reader, far, administrator]) await follow(each, 'post', post.id)
    await reply(ann, post.id)
    await afterwards()
    expect(await told(far)).toEqual(['1 new comment on “Secrets of the lab”'])
    await ann.patch(`posts/${post.id}`, { isPrivate: true })
    expect(await told(far)).toEqual(['News on a post that isn’t available any more'])
    await seeAll(far)
    await reply(ann, post.id)
    await afterwards()
    expect(await told(far)).toHaveLength(1)
    expect(await told(reader)).toEqual(['2 new comments on “Secrets of the lab”'])
    for (const state of ['banned', 'shadow_banned'] as const) {
      await reply(ann, post.id)
      await judgePost(post.id, state)
      await afterwards()
      expect(await told(reader)).toEqual(['News on a post that isn’t available any more'])
      await judgePost(post.id, 'active')
    }
    expect(await told(reader)).toEqual(['2 new comments on “Secrets of the lab”'])
  })
  test('costs its comment one row, however many follow it, who are told a hundred at a time', async () => {
    const post = await publish(ann)
    const quiet = await publish(ann)
    const reader = await student()
    await follow(reader, 'post', post.id)
    await storage.write(async (tx) => {
      const copy = tx.sqlite.prepare(
        `INSERT INTO users (id, auth_id, username, college_id, branch, verified_at, created_at, updated_at)
        SELECT $id, $id, $id, college_id, branch, verified_at, created_at, updated_at FROM users WHERE id = $of`,
      )
      const identity = tx.sqlite.prepare(
        "INSERT INTO identities (id, email_index, email_sealed, created_at, updated_at) VALUES ($id, $id, '', '2026', '2026')",
      )
      const followed = tx.sqlite.prepare(
        `INSERT INTO follows (user_id, kind, target, post_id, through, created_at)
        VALUES ($id, 'post', $post, $post, '2026', '2026')`,
      )
      for (let n = 0; n < 250; n++) {
        const id = `follower-${n}`
        identity.run({ id })
        copy.run({ id, of: reader.id })
        followed.run({ id, post: post.id })
      }
      addCounts(tx)
    })
    await reply(cat, post.id)
    await reply(cat, quiet.id)
    expect(rows("FROM notifications WHERE type = 'posted' AND post_id = ?", post.id)).toBe(0)
    expect(rows('FROM follow_news WHERE post_id = ?', post.id)).toBe(1)
    expect(rows('FROM follow_news WHERE post_id = ?', quiet.id)).toBe(0)
    await afterwards()
    expect(rows("FROM notifications WHERE type = 'posted' AND post_id = ?", post.id)).toBe(251)
    expect(rows('FROM follow_news WHERE post_id = ?', post.id)).toBe(0)
    for (const table of ['users', 'identities']) await execute(`DELETE FROM ${table} WHERE id LIKE 'follower-%'`)
  })
})

describe('a followed topic', () => {
  test('tells of new posts that one may read, in one line that counts', async () => {
    const [reader, far] = [await student(), await student({ domain: 'away.edu', branch: 'ECE' })]
    for (const each of [reader, far, ann]) await follow(each, 'topic', 'Showcase')
    await publish(ann, { topic: 'Showcase' })
    await publish(ann, { topic: 'Showcase', isPrivate: true })
    await publish(ann, { topic: 'Rant / Vent' })
    const removed = await publish(ann, { topic: 'Showcase' })
    await judgePost(removed.id, 'banned')
    await afterwards()
    expect(await inbox(reader)).toMatchObject([
      { type: 'posted', postId: null, postTitle: null, topic: 'Showcase', content: '2 new posts in Showcase' },
    ])
    expect(await told(far)).toEqual(['1 new post in Showcase'])
    expect(await told(ann)).toEqual([])
    await publish(ann, { topic: 'Showcase' })
    // The next look is some minutes after the one before.
    await afterwards(40)
    await afterwards(60)
    expect(await told(reader)).toEqual(['3 new posts in Showcase'])
  })
  test('is looked at no longer when nobody follows it', async () => {
    const reader = await student()
    await follow(reader, 'topic', 'Career Advice')
    expect(rows("FROM follow_news WHERE target = 'Career Advice'")).toBe(1)
    await reader.delete('follows', { kind: 'topic', target: 'Career Advice' })
    await publish(ann, { topic: 'Career Advice' })
    await afterwards()
    expect(rows("FROM follow_news WHERE target = 'Career Advice'")).toBe(0)
    expect(await told(reader)).toEqual([])
  })
})

test('the settings are the interface’s until they are changed, one kind at a time, and nobody else’s', async () => {
  const [person, other] = await students(2)
  const settings = (by: Person) => by.get('notifications/settings')
  const defaults = await settings(person)
  expect(defaults).toEqual({
    replies: { inbox: true, push: true },
    upvotes: { inbox: true, push: false },
    followedPosts: { inbox: true, push: true },
    followedTopics: { inbox: true, push: false },
    pushText: false,
  })
  const change = (body: object) => person.visitor.patch('notifications/settings', body)
  for (let n = 0; n < 2; n++) expectData(await change({ upvotes: { inbox: false }, replies: { inbox: false } }))
  expect(await settings(person)).toEqual({
    ...defaults,
    upvotes: { inbox: false, push: false },
    replies: { inbox: false, push: true },
  })
  expect(await settings(other)).toEqual(defaults)
  await expectRefused(() => change({}), 'VALIDATION_FAILED')
  expect(auditActions(person.id).filter((action) => action === 'user:changed:notification-settings')).toHaveLength(1)
  const post = await publish(person)
  await reply(other, post.id)
  await upvote(other, post.id)
  expect(await inbox(person)).toEqual([])
})

test('the inbox by threads has a group for each post, with its title and its newest lines', async () => {
  const [author, other] = await students(2)
  const [first, second] = [await publish(author, { title: 'First' }), await publish(author, { title: 'Second' })]
  for (let n = 0; n < 7; n++) await reply(other, first.id)
  await reply(other, second.id)
  await upvote(other, first.id)
  const page = (query = '') => author.get(`notifications/threads${query}`)
  const { threads, unread, meta } = await page()
  expect(threads).toMatchObject([
    { postId: first.id, title: 'First', count: 8 },
    { postId: second.id, title: 'Second', count: 1 },
  ])
  expect(threads[0].notifications).toHaveLength(5)
  expect(threads[0].notifications[0].type).toBe('upvoted_post')
  expect([unread, meta.total]).toEqual([9, 2])
  await author.patch('notifications/mark-seen', { ids: threads[0].unseenIds })
  expect((await page()).threads.map(({ unseenIds }: { unseenIds: string[] }) => unseenIds.length)).toEqual([0, 1])
  expect((await page('?limit=1&page=2')).threads).toMatchObject([{ postId: second.id }])
  expect((await other.get('notifications/threads')).threads).toEqual([])
})

test('the switch is off until a superadmin switches it on, and the environment decides over it', async () => {
  const isOn = async () => (await ann.get('instance')).features.notifications
  config.notifications = undefined
  expect(await isOn()).toBe(false)
  await expectRefused(() => ann.visitor.get('notifications/list'), 'FEATURE_DISABLED')
  await root.patch('admin/settings', { notifications: true })
  expect(await isOn()).toBe(true)
  await ann.get('notifications/list')
  config.notifications = false
  expect(await isOn()).toBe(false)
  await storage.write((tx) => storeSetting(tx, 'notifications', false))
  config.notifications = true
  expect(await isOn()).toBe(true)
})
