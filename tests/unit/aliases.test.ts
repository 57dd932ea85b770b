import { describe, expect, test } from 'bun:test'
import { resolveAlias } from '../../src/api/http/aliases'

describe('an alternative base', () => {
  test.each([
    ['/auth/me', '/api/v1/auth/me'],
    ['/api/auth/me', '/api/v1/auth/me'],
    ['/api/users/me', '/api/v1/users/me'],
    ['/comments/post/1', '/api/v1/comments/post/1'],
    ['/vote', '/api/v1/votes'],
    ['/vote/', '/api/v1/votes/'],
    ['/api/v1/vote', '/api/v1/votes'],
    ['/bookmark/user', '/api/v1/bookmarks/user'],
    ['/api/v1/bookmark/user', '/api/v1/bookmarks/user'],
    ['/api/colleges/1/branches', '/api/v1/colleges/1/branches'],
    ['/admin/manage/logs', '/api/v1/admin/manage/logs'],
    ['/api/admin/manage/logs', '/api/v1/admin/manage/logs'],
    ['/moderation/users', '/api/v1/moderation/users'],
    ['/moderation/reports/1', '/api/v1/reports/1'],
    ['/api/v1/moderation/reports', '/api/v1/reports'],
    ['/moderation/reportsofother', '/api/v1/moderation/reportsofother'],
    ['/feedbacks/1/status', '/api/v1/feedbacks/1/status'],
    ['/notifications/list', '/api/v1/notifications/list'],
  ])('%s stands for %s', (alias, base) => {
    expect(resolveAlias(alias)).toBe(base)
  })
  test.each([
    '/',
    '/api/v1/auth/me',
    '/api/v1/votes',
    '/api/v1/bookmarks/user',
    '/api/v1/reports',
    '/api/v1/moderation/users',
    '/authority',
    '/voted',
    '/administrators',
    '/AUTH/me',
    '//auth/me',
    '/x/auth/me',
    '/api/posts',
    '/posts',
    '/healthz',
  ])('%s stands for nothing else', (path) => {
    expect(resolveAlias(path)).toBeUndefined()
  })
  test('what an alias stands for is none itself', () => {
    for (const alias of ['/auth', '/vote', '/bookmark', '/moderation/reports', '/admin', '/feedbacks'])
      expect(resolveAlias(resolveAlias(alias) ?? '')).toBeUndefined()
  })
})
