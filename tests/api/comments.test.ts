import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { setCommentBanned } from '../../src/core/comments/threads'
import { inMinutes } from '../../src/lib/coarse-time'
import { judgePost, publish, students } from '../support/content'
import type { Comment, Post } from '../support/contract'
import {
  BLOCK,
  type Data,
  expectData,
  fails,
  MISSING_ID,
  type Person,
  sanction,
  student,
  useCampus,
  Visitor,
} from '../support/kit'
import { auditEntries } from '../support/traces'

const anyone = new Visitor()

let post: Post

const { ann, ben, cat, admin } = await useCampus()
beforeEach(async () => {
  post = await publish(ann)
})

const reply = (by: Person, parentCommentId: string | null, content = 'A comment', postId: string = post.id) =>
  by.visitor.post(`comments/post/${postId}`, { content, parentCommentId })
const write = async (by: Person, parentCommentId: string | null = null, content?: string, postId?: string) =>
  expectData(await reply(by, parentCommentId, content, postId)).comment as Comment
const list = async (by: Visitor, query = '') => expectData(await by.get(`comments/post/${post.id}?limit=100${query}`))
const rows = async (by: Visitor, query = ''): Promise<Comment[]> => (await list(by, query)).comments
const row = async (by: Visitor, id: string) => (await rows(by)).find((comment) => comment.id === id)
const ban = (id: string, banned = true) => storage.write((tx) => setCommentBanned(tx, id, banned))
const counted = async () => expectData(await anyone.get(`posts/${post.id}`)).post.commentsCount
const remove = (by: Person, id: string) => by.visitor.delete(`comments/${id}`)

describe('a comment', () => {
  test('has the fields of the interface, by id and in the list', async () => {
    const comment = await write(ben, null, '  Hello \n')
    expect(comment).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      content: 'Hello',
      postId: post.id,
      parentCommentId: null,
      isBanned: false,
      isDeleted: false,
      isBlocked: false,
      createdAt: comment.updatedAt,
      updatedAt: expect.stringMatching(/Z$/),
      commentedBy: {
        id: ben.id,
        username: ben.user.username,
        branch: 'CSE',
        collegeId: ben.user.collegeId,
        college: { id: ben.user.collegeId, name: 'Campus University', profile: null },
      },
      upvoteCount: 0,
      downvoteCount: 0,
      userVote: null,
      repliesCount: 0,
    })
    expect((await ben.get(`comments/${comment.id}`)).comment).toEqual(comment)
    const asOthersSee = { ...comment, ...inMinutes(comment) }
    expect(expectData(await anyone.get(`comments/${comment.id}`)).comment).toEqual(asOthersSee)
    expect(await rows(anyone)).toEqual([asOthersSee])
  })
  test.each([[undefined], [''], ['xyz'], [5], [{}], [[]]])(
    'with the parent %p is 400 on that field',
    async (parentCommentId) => {
      const refused = await ben.visitor.post(`comments/post/${post.id}`, { content: 'c', parentCommentId })
      expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
      expect(refused.body.errors.map(({ field }: Data) => field)).toEqual(['parentCommentId'])
    },
  )
  test('of a parent that is not there is 404, of one beneath another post 400', async () => {
    const elsewhere = await publish(ann)
    const stranger = await write(ann, null, 'c', elsewhere.id)
    const [banned, deleted] = [await write(ann), await write(ann)]
    await write(ben, deleted.id)
    await ban(banned.id)
    expectData(await remove(ann, deleted.id))
    for (const id of [MISSING_ID, banned.id, deleted.id]) await fails(reply(ben, id), 'NOT_FOUND')
    expect((await reply(ben, stranger.id)).body.errors).toMatchObject([{ field: 'parentCommentId' }])
    expect(await counted()).toBe(1)
  })
  test('leaves traces without its text', async () => {
    const comment = await write(ben, null, 'Not in the log')
    await ben.patch(`comments/${comment.id}`, { content: 'Nor this' })
    expectData(await remove(ben, comment.id))
    const entries = auditEntries(comment.id)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
      ['user:created:comment', 'user:updated:comment', 'user:deleted:comment'].map((action) => [action, ben.id]),
    )
    expect(JSON.stringify(entries)).not.toMatch(/Not in the log|Nor this/)
  })
  test('is its author’s to change, and nobody else’s', async () => {
    const comment = await write(ben)
    for (const other of [ann, cat, admin]) {
      await fails(other.visitor.patch(`comments/${comment.id}`, { content: 'x' }), 'NOT_OWNER')
      await fails(remove(other, comment.id), 'NOT_OWNER')
    }
    await Bun.sleep(2)
    const edited = (await ben.patch(`comments/${comment.id}`, { content: 'Edited' })).comment
    expect(edited).toEqual({ ...comment, content: 'Edited', updatedAt: edited.updatedAt })
    expect(edited.updatedAt > comment.updatedAt).toBe(true)
    await fails(anyone.patch(`comments/${comment.id}`, { content: 'x' }), 401)
  })
  test('of a blocked user may be taken back, but not changed', async () => {
    const who = await student()
    const comment = await write(who)
    await sanction(who.id, BLOCK)
    await fails(who.visitor.patch(`comments/${comment.id}`, { content: 'x' }), 'USER_BLOCKED')
    await fails(reply(who, null), 'USER_BLOCKED')
    expectData(await remove(who, comment.id))
    await fails(anyone.get(`comments/${comment.id}`), 404)
  })
})

describe('placeholders', () => {
  test('a deleted comment with replies stays without text and author, is 404 by id, and goes with its last reply', async () => {
    const parent = await write(ben, null, 'secret')
    const [one, two] = [await write(cat, parent.id), await write(ann, parent.id)]
    expectData(await remove(ben, parent.id))
    expect(await row(anyone, parent.id)).toMatchObject({
      content: '[deleted]',
      commentedBy: null,
      isDeleted: true,
      repliesCount: 2,
    })
    for (const visitor of [anyone, ben.visitor, admin.visitor]) {
      await fails(visitor.get(`comments/${parent.id}`), 404)
      expect(JSON.stringify(await rows(visitor))).not.toContain('secret')
    }
    await fails(ben.visitor.patch(`comments/${parent.id}`, { content: 'x' }), 404)
    await fails(remove(ben, parent.id), 404)
    expect([await counted(), (await list(anyone)).meta.total]).toEqual([2, 3])
    expectData(await remove(cat, one.id))
    expect((await row(anyone, parent.id))!.repliesCount).toBe(1)
    expectData(await remove(ann, two.id))
    expect(await list(anyone)).toMatchObject({ comments: [], meta: { total: 0, totalPages: 0 } })
    expect(await counted()).toBe(0)
  })
  test('a banned comment is gone without replies, a placeholder with them, and itself for administrators', async () => {
    const [alone, answered] = [await write(ben, null, 'secret one'), await write(ben, null, 'secret two')]
    const answer = await write(cat, answered.id)
    for (const { id } of [alone, answered]) await ban(id)
    for (const visitor of [anyone, ben.visitor, cat.visitor]) {
      expect(JSON.stringify(await rows(visitor))).not.toContain('secret')
      expect(await row(visitor, alone.id)).toBeUndefined()
      expect(await row(visitor, answered.id)).toMatchObject({
        content: '[removed]',
        commentedBy: null,
        isBanned: true,
        isDeleted: false,
        repliesCount: 1,
      })
      expect((await list(visitor)).meta.total).toBe(2)
      for (const { id } of [alone, answered]) await fails(visitor.get(`comments/${id}`), 404)
    }
    await fails(ben.visitor.patch(`comments/${alone.id}`, { content: 'x' }), 404)
    await fails(remove(ben, alone.id), 404)
    expect((await list(admin.visitor)).meta.total).toBe(3)
    expect(await row(admin.visitor, alone.id)).toMatchObject({
      content: 'secret one',
      isBanned: true,
      commentedBy: { id: ben.id },
    })
    expect((await admin.get(`comments/${alone.id}`)).comment.content).toBe('secret one')
    expect(await counted()).toBe(1)
    expectData(await remove(cat, answer.id))
    expect((await list(anyone)).meta.total).toBe(0)
    for (const { id } of [alone, answered]) await ban(id, false)
    expect(await counted()).toBe(2)
    expect((await row(anyone, alone.id))!.content).toBe('secret one')
  })
})

describe('a thread', () => {
  test('is listed whole, by its top level, or by the replies to one, newest first or as asked', async () => {
    const tops = [await write(ann), await write(ben), await write(cat)]
    const replies = [await write(ann, tops[0]!.id), await write(ben, tops[0]!.id), await write(cat, tops[1]!.id)]
    const ids = (comments: Comment[]) => comments.map(({ id }) => id)
    expect(ids(await rows(anyone))).toEqual(ids([...tops, ...replies].reverse()))
    expect(ids(await rows(anyone, '&sortOrder=asc'))).toEqual(ids([...tops, ...replies]))
    expect(ids(await rows(anyone, '&parent=none&sortOrder=asc'))).toEqual(ids(tops))
    expect(ids(await rows(anyone, `&parent=${tops[0]!.id}`))).toEqual(ids([replies[1]!, replies[0]!]))
    for (const [query, total] of [
      ['', 6],
      ['&parent=none', 3],
      [`&parent=${tops[0]!.id}`, 2],
      [`&parent=${tops[2]!.id}`, 0],
      [`&parent=${MISSING_ID}`, 0],
    ] as const)
      for (const visitor of [anyone, admin.visitor]) expect((await list(visitor, query)).meta.total).toBe(total)
  })
  test('is listed by the last change, whether a comment was ever changed or not', async () => {
    const written: Comment[] = []
    for (let n = 0; n < 6; n++) {
      written.push(await write(ann, n === 3 ? written[1]!.id : null))
      await Bun.sleep(2)
    }
    const [one, two, three, four, five, six] = written.map(({ id }) => id)
    for (const id of [two, four]) {
      await ann.patch(`comments/${id}`, { content: 'Edited' })
      await Bun.sleep(2)
    }
    const changed = [one!, three!, five!, six!, two!, four!]
    for (const [order, expected] of [
      ['asc', changed],
      ['desc', changed.toReversed()],
    ] as const) {
      const query = `&sortBy=updatedAt&sortOrder=${order}`
      expect((await rows(anyone, query)).map(({ id }) => id)).toEqual(expected)
      const first = await list(anyone, `${query}&limit=2`)
      const then = await list(anyone, `${query}&limit=2&cursor=${first.meta.nextCursor}`)
      const last = await list(admin.visitor, `${query}&limit=2&page=3`)
      const pages = [first, then, last].flatMap(({ comments }) => comments)
      expect(pages.map(({ id }: Comment) => id)).toEqual(expected)
    }
  })
  test('shows nothing of another post under its own address', async () => {
    const foreign = await publish(cat, { isPrivate: true })
    const parent = await write(cat, null, 'secret', foreign.id)
    await write(cat, parent.id, 'secret', foreign.id)
    expect(await list(anyone, `&parent=${parent.id}`)).toMatchObject({ comments: [], meta: { total: 0 } })
  })
  test.each([
    ['limit=0', 1, 1],
    ['limit=101', 1, 100],
    ['limit=x&page=y', 1, 10],
    ['page=-3', 1, 10],
    ['page=7', 7, 10],
  ])('%s is page %d of %d each', async (query, page, limit) => {
    const { meta } = expectData(await anyone.get(`comments/post/${post.id}?${query}`))
    expect(meta).toMatchObject({ page, limit })
  })
  test.each(['sortBy=views', 'sortOrder=up', 'parent=xyz', 'parent='])('%s is 400', async (query) => {
    await fails(anyone.get(`comments/post/${post.id}?${query}`), 400)
  })
  test.each(['banned', 'shadow_banned'] as const)(
    'of a %s post is missing to all but administrators, its author included',
    async (state) => {
      const comment = await write(ben)
      await judgePost(post.id, state)
      for (const visitor of [anyone, ann.visitor, ben.visitor, cat.visitor]) {
        await fails(visitor.get(`comments/post/${post.id}`), 404)
        await fails(visitor.get(`comments/${comment.id}`), 404)
      }
      await fails(reply(ann, null), 404)
      await fails(reply(ann, comment.id), 404)
      await fails(ben.visitor.patch(`comments/${comment.id}`, { content: 'x' }), 404)
      await fails(remove(ben, comment.id), 404)
      expect((await rows(admin.visitor)).length).toBe(1)
      await judgePost(post.id, 'active')
      expect((await rows(anyone)).length).toBe(1)
    },
  )
  test('of a private post answers as the post does', async () => {
    const hidden = await publish(ann, { isPrivate: true })
    const comment = await write(ben, null, 'secret', hidden.id)
    for (const path of [`posts/${hidden.id}`, `comments/post/${hidden.id}`, `comments/${comment.id}`]) {
      await fails(anyone.get(path), 'UNAUTHENTICATED')
      await fails(cat.visitor.get(path), 'FORBIDDEN')
      expect((await ann.visitor.get(path)).status).toBe(200)
    }
    await fails(reply(cat, null, 'c', hidden.id), 'FORBIDDEN')
    await fails(remove(cat, comment.id), 'FORBIDDEN')
  })
  test('goes with its post, however deep', async () => {
    let parent: string | null = null
    const ids: string[] = []
    for (let depth = 0; depth < 12; depth++) {
      const { id }: Comment = await write(depth % 2 === 0 ? ann : ben, parent)
      ids.push(id)
      parent = id
    }
    await ann.delete(`posts/${post.id}`)
    for (const id of ids) await fails(anyone.get(`comments/${id}`), 404)
  })
})

describe('a block relation', () => {
  test('refuses comments on the other’s post and replies to the other’s comment, and marks the other’s comments', async () => {
    const [eve, fay] = await students(2)
    const theirs = await publish(fay)
    const [ofEve, ofFay] = [await write(eve), await write(fay)]
    await eve.post(`users/block/${fay.id}`)
    await fails(reply(eve, null, 'c', theirs.id), 'BLOCK_RELATION')
    for (const [by, own, other] of [
      [eve, ofEve, ofFay],
      [fay, ofFay, ofEve],
    ] as const) {
      await fails(reply(by, other.id), 'BLOCK_RELATION')
      expect((await reply(by, own.id)).status).toBe(201)
      expect((await row(by.visitor, other.id))!.isBlocked).toBe(true)
      expect((await row(by.visitor, own.id))!.isBlocked).toBe(false)
      expect((await by.get(`comments/${other.id}`)).comment.isBlocked).toBe(true)
    }
    expect((await rows(ann.visitor)).some(({ isBlocked }) => isBlocked)).toBe(false)
    await eve.post(`users/unblock/${fay.id}`)
    expect((await reply(eve, null, 'c', theirs.id)).status).toBe(201)
  })
})
