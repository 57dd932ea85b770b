import { describe, expect, test } from 'bun:test'
import { comment, newComment, newPost, newWords, publish, select, sendComment } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  type Person,
  student,
  useCampus,
  useNotifications,
  Visitor,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditEntries } from '../../support/traces'

const { ann, ben, admin, root } = await useCampus()
const stranger = new Visitor()
useNotifications()

const announce = async (by: Person = admin, over: object = {}): Promise<Data> =>
  (await by.post('posts', newPost({ title: 'The rules have changed', official: true, ...over }))).post
const remark = async (by: Person, postId: string, over: object = {}): Promise<Data> =>
  expectData(await sendComment(by, postId, { official: true, ...over })).comment
const karmaOf = ({ id }: Person) =>
  select('SELECT karma FROM users JOIN user_stats ON user = key WHERE id = ?', id)[0]?.karma

describe('an official post', () => {
  test('names nobody, to nobody, its writer included', async () => {
    const writer = await administrator()
    const { id, official, postedBy } = await announce(writer)
    expect([official, postedBy]).toEqual([true, null])
    for (const visitor of [stranger, ann.visitor, root.visitor, writer.visitor]) {
      for (const path of [`posts/${id}`, 'posts?limit=5', 'search?q=rules']) {
        const { text } = await visitor.get(path)
        expectWithout(text, writer.id, writer.user.username)
      }
      expect(expectData(await visitor.get(`posts/${id}`)).post).toMatchObject({ official: true, postedBy: null })
    }
    const page = await stranger.get(`/post/${id}`)
    expectWithout(page.text, writer.user.username, 'deleted account')
  })
  test('is in no list, count or karma of its writer', async () => {
    const writer = await administrator()
    const own = await publish(writer)
    const before = karmaOf(writer)
    const { id } = await announce(writer)
    const listed = await ann.get(`posts/user/${writer.id}`)
    expect(listed.posts.map((post: Data) => post.id)).toEqual([own.id])
    expect(listed.meta.total).toBe(1)
    await ann.post('votes', { targetType: 'post', targetId: id, voteType: 'upvote' })
    expect(karmaOf(writer)).toBe(before!)
    await comment(ann, id)
    expectWithout((await writer.visitor.get('notifications/list')).text, id)
    expect((await ann.get(`posts/branch/${writer.user.branch}`)).posts).not.toContainEqual(
      expect.objectContaining({ id }),
    )
  })
  test('is seen across every block, so that a block tells nothing', async () => {
    const { id } = await announce()
    await ben.post(`users/block/${admin.id}`)
    try {
      expect((await ben.get('posts?limit=1')).posts[0].id).toBe(id)
      await ben.post('votes', { targetType: 'post', targetId: id, voteType: 'upvote' })
      await ben.post('bookmarks', { postId: id })
      await comment(ben, id)
      const post = await publish(ben)
      const { id: commentId } = await remark(admin, post.id)
      const shown = (await ben.get(`comments/${commentId}`)).comment
      expect([shown.isBlocked, shown.commentedBy, shown.official]).toEqual([false, null, true])
      await expectRefused(
        () => admin.post(`comments/post/${post.id}`, { content: 'As myself', parentCommentId: null }),
        'BLOCK_RELATION',
      )
      // Its author is told, of whom nobody is named.
      const told = (await ben.get('notifications/list')).notifications
      expect(told.filter((each: Data) => each.commentId === commentId)).toMatchObject([
        { type: 'replied', actorUsernames: [] },
      ])
    } finally {
      await ben.post(`users/unblock/${admin.id}`)
    }
  })
  test('has whole minutes for students', async () => {
    const { id } = await announce()
    const { createdAt } = (await ann.get(`posts/${id}`)).post
    expect(createdAt).toEndWith(':00.000Z')
  })
  test('is in the log with whoever wrote it, for moderators alone', async () => {
    const { id } = await announce()
    expect(auditEntries(id)).toMatchObject([{ action: 'admin:wrote:post', actorId: admin.id }])
    const { text } = await root.visitor.get(`admin/manage/logs?entityId=${id}`)
    expect(text).toContain(admin.id)
    await fails(ann.get(`admin/manage/logs?entityId=${id}`), 403)
    const rows = select('SELECT author_id, branch, is_official FROM posts WHERE id = ?', id)
    expect(rows).toEqual([{ author_id: null, branch: '', is_official: 1 }])
  })
  test('may be edited and deleted by every moderator, and by nobody else', async () => {
    const { id } = await announce()
    await expectRefused(() => ann.patch(`posts/${id}`, { title: 'Mine' }), 'NOT_OWNER')
    await expectRefused(() => ann.delete(`posts/${id}`), 'NOT_OWNER')
    await expectRefused(() => ann.get(`posts/${id}/history`), 'NOT_OWNER')
    const changed = (await root.patch(`posts/${id}`, { title: 'The rules have changed again' })).post
    expect([changed.official, changed.postedBy]).toEqual([true, null])
    await admin.delete(`posts/${id}`)
    await expectRefused(() => stranger.get(`posts/${id}`), 'NOT_FOUND')
  })
  test('is not for students, not later, and an own post stays one’s own', async () => {
    await expectRefused(() => ann.post('posts', newPost({ official: true })), 'FORBIDDEN')
    await expectRefused(
      () => admin.post('posts/delayed', newPost({ official: true })),
      [400, 'VALIDATION_FAILED', 'official'],
    )
    const own = (await admin.post('posts', newPost({ official: false }))).post
    expect(own.official).toBeUndefined()
    expect(own.postedBy.id).toBe(admin.id)
    await expectRefused(() => root.patch(`posts/${own.id}`, { title: 'Mine' }), 'NOT_OWNER')
    // What a deleted account left is nobody's.
    const leaver = await student()
    const left = await publish(leaver)
    await comment(ben, left.id)
    await leaver.delete('auth/account')
    await expectRefused(() => admin.patch(`posts/${left.id}`, { title: 'Mine' }), 'NOT_OWNER')
  })
  test('can be asked for again by its key', async () => {
    const body = newPost({ title: 'Twice', official: true })
    const headers = { 'idempotency-key': 'official-twice' }
    const [first, again] = [
      await admin.visitor.post('posts', body, { headers }),
      await admin.visitor.post('posts', body, { headers }),
    ]
    expect(expectData(again).post).toEqual(expectData(first).post)
  })
  test('outlives the account of its writer, so that its end says nothing', async () => {
    const moderator = await administrator()
    const { id } = await announce(moderator)
    const { id: commentId } = await remark(moderator, id)
    await moderator.delete('auth/account')
    expect(expectData(await stranger.get(`posts/${id}`)).post.official).toBe(true)
    expect(expectData(await stranger.get(`comments/${commentId}`)).comment.official).toBe(true)
  })
})

describe('an official comment', () => {
  test('stands in its thread without a name, and does not mark who began it', async () => {
    const post = await publish(admin)
    const { id } = await remark(admin, post.id)
    for (const path of [`comments/post/${post.id}`, `comments/post/${post.id}/tree`]) {
      const [shown] = (await ann.get(path)).comments
      expect(shown).toMatchObject({ id, official: true, commentedBy: null, isDeleted: false })
      expect(shown.createdAt).toEndWith(':00.000Z')
    }
    expect((await admin.get('comments/mine')).comments).toEqual([])
  })
  test('is edited, removed, restored and deleted like others, by moderators', async () => {
    const post = await publish(ann)
    const { id } = await remark(admin, post.id)
    await expectRefused(() => ann.patch(`comments/${id}`, { content: newWords() }), 'NOT_OWNER')
    await expectRefused(() => ann.delete(`comments/${id}`), 'NOT_OWNER')
    expect((await root.patch(`comments/${id}`, { content: newWords() })).comment.official).toBe(true)
    const state = `moderation/comments/${id}/moderation-state`
    await root.put(state, { state: 'banned' })
    await expectRefused(() => ann.get(`comments/${id}`), 'NOT_FOUND')
    await root.put(state, { state: 'active' })
    // With a reply it becomes a placeholder, which is nobody's.
    await comment(ben, post.id, { parentCommentId: id })
    await admin.delete(`comments/${id}`)
    const [placeholder] = (await ann.get(`comments/post/${post.id}/tree`)).comments
    expect(placeholder).toMatchObject({ id, isDeleted: true, content: '[deleted]' })
    expect(placeholder.official).toBeUndefined()
  })
  test('is not for students', async () => {
    const post = await publish(ann)
    const body = newComment({ official: true })
    await expectRefused(() => ben.post(`comments/post/${post.id}`, body), 'FORBIDDEN')
  })
})
