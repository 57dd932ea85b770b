import { describe, expect, test } from 'bun:test'
import { judge } from '../faults/history/check'
import { type Event, unexplained } from '../faults/history/linearize'
import type { Observation, StoredComment, StoredPost } from '../faults/history/observation'
import type { Act, Answer, Operation, Outcome } from '../faults/history/operation'
import { outcomeOf } from '../faults/history/requests'
import { newToken, toText } from '../faults/history/texts'

// What judges the server under faults (tests/faults/history) must itself be judged: each rule accepts what may happen,
// and finds what was planted.

describe('the order of operations on one object', () => {
  const write = (start: number, end: number, value: number, mustHappen = true): Event<number> => ({
    start,
    end,
    what: `write ${value}`,
    write: () => value,
    mustHappen,
  })
  const read = (start: number, end: number, value: number): Event<number> => ({
    start,
    end,
    what: `read ${value}`,
    read: (state) => state === value,
  })
  const NEVER = Number.POSITIVE_INFINITY
  const explains = (events: Event<number>[], last: number) => unexplained(0, events, (state) => state === last)

  test('two writes at once may end either way, two after each other only one way', () => {
    expect(explains([write(1, 4, 1), write(2, 3, 2)], 1)).toBeUndefined()
    expect(explains([write(1, 4, 1), write(2, 3, 2)], 2)).toBeUndefined()
    expect(explains([write(1, 2, 1), write(3, 4, 2)], 2)).toBeUndefined()
    expect(explains([write(1, 2, 1), write(3, 4, 2)], 1)).toContain('ends otherwise')
  })

  test('a read sees a write under way or not, but never goes back behind it', () => {
    expect(explains([write(1, 6, 1), read(2, 3, 0), read(4, 5, 1)], 1)).toBeUndefined()
    expect(explains([write(1, 6, 1), read(2, 3, 1), read(4, 5, 0)], 1)).toContain('read 0 is impossible')
    expect(explains([write(1, 2, 1), read(3, 4, 0)], 1)).toContain('read 0 is impossible')
  })

  test('a read that began before a write ended may have seen what was before it', () => {
    expect(explains([read(1, 6, 0), write(2, 3, 1), read(4, 5, 1)], 1)).toBeUndefined()
  })

  test('a write without an answer happened later, or never, but not twice', () => {
    const unknown = write(1, NEVER, 1, false)
    expect(explains([unknown], 0)).toBeUndefined()
    expect(explains([unknown], 1)).toBeUndefined()
    expect(explains([unknown, read(2, 3, 0), read(4, 5, 1)], 1)).toBeUndefined()
    expect(explains([unknown, write(2, 3, 2), read(4, 5, 1), write(6, 7, 3), read(8, 9, 1)], 1)).toContain('impossible')
    expect(explains([write(1, NEVER, 1)], 0)).toContain('ends otherwise')
  })
})

test('only what promises it counts as refused', () => {
  expect(outcomeOf(201, undefined)).toBe('acknowledged')
  expect(outcomeOf(409, 'ALREADY_VOTED')).toBe('refused')
  expect(outcomeOf(503, 'STORAGE_UNAVAILABLE')).toBe('refused')
  expect(outcomeOf(503, 'NOT_READY')).toBe('unknown')
  expect(outcomeOf(500, 'INTERNAL')).toBe('unknown')
})

const ANN = { userId: 'ann', isAdmin: false, sessionId: 'session-ann' }
const BEN = { userId: 'ben', isAdmin: false, sessionId: 'session-ben' }
const MOD = { userId: 'mod', isAdmin: true, sessionId: 'session-mod' }
const [ONE, TWO, THREE] = [newToken(1, 1), newToken(1, 2), newToken(1, 3)] as [string, string, string]

const storedPost = (text: string, more: Partial<StoredPost> = {}): StoredPost => ({
  authorId: 'ann',
  text,
  state: 'active',
  isPrivate: false,
  views: 0,
  upvotes: 0,
  downvotes: 0,
  comments: 0,
  ...more,
})
const storedComment = (text: string, more: Partial<StoredComment> = {}): StoredComment => ({
  authorId: 'ben',
  text,
  postId: 'post',
  parentId: null,
  isBanned: false,
  isDeleted: false,
  upvotes: 0,
  downvotes: 0,
  ...more,
})

/** A post of Ann's, and nothing else. */
const stored = (more: Partial<Observation> = {}): Observation => ({
  posts: new Map([['post', storedPost('older')]]),
  comments: new Map(),
  votes: new Map(),
  bookmarks: new Set(),
  reports: new Map(),
  notifications: new Map(),
  sessions: new Map([ANN, BEN, MOD].map(({ userId, sessionId }) => [sessionId, userId])),
  users: new Map([ANN, BEN, MOD].map(({ userId }) => [userId, { language: 'en', branch: 'CSE' }])),
  blocks: new Set(),
  entries: [],
  lastEntry: 0,
  overflow: new Map(),
  ...more,
})

const entry = (actorId: string, action: string, entityId: string) => ({ actorId, action, entityId })
const told = (userId: string, type: string, more: { postId?: string; commentId?: string; isSeen?: boolean } = {}) => ({
  userId,
  type,
  postId: 'post',
  commentId: null,
  actorId: null,
  isSeen: false,
  ...more,
})

let now = 0
/** An operation after all that were made before it. */
function operation(actor: typeof ANN, act: Act, outcome: Outcome | string, answer: Answer = {}): Operation {
  const isCode = !['acknowledged', 'refused', 'unknown'].includes(outcome)
  return {
    actor,
    act,
    start: ++now,
    end: ++now,
    outcome: isCode ? 'refused' : (outcome as Outcome),
    status: outcome === 'acknowledged' ? 200 : undefined,
    code: isCode ? outcome : undefined,
    answer,
  }
}
const content = (id: string, token: string, more: object = {}) => ({
  id,
  ...toText(token),
  views: 0,
  upvoteCount: 0,
  downvoteCount: 0,
  commentsCount: 0,
  userVote: null,
  bookmarked: false,
  ...more,
})

/** The rules that are broken. */
const broken = (
  operations: Operation[],
  final: Partial<Observation>,
  base: Partial<Observation> = {},
  readsLast = true,
) => [...new Set(judge(stored(base), operations, stored(final), readsLast).violations.map(({ rule }) => rule))].sort()

const POST: { type: 'post'; id: string } = { type: 'post', id: 'post' }
const publish = (outcome: Outcome | string, token = ONE) =>
  operation(
    ANN,
    { kind: 'publish', token },
    outcome,
    outcome === 'acknowledged' ? { post: content('new', token, { moderationState: 'active' }) } : {},
  )
const edit = (token: string, outcome: Outcome) => operation(ANN, { kind: 'edit-post', postId: 'post', token }, outcome)
const cast = (outcome: Outcome | string) =>
  operation(
    BEN,
    { kind: 'cast', target: POST, vote: 'upvote' },
    outcome,
    outcome === 'acknowledged'
      ? { vote: { id: 'vote', voteType: 'upvote', target: { upvoteCount: 1, downvoteCount: 0 } } }
      : {},
  )

const PUBLISHED = {
  posts: new Map([
    ['post', storedPost('older')],
    ['new', storedPost(ONE)],
  ]),
  entries: [entry('ann', 'user:created:post', 'new')],
}
const VOTED = {
  posts: new Map([['post', storedPost('older', { upvotes: 1 })]]),
  votes: new Map([['ben post', 'upvote' as const]]),
  notifications: new Map([['n', told('ann', 'upvoted_post')]]),
  entries: [entry('ben', 'user:upvoted:post', 'post')],
}

describe('a write', () => {
  test('that was acknowledged is there, and is audited once', () => {
    expect(broken([publish('acknowledged')], PUBLISHED)).toEqual([])
    expect(broken([publish('acknowledged')], {})).toEqual(['audit', 'post'])
    expect(broken([publish('acknowledged')], { ...PUBLISHED, entries: [] })).toEqual(['audit'])
    expect(
      broken([publish('acknowledged')], { ...PUBLISHED, entries: [...PUBLISHED.entries, ...PUBLISHED.entries] }),
    ).toEqual(['audit'])
    expect(broken([], { entries: PUBLISHED.entries })).toEqual(['audit'])
  })

  test('that was not answered is there as a whole or not at all', () => {
    expect(broken([publish('unknown')], PUBLISHED)).toEqual([])
    expect(broken([publish('unknown')], {})).toEqual([])
    expect(broken([publish('unknown')], { ...PUBLISHED, entries: [] })).toEqual(['audit'])
    expect(broken([publish('unknown')], { entries: PUBLISHED.entries })).toEqual(['audit'])
    expect(broken([cast('unknown')], VOTED)).toEqual([])
    expect(broken([cast('unknown')], {})).toEqual([])
    expect(broken([cast('unknown')], { ...VOTED, entries: [] })).toContain('mark')
    expect(broken([cast('unknown')], { entries: VOTED.entries })).toContain('mark')
  })

  test('that was refused is not there', () => {
    expect(broken([publish('STORAGE_UNAVAILABLE')], {})).toEqual([])
    expect(broken([publish('STORAGE_UNAVAILABLE')], PUBLISHED)).toContain('text')
    expect(broken([cast('STORAGE_UNAVAILABLE')], VOTED)).toContain('mark')
  })

  test('is there once, and not in part', () => {
    const twice = new Map([...PUBLISHED.posts, ['again', storedPost(ONE)]])
    expect(broken([publish('acknowledged')], { ...PUBLISHED, posts: twice })).toContain('text')
    const torn = new Map([...PUBLISHED.posts, ['new', storedPost('torn: …')]])
    expect(broken([publish('acknowledged')], { ...PUBLISHED, posts: torn })).toContain('text')
    expect(broken([], PUBLISHED)).toContain('text')
  })

  test('comes after those that were acknowledged before it', () => {
    const after = (text: string) => ({
      posts: new Map([['post', storedPost(text)]]),
      entries: [entry('ann', 'user:updated:post', 'post'), entry('ann', 'user:updated:post', 'post')],
    })
    const edits = () => [edit(ONE, 'acknowledged'), edit(TWO, 'acknowledged')]
    expect(broken(edits(), after(TWO))).toEqual([])
    expect(broken(edits(), after(ONE))).toEqual(['post'])
    expect(broken(edits(), after('older'))).toEqual(['post'])
  })
})

describe('a read', () => {
  const read = (token: string, more: object = {}) =>
    operation(BEN, { kind: 'read-post', postId: 'new' }, 'acknowledged', { post: content('new', token, more) })

  test('sees what was acknowledged before it', () => {
    expect(broken([publish('acknowledged'), read(ONE)], PUBLISHED)).toEqual([])
    expect(broken([publish('acknowledged'), read(TWO)], PUBLISHED)).toEqual(['post'])
    const missing = () => operation(ANN, { kind: 'read-post', postId: 'new' }, 'NOT_FOUND')
    expect(broken([publish('acknowledged'), missing()], PUBLISHED)).toEqual(['post'])
    const part = { ...content('new', ONE), title: toText(TWO).title }
    const torn = operation(BEN, { kind: 'read-post', postId: 'new' }, 'acknowledged', { post: part })
    expect(broken([publish('acknowledged'), torn], PUBLISHED)).toEqual(['post'])
  })

  test('never sees what an earlier one did not see, and nobody else wrote', () => {
    const edited = { posts: new Map([['post', storedPost(ONE)]]), entries: [entry('ann', 'user:updated:post', 'post')] }
    const seen = (token: string) =>
      operation(BEN, { kind: 'read-post', postId: 'post' }, 'acknowledged', { post: content('post', token) })
    const base = { posts: new Map([['post', storedPost(THREE)]]) }
    const unknown = () => edit(ONE, 'unknown')
    expect(broken([unknown(), seen(THREE), seen(ONE)], edited, base)).toEqual([])
    expect(broken([unknown(), seen(ONE), seen(THREE)], edited, base)).toEqual(['post'])
  })

  test('may have seen what a power cut took, but only if it was not acknowledged', () => {
    const all = (outcome: Outcome) => [publish(outcome), read(ONE)]
    expect(broken(all('unknown'), {})).toContain('post')
    expect(broken(all('unknown'), {}, {}, false)).toEqual([])
    expect(broken(all('unknown'), PUBLISHED, {}, false)).toEqual([])
    expect(broken(all('acknowledged'), {}, {}, false)).toContain('post')
    expect(broken([publish('unknown'), read(TWO)], {}, {}, false)).toContain('post')
  })

  test('of a feed has the newest posts', () => {
    const feed = (...tokens: string[]) =>
      operation(BEN, { kind: 'read-feed' }, 'acknowledged', { posts: tokens.map((token) => content('new', token)) })
    expect(broken([publish('acknowledged'), feed(ONE)], PUBLISHED)).toEqual([])
    expect(broken([publish('acknowledged'), feed()], PUBLISHED)).toEqual(['feed'])
    expect(broken([feed(), publish('acknowledged')], PUBLISHED)).toEqual([])
  })

  test('of a whole thread has every comment', () => {
    const base = {
      posts: new Map([['post', storedPost('older', { comments: 1 })]]),
      comments: new Map([['comment', storedComment(ONE)]]),
    }
    const thread = (...tokens: string[]) =>
      operation(ANN, { kind: 'read-thread', postId: 'post' }, 'acknowledged', {
        comments: tokens.map((token) => ({ ...content('comment', token), isBanned: false, isDeleted: false })),
        meta: { total: tokens.length },
      })
    expect(broken([thread(ONE)], base, base)).toEqual([])
    expect(broken([thread()], base, base)).toEqual(['comment'])
    expect(broken([thread(TWO)], base, base)).toEqual(['comment'])
  })
})

describe('a vote', () => {
  test('is one for each account and target', () => {
    expect(broken([cast('acknowledged')], VOTED)).toEqual([])
    const twice = { ...VOTED, entries: [...VOTED.entries, ...VOTED.entries] }
    expect(broken([cast('acknowledged'), cast('acknowledged')], twice)).toContain('mark')
    expect(broken([cast('acknowledged'), cast('ALREADY_VOTED')], VOTED)).toEqual([])
    expect(broken([cast('ALREADY_VOTED')], {})).toEqual(['mark'])
  })

  test('goes with its target, and not without', () => {
    const gone = { posts: new Map(), entries: [entry('ann', 'user:deleted:post', 'post')] }
    const remove = () => operation(ANN, { kind: 'delete-post', postId: 'post' }, 'acknowledged')
    expect(broken([remove()], gone, VOTED)).toEqual([])
    expect(broken([remove()], { ...gone, votes: VOTED.votes }, VOTED)).toEqual(['mark'])
    expect(broken([], { posts: VOTED.posts }, VOTED)).toEqual(['mark'])
  })

  test('is what its voter reads', () => {
    const read = (userVote: 'upvote' | null) =>
      operation(BEN, { kind: 'read-post', postId: 'post' }, 'acknowledged', {
        post: { ...content('post', ONE, { upvoteCount: 1 }), userVote },
      })
    const base = { posts: new Map([['post', storedPost(ONE)]]) }
    const final = { ...VOTED, posts: new Map([['post', storedPost(ONE, { upvotes: 1 })]]) }
    expect(broken([cast('acknowledged'), read('upvote')], final, base)).toEqual([])
    expect(broken([cast('acknowledged'), read(null)], final, base)).toEqual(['mark'])
  })

  test('and a bookmark is kept until it is removed', () => {
    const add = (outcome: Outcome | string) => operation(BEN, { kind: 'bookmark', postId: 'post' }, outcome)
    const entries = [entry('ben', 'user:created:bookmark', 'post')]
    const bookmarks = new Set(['ben post'])
    expect(broken([add('acknowledged')], { bookmarks, entries })).toEqual([])
    expect(broken([add('acknowledged')], { entries })).toEqual(['mark'])
    expect(broken([add('acknowledged'), add('ALREADY_BOOKMARKED')], { bookmarks, entries })).toEqual([])
    expect(
      broken([operation(BEN, { kind: 'unbookmark', postId: 'post' }, 'NOT_FOUND')], { bookmarks }, { bookmarks }),
    ).toEqual(['mark'])
  })
})

describe('a counter', () => {
  const view = (outcome: Outcome) => operation(BEN, { kind: 'view', postId: 'post' }, outcome)
  const viewed = (views: number) => ({ posts: new Map([['post', storedPost(ONE, { views })]]) })
  const base = viewed(0)
  const read = (views: number) =>
    operation(BEN, { kind: 'read-post', postId: 'post' }, 'acknowledged', { post: content('post', ONE, { views }) })

  test('has what was acknowledged, and nothing that nobody did', () => {
    expect(broken([view('acknowledged')], viewed(1), base)).toEqual([])
    expect(broken([view('acknowledged')], viewed(0), base)).toEqual(['counter'])
    expect(broken([view('unknown')], viewed(0), base)).toEqual([])
    expect(broken([view('unknown')], viewed(1), base)).toEqual([])
    expect(broken([view('unknown')], viewed(2), base)).toEqual(['counter'])
    expect(broken([], viewed(1), base)).toEqual(['counter'])
  })

  test('is read with what was counted before, and never goes back', () => {
    expect(broken([view('acknowledged'), read(1)], viewed(1), base)).toEqual([])
    expect(broken([view('acknowledged'), read(0)], viewed(1), base)).toEqual(['counter'])
    expect(broken([view('unknown'), read(1), read(1)], viewed(1), base)).toEqual([])
    expect(broken([view('unknown'), read(1), read(0)], viewed(1), base)).toEqual(['counter'])
  })
})

describe('of people', () => {
  test('a session lasts until it is ended', () => {
    const me = (outcome: Outcome | string) => operation(ANN, { kind: 'read-me' }, outcome)
    expect(broken([me('UNAUTHENTICATED')], {})).toEqual(['session'])
    const out = operation(ANN, { kind: 'sign-out' }, 'acknowledged')
    const final = {
      sessions: new Map([BEN, MOD].map(({ userId, sessionId }) => [sessionId, userId])),
      entries: [entry('ann', 'user:logout:session', ANN.sessionId)],
    }
    expect(broken([out, me('UNAUTHENTICATED')], final)).toEqual([])
    expect(broken([out], { entries: final.entries })).toEqual(['session'])
    expect(broken([], { sessions: final.sessions })).toEqual(['session'])
    const signIn = operation(ANN, { kind: 'sign-in', email: '', password: '' }, 'acknowledged', {
      session: { id: 'x' },
    })
    expect(broken([signIn], { entries: [entry('ann', 'user:login:password', 'x')] })).toEqual(['session'])
  })

  test('a profile is what they chose last', () => {
    const choose = (language: 'en' | 'hi') => operation(ANN, { kind: 'language', language }, 'acknowledged')
    const users = new Map(stored().users).set('ann', { language: 'hi', branch: 'CSE' })
    const entries = [entry('ann', 'user:updated:profile', 'ann')]
    expect(broken([choose('hi')], { users, entries })).toEqual([])
    expect(broken([choose('hi')], { entries })).toEqual(['profile'])
    expect(broken([choose('hi'), choose('en')], { users, entries })).toEqual(['profile'])
  })

  test('a report is filed once, and stays as it was decided', () => {
    const file = operation(BEN, { kind: 'report', target: POST, token: ONE }, 'acknowledged', {
      report: { id: 'report', status: 'pending' },
    })
    const entries = [entry('ben', 'user:created:report', 'report')]
    const row = { reporterId: 'ben', targetId: 'post', text: ONE }
    const reports = (status: 'pending' | 'resolved') => new Map([['report', { ...row, status }]])
    expect(broken([file], { reports: reports('pending'), entries })).toEqual([])
    expect(broken([file], { entries })).toEqual(['report'])
    expect(broken([file], { reports: reports('resolved'), entries })).toEqual(['report'])
    const decide = operation(MOD, { kind: 'decide-report', reportId: 'report', status: 'resolved' }, 'acknowledged')
    const decided = [...entries, entry('mod', 'admin:updated:report', 'report')]
    expect(broken([file, decide], { reports: reports('resolved'), entries: decided })).toEqual([])
    expect(broken([file, decide], { reports: reports('pending'), entries: decided })).toEqual(['report'])
  })

  test('the author is told of a reply once, and of upvotes', () => {
    const reply = operation(BEN, { kind: 'comment', postId: 'post', parentId: null, token: ONE }, 'acknowledged', {
      comment: { ...content('comment', ONE), isBanned: false },
    })
    const final = {
      posts: new Map([['post', storedPost('older', { comments: 1 })]]),
      comments: new Map([['comment', storedComment(ONE)]]),
      entries: [entry('ben', 'user:created:comment', 'comment')],
    }
    const one = ['n', told('ann', 'replied', { commentId: 'comment' })] as const
    expect(broken([reply], { ...final, notifications: new Map([one]) })).toEqual([])
    expect(broken([reply], final)).toEqual(['notification'])
    expect(broken([reply], { ...final, notifications: new Map([one, ['m', one[1]]]) })).toEqual(['notification'])
    expect(broken([cast('acknowledged')], { ...VOTED, notifications: new Map() })).toEqual(['notification'])
  })

  test('what was marked as seen is seen', () => {
    const see = operation(ANN, { kind: 'mark-seen' }, 'acknowledged', { updated: 1 })
    const entries = [entry('ann', 'user:saw:notifications', 'ann')]
    const list = (isSeen: boolean) => ({ notifications: new Map([['n', told('ann', 'replied', { isSeen })]]) })
    expect(broken([see], { ...list(true), entries }, list(false))).toEqual([])
    expect(broken([see], { ...list(false), entries }, list(false))).toEqual(['notification'])
  })

  test('what a moderator removed is removed', () => {
    const ban = operation(MOD, { kind: 'moderate-post', postId: 'post', state: 'banned' }, 'acknowledged')
    const entries = [entry('mod', 'admin:banned:post', 'post')]
    const banned = { posts: new Map([['post', storedPost('older', { state: 'banned' })]]), entries }
    expect(broken([ban], banned)).toEqual([])
    expect(broken([ban], { entries })).toEqual(['post'])
    const read = operation(BEN, { kind: 'read-post', postId: 'post' }, 'acknowledged', { post: content('post', ONE) })
    expect(broken([ban, read], banned)).toContain('post')
  })
})
