import type { Random } from '../random'
import type { Account } from './campus'
import { type Act, type Kind, toAct } from './operation'
import { newToken } from './texts'
import type { World } from './world'

/** Beyond this nothing is published, so that a long run does not grow. */
const MOST_POSTS = 150
/** So many of the newest are met by all, so that clients get into each other's way. */
const HOT = 8

let tokens = 0

/** What it is done to, and what is chosen; undefined where there is nothing to do it to. */
type Choice = (by: Account, world: World, random: Random) => Partial<Act> | undefined

function hot<T>(list: readonly T[] = [], random: Random): T | undefined {
  const recent = random.chance(0.7) ? list.slice(-HOT) : list
  return recent.length === 0 ? undefined : random.pick(recent)
}

const text =
  (of: 'posts' | 'comments', isOwn = false): Choice =>
  (by, world, random) => {
    const found = hot(
      [...world[of].values()].filter(({ authorId }) => !isOwn || authorId === by.userId),
      random,
    )
    return found && { id: found.id, type: of === 'posts' ? 'post' : 'comment' }
  }

const anyText: Choice = (by, world, random) =>
  (random.chance(0.4) ? text('comments')(by, world, random) : undefined) ?? text('posts')(by, world, random)

/** The same, with one of the values: the first of them more often. */
const choosing =
  (choice: Choice, ...values: string[]): Choice =>
  (by, world, random) => {
    const chosen = choice(by, world, random)
    return chosen && { ...chosen, value: random.chance(0.3) ? values[0]! : random.pick(values) }
  }

const VOTES = ['upvote', 'downvote']
const nothing: Choice = () => ({})
const voted: Choice = ({ userId }, { votes }, random) => hot(votes.get(userId)?.slice(-HOT), random)

/** How often students do what, in parts of all together. */
const STUDENTS: readonly [weight: number, kind: Kind, choice: Choice][] = [
  [10, 'publish', (_, { posts }) => (posts.size > MOST_POSTS ? undefined : {})],
  [5, 'edit-post', text('posts', true)],
  [3, 'delete-post', text('posts', true)],
  [6, 'view', text('posts')],
  [
    12,
    'comment',
    (_, world, random) => {
      const parent = random.chance(0.5) ? hot([...world.comments.values()], random) : undefined
      const id = parent?.postId ?? hot([...world.posts.keys()], random)
      return id === undefined ? undefined : { id, parentId: parent?.id ?? null }
    },
  ],
  [4, 'edit-comment', text('comments', true)],
  [4, 'delete-comment', text('comments', true)],
  [16, 'cast', choosing(anyText, ...VOTES)],
  [6, 'switch', choosing(voted, ...VOTES)],
  [6, 'withdraw', voted],
  [5, 'bookmark', text('posts')],
  [3, 'unbookmark', ({ userId }, { bookmarks }, random) => hot(bookmarks.get(userId)?.slice(-HOT), random)],
  [2, 'report', anyText],
  [3, 'language', choosing(nothing, 'en', 'hi')],
  [2, 'mark-seen', nothing],
  // A password takes the server as long as a hundred votes.
  [0.2, 'sign-out', nothing],
  [8, 'read-post', text('posts')],
  [8, 'read-thread', text('posts')],
  [5, 'read-feed', nothing],
  [3, 'read-me', nothing],
]

const MODERATOR: typeof STUDENTS = [
  [2, 'moderate-post', choosing(text('posts'), 'active', 'banned')],
  [2, 'moderate-comment', choosing(text('comments'), 'active', 'banned')],
  [2, 'decide-report', choosing((_, { reports }, random) => hot(reports, random), 'resolved', 'ignored', 'pending')],
  [2, 'read-thread', text('posts')],
  [2, 'read-feed', nothing],
]

/** What the account does next: drawn by weight, and drawn again where there is nothing to do it to. */
export function chooseAct(by: Account, world: World, random: Random): Act {
  const choices = by.isAdmin ? MODERATOR : STUDENTS
  const all = choices.reduce((sum, [weight]) => sum + weight, 0)
  for (;;) {
    let rest = random.fraction() * all
    for (const [weight, kind, choice] of choices) {
      rest -= weight
      if (rest >= 0) continue
      const chosen = choice(by, world, random)
      if (chosen !== undefined) return toAct({ kind, token: newToken(random.below(2 ** 31), ++tokens), ...chosen })
      break
    }
  }
}
