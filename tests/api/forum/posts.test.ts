import { afterEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { dropPin, pinRows } from '../../../src/forum/posts/pins'
import { comment, ids, judgePost, publish, students } from '../../support/content'
import type { PostList } from '../../support/contract'
import { expectData, expectWithout, fails, MISSING_ID, student, useCampus, Visitor } from '../../support/kit'
import { auditEntries, refused } from '../../support/traces'

const anyone = new Visitor()

const { ann, ben, cat, admin } = await useCampus()

const list = async (by: Visitor, path = 'posts'): Promise<PostList> =>
  expectData(await by.get(`${path}${path.includes('?') ? '&' : '?'}limit=50`))
const found = async (by: Visitor, id: string, path?: string) =>
  (await list(by, path)).posts.find((post) => post.id === id)
describe('publishing', () => {
  test('keeps what was written, trimmed, with the author’s college, branch and the configured spelling of the topic', async () => {
    const post = await publish(cat, {
      title: '  A title \n',
      content: '\tText  ',
      topic: 'rant+%2f+VENT',
      isPrivate: true,
    })
    expect(post).toEqual({
      id: expect.any(String),
      title: 'A title',
      content: 'Text',
      topic: 'Rant / Vent',
      isPrivate: true,
      views: 0,
      upvoteCount: 0,
      downvoteCount: 0,
      commentsCount: 0,
      userVote: null,
      bookmarked: false,
      createdAt: post.updatedAt,
      updatedAt: expect.any(String),
      postedBy: {
        id: cat.id,
        username: cat.user.username,
        branch: 'ECE',
        collegeId: cat.user.collegeId,
        college: { id: cat.user.collegeId, name: 'College of away.edu', profile: null },
      },
      moderationState: 'active',
    })
  })
  test('takes a form as well as JSON', async () => {
    const form = new URLSearchParams({ title: 'By form', content: 'c', topic: 'Showcase', isPrivate: 'true' })
    expect((await ann.post('posts', form)).post).toMatchObject({ title: 'By form', isPrivate: true })
    form.set('isPrivate', 'perhaps')
    expect((await ann.visitor.post('posts', form)).body.errors).toMatchObject([{ field: 'isPrivate' }])
  })
  test('leaves traces: who did what to which post, without its text', async () => {
    const post = await publish(ann, { title: 'Not in the log', content: 'nor this' })
    await ann.patch(`posts/${post.id}`, { title: 'Nor this title', isPrivate: true })
    await ann.visitor.post(`posts/${post.id}/view`)
    await ann.delete(`posts/${post.id}`)
    const entries = auditEntries(post.id)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
      ['user:created:post', 'user:updated:post', 'user:deleted:post'].map((action) => [action, ann.id]),
    )
    expect(entries[1]).toMatchObject({ after: '{"isPrivate":true}', metadata: '{"fields":"title,isPrivate"}' })
    expectWithout(entries, 'Not in the log', 'nor this', 'Nor this')
  })
})

describe('reading one', () => {
  test('an administrator who reads what is private to another college leaves a trace', async () => {
    const [theirs, own, open] = [
      await publish(cat, { isPrivate: true }),
      await publish(ann, { isPrivate: true }),
      await publish(cat),
    ]
    for (const { id } of [theirs, own, open]) await admin.get(`posts/${id}`)
    const traces = (id: string) => auditEntries(id, 'admin:read:post')
    expect(traces(theirs.id)).toMatchObject([{ actorId: admin.id, actorRole: 'admin' }])
    expect([...traces(own.id), ...traces(open.id)]).toEqual([])
    await admin.get(`comments/post/${theirs.id}`)
    expect(traces(theirs.id)).toHaveLength(2)
  })
  test('an administrator changes nothing of it', async () => {
    const { id } = await publish(ann)
    await fails(admin.patch(`posts/${id}`, { title: 'x' }), 'NOT_OWNER')
    await fails(admin.delete(`posts/${id}`), 'NOT_OWNER')
    await fails(cat.patch(`posts/${MISSING_ID}`, { title: 'x' }), 'NOT_FOUND')
  })
})

describe('changing', () => {
  test.each([{}, { views: 3 }])('%p changes nothing and is 400', async (body) => {
    const post = await publish(ann)
    await fails(ann.patch(`posts/${post.id}`, body), 'VALIDATION_FAILED')
    expect((await found(ann.visitor, post.id))!.updatedAt).toBe(post.updatedAt)
  })
  test('updatedAt moves with the author’s edits only', async () => {
    const post = await publish(ann)
    await Bun.sleep(2)
    await Promise.all([ann, ben].map(({ visitor }) => visitor.post(`posts/${post.id}/view`)))
    await ben.visitor.post(`comments/post/${post.id}`, { content: 'c', parentCommentId: null })
    await judgePost(post.id, 'banned')
    await judgePost(post.id, 'active')
    expect((await ann.get(`posts/${post.id}`)).post).toMatchObject({
      updatedAt: post.updatedAt,
      views: 2,
      commentsCount: 1,
    })
    const edited = (await ann.patch(`posts/${post.id}`, { content: 'Other' })).post
    expect(edited.updatedAt > post.updatedAt).toBe(true)
    expect(edited.createdAt).toBe(post.createdAt)
  })
})

describe('lists', () => {
  test("of an author with whom one has a block relation are empty, a stranger's cursor in them still refused", async () => {
    const [gus, hal] = await students(2)
    await publish(gus)
    await hal.post(`users/block/${gus.user.id}`)
    const empty = { posts: [], meta: { total: 0, totalPages: 0, nextCursor: null } }
    expect(await list(hal.visitor, `posts/user/${gus.user.id}`)).toMatchObject(empty)
    await fails(hal.get(`posts/user/${gus.user.id}?cursor=none`), 'VALIDATION_FAILED')
    expect((await list(anyone, `posts/user/${gus.user.id}`)).meta.total).toBe(1)
  })
  test('a post that lost its author stays in the lists of those who have blocked somebody', async () => {
    const [gone, blocker] = await students(2)
    const post = await publish(gone)
    await comment(ben, post.id)
    await gone.delete('auth/account')
    await blocker.post(`users/block/${cat.id}`)
    for (const visitor of [anyone, blocker.visitor])
      expect(await found(visitor, post.id)).toMatchObject({ title: post.title, content: '[deleted]', postedBy: null })
  })
  test('find a branch by its text where the instance knows none, and follow the author to another', async () => {
    await fails(anyone.get('posts/college/xyz'), 400)
    const mover = await student({ branch: 'Basket Weaving' })
    const post = await publish(mover)
    expect(await found(anyone, post.id, 'posts/branch/basket%20weaving')).toBeDefined()
    await mover.patch('users/me', { branch: 'Pottery' })
    expect((await list(anyone, 'posts/branch/basket%20weaving')).meta.total).toBe(0)
    expect((await found(anyone, post.id, 'posts/branch/POTTERY'))!.postedBy!.branch).toBe('Pottery')
  })
  test.each(['page=1e300', 'page=99999999999999999999', 'page=1000000000&limit=50', 'page=-5&limit=nine'])(
    '%s is no odd page',
    async (query) => {
      const { posts, meta } = expectData(await anyone.get(`posts?${query}`))
      expect(Number.isSafeInteger(meta.page)).toBe(true)
      expect(posts).toHaveLength(meta.page === 1 ? Math.min(meta.limit, meta.total) : 0)
    },
  )
  test.each([
    `posts/college/${MISSING_ID}`,
    'posts/user/nobody',
    'posts/branch/none',
    'posts?topic=None',
    'posts?topic=',
  ])('%s is empty', async (path) => {
    expect(await list(anyone, path)).toEqual({
      posts: [],
      meta: { total: 0, page: 1, limit: 50, totalPages: 0, hasMore: false, nextCursor: null },
    })
  })
})

type Place = 'campus' | 'topic'
const pin = (id: string, place: Place) => admin.visitor.put(`posts/${id}/pin`, { place })
const pinned = async (id: string, place: Place) => expectData(await pin(id, place)).pin
const unpin = (id: string) => admin.visitor.delete(`posts/${id}/pin`)
const above = async (visitor: Visitor, query = ''): Promise<string[]> =>
  ids(expectData(await visitor.get(`posts?limit=1&${query}`)).pinned ?? [])
const pinnedIn = async (visitor: Visitor, query = ''): Promise<string[]> =>
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
    for (const visitor of [anyone, ben.visitor, ann.visitor, admin.visitor]) {
      expect(await above(visitor)).toEqual([post.id])
      expect(await above(visitor, 'sortBy=top&window=week')).toEqual([post.id])
      expect(await pinnedIn(visitor)).toEqual([post.id])
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
    expect(await above(anyone)).toEqual([])
    expect(await above(anyone, 'topic=ask+campus')).toEqual([post.id])
    expect(await pinnedIn(anyone, 'topic=Ask%20Campus')).toEqual([post.id])
    expect(await pinnedIn(anyone, 'topic=Showcase')).toEqual([])
    expect(await pinnedIn(anyone, 'topic=None')).toEqual([])
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
    expect(await above(anyone)).toEqual([])
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
      for (const visitor of [anyone, ann.visitor, admin.visitor]) expect(await above(visitor)).toEqual([])
      await admin.put(`moderation/posts/${id}/moderation-state`, { state: 'active' })
      expect(await above(anyone)).toEqual([])
    }
    const { id } = await publish(ann)
    await pinned(id, 'campus')
    await ann.delete(`posts/${id}`)
    expect(await pinnedIn(anyone)).toEqual([])
    const leaver = await student()
    const left = await publish(leaver)
    await comment(ben, left.id)
    await pinned(left.id, 'campus')
    await leaver.delete('auth/account')
    expect(expectData(await anyone.get(`posts/${left.id}`)).post.postedBy).toBeNull()
    expect(await pinnedIn(anyone)).toEqual([])
  })
  test('of a topic goes when the post is moved to another, that of the campus stays', async () => {
    const [moved, other] = [await publish(ann), await publish(ann)]
    await pinned(moved.id, 'topic')
    await pinned(other.id, 'campus')
    await ann.patch(`posts/${moved.id}`, { title: 'Another title' })
    expect(await pinnedIn(anyone, 'topic=showcase')).toEqual([moved.id])
    for (const { id } of [moved, other]) await ann.patch(`posts/${id}`, { topic: 'Ask Campus' })
    expect(await pinnedIn(anyone, 'topic=showcase')).toEqual([])
    expect(await pinnedIn(anyone, 'topic=Ask+Campus')).toEqual([])
    expect(await pinnedIn(anyone)).toEqual([other.id])
  })
})

test('a feed without pins reads nothing for them, after the first', async () => {
  const { id } = await publish(ann)
  await above(ben.visitor)
  const behindTheCache = "INSERT INTO pinned_posts (post_id, place, pinned_at) VALUES (?, 'campus', '2026-01-01')"
  await storage.write((tx) => void tx.sqlite.run(behindTheCache, [id]))
  expect(await above(ben.visitor)).toEqual([])
})
