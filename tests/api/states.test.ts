import { describe, expect, test } from 'bun:test'
import { banComment, judgePost, publish as publishPost, comment as write } from '../support/content'
import { type Data, fails, useCampus, Visitor } from '../support/kit'

const ids: Record<string, string> = {}

const publish = async (name: string, more: object = {}) => {
  ids[name] = (await publishPost(author, more)).id
  return ids[name]
}
const comment = async (name: string, postId: string, parentCommentId: string | null = null) => {
  ids[name] = (await write(author, postId, { parentCommentId })).id
  return ids[name]
}

const { ann: author, admin } = await useCampus()
await publish('public')
await publish('private', { isPrivate: true })
for (const [name, state] of [
  ['banned', 'banned'],
  ['banned too', 'banned'],
  ['shadow', 'shadow_banned'],
] as const) {
  const id = await publish(name, { topic: name === 'banned too' ? 'Off-topic' : 'Showcase' })
  await judgePost(id, state)
}
const post = ids.public!
await comment('live', post)
const removed = await comment('removed', post)
const kept = await comment('kept', post)
await comment('reply', post, kept)
const gone = await comment('gone', post)
await comment('beneath', post, gone)
for (const id of [removed, kept]) await banComment(id)
await author.delete(`comments/${gone}`)

const named = (...names: string[]) => names.map((name) => ids[name]!).sort()

async function expectList(path: string, key: 'posts' | 'comments', expected: string[]) {
  const data = await admin.get(path)
  expect([path, data[key].map(({ id }: Data) => id).sort()]).toEqual([path, expected])
  expect([path, data.meta.total]).toEqual([path, expected.length])
}

describe('an administrator lists posts', () => {
  const LISTS = ['posts?limit=50', 'posts?sortBy=views', 'posts?sortBy=updatedAt&sortOrder=asc']
  test.each(LISTS)('of every state, or without what is removed: %s', async (path) => {
    await expectList(`${path}&state=all`, 'posts', named('public', 'private', 'banned', 'banned too', 'shadow'))
    await expectList(path, 'posts', named('public', 'private', 'shadow'))
  })
  test('page by page and by cursor, and sees a state change at once', async () => {
    const first = await admin.get('posts?state=banned&limit=1')
    expect(first.meta).toMatchObject({ total: 2, totalPages: 2, hasMore: true })
    const next = await admin.get(`posts?state=banned&limit=1&cursor=${first.meta.nextCursor}`)
    expect([first.posts[0].id, next.posts[0].id]).toEqual([ids['banned too'], ids.banned])
    expect(next.meta).toMatchObject({ hasMore: false, nextCursor: null })
    expect(next.posts[0].moderationState).toBe('banned')
    await expectList('posts?state=shadow_banned', 'posts', named('shadow'))
    await judgePost(ids.shadow!, 'active')
    await expectList('posts?state=shadow_banned', 'posts', [])
    await judgePost(ids.shadow!, 'shadow_banned')
    await expectList('posts?state=shadow_banned', 'posts', named('shadow'))
  })
})

test('nobody else lists by state, and an unknown one is 400', async () => {
  const paths = [
    'posts',
    `posts/user/${author.id}`,
    `posts/college/${author.user.collegeId}`,
    'posts/branch/cse',
    `comments/post/${ids.public}`,
  ]
  for (const path of paths) {
    for (const visitor of [author.visitor, new Visitor()])
      for (const state of ['active', 'banned', 'all']) {
        // What was removed of one's own: own-words.test.ts.
        if (state === 'banned' && visitor === author.visitor && path.includes(author.id)) continue
        const refused = await visitor.get(`${path}?state=${state}`)
        expect([path, refused.status, refused.code]).toEqual([path, 403, 'FORBIDDEN'])
      }
    await fails(admin.get(`${path}?state=deleted`), 400)
  }
})
