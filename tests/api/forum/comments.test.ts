import { beforeEach, describe, expect, test } from 'bun:test'
import { inMinutes } from '../../../src/lib/text/coarse-time'
import { banComment, ids, judgePost, publish } from '../../support/content'
import type { Comment, Post } from '../../support/contract'
import {
  BLOCK,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  type Person,
  sanction,
  student,
  useCampus,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

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
const remove = (by: Person, id: string) => by.visitor.delete(`comments/${id}`)

describe('a comment', () => {
  test('has the fields of the interface, by id and in the list', async () => {
    const comment = await write(ben, null, '  Hello \n')
    const { id, user } = ben
    expect(comment).toMatchObject({
      ...{ content: 'Hello', postId: post.id, parentCommentId: null, createdAt: comment.updatedAt },
      ...{ isBanned: false, isDeleted: false, isBlocked: false, userVote: null, repliesCount: 0 },
      commentedBy: { id, username: user.username, branch: 'CSE', college: { name: 'Campus University' } },
    })
    expect((await ben.get(`comments/${comment.id}`)).comment).toEqual(comment)
    const asOthersSee = { ...comment, ...inMinutes(comment) }
    expect(expectData(await anyone.get(`comments/${comment.id}`)).comment).toEqual(asOthersSee)
    expect(await rows(anyone)).toEqual([asOthersSee])
  })
  test('below one that is not there is 404, below one of another post or none 400', async () => {
    const stranger = await write(ann, null, 'c', (await publish(ann)).id)
    await fails(reply(ben, MISSING_ID), 'NOT_FOUND')
    for (const id of [stranger.id, 'xyz']) await fails(reply(ben, id), 'VALIDATION_FAILED', 'parentCommentId')
  })
  test('is its author’s to change, and nobody else’s, and leaves traces without its text', async () => {
    const comment = await write(ben, null, 'Not in the log')
    for (const other of [ann, cat, admin])
      await fails(other.visitor.patch(`comments/${comment.id}`, { content: 'x' }), 'NOT_OWNER')
    await fails(remove(admin, comment.id), 'NOT_OWNER')
    await Bun.sleep(2)
    const edited = (await ben.patch(`comments/${comment.id}`, { content: 'Nor this' })).comment
    expect(edited).toEqual({ ...comment, content: 'Nor this', updatedAt: edited.updatedAt })
    expect(edited.updatedAt > comment.updatedAt).toBe(true)
    expectData(await remove(ben, comment.id))
    const entries = auditEntries(comment.id)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
      ['created', 'updated', 'deleted'].map((verb) => [`user:${verb}:comment`, ben.id]),
    )
    expect(JSON.stringify(entries)).not.toMatch(/Not in the log|Nor this/)
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
  test('that is deleted and has replies stays without text and author, is 404 by id, and goes with its last reply', async () => {
    const parent = await write(ben, null, 'secret')
    const answer = await write(cat, parent.id)
    expectData(await remove(ben, parent.id))
    const placeholder = { content: '[deleted]', commentedBy: null, isDeleted: true, repliesCount: 1 }
    expect(await row(anyone, parent.id)).toMatchObject(placeholder)
    for (const visitor of [anyone, ben.visitor, admin.visitor]) {
      await fails(visitor.get(`comments/${parent.id}`), 404)
      expectWithout(await rows(visitor), 'secret')
    }
    const banned = await write(ben)
    await banComment(banned.id)
    for (const { id } of [parent, banned]) {
      await fails(ben.visitor.patch(`comments/${id}`, { content: 'x' }), 404)
      await fails(remove(ben, id), 404)
    }
    expectData(await remove(cat, answer.id))
    expect(await list(anyone)).toMatchObject({ comments: [], meta: { total: 0, totalPages: 0 } })
  })
})

describe('a thread', () => {
  test('is listed whole, by its top level, or by the replies to one, newest first or as asked', async () => {
    const tops = [await write(ann), await write(ben), await write(cat)]
    const replies = [await write(ann, tops[0]!.id), await write(ben, tops[0]!.id), await write(cat, tops[1]!.id)]
    expect(ids(await rows(anyone))).toEqual(ids([...tops, ...replies].reverse()))
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
    const [one, two, three, four, five, six] = ids(written)
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
      expect(ids(await rows(anyone, query))).toEqual(expected)
      const first = await list(anyone, `${query}&limit=2`)
      const then = await list(anyone, `${query}&limit=2&cursor=${first.meta.nextCursor}`)
      const last = await list(admin.visitor, `${query}&limit=2&page=3`)
      const pages = [first, then, last].flatMap(({ comments }) => comments)
      expect(ids(pages)).toEqual(expected)
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
  test('of a removed post is not changed', async () => {
    const comment = await write(ben)
    await judgePost(post.id, 'banned')
    await fails(ben.visitor.patch(`comments/${comment.id}`, { content: 'x' }), 'NOT_FOUND')
  })
})
