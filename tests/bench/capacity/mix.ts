import type { Random } from '../../../db/seed/context'
import type { Campus } from './campus'

/** A request as the client sends it; what creates has a key, so that it may be sent again. */
export type Line = readonly [method: string, path: string, cookie: string, body?: string, more?: string]
type Kind = { name: string; share: number; make: (campus: Campus, random: Random) => Line }

const API = '/api/v1'
const FEED = `${API}/posts?limit=20&sortBy=hot`

const student = ({ cookies }: Campus, random: Random) => random.pick(cookies)

const reads =
  (paths: readonly ((campus: Campus, random: Random) => string)[]): Kind['make'] =>
  (campus, random) => ['GET', random.pick(paths)(campus, random), student(campus, random)]

/** Two in three readers come from the front pages, most others from the newest posts, some by a link or a search. */
export function readPost({ hotPosts, publicPosts }: Campus, random: Random) {
  const from = random.fraction()
  if (from < 0.65) return random.pick(hotPosts, 2)
  return from < 0.9 ? random.pick(publicPosts, 4) : random.pick(publicPosts)
}

const say = ({ words }: Campus, random: Random) => Array.from({ length: 16 }, () => random.pick(words)).join(' ')

const writes =
  (path: (campus: Campus, random: Random) => string, body: (campus: Campus, random: Random) => object): Kind['make'] =>
  (campus, random) => ['POST', path(campus, random), student(campus, random), JSON.stringify(body(campus, random))]

const creates =
  (...made: Parameters<typeof writes>): Kind['make'] =>
  (campus, random) => {
    const [method, path, cookie, body] = writes(...made)(campus, random)
    return [method, path, cookie, body, `Idempotency-Key: ${crypto.randomUUID()}`]
  }

const vote = (targetType: 'post' | 'comment', target: (campus: Campus, random: Random) => string) =>
  writes(
    () => `${API}/votes`,
    (campus, random) => ({
      targetType,
      targetId: target(campus, random),
      voteType: random.chance(0.9) ? 'upvote' : 'downvote',
    }),
  )

/** Of a thousand requests: 800 read, 150 are votes, bookmarks and views, 50 are comments and posts. */
export const KINDS: readonly Kind[] = [
  {
    name: 'opening the app',
    share: 120,
    make: reads([
      () => '/',
      () => `${API}/instance`,
      () => `${API}/auth/me`,
      () => `${API}/mutes`,
      () => `${API}/notifications/list?page=1&limit=1`,
    ]),
  },
  { name: 'feed', share: 150, make: reads([() => FEED]) },
  { name: 'feed, further pages', share: 100, make: ({ furtherPages }, random) => random.pick(furtherPages, 1.5) },
  {
    name: 'lists',
    share: 60,
    make: reads([
      () => `${API}/posts?limit=20&sortBy=createdAt`,
      ({ topics }, random) => `${FEED}&topic=${encodeURIComponent(random.pick(topics))}`,
      ({ colleges }, random) => `${API}/posts/college/${random.pick(colleges)}?limit=20`,
      ({ branches }, random) => `${API}/posts/branch/${random.pick(branches)}?limit=20`,
    ]),
  },
  { name: 'one post', share: 90, make: reads([(campus, random) => `${API}/posts/${readPost(campus, random)}`]) },
  {
    name: 'its comments',
    share: 120,
    make: reads([
      (campus, random) => `${API}/comments/post/${readPost(campus, random)}/tree?depth=50&limit=100&sort=best`,
    ]),
  },
  { name: 'notifications', share: 40, make: reads([() => `${API}/notifications/list?page=1&limit=20`]) },
  {
    name: 'profile',
    share: 40,
    make: reads([
      ({ authors }, random) => `${API}/users/id/${random.pick(authors)}`,
      ({ authors }, random) => `${API}/posts/user/${random.pick(authors)}?limit=20`,
    ]),
  },
  {
    name: 'search',
    share: 25,
    make: reads([
      ({ words }, random) =>
        `${API}/search?q=${random.pick(words)}${random.chance(0.5) ? '' : `%20${random.pick(words)}`}&type=posts&sort=relevance`,
    ]),
  },
  {
    name: 'own pages',
    share: 55,
    make: reads([
      () => `${API}/follows`,
      () => `${API}/bookmarks/user`,
      () => `${API}/comments/mine`,
      () => `${API}/users/me`,
    ]),
  },
  { name: 'vote on a post', share: 40, make: vote('post', readPost) },
  { name: 'vote on a comment', share: 20, make: vote('comment', ({ comments }, random) => random.pick(comments)) },
  {
    name: 'bookmark',
    share: 20,
    make: writes(
      () => `${API}/bookmarks`,
      (campus, random) => ({ postId: readPost(campus, random) }),
    ),
  },
  {
    name: 'view',
    share: 70,
    make: (campus, random) => ['POST', `${API}/posts/${readPost(campus, random)}/view`, student(campus, random)],
  },
  {
    name: 'comment',
    share: 45,
    make: creates(
      (campus, random) => `${API}/comments/post/${readPost(campus, random)}`,
      (campus, random) => ({ content: say(campus, random), parentCommentId: null }),
    ),
  },
  {
    name: 'post',
    share: 5,
    make: creates(
      () => `${API}/posts`,
      (campus, random) => ({
        title: say(campus, random).slice(0, 60),
        content: `${say(campus, random)}. ${say(campus, random)}.`,
        topic: random.pick(campus.topics),
        isPrivate: false,
      }),
    ),
  },
]

const TOTAL = KINDS.reduce((sum, { share }) => sum + share, 0)

/** A request of the mix: its kind, and what is sent. */
export function draw(campus: Campus, random: Random): readonly [kind: number, line: Line] {
  let at = random.below(TOTAL)
  const kind = KINDS.findIndex(({ share }) => {
    at -= share
    return at < 0
  })
  return [kind, (KINDS[kind] as Kind).make(campus, random)]
}
