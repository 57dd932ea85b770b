import { describe, expect, test } from 'bun:test'
import { outcomeOf } from '../faults/history/kinds'
import { type Event, unexplained } from '../faults/history/linearize'
import type { Outcome } from '../faults/history/operation'
import { toText } from '../faults/history/texts'
import {
  ANN,
  BEN,
  broken,
  cast,
  content,
  edit,
  entry,
  ONE,
  operation,
  PUBLISHED,
  publish,
  storedComment,
  storedPost,
  THREE,
  TWO,
  VOTED,
} from '../support/made-up-history'

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
    expect(broken([cast('unknown')], { ...VOTED, entries: [] })).toContain('vote')
    expect(broken([cast('unknown')], { entries: VOTED.entries })).toContain('vote')
  })

  test('that was not answered may have gone with the post that it is about', () => {
    const comment = () => operation(BEN, { kind: 'comment', id: 'post', parentId: null, token: TWO }, 'unknown')
    const deletion = () => operation(ANN, { kind: 'delete-post', id: 'post' }, 'acknowledged')
    const entries = [entry('ben', 'user:created:comment', 'met by nobody'), entry('ann', 'user:deleted:post', 'post')]
    const gone = { posts: new Map() }
    expect(broken([comment(), deletion()], { ...gone, entries })).toEqual([])
    expect(broken([comment(), deletion()], { ...gone, entries: [...entries, entries[0]!] })).toEqual(['audit'])
    expect(broken([comment()], { entries: entries.slice(0, 1) })).toEqual(['audit'])
  })

  test('that was refused is not there', () => {
    expect(broken([publish('STORAGE_UNAVAILABLE')], {})).toEqual([])
    expect(broken([publish('STORAGE_UNAVAILABLE')], PUBLISHED)).toContain('text')
    expect(broken([cast('STORAGE_UNAVAILABLE')], VOTED)).toContain('vote')
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
  })
})

describe('a read', () => {
  const read = (token: string, more: object = {}) =>
    operation(BEN, { kind: 'read-post', id: 'new' }, 'acknowledged', { post: content('new', token, more) })

  test('sees what was acknowledged before it', () => {
    expect(broken([publish('acknowledged'), read(ONE)], PUBLISHED)).toEqual([])
    expect(broken([publish('acknowledged'), read(TWO)], PUBLISHED)).toEqual(['post'])
    const missing = () => operation(ANN, { kind: 'read-post', id: 'new' }, 'NOT_FOUND')
    expect(broken([publish('acknowledged'), missing()], PUBLISHED)).toEqual(['post'])
    const part = { ...content('new', ONE), title: toText(TWO).title }
    const torn = operation(BEN, { kind: 'read-post', id: 'new' }, 'acknowledged', { post: part })
    expect(broken([publish('acknowledged'), torn], PUBLISHED)).toEqual(['post'])
  })

  test('never sees what an earlier one did not see, and nobody else wrote', () => {
    const edited = { posts: new Map([['post', storedPost(ONE)]]), entries: [entry('ann', 'user:updated:post', 'post')] }
    const seen = (token: string) =>
      operation(BEN, { kind: 'read-post', id: 'post' }, 'acknowledged', { post: content('post', token) })
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
  })

  test('of a whole thread has every comment', () => {
    const base = {
      posts: new Map([['post', storedPost('older', { comments: 1 })]]),
      comments: new Map([['comment', storedComment(ONE)]]),
    }
    const thread = (...tokens: string[]) =>
      operation(ANN, { kind: 'read-thread', id: 'post' }, 'acknowledged', {
        comments: tokens.map((token) => ({ ...content('comment', token), isBanned: false, isDeleted: false })),
        meta: { total: tokens.length },
      })
    expect(broken([thread(ONE)], base, base)).toEqual([])
    expect(broken([thread()], base, base)).toEqual(['comment'])
    expect(broken([thread(TWO)], base, base)).toEqual(['comment'])
  })
})
