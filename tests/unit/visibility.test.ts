import { describe, expect, test } from 'bun:test'
import { findTopic } from '../../src/core/posts/topics'
import {
  type AnyViewer,
  type PostAccess,
  type PostFacts,
  postAccess,
  threadAccess,
} from '../../src/core/posts/visibility'

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
): PostFacts => ({
  id: 'post',
  authorId,
  collegeId: HOME,
  isPrivate,
  moderationState,
})

type Row = [
  isPrivate: boolean,
  state: PostFacts['moderationState'],
  who: keyof typeof READERS,
  post: PostAccess,
  thread: PostAccess,
]

const ROWS: Row[] = [
  ...Object.keys(READERS).map((who): Row => [false, 'active', who, 'readable', 'readable']),
  [true, 'active', 'stranger', 'session_needed', 'session_needed'],
  [true, 'active', 'author', 'readable', 'readable'],
  [true, 'active', 'mate', 'readable', 'readable'],
  [true, 'active', 'outsider', 'other_college', 'other_college'],
  [true, 'active', 'admin', 'readable', 'readable'],
  [true, 'active', 'superadmin', 'readable', 'readable'],
  ...[true, false].flatMap((isPrivate): Row[] => [
    [isPrivate, 'banned', 'stranger', 'missing', 'missing'],
    [isPrivate, 'banned', 'author', 'missing', 'missing'],
    [isPrivate, 'banned', 'mate', 'missing', 'missing'],
    [isPrivate, 'banned', 'outsider', 'missing', 'missing'],
    [isPrivate, 'banned', 'admin', 'readable', 'readable'],
    [isPrivate, 'banned', 'superadmin', 'readable', 'readable'],
    [isPrivate, 'shadow_banned', 'stranger', 'missing', 'missing'],
    [isPrivate, 'shadow_banned', 'author', 'readable', 'missing'],
    [isPrivate, 'shadow_banned', 'mate', 'missing', 'missing'],
    [isPrivate, 'shadow_banned', 'outsider', 'missing', 'missing'],
    [isPrivate, 'shadow_banned', 'admin', 'readable', 'readable'],
    [isPrivate, 'shadow_banned', 'superadmin', 'readable', 'readable'],
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
  ])('%s is %s', (given, topic) => {
    expect(findTopic(topics, given)).toBe(topic)
  })
  test.each(['', ' ', 'Rant', 'Ask', '%', '%zz', 'Ask Campus!', '_'.repeat(10)])('%p is none', (given) => {
    expect(findTopic(topics, given)).toBeUndefined()
  })
})
