import type { Random } from '../random'
import type { Account } from './campus'
import type { Act, Target, Vote } from './operation'
import { newToken } from './texts'
import type { World } from './world'

/** Beyond this, posts are deleted rather than published, so that a long run does not grow. */
const MOST_POSTS = 150
/** So many of the newest are met by all, so that clients get into each other's way. */
const HOT = 8

let tokens = 0

type Choice = (by: Account, world: World, random: Random) => Act | undefined

const token = (random: Random): string => newToken(random.below(2 ** 31), ++tokens)
const vote = (random: Random): Vote => (random.chance(0.6) ? 'upvote' : 'downvote')

function newest<T>(items: Map<string, T>, random: Random, where: (item: T) => boolean = () => true): T | undefined {
  const list = [...items.values()].filter(where)
  const recent = random.chance(0.7) ? list.slice(-HOT) : list
  return recent.length === 0 ? undefined : random.pick(recent)
}

const anyTarget = (world: World, random: Random): Target | undefined => {
  const comment = random.chance(0.4) ? newest(world.comments, random) : undefined
  const post = comment ?? newest(world.posts, random)
  return post && { type: comment ? 'comment' : 'post', id: post.id }
}

const onPost =
  <Kind extends 'view' | 'bookmark' | 'read-post' | 'read-thread' | 'read-bookmark'>(kind: Kind): Choice =>
  (_, world, random) => {
    const post = newest(world.posts, random)
    return post && { kind, postId: post.id }
  }

const ownPost = (by: Account, world: World, random: Random) =>
  newest(world.posts, random, ({ authorId }) => authorId === by.userId)
const ownComment = (by: Account, world: World, random: Random) =>
  newest(world.comments, random, ({ authorId }) => authorId === by.userId)

const deletePost: Choice = (by, world, random) => {
  const post = ownPost(by, world, random)
  return post && { kind: 'delete-post', postId: post.id }
}

/** How often students do what, in parts of all together. */
const STUDENTS: readonly [weight: number, choice: Choice][] = [
  [
    10,
    (by, world, random) =>
      world.posts.size > MOST_POSTS ? deletePost(by, world, random) : { kind: 'publish', token: token(random) },
  ],
  [
    5,
    (by, world, random) => {
      const post = ownPost(by, world, random)
      return post && { kind: 'edit-post', postId: post.id, token: token(random) }
    },
  ],
  [3, deletePost],
  [6, onPost('view')],
  [
    12,
    (_, world, random) => {
      const parent = random.chance(0.5) ? newest(world.comments, random) : undefined
      const postId = parent?.postId ?? newest(world.posts, random)?.id
      return postId === undefined
        ? undefined
        : { kind: 'comment', postId, parentId: parent?.id ?? null, token: token(random) }
    },
  ],
  [
    4,
    (by, world, random) => {
      const comment = ownComment(by, world, random)
      return comment && { kind: 'edit-comment', commentId: comment.id, token: token(random) }
    },
  ],
  [
    4,
    (by, world, random) => {
      const comment = ownComment(by, world, random)
      return comment && { kind: 'delete-comment', commentId: comment.id }
    },
  ],
  [
    16,
    (_, world, random) => {
      const target = anyTarget(world, random)
      return target && { kind: 'cast', target, vote: vote(random) }
    },
  ],
  [
    6,
    ({ userId }, { votes }, random) => {
      const targets = votes.get(userId)?.slice(-HOT)
      return targets && { kind: 'switch', target: random.pick(targets), vote: vote(random) }
    },
  ],
  [
    6,
    ({ userId }, { votes }, random) => {
      const targets = votes.get(userId)?.slice(-HOT)
      return targets && { kind: 'withdraw', target: random.pick(targets) }
    },
  ],
  [5, onPost('bookmark')],
  [
    3,
    ({ userId }, { bookmarks }, random) => {
      const posts = bookmarks.get(userId)?.slice(-HOT)
      return posts && { kind: 'unbookmark', postId: random.pick(posts) }
    },
  ],
  [
    2,
    (_, world, random) => {
      const target = anyTarget(world, random)
      return target && { kind: 'report', target, token: token(random) }
    },
  ],
  [2, (_, __, random) => ({ kind: 'language', language: random.chance(0.5) ? 'en' : 'hi' })],
  [
    1,
    ({ branches }, _, random) =>
      branches.length === 0 ? undefined : { kind: 'branch', branch: random.pick(branches) },
  ],
  [2, () => ({ kind: 'mark-seen' })],
  // A password takes the server as long as a hundred votes.
  [0.2, () => ({ kind: 'sign-out' })],
  [8, onPost('read-post')],
  [
    3,
    (_, world, random) => {
      const comment = newest(world.comments, random)
      return comment && { kind: 'read-comment', commentId: comment.id }
    },
  ],
  [5, onPost('read-thread')],
  [5, () => ({ kind: 'read-feed' })],
  [1, onPost('read-bookmark')],
  [2, () => ({ kind: 'read-me' })],
  [2, () => ({ kind: 'read-notifications' })],
]

const MODERATOR: readonly [weight: number, choice: Choice][] = [
  [
    2,
    (_, world, random) => {
      const post = newest(world.posts, random)
      const state = random.chance(0.6) ? 'active' : random.chance(0.5) ? 'banned' : 'shadow_banned'
      return post && { kind: 'moderate-post', postId: post.id, state }
    },
  ],
  [
    2,
    (_, world, random) => {
      const comment = newest(world.comments, random)
      return (
        comment && { kind: 'moderate-comment', commentId: comment.id, state: random.chance(0.5) ? 'active' : 'banned' }
      )
    },
  ],
  [
    2,
    (_, { reports }, random) =>
      reports.length === 0
        ? undefined
        : {
            kind: 'decide-report',
            reportId: random.pick(reports),
            status: random.pick(['resolved', 'ignored', 'pending'] as const),
          },
  ],
  [2, onPost('read-thread')],
  [2, () => ({ kind: 'read-feed' })],
]

function draw(choices: readonly [weight: number, choice: Choice][], random: Random): Choice | undefined {
  let rest = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, choice] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  return undefined
}

/** What the account does next: drawn by weight, and drawn again where there is nothing to do it to. */
export function chooseAct(by: Account, world: World, random: Random): Act {
  for (;;) {
    const act = draw(by.isAdmin ? MODERATOR : STUDENTS, random)?.(by, world, random)
    if (act !== undefined) return act
  }
}
