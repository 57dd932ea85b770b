import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { config } from '../../../src/config'
import { judge, newComment, newPost, newWords, sendComment, sendPost } from '../../support/content'
import {
  type Answer,
  administrator,
  type Data,
  expectData,
  fails,
  forgetLimits,
  HOUR,
  later,
  type Person,
  student,
  useQuad,
} from '../../support/kit'

await useQuad()
const [ben, root] = [await student(), await administrator('superadmin')]
let ann: Person
beforeEach(async () => {
  config.rateLimits = false
  ann = await student()
  expectData(await settings({ on: true, perDay: 2, perWeek: 3, accountDays: 0 }))
  config.rateLimits = true
  forgetLimits()
})

const settings = (aliases: object) => root.visitor.patch('admin/settings', { aliases })
const aliased = (by: Person) => sendPost(by, { alias: true })
const thread = async (): Promise<string> => expectData(await sendPost(ben)).post.id
const next = async (by: Person, query = ''): Promise<Data> => (await by.get(`users/me/next-alias${query}`)).nextAlias
const own = (by: Person, query = ''): Promise<Data> => by.get(`users/me/aliases${query}`)
/** Every way to an alias in another thread. */
const ways = async (by: Person): Promise<Answer[]> => {
  const id = await thread()
  return [
    await aliased(by),
    await sendComment(by, id, { alias: true }),
    await by.visitor.post('posts/delayed', newPost({ alias: true })),
    await by.visitor.post('comments/delayed', newComment({ postId: id, alias: true })),
  ]
}
const said = ({ status, code, body }: Answer) => [status, code, body.message]

describe('the limits', () => {
  test('of a day and a week hold for posts and comments together, at once and later, in the same words', async () => {
    const start = Date.now()
    expectData(await aliased(ann))
    expectData(await sendComment(ann, await thread(), { alias: true }))
    const refused = await ways(ann)
    for (const each of refused) {
      expect(said(each)).toEqual([429, 'RATE_LIMITED', 'You can take 2 names for one thread a day. Try again later.'])
      expect(Number(each.headers.get('retry-after'))).toBeWithin(1, 86_401)
    }
    // The own name has other limits, and so has everybody else.
    expectData(await sendPost(ann))
    expectData(await aliased(ben))
    setSystemTime(new Date(start + 25 * HOUR))
    forgetLimits()
    expectData(await aliased(ann))
    expect(said(await aliased(ann))[2]).toBe('You can take 3 names for one thread a week. Try again later.')
    setSystemTime(new Date(start + 8 * 24 * HOUR))
    forgetLimits()
    expectData(await aliased(ann))
  })
  test('count what waits, once for a thread, and do not refuse it again when it appears', async () => {
    const id = await thread()
    const waits = { postId: id, parentCommentId: null, alias: true }
    for (let n = 0; n < 3; n++) await ann.post('comments/delayed', { ...waits, content: newWords() })
    expect(await next(ann)).toMatchObject({ leftToday: 1 })
    const { delayedPost: one } = await ann.post('posts/delayed', newPost({ alias: true }))
    expect(await next(ann)).toMatchObject({ state: 'day_limit', leftToday: 0, leftThisWeek: 1 })
    for (const { code } of await ways(ann)) expect(code).toBe('RATE_LIMITED')
    const { post } = await ann.post(`posts/delayed/${one.id}/publish`)
    expect(post.postedBy.alias).toBe('own')
  })
  test('leave a thread alone in which one has an alias', async () => {
    const id = await thread()
    expectData(await sendComment(ann, id, { alias: true }))
    expectData(await aliased(ann))
    await fails(aliased(ann), 'RATE_LIMITED')
    expectData(await sendComment(ann, id, { alias: true }))
    expect(expectData(await sendComment(ann, id)).comment.commentedBy.alias).toBe('own')
    const body = newComment({ postId: id })
    expect((await ann.post('comments/delayed', body)).delayedComment.alias).toBe(true)
  })
  test('are not counted for what was refused', async () => {
    for (let n = 0; n < 3; n++)
      await fails(sendPost(ann, { alias: true, content: 'You should kill yourself' }), 'CONTENT_POLICY_VIOLATION')
    expect(await next(ann)).toMatchObject({ state: 'available', leftToday: 2, leftThisWeek: 3 })
  })
  test('of a new account are those of the account, whatever its names', async () => {
    await root.patch('admin/settings', { youngAccountPosts: 2, newAccounts: { comments: 1 } })
    const id = await thread()
    expectData(await aliased(ann))
    expectData(await sendPost(ann))
    for (const alias of [true, false]) await fails(sendPost(ann, { alias }), 'RATE_LIMITED')
    expectData(await sendComment(ann, id, { alias: true }))
    for (const alias of [true, false]) await fails(sendComment(ann, id, { alias }), 'RATE_LIMITED')
    await root.patch('admin/settings', { youngAccountPosts: 50, newAccounts: { comments: null } })
  })
  test('are lifted with all others', async () => {
    config.rateLimits = false
    for (let n = 0; n < 4; n++) expectData(await aliased(ann))
    expect(await next(ann)).toMatchObject({ state: 'available' })
  })
})

describe('a campus', () => {
  test('switches aliases off: nobody takes another, and who has one keeps it for its thread', async () => {
    const id = await thread()
    const { commentedBy } = expectData(await sendComment(ann, id, { alias: true })).comment
    expectData(await settings({ on: false }))
    for (const each of await ways(ann))
      expect(said(each)).toEqual([404, 'FEATURE_DISABLED', 'Names for one thread are switched off here.'])
    expect(expectData(await sendComment(ann, id)).comment.commentedBy).toEqual(commentedBy)
    expectData(await sendPost(ann))
    expect(await next(ann)).toMatchObject({ state: 'off' })
    expect(await next(ann, `?postId=${id}`)).toMatchObject({ state: 'available', isPresent: true })
  })
  test('gives none to young accounts', async () => {
    expectData(await settings({ accountDays: 2 }))
    for (const { code } of await ways(ann)) expect(code).toBe('FORBIDDEN')
    const hindi = await ann.visitor.post('posts', newPost({ alias: true }), { headers: { 'accept-language': 'hi' } })
    expect(hindi.body.message).toContain('2 दिन')
    expect(await next(ann)).toMatchObject({ state: 'too_young' })
    later(49 * HOUR)
    forgetLimits()
    expectData(await aliased(ann))
  })
})

describe('the next alias', () => {
  test('is the one that its account gets, and in a thread the one that it has', async () => {
    const { username, ...rest } = await next(ann)
    expect(rest).toEqual({ isPresent: false, state: 'available', leftToday: 2, leftThisWeek: 3 })
    expect(await next(ann)).toMatchObject({ username })
    const { postedBy, id } = expectData(await aliased(ann)).post
    expect(postedBy.username).toBe(username)
    const following = await next(ann)
    expect(following.username).not.toBe(username)
    expect(following).toMatchObject({ leftToday: 1, leftThisWeek: 2 })
    expect(await next(ann, `?postId=${id}`)).toMatchObject({ username, isPresent: true })
    expect(await next(ben, `?postId=${id}`)).toMatchObject({ isPresent: false })
    expect((await next(ben, `?postId=${id}`)).username).not.toBe(username)
  })
  test('answers in one length, whatever the name and the numbers: the network sees how much is sent', async () => {
    const threadId = await thread()
    const lengths = new Set<number>()
    const names = new Set<number>()
    for (const query of ['', `?postId=${threadId}`])
      for (let n = 0; n < 12; n++) {
        const { text, body } = await (await student()).visitor.get(`users/me/next-alias${query}`)
        lengths.add(text.length)
        names.add(body.data.nextAlias.username.length)
      }
    expect(names.size).toBeGreaterThan(1)
    expectData(await settings({ on: false, perDay: 100, perWeek: 100 }))
    lengths.add((await ann.visitor.get(`users/me/next-alias?postId=${threadId}`)).text.length)
    expect([...lengths]).toEqual([256])
  })
})

test('the own aliases are listed newest first, in pages, for their account alone, without the title of what one cannot read', async () => {
  config.rateLimits = false
  const made: Data[] = []
  for (let n = 0; n < 3; n++) made.unshift(expectData(await aliased(ann)).post)
  const listed = await own(ann)
  expect(listed.aliases).toEqual(
    made.map(({ id, title, postedBy }) => ({
      id: postedBy.id,
      username: postedBy.username,
      postId: id,
      postTitle: title,
      createdAt: expect.any(String),
    })),
  )
  expect(listed.meta).toMatchObject({ total: 3 })
  const first = await own(ann, '?limit=2')
  const second = await own(ann, `?limit=2&cursor=${first.meta.nextCursor}`)
  expect([...first.aliases, ...second.aliases]).toEqual(listed.aliases)
  expect((await own(ann, '?limit=2&page=2')).aliases).toEqual(second.aliases)
  expect((await own(root)).aliases).toEqual([])
  const id = await thread()
  expectData(await sendComment(ann, id, { alias: true }))
  const title = async () => (await own(ann)).aliases[0].postTitle
  expect(await title()).toBe('A title')
  await judge(root, 'post', { id }, { state: 'banned', reason: 'Advertising' })
  expect(await title()).toBeNull()
  await ben.delete(`posts/${id}`)
  expect((await own(ann)).aliases[0]).toMatchObject({ postId: id, postTitle: null })
})
