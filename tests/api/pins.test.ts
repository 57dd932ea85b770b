import { afterEach, describe, expect, test } from 'bun:test'
import { declaredStatements } from '../../db/statement'
import { storage } from '../../db/storage'
import { dropPin, pinRows } from '../../src/core/posts/pin-rows'
import { comment, ids, publish } from '../support/content'
import { expectData, MISSING_ID, student, useCampus, Visitor } from '../support/kit'
import { auditEntries, refused } from '../support/traces'

const { ann, ben, admin } = await useCampus()
const stranger = new Visitor()

type Place = 'campus' | 'topic'
const pin = (id: string, place: Place) => admin.visitor.put(`posts/${id}/pin`, { place })
const pinned = async (id: string, place: Place) => expectData(await pin(id, place)).pin
const unpin = (id: string) => admin.visitor.delete(`posts/${id}/pin`)
const above = async (visitor: Visitor, query = ''): Promise<string[]> =>
  ids(expectData(await visitor.get(`posts?limit=1&${query}`)).pinned ?? [])
const listed = async (visitor: Visitor, query = ''): Promise<string[]> =>
  ids(expectData(await visitor.get(`posts/pinned?${query}`)).posts)

afterEach(() =>
  storage.write(async (tx) => {
    for (const { postId } of pinRows(tx)) dropPin(tx, postId)
  }),
)
const audited = (id: string) =>
  auditEntries(id).flatMap(({ action, before, after }) => (action.includes('pinned') ? [[action, before, after]] : []))

describe('pinning', () => {
  test('puts a post above the first page of the feed, for everybody, as its card, and of nothing else; list and total stay', async () => {
    const post = await publish(ann)
    await publish(ben)
    expect(await pinned(post.id, 'campus')).toEqual({ postId: post.id, place: 'campus' })
    for (const visitor of [stranger, ben.visitor, ann.visitor, admin.visitor]) {
      expect(await above(visitor)).toEqual([post.id])
      expect(await above(visitor, 'sortBy=top&window=week')).toEqual([post.id])
      expect(await listed(visitor)).toEqual([post.id])
      for (const other of ['page=2', 'topic=showcase', 'branch=CSE', `collegeId=${ann.user.collegeId}`])
        expect(await above(visitor, other)).toEqual([])
    }
    expect(await above(admin.visitor, 'state=active')).toEqual([])
    const { meta } = await ben.get('posts?limit=1')
    expect(await above(ben.visitor, `cursor=${encodeURIComponent(meta.nextCursor)}`)).toEqual([])
    expect((await ben.get(`posts/user/${ann.id}`)).pinned).toBeUndefined()
    const { pinned: shown, ...rest } = await ben.get('posts')
    expectData(await unpin(post.id))
    const before = await ben.get('posts')
    expect(rest).toEqual(before)
    expect(shown).toEqual([before.posts.find(({ id }: { id: string }) => id === post.id)])
  })
  test('to a topic shows it above the posts of that topic alone, whatever way it is written', async () => {
    const post = await publish(ann, { topic: 'Ask Campus' })
    await pinned(post.id, 'topic')
    expect(await above(stranger)).toEqual([])
    expect(await above(stranger, 'topic=ask+campus')).toEqual([post.id])
    expect(await listed(stranger, 'topic=Ask%20Campus')).toEqual([post.id])
    expect(await listed(stranger, 'topic=Showcase')).toEqual([])
    expect(await listed(stranger, 'topic=None')).toEqual([])
  })
  test('finds room for three posts and for one of a topic, and says what is there', async () => {
    const posts = [await publish(ann), await publish(ann), await publish(ann), await publish(ann)]
    for (const { id } of posts.slice(0, 3)) await pinned(id, 'campus')
    const [first, , third, fourth] = posts
    const full = await refused(() => pin(fourth!.id, 'campus'), 'CONFLICT')
    expect(ids(full.body.meta.pinned)).toEqual(ids(posts.slice(0, 3).toReversed()))
    expect(full.body.meta.pinned[0]).toEqual({ id: third!.id, title: third!.title })
    // Again is nothing new, and each topic has a place of its own.
    await pinned(first!.id, 'campus')
    await pinned(first!.id, 'topic')
    await pinned(fourth!.id, 'campus')
    await refused(() => pin(third!.id, 'topic'), 'CONFLICT')
    await pinned((await publish(ann, { topic: 'Ask Campus' })).id, 'topic')
    expect(audited(first!.id)).toEqual([
      ['admin:pinned:post', '{"place":null}', '{"place":"campus"}'],
      ['admin:pinned:post', '{"place":"campus"}', '{"place":"topic"}'],
    ])
  })
  test('ends by a moderator, and is written down; is for what moderators let stand', async () => {
    const { id } = await publish(ann)
    await refused(() => unpin(id), 'NOT_FOUND')
    await pinned(id, 'campus')
    expectData(await unpin(id))
    expect(await above(stranger)).toEqual([])
    expect(audited(id).at(-1)).toEqual(['admin:unpinned:post', '{"place":"campus"}', '{"place":null}'])
    await admin.put(`moderation/posts/${id}/moderation-state`, { state: 'shadow_banned' })
    await refused(() => pin(id, 'campus'), 'CONFLICT')
    await refused(() => pin(MISSING_ID, 'campus'), 'NOT_FOUND')
  })
})

describe('a pin', () => {
  test('goes with a removal, also for its author, and does not come back; with the post, and with the account of its author', async () => {
    for (const state of ['banned', 'shadow_banned']) {
      const { id } = await publish(ann)
      await pinned(id, 'campus')
      await admin.put(`moderation/posts/${id}/moderation-state`, { state })
      for (const visitor of [stranger, ann.visitor, admin.visitor]) expect(await above(visitor)).toEqual([])
      await admin.put(`moderation/posts/${id}/moderation-state`, { state: 'active' })
      expect(await above(stranger)).toEqual([])
    }
    const { id } = await publish(ann)
    await pinned(id, 'campus')
    await ann.delete(`posts/${id}`)
    expect(await listed(stranger)).toEqual([])
    const leaver = await student()
    const left = await publish(leaver)
    await comment(ben, left.id)
    await pinned(left.id, 'campus')
    await leaver.delete('auth/account')
    expect(expectData(await stranger.get(`posts/${left.id}`)).post.postedBy).toBeNull()
    expect(await listed(stranger)).toEqual([])
  })
  test('of a topic goes when the post is moved to another, that of the campus stays', async () => {
    const [moved, other] = [await publish(ann), await publish(ann)]
    await pinned(moved.id, 'topic')
    await pinned(other.id, 'campus')
    await ann.patch(`posts/${moved.id}`, { title: 'Another title' })
    expect(await listed(stranger, 'topic=showcase')).toEqual([moved.id])
    for (const { id } of [moved, other]) await ann.patch(`posts/${id}`, { topic: 'Ask Campus' })
    expect(await listed(stranger, 'topic=showcase')).toEqual([])
    expect(await listed(stranger, 'topic=Ask+Campus')).toEqual([])
    expect(await listed(stranger)).toEqual([other.id])
  })
})

test('a feed without pins reads nothing for them, after the first', async () => {
  const reading = declaredStatements.filter(
    ({ text }) => typeof text === 'string' && text.includes('FROM pinned_posts n'),
  )
  expect(reading).toHaveLength(1)
  await above(ben.visitor)
  const { sqlite } = storage.reader
  const query = sqlite.query
  const asked: string[] = []
  sqlite.query = ((text: string) => {
    asked.push(text)
    return query.call(sqlite, text)
  }) as typeof query
  try {
    await above(ben.visitor)
  } finally {
    sqlite.query = query
  }
  expect(asked.filter((text) => text.includes('pinned_posts'))).toEqual([])
})
