import { describe, expect, test } from 'bun:test'
import type { Outcome } from '../faults/history/operation'
import {
  ANN,
  BEN,
  broken,
  cast,
  content,
  entry,
  MOD,
  ONE,
  operation,
  stored,
  storedComment,
  storedPost,
  told,
  VOTED,
} from '../support/made-up-history'

// The rules of votes, counters and people; those of posts and comments are in history-checker.test.ts.

describe('a vote', () => {
  test('is one for each account and target', () => {
    expect(broken([cast('acknowledged')], VOTED)).toEqual([])
    const twice = { ...VOTED, entries: [...VOTED.entries, ...VOTED.entries] }
    expect(broken([cast('acknowledged'), cast('acknowledged')], twice)).toContain('vote')
    expect(broken([cast('acknowledged'), cast('ALREADY_VOTED')], VOTED)).toEqual([])
    expect(broken([cast('ALREADY_VOTED')], {})).toEqual(['vote'])
  })

  test('on what its account wrote under an alias is not audited', () => {
    const aliases = new Map([['nobody', 'ben']])
    const posts = (upvotes: number) => new Map([['post', storedPost('older', { authorId: 'nobody', upvotes })]])
    const aliased = { aliases, posts: posts(0) }
    const voted = { ...VOTED, aliases, posts: posts(1) }
    expect(broken([cast('acknowledged')], { ...voted, entries: [] }, aliased)).toEqual([])
    expect(broken([cast('unknown')], { ...voted, entries: [] }, aliased)).toEqual([])
    expect(broken([cast('acknowledged')], voted, aliased)).toEqual(['audit'])
  })

  test('goes with its target, and not without', () => {
    const gone = { posts: new Map(), entries: [entry('ann', 'user:deleted:post', 'post')] }
    const remove = () => operation(ANN, { kind: 'delete-post', id: 'post' }, 'acknowledged')
    expect(broken([remove()], gone, VOTED)).toEqual([])
    expect(broken([remove()], { ...gone, votes: VOTED.votes }, VOTED)).toEqual(['vote'])
    expect(broken([], { posts: VOTED.posts }, VOTED)).toEqual(['vote'])
  })

  test('is what its voter reads', () => {
    const read = (userVote: 'upvote' | null) =>
      operation(BEN, { kind: 'read-post', id: 'post' }, 'acknowledged', {
        post: { ...content('post', ONE, { upvoteCount: 1 }), userVote },
      })
    const base = { posts: new Map([['post', storedPost(ONE)]]) }
    const final = { ...VOTED, posts: new Map([['post', storedPost(ONE, { upvotes: 1 })]]) }
    expect(broken([cast('acknowledged'), read('upvote')], final, base)).toEqual([])
    expect(broken([cast('acknowledged'), read(null)], final, base)).toEqual(['vote'])
  })

  test('and a bookmark is kept until it is removed', () => {
    const add = (outcome: Outcome | string) => operation(BEN, { kind: 'bookmark', id: 'post' }, outcome)
    const entries = [entry('ben', 'user:created:bookmark', 'post')]
    const bookmarks = new Set(['ben post'])
    expect(broken([add('acknowledged')], { bookmarks, entries })).toEqual([])
    expect(broken([add('acknowledged')], { entries })).toEqual(['bookmark'])
    expect(broken([add('acknowledged'), add('ALREADY_BOOKMARKED')], { bookmarks, entries })).toEqual([])
    expect(
      broken([operation(BEN, { kind: 'unbookmark', id: 'post' }, 'NOT_FOUND')], { bookmarks }, { bookmarks }),
    ).toEqual(['bookmark'])
  })
})

describe('a counter', () => {
  const view = (outcome: Outcome) => operation(BEN, { kind: 'view', id: 'post' }, outcome)
  const viewed = (views: number) => ({ posts: new Map([['post', storedPost(ONE, { views })]]) })
  const base = viewed(0)
  const read = (views: number) =>
    operation(BEN, { kind: 'read-post', id: 'post' }, 'acknowledged', { post: content('post', ONE, { views }) })

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
    const signIn = operation(ANN, { kind: 'sign-in' }, 'acknowledged', {
      session: { id: 'x' },
    })
    expect(broken([signIn], { entries: [entry('ann', 'user:login:password', 'x')] })).toEqual(['session'])
  })

  test('a profile is what they chose last', () => {
    const choose = (language: 'en' | 'hi') => operation(ANN, { kind: 'language', value: language }, 'acknowledged')
    const users = new Map(stored().users).set('ann', { language: 'hi', branch: 'CSE' })
    const entries = [entry('ann', 'user:updated:profile', 'ann')]
    expect(broken([choose('hi')], { users, entries })).toEqual([])
    expect(broken([choose('hi')], { entries })).toEqual(['language'])
    expect(broken([choose('hi'), choose('en')], { users, entries })).toEqual(['language'])
  })

  test('a report is filed once, and stays as it was decided', () => {
    const file = operation(BEN, { kind: 'report', id: 'post', token: ONE }, 'acknowledged', {
      report: { id: 'report' },
    })
    const entries = [entry('ben', 'user:created:report', 'report')]
    const row = { reporterId: 'ben', targetId: 'post', text: ONE }
    const reports = (status: 'pending' | 'resolved') => new Map([['report', { ...row, status }]])
    expect(broken([file], { reports: reports('pending'), entries })).toEqual([])
    expect(broken([file], { entries })).toEqual(['report'])
    expect(broken([file], { reports: reports('resolved'), entries })).toEqual(['report'])
    const decide = operation(MOD, { kind: 'decide-report', id: 'report', value: 'resolved' }, 'acknowledged')
    const decided = [...entries, entry('mod', 'admin:updated:report', 'report')]
    expect(broken([file, decide], { reports: reports('resolved'), entries: decided })).toEqual([])
    expect(broken([file, decide], { reports: reports('pending'), entries: decided })).toEqual(['report'])
  })

  test('the author is told of a reply once, and of upvotes', () => {
    const reply = operation(BEN, { kind: 'comment', id: 'post', parentId: null, token: ONE }, 'acknowledged', {
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
    const ban = operation(MOD, { kind: 'moderate-post', id: 'post', value: 'banned' }, 'acknowledged')
    const entries = [entry('mod', 'admin:banned:post', 'post')]
    const banned = { posts: new Map([['post', storedPost('older', { state: 'banned' })]]), entries }
    expect(broken([ban], banned)).toEqual([])
    expect(broken([ban], { entries })).toEqual(['post'])
    const read = operation(BEN, { kind: 'read-post', id: 'post' }, 'acknowledged', { post: content('post', ONE) })
    expect(broken([ban, read], banned)).toContain('post')
  })
})
