import { expect, test } from 'bun:test'
import { Random } from '../../db/seed/random'
import { judgePost, students } from '../support/content'
import { expectData, type Person, useQuad, Visitor } from '../support/kit'

await useQuad()
const people = await students(3)

/** Served from what is kept for strangers: no cookie, no token, no origin. */
const kept = { headers: { origin: null } }
/** The same question the long way: with a token that is none, which counts as nobody. */
const computed = { headers: { origin: null, authorization: 'Bearer nobody' } }
const stranger = new Visitor()

async function expectTrue(path: string): Promise<void> {
  const [fast, slow] = [await stranger.get(path, kept), await stranger.get(path, computed)]
  expect([path, fast.status, fast.body]).toEqual([path, slow.status, slow.body])
  if (fast.status === 200) expect(fast.headers.get('etag')).toBe(slow.headers.get('etag'))
}

test('one and a half thousand writes, each seen at once by who reads next', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const random = new Random(seed, 'strangers')
  const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T
  const posts: { id: string; author: Person }[] = []
  const publish = async () => {
    const author = pick(people)
    const { post } = await author.post('posts', {
      title: `Post ${posts.length}`,
      content: 'Words.',
      topic: pick(['Off-topic', 'Showcase']),
    })
    posts.push({ id: post.id, author })
  }
  for (let n = 0; n < 12; n++) await publish()
  const acts: ((post: { id: string; author: Person }) => Promise<unknown>)[] = [
    publish,
    ({ id }) => stranger.post(`posts/${id}/view`),
    ({ id, author }) => author.visitor.patch(`posts/${id}`, { title: `Changed ${random.below(1000)}` }),
    ({ id, author }) => author.visitor.patch(`posts/${id}`, { isPrivate: random.below(3) === 0 }),
    ({ id, author }) => author.visitor.patch(`posts/${id}`, { topic: pick(['Off-topic', 'Showcase']) }),
    ({ id }) => pick(people).visitor.post(`comments/post/${id}`, { content: 'A remark.', parentCommentId: null }),
    ({ id }) =>
      pick(people).visitor.post('votes', { targetType: 'post', targetId: id, voteType: pick(['upvote', 'downvote']) }),
    ({ id }) =>
      pick(people).visitor.patch('votes', { targetType: 'post', targetId: id, voteType: pick(['upvote', 'downvote']) }),
    ({ id }) => pick(people).visitor.delete('votes', { targetType: 'post', targetId: id }),
    ({ id }) => judgePost(id, pick(['active', 'active', 'banned', 'shadow_banned'])),
    ({ id, author }) =>
      posts.length > 12 && random.below(4) === 0 ? author.visitor.delete(`posts/${id}`) : Promise.resolve(),
    () => pick(people).visitor.patch('users/me', { branch: `Branch ${random.below(5)}` }),
  ]
  for (let n = 0; n < 1500; n++) {
    const post = pick(posts.slice(-15))
    await pick(acts)(post)
    await expectTrue(
      pick([
        '/api/v1/posts',
        '/api/v1/posts?limit=5&page=2',
        '/api/v1/posts?topic=showcase',
        '/api/v1/posts?topic=showcase&branch=branch%201',
        `/api/v1/posts/${post.id}`,
      ]),
    )
  }
}, 240_000)

test('readers and writers at the same time: nobody reads what was before an answered write', async () => {
  const [author] = people
  const { post } = await author.post('posts', { title: 'Watched', content: 'Words.', topic: 'Off-topic' })
  let views = 0
  const write = async () => {
    for (let n = 0; n < 150; n++) {
      expectData(await stranger.post(`posts/${post.id}/view`))
      views++
    }
  }
  const read = async () => {
    for (let n = 0; n < 300; n++) {
      const before = views
      const { post: seen } = expectData(await stranger.get(`posts/${post.id}`, kept))
      expect(seen.views).toBeGreaterThanOrEqual(before)
    }
  }
  await Promise.all([write(), read(), read()])
})

test('an answer that is kept has the headers of any other, and a 304', async () => {
  await stranger.get('posts', kept)
  const [fast, slow] = [await stranger.get('posts', kept), await stranger.get('posts', computed)]
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
    'cache-control',
    'content-type',
    'vary',
  ])
    expect([name, fast.headers.get(name)]).toEqual([name, slow.headers.get(name)])
  expect(fast.headers.get('x-request-id')).not.toBe(slow.headers.get('x-request-id'))
  const again = await stranger.get('posts', { headers: { origin: null, 'if-none-match': fast.headers.get('etag') } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('what is kept for strangers goes to nobody who is signed in', async () => {
  const [author] = people
  const { post } = await author.post('posts', { title: 'Mine', content: 'Words.', topic: 'Off-topic' })
  await stranger.get(`posts/${post.id}`, kept)
  const own = await author.get(`posts/${post.id}`, kept)
  expect(own.post.moderationState).toBe('active')
  expect(expectData(await stranger.get(`posts/${post.id}`, kept)).post.moderationState).toBeUndefined()
})
