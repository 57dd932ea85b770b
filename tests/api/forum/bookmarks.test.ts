import { describe, expect, setSystemTime, test } from 'bun:test'
import { addBookmark } from '../../../src/forum/bookmarks/service'
import { inMinutes } from '../../../src/lib/text/coarse-time'
import { ids, publish, viewerOf } from '../../support/content'
import type { Bookmarks } from '../../support/contract'
import { atOnce, expectData, fails, MISSING_ID, type Person, statuses, student, useCampus } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries } from '../../support/traces'

const { ann, ben, cat } = await useCampus()

const add = ({ visitor }: Person, postId: unknown) => visitor.post('bookmarks', { postId })
const drop = ({ visitor }: Person, postId: string) => visitor.delete(`bookmarks/delete/${postId}`)
const one = ({ visitor }: Person, postId: string) => visitor.get(`bookmarks/${postId}`)
const list = (by: Person, query = 'limit=100'): Promise<Bookmarks> => by.get(`bookmarks/user?${query}`)
const listed = async (by: Person) => ids((await list(by)).posts)

describe('bookmarking', () => {
  test('none → POST → bookmarked: 201 with the record, for this user alone, be the post of others or one’s own', async () => {
    const post = await publish(ann)
    const { bookmark } = expectData(await add(ben, post.id))
    expect(bookmark).toMatchObject({ postId: post.id, userId: ben.id })
    expect(expectData(await one(ben, post.id)).bookmark).toEqual(bookmark)
    await expectRefused(() => one(cat, post.id), 'NOT_FOUND')
    expectData(await add(ann, post.id))
    expect(auditEntries(bookmark.id)).toMatchObject([{ action: 'user:created:bookmark', actorId: ben.id }])
  })
  test('bookmarked → POST → unchanged: 409 ALREADY_BOOKMARKED; 20 at once are one', async () => {
    const post = await publish(ann)
    const all = await atOnce(20, () => add(ben, post.id))
    expect(statuses(all)).toEqual([201, ...Array(19).fill(409)])
    await expectRefused(() => add(ben, post.id), 'ALREADY_BOOKMARKED')
    expect((await listed(ben)).filter((id) => id === post.id)).toHaveLength(1)
    expectData(await add(cat, post.id))
  })
  test('bookmarked → DELETE → none: 200; a second time 404', async () => {
    const post = await publish(ann)
    const { bookmark } = expectData(await add(ben, post.id))
    expect((await drop(ben, post.id)).body).toEqual({ success: true, message: expect.any(String) })
    for (const again of [drop(ben, post.id), one(ben, post.id)]) await fails(again, 'NOT_FOUND')
    expect(auditActions(bookmark.id)).toEqual(['user:created:bookmark', 'user:deleted:bookmark'])
  })
  test.each([MISSING_ID, 'xyz', '%00', "'; --"])('a post that there is not, %p, is 404', async (id) => {
    await expectRefused(() => add(ben, decodeURIComponent(id)), 'NOT_FOUND')
    for (const act of [one, drop]) await fails(act(ben, encodeURIComponent(id)), 'NOT_FOUND')
  })
})

describe('the list', () => {
  test('shows post records, latest bookmark first, whatever the age of the posts, also of one millisecond', async () => {
    const reader = await student()
    expect(await list(reader, '')).toEqual({ posts: [], count: 0 })
    const [older, newer] = [await publish(ann), await publish(cat)]
    setSystemTime(new Date())
    const times: string[] = []
    for (const { id } of [newer, older]) times.push(expectData(await add(reader, id)).bookmark.createdAt)
    expect(times[1]! > times[0]!).toBe(true)
    const { posts } = await list(reader)
    expect(ids(posts)).toEqual([older.id, newer.id])
    const { moderationState: _, ...record } = older
    expect(posts[0]).toEqual({ ...record, ...inMinutes(record), bookmarked: true })
  })
  test('pages: 20 unless told otherwise, count is the whole number on every page', async () => {
    const reader = await student()
    const made: string[] = []
    for (let n = 0; n < 23; n++) {
      made.unshift((await publish(n % 2 === 0 ? ann : cat)).id)
      expectData(await add(reader, made[0]))
    }
    expect((await list(reader, '')).posts).toHaveLength(20)
    for (const [query, from, to] of [
      ['', 0, 20],
      ['page=2', 20, 23],
      ['page=3&limit=10', 20, 23],
      ['page=1&limit=23', 0, 23],
      ['page=2&limit=23', 23, 23],
      ['page=9', 23, 23],
      ['page=23&limit=1', 22, 23],
    ] as const) {
      const { posts, count } = await list(reader, query)
      expect([query, ids(posts), count]).toEqual([query, made.slice(from, to), 23])
    }
  })
  test.each(['page=0', 'page=x', 'limit=0', 'limit=101'])('%s is 400', async (query) => {
    await expectRefused(() => ben.visitor.get(`bookmarks/user?${query}`), 'VALIDATION_FAILED')
  })
})

test('an account that went meanwhile is 401, not a fault', async () => {
  const post = await publish(ann)
  const gone = { ...(await viewerOf(ben.id)), id: crypto.randomUUID() }
  expect(await addBookmark(gone, post.id).catch((error) => error.code)).toBe('UNAUTHENTICATED')
})
