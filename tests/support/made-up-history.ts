import { expect } from 'bun:test'
import { judge } from '../faults/history/check'
import type { Observation, StoredComment, StoredPost } from '../faults/history/observation'
import { type Act, type Answer, type Operation, type Outcome, toAct } from '../faults/history/operation'
import { newToken, toText } from '../faults/history/texts'

// Operations of three people and what a database has after them, for tests of what judges recorded histories.

export const ANN = { userId: 'ann', isAdmin: false, sessionId: 'session-ann' }
export const BEN = { userId: 'ben', isAdmin: false, sessionId: 'session-ben' }
export const MOD = { userId: 'mod', isAdmin: true, sessionId: 'session-mod' }
export const [ONE, TWO, THREE] = [newToken(1, 1), newToken(1, 2), newToken(1, 3)] as [string, string, string]

export const storedPost = (text: string, more: Partial<StoredPost> = {}): StoredPost => ({
  authorId: 'ann',
  text,
  ...{ state: 'active', isPrivate: false, views: 0, upvotes: 0, downvotes: 0, comments: 0 },
  ...more,
})
/** That post of Ann's alone. */
export const withPost = (...post: Parameters<typeof storedPost>) => ({
  posts: new Map([['post', storedPost(...post)]]),
})
export const storedComment = (text: string, more: Partial<StoredComment> = {}): StoredComment => ({
  authorId: 'ben',
  text,
  ...{ postId: 'post', parentId: null, isBanned: false, isDeleted: false, upvotes: 0, downvotes: 0 },
  ...more,
})

/** A post of Ann's, and nothing else. */
export const stored = (more: Partial<Observation> = {}): Observation => ({
  ...withPost('older'),
  comments: new Map(),
  votes: new Map(),
  bookmarks: new Set(),
  reports: new Map(),
  notifications: new Map(),
  sessions: new Map([ANN, BEN, MOD].map(({ userId, sessionId }) => [sessionId, userId])),
  users: new Map([ANN, BEN, MOD].map(({ userId }) => [userId, { language: 'en', branch: 'CSE' }])),
  aliases: new Map(),
  blocks: new Set(),
  entries: [],
  lastEntry: 0,
  overflow: new Set(),
  ...more,
})

export const entry = (actorId: string, action: string, entityId: string) => ({ actorId, action, entityId })
export const told = (
  userId: string,
  type: string,
  more: { postId?: string; commentId?: string; isSeen?: boolean } = {},
) => ({ userId, type, postId: 'post', commentId: null, actorId: null, isSeen: false, ...more })

let now = 0
/** An operation after all that were made before it. */
export function operation(
  actor: typeof ANN,
  act: Partial<Act> & Pick<Act, 'kind'>,
  outcome: Outcome | string,
  answer: Answer = {},
): Operation {
  const isCode = !['acknowledged', 'refused', 'unknown'].includes(outcome)
  return {
    actor,
    act: toAct(act),
    start: ++now,
    end: ++now,
    outcome: isCode ? 'refused' : (outcome as Outcome),
    status: outcome === 'acknowledged' ? 200 : undefined,
    code: isCode ? outcome : undefined,
    answer,
  }
}
export const content = (id: string, token: string, more: object = {}) => ({
  id,
  ...toText(token),
  ...{ views: 0, upvoteCount: 0, downvoteCount: 0, commentsCount: 0, userVote: null, bookmarked: false },
  ...more,
})

/** An operation that was acknowledged. */
export const done = (actor: typeof ANN, act: Parameters<typeof operation>[1], answer?: Answer) =>
  operation(actor, act, 'acknowledged', answer)

type History = [operations: Operation[], final: Partial<Observation>, base?: Partial<Observation>, readsLast?: boolean]
/** What these operations, and what is stored after them, break: these rules and no others. */
export function breaks(rules: string | string[], ...[operations, final, base, readsLast = true]: History): void {
  const { violations } = judge(stored(base), operations, stored(final), readsLast)
  expect([...new Set(violations.map(({ rule }) => rule))].sort()).toEqual([rules].flat())
}
export const fits = (...history: History) => breaks([], ...history)

export const readsPost = (reader: typeof ANN, post: { id: string }) =>
  done(reader, { kind: 'read-post', id: post.id }, { post } as Answer)
export const publish = (outcome: Outcome | string = 'acknowledged', token = ONE) =>
  operation(
    ANN,
    { kind: 'publish', token },
    outcome,
    outcome === 'acknowledged' ? { post: content('new', token, { moderationState: 'active' }) } : {},
  )
export const edit = (token: string, outcome: Outcome) =>
  operation(ANN, { kind: 'edit-post', id: 'post', token }, outcome)
export const cast = (outcome: Outcome | string = 'acknowledged') =>
  operation(
    BEN,
    { kind: 'cast', id: 'post', value: 'upvote' },
    outcome,
    outcome === 'acknowledged' ? { vote: { target: { upvoteCount: 1, downvoteCount: 0 } } } : {},
  )

export const PUBLISHED = {
  posts: new Map([
    ['post', storedPost('older')],
    ['new', storedPost(ONE)],
  ]),
  entries: [entry('ann', 'user:created:post', 'new')],
}
export const VOTED = {
  ...withPost('older', { upvotes: 1 }),
  votes: new Map([['ben post', 'upvote' as const]]),
  notifications: new Map([['n', told('ann', 'upvoted_post')]]),
  entries: [entry('ben', 'user:upvoted:post', 'post')],
}
