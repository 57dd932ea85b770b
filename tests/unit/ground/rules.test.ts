import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { findTopic } from '../../../src/forum/posts/fields'
import { postAccess } from '../../../src/forum/posts/visibility'
import { type Sanction, sanctionFields } from '../../../src/ground/access/sanctions'

test('a post that lost its author is nobody’s own', () => {
  const post = { id: 'post', authorId: null, collegeId: 'home', isPrivate: 1, moderationState: 'active' } as const
  const mate = { id: 'mate', collegeId: 'home', role: 'user', aliases: new Set<string>() } as const
  expect(postAccess({ ...post, isPrivate: 0, moderationState: 'shadow_banned' }, mate)).toBe('missing')
  expect(postAccess(post, mate)).toBe('readable')
  expect(postAccess(post, null)).toBe('session_needed')
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

describe('what is shown of a sanction', () => {
  const NOW = '2026-03-01T12:00:00.000Z'
  const block: Sanction = { kind: 'block', reason: 'Spam', endsAt: null }
  const until = (endsAt: string): Sanction => ({ kind: 'suspension', reason: 'Cool down', endsAt })

  afterEach(() => void setSystemTime())

  test.each([
    ['no sanction', null, { blocked: false, suspension: null }],
    ['a block', block, { blocked: true, suspension: null }],
    [
      'a suspension that runs',
      until('2026-03-01T12:00:00.001Z'),
      { blocked: true, suspension: { ends: '2026-03-01T12:00:00.001Z', reason: 'Cool down' } },
    ],
    ['a suspension that is over', until(NOW), { blocked: false, suspension: null }],
  ] as const)('%s', (_, sanction, shown) => {
    setSystemTime(new Date(NOW))
    expect(sanctionFields(sanction)).toEqual(shown)
  })
})
