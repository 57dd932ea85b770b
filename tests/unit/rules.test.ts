import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { activeSanction, type Sanction, sanctionFields } from '../../src/core/access/sanctions'
import { findTopic } from '../../src/core/posts/topics'
import {
  type AnyViewer,
  type PostAccess,
  type PostFacts,
  postAccess,
  threadAccess,
} from '../../src/core/posts/visibility'
import { toVoteType, toVoteValue, type VoteType } from '../../src/core/posts/vote-type'
import { voteChange } from '../../src/core/votes/rules'

const HOME = 'college-home'
const AUTHOR = 'user-author'

const reader = (id: string, collegeId = HOME, role: 'user' | 'admin' | 'superadmin' = 'user'): AnyViewer => ({
  id,
  collegeId,
  role,
})
const READERS: Record<string, AnyViewer> = {
  stranger: null,
  author: reader(AUTHOR),
  mate: reader('user-mate'),
  outsider: reader('user-outsider', 'college-away'),
  admin: reader('user-admin', 'college-away', 'admin'),
  superadmin: reader('user-root', 'college-away', 'superadmin'),
}

const post = (
  isPrivate: boolean,
  moderationState: PostFacts['moderationState'],
  authorId: string | null = AUTHOR,
): PostFacts => ({ id: 'post', authorId, collegeId: HOME, isPrivate, moderationState })

type Row = [boolean, PostFacts['moderationState'], keyof typeof READERS, post: PostAccess, thread: PostAccess]

const LETTERS: Record<string, PostAccess> = {
  r: 'readable',
  s: 'session_needed',
  o: 'other_college',
  '-': 'missing',
}
/** What each of READERS gets, in their order: of the post, and of its thread where that is another. */
const access = (isPrivate: boolean, state: PostFacts['moderationState'], post: string, thread = post): Row[] =>
  Object.keys(READERS).map((who, at) => [isPrivate, state, who, LETTERS[post[at]!]!, LETTERS[thread[at]!]!])
const ROWS = [
  ...access(false, 'active', 'rrrrrr'),
  ...access(true, 'active', 'srrorr'),
  ...[true, false].flatMap((isPrivate) => [
    ...access(isPrivate, 'banned', '----rr'),
    ...access(isPrivate, 'shadow_banned', '-r--rr', '----rr'),
  ]),
]

describe('who may read a post and its thread', () => {
  test.each(ROWS)('private %p, %s, %s: %s, thread %s', (isPrivate, state, who, reading, thread) => {
    const subject = post(isPrivate, state)
    expect(postAccess(subject, READERS[who] ?? null)).toBe(reading)
    expect(threadAccess(subject, READERS[who] ?? null)).toBe(thread)
  })
  test('every reader of every kind of post is decided here', () => {
    expect(new Set(ROWS.map(([isPrivate, state, who]) => `${isPrivate} ${state} ${who}`)).size).toBe(
      2 * 3 * Object.keys(READERS).length,
    )
  })
  test('a post that lost its author is nobody’s own', () => {
    expect(postAccess(post(false, 'shadow_banned', null), READERS.author ?? null)).toBe('missing')
    expect(postAccess(post(true, 'active', null), READERS.mate ?? null)).toBe('readable')
    expect(postAccess(post(true, 'active', null), READERS.stranger ?? null)).toBe('session_needed')
  })
})

describe('which topic is meant', () => {
  const topics = ['Ask Campus', 'Rant / Vent', 'C++ Corner', '100% Fun']
  test.each([
    ['Ask Campus', 'Ask Campus'],
    [' ask CAMPUS ', 'Ask Campus'],
    ['Rant+/+Vent', 'Rant / Vent'],
    ['rant%20%2F%20vent', 'Rant / Vent'],
    ['Rant+%2f+Vent', 'Rant / Vent'],
    ['C++ Corner', 'C++ Corner'],
    ['c%2B%2B%20corner', 'C++ Corner'],
    ['100% fun', '100% Fun'],
  ])('%s is %s', (given, topic) => expect(findTopic(topics, given)).toBe(topic))
  test.each(['', ' ', 'Rant', 'Ask', '%', '%zz', 'Ask Campus!', '_'.repeat(10)])('%p is none', (given) => {
    expect(findTopic(topics, given)).toBeUndefined()
  })
})

describe('sanctions', () => {
  const NOW = '2026-03-01T12:00:00.000Z'
  const block: Sanction = { kind: 'block', reason: 'Spam', endsAt: null }
  const until = (endsAt: string): Sanction => ({ kind: 'suspension', reason: 'Cool down', endsAt })

  afterEach(() => void setSystemTime())

  describe('a sanction', () => {
    test('a block holds until it is lifted', () => expect(activeSanction(block, Date.parse('2099-01-01'))).toBe(block))
    test('a suspension lifts by itself, at its end', () => {
      const suspension = until(NOW)
      expect(activeSanction(suspension, Date.parse(NOW) - 1)).toBe(suspension)
      expect(activeSanction(suspension, Date.parse(NOW))).toBeNull()
      expect(activeSanction(null)).toBeNull()
    })
  })

  describe('what is shown', () => {
    test.each([
      ['no sanction', null, { blocked: false, suspension: null }],
      ['a block', block, { blocked: true, suspension: null }],
      [
        'a suspension that runs',
        until('2026-03-01T12:00:00.001Z'),
        { blocked: true, suspension: { ends: '2026-03-01T12:00:00.001Z', reason: 'Cool down' } },
      ],
      ['a suspension that is over', until(NOW), { blocked: false, suspension: null }],
    ] as const)('of %s', (_, sanction, shown) => {
      setSystemTime(new Date(NOW))
      expect(sanctionFields(sanction)).toEqual(shown)
    })
  })
})

type Held = VoteType | null
type VoteRow = [row: string, before: Held, after: Held, upvotes: number, downvotes: number, karma: number]

const VOTE_TABLE: VoteRow[] = [
  ['none → POST → upvote: author karma +1', null, 'upvote', 1, 0, 1],
  ['none → POST → downvote: author karma -1', null, 'downvote', 0, 1, -1],
  ['upvote → PATCH differs → downvote: karma changes by 2, down', 'upvote', 'downvote', -1, 1, -2],
  ['downvote → PATCH differs → upvote: karma changes by 2, up', 'downvote', 'upvote', 1, -1, 2],
  ['upvote → PATCH equal → unchanged: nothing changes', 'upvote', 'upvote', 0, 0, 0],
  ['downvote → PATCH equal → unchanged: nothing changes', 'downvote', 'downvote', 0, 0, 0],
  ['upvote → DELETE → none: karma reversed', 'upvote', null, -1, 0, -1],
  ['downvote → DELETE → none: karma reversed', 'downvote', null, 0, -1, 1],
  ['none → PATCH or DELETE → unchanged', null, null, 0, 0, 0],
]
const STATES: Held[] = [null, 'upvote', 'downvote']

describe('what a change of a vote adds', () => {
  test.each(VOTE_TABLE)('%s', (_, before, after, upvotes, downvotes, karma) => {
    expect(voteChange(before, after)).toEqual({ upvotes, downvotes, karma })
  })
  test('every pair of states has its row', () => {
    expect(new Set(VOTE_TABLE.map(([, before, after]) => `${before} ${after}`)).size).toBe(STATES.length ** 2)
  })
  test('karma is upvotes less downvotes, and the way does not matter', () => {
    const sum = (...path: Held[]) =>
      path.slice(1).reduce(
        (total, after, index) => {
          const change = voteChange(path[index] ?? null, after)
          expect(change.karma).toBe(change.upvotes - change.downvotes)
          return {
            upvotes: total.upvotes + change.upvotes,
            downvotes: total.downvotes + change.downvotes,
            karma: total.karma + change.karma,
          }
        },
        { upvotes: 0, downvotes: 0, karma: 0 },
      )
    for (const from of STATES)
      for (const over of STATES) for (const to of STATES) expect(sum(from, over, to)).toEqual(sum(from, to))
  })
  test('what is stored reads back as what was cast', () => {
    for (const type of ['upvote', 'downvote'] as const) expect(toVoteType(toVoteValue(type))).toBe(type)
    expect(toVoteValue('upvote')).toBe(1)
  })
})
