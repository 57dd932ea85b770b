import { describe, expect, test } from 'bun:test'
import type { Me } from '../../../public/app/lib/me'
import {
  accountState,
  obstacle,
  type Person,
  searchQuery,
  suspensionEnd,
  toDay,
} from '../../../public/console/campus/accounts/people'
import {
  allowedStates,
  COMMENT_STATES,
  isForeign,
  POST_STATES,
  readStateFilter,
} from '../../../public/console/order/moderation/moderation'

const person = (over: Partial<Person> = {}) =>
  ({ id: 'p', role: 'user', status: 'ACTIVE', blocked: false, suspension: null, ...over }) as Person

describe('what the address asks for', () => {
  test('is found by name, or by a whole e-mail address', () => {
    expect(searchQuery({ query: 'heron' }, 1)).toEqual({ page: 1, limit: 20, query: 'heron' })
    expect(searchQuery({ query: '7@campus.edu' }, 2)).toEqual({ page: 2, limit: 20, email: '7@campus.edu' })
  })
  test('is narrowed down by what the API knows, and by nothing else', () => {
    const known = { role: 'admin', blocked: 'false', collegeId: 'c' } as const
    expect(searchQuery(known, 1)).toEqual({ page: 1, limit: 20, ...known })
    expect(searchQuery({ role: 'king', blocked: 'maybe', collegeId: '' }, 1)).toEqual({ page: 1, limit: 20 })
    const read = [{ state: 'banned' }, { state: 'odd' }, {}].map(readStateFilter)
    expect(read).toEqual(['banned', 'all', 'all'])
  })
})

test('what a moderator decided counts more than an unfinished registration', () => {
  const suspension = { ends: '2026-01-01T00:00:00.000Z', reason: 'r' }
  expect(accountState(person())).toBe('active')
  expect(accountState(person({ status: 'ONBOARDING' }))).toBe('unfinished')
  expect(accountState(person({ status: 'ONBOARDING', blocked: true }))).toBe('blocked')
  expect(accountState(person({ blocked: true, suspension }))).toBe('suspended')
})

test('nobody decides about themselves, and only superadmins about administrators', () => {
  const moderator = (role: Me['role']) => ({ id: 'm', role })
  expect(obstacle(moderator('admin'), person())).toBeUndefined()
  expect(obstacle(moderator('superadmin'), person({ id: 'm', role: 'superadmin' }))).toBe('own')
  expect(obstacle(moderator('superadmin'), { ...person(), isOwn: true })).toBe('ownAlias')
  expect(obstacle(moderator('admin'), person({ role: 'admin' }))).toBe('administrator')
  expect(obstacle(moderator('superadmin'), person({ role: 'superadmin' }))).toBeUndefined()
})

describe('a suspension', () => {
  const now = new Date(2026, 1, 27, 15, 30).getTime()
  test('ends so many days from now', () => {
    expect(suspensionEnd('3', '', now).getTime() - now).toBe(3 * 86_400_000)
  })
  test('ends when its last day does, at the end of a month, too', () => {
    expect(suspensionEnd('date', '2026-02-28', now)).toEqual(new Date(2026, 2, 1))
    expect(suspensionEnd('date', '2026-12-31', now)).toEqual(new Date(2027, 0, 1))
  })
  test('for today ends in the future', () => {
    expect(toDay(now)).toBe('2026-02-27')
    expect(suspensionEnd('date', toDay(now), now).getTime()).toBeGreaterThan(now)
  })
})

test('a moderator gives any other state, but does not pardon what is their own', () => {
  expect(allowedStates(POST_STATES, 'active', false)).toEqual(['banned', 'shadow_banned'])
  expect(allowedStates(POST_STATES, 'shadow_banned', false)).toEqual(['active', 'banned'])
  expect(allowedStates(POST_STATES, 'shadow_banned', true)).toEqual(['banned'])
  expect(allowedStates(COMMENT_STATES, 'banned', true)).toEqual([])
  expect(allowedStates(COMMENT_STATES, 'active', true)).toEqual(['banned'])
})

test('only the reading of what is private to another college leaves a trace', () => {
  const by = (collegeId: string) => ({ collegeId }) as NonNullable<Parameters<typeof isForeign>[0]['postedBy']>
  expect(isForeign({ isPrivate: true, postedBy: by('there') }, 'here')).toBe(true)
  expect(isForeign({ isPrivate: true, postedBy: null }, 'here')).toBe(true)
  expect(isForeign({ isPrivate: true, postedBy: by('here') }, 'here')).toBe(false)
  expect(isForeign({ isPrivate: false, postedBy: by('there') }, 'here')).toBe(false)
})
