import { describe, expect, test } from 'bun:test'
import { outcomeOf } from '../../faults/history/kinds'
import { type Event, unexplained } from '../../faults/history/linearize'
import type { Outcome } from '../../faults/history/operation'
import {
  ANN,
  BEN,
  breaks,
  cast,
  content,
  done,
  edit,
  entry,
  fits,
  MOD,
  ONE,
  operation,
  PUBLISHED,
  publish,
  readsPost,
  stored,
  storedComment,
  storedPost,
  THREE,
  TWO,
  told,
  VOTED,
  withPost,
} from '../../support/made-up-history'

// What judges the server under faults (tests/faults/history) must itself be judged: each rule accepts what may happen,
// and finds what was planted.

const COMMENTED = { ...withPost('older', { comments: 1 }), comments: new Map([['comment', storedComment(ONE)]]) }

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

describe('a write', () => {
  test('that was acknowledged is there, and is audited once', () => {
    fits([publish()], PUBLISHED)
    breaks(['audit', 'post'], [publish()], {})
    for (const entries of [[], [...PUBLISHED.entries, ...PUBLISHED.entries]])
      breaks('audit', [publish()], { ...PUBLISHED, entries })
    breaks('audit', [], { entries: PUBLISHED.entries })
  })

  test('that was not answered is there as a whole or not at all', () => {
    fits([publish('unknown')], PUBLISHED)
    fits([publish('unknown')], {})
    for (const part of [{ ...PUBLISHED, entries: [] }, { entries: PUBLISHED.entries }])
      breaks('audit', [publish('unknown')], part)
    breaks(['counter', 'vote'], [cast('unknown')], { ...VOTED, entries: [] })
    breaks(['counter', 'vote'], [cast('unknown')], { entries: VOTED.entries })
  })

  test('that was not answered may have gone with the post that it is about', () => {
    const comment = () => operation(BEN, { kind: 'comment', id: 'post', parentId: null, token: TWO }, 'unknown')
    const deletion = () => done(ANN, { kind: 'delete-post', id: 'post' })
    const entries = [entry('ben', 'user:created:comment', 'met by nobody'), entry('ann', 'user:deleted:post', 'post')]
    const gone = { posts: new Map() }
    fits([comment(), deletion()], { ...gone, entries })
    breaks('audit', [comment(), deletion()], { ...gone, entries: [...entries, entries[0]!] })
    breaks('audit', [comment()], { entries: entries.slice(0, 1) })
  })

  test('that was refused is not there', () => {
    fits([publish('STORAGE_UNAVAILABLE')], {})
    breaks(['audit', 'post', 'text'], [publish('STORAGE_UNAVAILABLE')], PUBLISHED)
    breaks(['audit', 'counter', 'vote'], [cast('STORAGE_UNAVAILABLE')], VOTED)
  })

  test('is there once, and not in part', () => {
    for (const [id, text] of [
      ['again', ONE],
      ['new', 'torn: …'],
    ] as const)
      breaks(['post', 'text'], [publish()], {
        ...PUBLISHED,
        posts: new Map([...PUBLISHED.posts, [id, storedPost(text)]]),
      })
  })

  test('comes after those that were acknowledged before it', () => {
    const entries = Array(2).fill(entry('ann', 'user:updated:post', 'post'))
    const after = (text: string) => ({ ...withPost(text), entries })
    const edits = () => [edit(ONE, 'acknowledged'), edit(TWO, 'acknowledged')]
    fits(edits(), after(TWO))
    breaks('post', edits(), after(ONE))
  })
})

describe('a read', () => {
  const read = (token: string) => readsPost(BEN, content('new', token))

  test('sees what was acknowledged before it', () => {
    fits([publish(), read(ONE)], PUBLISHED)
    breaks('post', [publish(), read(TWO)], PUBLISHED)
    const missing = () => operation(ANN, { kind: 'read-post', id: 'new' }, 'NOT_FOUND')
    breaks('post', [publish(), missing()], PUBLISHED)
  })

  test('never sees what an earlier one did not see, and nobody else wrote', () => {
    const edited = { ...withPost(ONE), entries: [entry('ann', 'user:updated:post', 'post')] }
    const seen = (token: string) => readsPost(BEN, content('post', token))
    const base = withPost(THREE)
    const unknown = () => edit(ONE, 'unknown')
    fits([unknown(), seen(THREE), seen(ONE)], edited, base)
    breaks('post', [unknown(), seen(ONE), seen(THREE)], edited, base)
  })

  test('may have seen what a power cut took, but only if it was not acknowledged', () => {
    const all = (outcome: Outcome) => [publish(outcome), read(ONE)]
    breaks(['audit', 'post'], all('unknown'), {})
    fits(all('unknown'), {}, {}, false)
    fits(all('unknown'), PUBLISHED, {}, false)
    breaks(['audit', 'post'], all('acknowledged'), {}, {}, false)
    breaks('post', [publish('unknown'), read(TWO)], {}, {}, false)
  })

  test('of a feed has the newest posts', () => {
    const feed = (...tokens: string[]) =>
      done(BEN, { kind: 'read-feed' }, { posts: tokens.map((token) => content('new', token)) })
    fits([publish(), feed(ONE)], PUBLISHED)
    breaks('feed', [publish(), feed()], PUBLISHED)
  })

  test('of a whole thread has every comment', () => {
    const thread = (...tokens: string[]) => {
      const comments = tokens.map((token) => ({ ...content('comment', token), isBanned: false, isDeleted: false }))
      return done(ANN, { kind: 'read-thread', id: 'post' }, { comments, meta: { total: tokens.length } })
    }
    fits([thread(ONE)], COMMENTED, COMMENTED)
    for (const other of [thread(), thread(TWO)]) breaks('comment', [other], COMMENTED, COMMENTED)
  })
})

describe('a vote', () => {
  test('is one for each account and target', () => {
    fits([cast()], VOTED)
    const twice = { ...VOTED, entries: [...VOTED.entries, ...VOTED.entries] }
    breaks(['counter', 'vote'], [cast(), cast()], twice)
    fits([cast(), cast('ALREADY_VOTED')], VOTED)
    breaks('vote', [cast('ALREADY_VOTED')], {})
  })

  test('on what its account wrote under an alias is not audited', () => {
    const aliases = new Map([['nobody', 'ben']])
    const posts = (upvotes: number) => new Map([['post', storedPost('older', { authorId: 'nobody', upvotes })]])
    const aliased = { aliases, posts: posts(0) }
    const voted = { ...VOTED, aliases, posts: posts(1) }
    fits([cast()], { ...voted, entries: [] }, aliased)
    fits([cast('unknown')], { ...voted, entries: [] }, aliased)
    breaks('audit', [cast()], voted, aliased)
  })

  test('goes with its target, and not without', () => {
    const gone = { posts: new Map(), entries: [entry('ann', 'user:deleted:post', 'post')] }
    const remove = () => done(ANN, { kind: 'delete-post', id: 'post' })
    fits([remove()], gone, VOTED)
    breaks('vote', [remove()], { ...gone, votes: VOTED.votes }, VOTED)
    breaks('vote', [], { posts: VOTED.posts }, VOTED)
  })

  test('is what its voter reads', () => {
    const read = (userVote: 'upvote' | null) => readsPost(BEN, content('post', ONE, { upvoteCount: 1, userVote }))
    const base = withPost(ONE)
    const final = { ...VOTED, ...withPost(ONE, { upvotes: 1 }) }
    fits([cast(), read('upvote')], final, base)
    breaks('vote', [cast(), read(null)], final, base)
  })

  test('and a bookmark is kept until it is removed', () => {
    const add = (outcome: Outcome | string) => operation(BEN, { kind: 'bookmark', id: 'post' }, outcome)
    const entries = [entry('ben', 'user:created:bookmark', 'post')]
    const bookmarks = new Set(['ben post'])
    fits([add('acknowledged')], { bookmarks, entries })
    breaks('bookmark', [add('acknowledged')], { entries })
    fits([add('acknowledged'), add('ALREADY_BOOKMARKED')], { bookmarks, entries })
    breaks('bookmark', [operation(BEN, { kind: 'unbookmark', id: 'post' }, 'NOT_FOUND')], { bookmarks }, { bookmarks })
  })
})

describe('a counter', () => {
  const view = (outcome: Outcome) => operation(BEN, { kind: 'view', id: 'post' }, outcome)
  const viewed = (views: number) => withPost(ONE, { views })
  const base = viewed(0)
  const read = (views: number) => readsPost(BEN, content('post', ONE, { views }))

  test('has what was acknowledged, and nothing that nobody did', () => {
    fits([view('acknowledged')], viewed(1), base)
    breaks('counter', [view('acknowledged')], viewed(0), base)
    fits([view('unknown')], viewed(0), base)
    fits([view('unknown')], viewed(1), base)
    breaks('counter', [view('unknown')], viewed(2), base)
    breaks('counter', [], viewed(1), base)
  })

  test('is read with what was counted before, and never goes back', () => {
    fits([view('acknowledged'), read(1)], viewed(1), base)
    breaks('counter', [view('acknowledged'), read(0)], viewed(1), base)
    fits([view('unknown'), read(1), read(1)], viewed(1), base)
    breaks('counter', [view('unknown'), read(1), read(0)], viewed(1), base)
  })
})

describe('of people', () => {
  test('a session lasts until it is ended', () => {
    const me = (outcome: Outcome | string) => operation(ANN, { kind: 'read-me' }, outcome)
    breaks('session', [me('UNAUTHENTICATED')], {})
    const out = done(ANN, { kind: 'sign-out' })
    const final = {
      sessions: new Map([BEN, MOD].map(({ userId, sessionId }) => [sessionId, userId])),
      entries: [entry('ann', 'user:logout:session', ANN.sessionId)],
    }
    fits([out, me('UNAUTHENTICATED')], final)
    breaks('session', [out], { entries: final.entries })
    breaks('session', [], { sessions: final.sessions })
    const signIn = done(ANN, { kind: 'sign-in' }, { session: { id: 'x' } })
    breaks('session', [signIn], { entries: [entry('ann', 'user:login:password', 'x')] })
  })

  test('a profile is what they chose last', () => {
    const choose = (language: 'en' | 'hi') => done(ANN, { kind: 'language', value: language })
    const users = new Map(stored().users).set('ann', { language: 'hi', branch: 'CSE' })
    const entries = [entry('ann', 'user:updated:profile', 'ann')]
    fits([choose('hi')], { users, entries })
    breaks('language', [choose('hi')], { entries })
    breaks('language', [choose('hi'), choose('en')], { users, entries })
  })

  test('a report is filed once, and stays as it was decided', () => {
    const file = done(BEN, { kind: 'report', id: 'post', token: ONE }, { report: { id: 'report' } })
    const entries = [entry('ben', 'user:created:report', 'report')]
    const row = { reporterId: 'ben', targetId: 'post', text: ONE }
    const reports = (status: 'pending' | 'resolved') => new Map([['report', { ...row, status }]])
    fits([file], { reports: reports('pending'), entries })
    breaks('report', [file], { entries })
    breaks('report', [file], { reports: reports('resolved'), entries })
    const decide = done(MOD, { kind: 'decide-report', id: 'report', value: 'resolved' })
    const decided = [...entries, entry('mod', 'admin:updated:report', 'report')]
    fits([file, decide], { reports: reports('resolved'), entries: decided })
    breaks('report', [file, decide], { reports: reports('pending'), entries: decided })
  })

  test('the author is told of a reply once, and of upvotes', () => {
    const reply = done(
      BEN,
      { kind: 'comment', id: 'post', parentId: null, token: ONE },
      { comment: { ...content('comment', ONE), isBanned: false } },
    )
    const final = {
      ...COMMENTED,
      entries: [entry('ben', 'user:created:comment', 'comment')],
    }
    const one = ['n', told('ann', 'replied', { commentId: 'comment' })] as const
    fits([reply], { ...final, notifications: new Map([one]) })
    breaks('notification', [reply], final)
    breaks('notification', [reply], { ...final, notifications: new Map([one, ['m', one[1]]]) })
    breaks('notification', [cast()], { ...VOTED, notifications: new Map() })
  })

  test('what was marked as seen is seen', () => {
    const see = done(ANN, { kind: 'mark-seen' }, { updated: 1 })
    const entries = [entry('ann', 'user:saw:notifications', 'ann')]
    const list = (isSeen: boolean) => ({ notifications: new Map([['n', told('ann', 'replied', { isSeen })]]) })
    fits([see], { ...list(true), entries }, list(false))
    breaks('notification', [see], { ...list(false), entries }, list(false))
  })

  test('what a moderator removed is removed', () => {
    const ban = done(MOD, { kind: 'moderate-post', id: 'post', value: 'banned' })
    const entries = [entry('mod', 'admin:banned:post', 'post')]
    const banned = { ...withPost('older', { state: 'banned' }), entries }
    fits([ban], banned)
    breaks('post', [ban], { entries })
    const read = readsPost(BEN, content('post', ONE))
    breaks('post', [ban, read], banned)
  })
})
