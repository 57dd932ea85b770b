import { expect, test } from 'bun:test'
import { Random } from '../../../db/seed/context'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { judgePost } from '../../support/content'
import {
  administrator,
  collegeId,
  expectData,
  fails,
  type Person,
  student,
  times,
  useQuad,
  Visitor,
} from '../../support/kit'

// Readers share what is kept of posts, and each gets its own part of it: whatever is written, who reads next is told
// what the database says.
await useQuad()
const home = await collegeId('campus.edu')
await collegeId('away.edu')
const people = [
  await student(),
  await student(),
  await student({ branch: 'ECE' }),
  await student({ domain: 'away.edu' }),
  await student({ domain: 'away.edu' }),
  await administrator(),
]

/** Served from what is kept for strangers: no cookie, no token, no origin. */
const kept = { headers: { origin: null } }
/** The same question the long way: with a token that is none, which counts as nobody. */
const computed = { headers: { origin: null, authorization: 'Bearer nobody' } }
const stranger = new Visitor()

async function expectTrueForStrangers(path: string) {
  const [fast, slow] = [await stranger.get(path, kept), await stranger.get(path, computed)]
  expect([path, fast.status, fast.body]).toEqual([path, slow.status, slow.body])
  if (fast.status === 200) expect(fast.headers.get('etag')).toBe(slow.headers.get('etag'))
}

/** The answer out of what is kept, and the one with nothing kept at all. */
async function expectTrue({ visitor }: Person, path: string) {
  const fast = await visitor.get(path)
  dropAllCaches()
  const slow = await visitor.get(path)
  expect([path, fast.status, fast.body]).toEqual([path, slow.status, slow.body])
}

test('five hundred writes, each seen at once by strangers and by a reader who had read before', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const random = new Random(seed, 'readers')
  const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T
  const authors = people.slice(0, 5)
  const posts: { id: string; author: Person }[] = []
  const publish = async () => {
    const author = pick(authors)
    const sent = { title: `Post ${posts.length}`, content: 'Words.', topic: pick(['Off-topic', 'Showcase']) }
    const { post } = await author.post('posts', { ...sent, isPrivate: random.below(3) === 0 })
    posts.push({ id: post.id, author })
  }
  await times(12, publish)
  const vote = (targetId: string) => ({ targetType: 'post', targetId, voteType: pick(['upvote', 'downvote']) })
  const acts: ((reader: Person, post: { id: string; author: Person }) => Promise<unknown>)[] = [
    publish,
    ({ visitor }, { id }) => visitor.post(`posts/${id}/view`),
    (_, { id, author }) => author.visitor.patch(`posts/${id}`, { title: `Changed ${random.below(1000)}` }),
    (_, { id, author }) => author.visitor.patch(`posts/${id}`, { isPrivate: random.below(2) === 0 }),
    (_, { id, author }) => author.visitor.patch(`posts/${id}`, { topic: pick(['Off-topic', 'Showcase']) }),
    ({ visitor }, { id }) => visitor.post(`comments/post/${id}`, { content: 'A remark.', parentCommentId: null }),
    ({ visitor }, { id }) => visitor.post('votes', vote(id)),
    ({ visitor }, { id }) => visitor.patch('votes', vote(id)),
    ({ visitor }, { id }) => visitor.delete('votes', { targetType: 'post', targetId: id }),
    ({ visitor }, { id }) => visitor.post('bookmarks', { postId: id }),
    ({ visitor }, { id }) => visitor.delete(`bookmarks/delete/${id}`),
    ({ visitor }) => visitor.post(`users/block/${pick(authors).id}`),
    ({ visitor }) => visitor.post(`users/unblock/${pick(authors).id}`),
    (reader) => pick(authors).visitor.post(`users/${pick(['block', 'unblock', 'unblock'])}/${reader.id}`),
    (_, { id }) => judgePost(id, pick(['active', 'active', 'banned', 'shadow_banned'])),
    (_, { id, author }) => (random.below(4) === 0 ? author.visitor.delete(`posts/${id}`) : Promise.resolve()),
    () => pick(authors).visitor.patch('users/me', { branch: `Branch ${random.below(3)}` }),
  ]
  for (let n = 0; n < 500; n++) {
    const post = pick(posts.slice(-15))
    const reader = pick(people)
    const path = pick([
      'posts',
      'posts?limit=5&page=2',
      'posts?topic=showcase',
      'posts?topic=showcase&branch=branch%201',
      `posts?branch=branch%202&collegeId=${home}`,
      `posts?topic=showcase&branch=branch%200&collegeId=${home}`,
      'posts?sortBy=views',
      `posts/user/${post.author.id}`,
      `posts/${post.id}`,
      'bookmarks/user',
      `comments/post/${post.id}`,
    ])
    await reader.visitor.get(path)
    await pick(acts)(reader, post)
    await expectTrueForStrangers(path)
    // It forgets all that is kept.
    if (n % 3 === 0) await expectTrue(reader, path)
  }
}, 240_000)

test('what is kept for one reader tells the next nothing of it', async () => {
  const [author, friend, , foreigner] = people as [Person, Person, Person, Person]
  const sent = { title: 'Kept', content: 'Words.', topic: 'Off-topic', isPrivate: true }
  const { post } = await author.post('posts', sent)
  await friend.visitor.post(`users/unblock/${author.id}`)
  await author.visitor.post(`users/unblock/${friend.id}`)
  await friend.post('votes', { targetType: 'post', targetId: post.id, voteType: 'upvote' })
  const own = (await author.get(`posts/${post.id}`)).post
  expect([own.userVote, own.moderationState]).toEqual([null, 'active'])
  await fails(stranger.get(`posts/${post.id}`, kept), 401)
  const theirs = (await friend.get(`posts/${post.id}`)).post
  expect([theirs.userVote, theirs.moderationState]).toEqual(['upvote', undefined])
  await fails(foreigner.get(`posts/${post.id}`), 403)
  const open = await author.post('posts', { ...sent, title: 'Open', isPrivate: false })
  const path = `posts/${open.post.id}`
  expect(expectData(await stranger.get(path, kept)).post.moderationState).toBeUndefined()
  expect((await author.get(path, kept)).post.moderationState).toBe('active')
})

test('readers and writers at the same time: nobody reads what was before an answered write', async () => {
  const [author] = people as [Person]
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
  for (const name of `content-security-policy x-content-type-options referrer-policy
    permissions-policy cache-control content-type vary`.split(/\s+/))
    expect([name, fast.headers.get(name)]).toEqual([name, slow.headers.get(name)])
  expect(fast.headers.get('x-request-id')).not.toBe(slow.headers.get('x-request-id'))
  const again = await stranger.get('posts', { headers: { origin: null, 'if-none-match': fast.headers.get('etag') } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('texts come back as they were written, whatever is in them', async () => {
  const [author] = people as [Person]
  const odd = 'Quote " backslash \\ tab \t line \u2028 emoji 🎓 </script> é \u0001 {"a":1}'
  const sent = { title: odd, content: `${odd}\n$id +$id`, topic: 'Off-topic' }
  const { post } = await author.post('posts', sent)
  const read = (await author.get(`posts/${post.id}`)).post
  expect(read).toEqual(post)
  expect([read.title, read.content]).toEqual([sent.title, sent.content])
})
