import { describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { imposeSanction } from '../../src/core/access/sanctions'
import { editPost, publishPost } from '../../src/core/posts/service'
import { storeSetting } from '../../src/core/settings/settings'
import { AppError } from '../../src/errors'
import { dropAllCaches } from '../../src/lib/cache'
import { comment, enroll, execute, judgePost, students, viewerOf } from '../support/content'
import type { Post, PostList } from '../support/contract'
import { deleteContent } from '../support/delete-content'
import { expectData, fails, MISSING_ID, type Person, student, useCampus, Visitor } from '../support/kit'
import { auditEntries } from '../support/traces'

const anyone = new Visitor()

const { ann, ben, cat, admin } = await useCampus()

let serial = 0
const input = (over: object = {}) => ({
  title: `Title ${++serial}`,
  content: `Content ${serial}`,
  topic: 'Ask Campus',
  ...over,
})
const publish = async (by: Person, over: object = {}): Promise<Post> => (await by.post('posts', input(over))).post
const list = async (by: Visitor, path = 'posts'): Promise<PostList> =>
  expectData(await by.get(`${path}${path.includes('?') ? '&' : '?'}limit=50`))
const found = async (by: Visitor, id: string, path?: string) =>
  (await list(by, path)).posts.find((post) => post.id === id)
const refused = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('publishing', () => {
  test('keeps what was written, trimmed, with the author’s college, branch and the configured spelling of the topic', async () => {
    const post = await publish(cat, {
      title: '  A title \n',
      content: '\tText  ',
      topic: 'rant+%2f+VENT',
      isPrivate: true,
    })
    expect(post).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
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
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
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
    expect((await ann.post('posts', form)).post).toMatchObject({
      title: 'By form',
      isPrivate: true,
    })
    form.set('isPrivate', 'perhaps')
    expect((await ann.visitor.post('posts', form)).body.errors).toMatchObject([{ field: 'isPrivate' }])
  })
  test('offers the topics of the settings and no others', async () => {
    await storage.write((tx) => storeSetting(tx, 'topics', ['Only This']))
    try {
      expect((await ann.visitor.post('posts', input({ topic: 'Ask Campus' }))).body.errors).toMatchObject([
        { field: 'topic', message: expect.stringContaining('Only This') },
      ])
      expect((await publish(ann, { topic: 'ONLY this' })).topic).toBe('Only This')
    } finally {
      await execute('DELETE FROM settings')
      dropAllCaches()
    }
    expect((await publish(ann)).topic).toBe('Ask Campus')
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
    for (const text of ['Not in the log', 'nor this', 'Nor this']) expect(JSON.stringify(entries)).not.toContain(text)
  })
  test('is refused to who was sanctioned, or went, after the request was let in', async () => {
    const id = await storage.write((tx) => enroll(tx, ann.user.collegeId))
    const stale = await viewerOf(id)
    const { id: post } = await publishPost(stale, input())
    await storage.write((tx) => imposeSanction(tx, id, { kind: 'block', reason: '', endsAt: null }, null))
    expect(await refused(publishPost(stale, input()))).toBe('USER_BLOCKED')
    expect(await refused(editPost(stale, post, { title: 'Too late' }))).toBe('USER_BLOCKED')
    await storage.write(async (tx) => {
      await deleteContent(tx, id)
      tx.sqlite.run('DELETE FROM users WHERE id = ?', [id])
    })
    expect(await refused(publishPost(stale, input()))).toBe('UNAUTHENTICATED')
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
    const traces = (id: string) => auditEntries(id).filter(({ action }) => action === 'admin:read:post')
    expect(traces(theirs.id)).toMatchObject([{ actorId: admin.id, actorRole: 'admin' }])
    expect([...traces(own.id), ...traces(open.id)]).toEqual([])
    await admin.get(`comments/post/${theirs.id}`)
    expect(traces(theirs.id)).toHaveLength(2)
  })
  test('an administrator changes nothing of it', async () => {
    const { id } = await publish(ann)
    await fails(admin.visitor.patch(`posts/${id}`, { title: 'x' }), 'NOT_OWNER')
    await fails(admin.visitor.delete(`posts/${id}`), 'NOT_OWNER')
    await fails(cat.visitor.patch(`posts/${MISSING_ID}`, { title: 'x' }), 'NOT_FOUND')
  })
})

describe('changing', () => {
  test.each([{}, { views: 3 }])('%p changes nothing and is 400', async (body) => {
    const post = await publish(ann)
    await fails(ann.visitor.patch(`posts/${post.id}`, body), 'VALIDATION_FAILED')
    expect((await found(ann.visitor, post.id))!.updatedAt).toBe(post.updatedAt)
  })
  test('updatedAt moves with the author’s edits only', async () => {
    const post = await publish(ann)
    await Bun.sleep(2)
    await anyone.post(`posts/${post.id}/view`)
    await ben.visitor.post(`comments/post/${post.id}`, { content: 'c', parentCommentId: null })
    await judgePost(post.id, 'banned')
    await judgePost(post.id, 'active')
    expect((await ann.get(`posts/${post.id}`)).post).toMatchObject({
      updatedAt: post.updatedAt,
      views: 1,
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
    await fails(hal.visitor.get(`posts/user/${gus.user.id}?cursor=none`), 'VALIDATION_FAILED')
    expect((await list(anyone, `posts/user/${gus.user.id}`)).meta.total).toBe(1)
  })
  test('a post that lost its author stays in the lists of those who have blocked somebody', async () => {
    const gone = await storage.write((tx) => enroll(tx, ann.user.collegeId))
    const post = await publishPost(await viewerOf(gone), input())
    await comment(ben, post.id, { content: 'An answer' })
    await storage.write((tx) => deleteContent(tx, gone))
    const blocker = await student()
    await blocker.post(`users/block/${cat.id}`)
    for (const visitor of [anyone, blocker.visitor])
      expect(await found(visitor, post.id)).toMatchObject({ title: post.title, content: '[deleted]', postedBy: null })
  })
  test('find a branch by its text where the instance knows none, and follow the author to another', async () => {
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
  test.each(['posts?collegeId=xyz', 'posts/college/xyz', 'posts?sortBy=title', 'posts?sortOrder=DESC'])(
    '%s is 400',
    async (path) => {
      await fails(anyone.get(path), 400)
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
