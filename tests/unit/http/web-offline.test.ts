import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ErrorCode } from '../../../client/routes'
import { type Copy, isFresh, kindOf, withCopy, withoutPath } from '../../../public/app/lib/shelf'
import { afterRefusal, isKeyKnown } from '../../../public/app/lib/waiting'

const DAY_MS = 86_400_000
const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const postPath = (number: number) => `/api/v1/posts/${uuid(number)}`
const threadPath = (number: number) => `/api/v1/comments/post/${uuid(number)}/tree?depth=50&limit=100`
const copyOf = (path: string, savedAt = 0, bytes = 1000): Copy => ({ path, name: `${path}@${savedAt}`, savedAt, bytes })
const paths = (copies: readonly Copy[]) => copies.map(({ path }) => path)

describe('what the device keeps of what somebody reads', () => {
  test('is who reads, the feed, opened posts and courses, and how threads begin, and nothing else', () => {
    const starts = ['/api/v1/auth/me', '/api/v1/instance']
    const kept = [
      ...starts,
      '/api/v1/posts?limit=20&sortBy=hot',
      postPath(1),
      threadPath(1),
      `/api/v1/courses/${uuid(1)}`,
    ]
    expect(kept.map(kindOf)).toEqual(['start', 'start', 'feed', 'post', 'thread', 'post'])
    const elsewhere = `posts?limit=20&cursor=abc posts/user/${uuid(1)}?limit=20 auth/sessions bookmarks/user?page=1
      notifications/list admin/manage/reports moderation/users/search?query=a`
    const others = [
      ...elsewhere.split(/\s+/).map((path) => `/api/v1/${path}`),
      ...[`${postPath(1)}/why?sortBy=hot`, `${threadPath(1)}&cursor=abc`, `${threadPath(1)}&comment=${uuid(2)}`],
    ]
    expect(others.map(kindOf)).toEqual(others.map(() => undefined))
    expect(withCopy([], copyOf(others[0]!))).toEqual([])
  })
  test('replaces what was read before of the same address', () => {
    expect(withCopy([copyOf(postPath(1), 1)], copyOf(postPath(1), 2))).toEqual([copyOf(postPath(1), 2)])
  })
  test('is no older than a week, and not from the future', () => {
    const found = [0, 7 * DAY_MS, 7 * DAY_MS + 1, -1].map((now) => isFresh(copyOf(postPath(1)), now))
    expect(found).toEqual([true, true, false, false])
    expect(paths(withCopy([copyOf(postPath(1))], copyOf(postPath(2), 8 * DAY_MS)))).toEqual([postPath(2)])
  })
  test('goes with a post that is gone, and with that alone', () => {
    const [feed, other] = ['/api/v1/posts?limit=20&sortBy=hot', '/api/v1/posts?limit=20&topic=1']
    const kept = [postPath(1), threadPath(1), feed, other, postPath(2), threadPath(2)].map((path) => ({
      ...copyOf(path),
      named: path === feed ? [uuid(1)] : [],
    }))
    const left = [other, postPath(2), threadPath(2)]
    for (const gone of [postPath(1), threadPath(1), `${threadPath(1)}&sort=new`])
      expect(paths(withoutPath(kept, gone))).toEqual(left)
    expect(paths(withoutPath(kept, '/api/v1/auth/me'))).toEqual(paths(kept))
  })
  test('of a thread is what was read last: in another order it shows what is gone from it by now', () => {
    const [best, latest] = [threadPath(1), `${threadPath(1)}&sort=new`]
    expect(paths(withCopy([copyOf(best), copyOf(threadPath(2))], copyOf(latest)))).toEqual([latest, threadPath(2)])
    const feeds = ['/api/v1/posts?limit=20&sortBy=hot', '/api/v1/posts?limit=20&topic=1']
    expect(paths(withCopy([copyOf(feeds[0]!)], copyOf(feeds[1]!)))).toEqual(feeds.toReversed())
  })
  test('is never more than 20 posts and a megabyte and a half, whatever is read, and who reads stays', () => {
    const reads = fc.array(fc.record({ number: fc.nat(60), kind: fc.nat(2), bytes: fc.nat(400_000) }), {
      maxLength: 90,
    })
    fc.assert(
      fc.property(reads, (all) => {
        let kept = [copyOf('/api/v1/auth/me')]
        all.forEach(({ number, kind, bytes }, at) => {
          const path = [postPath(number), threadPath(number), `/api/v1/posts?limit=20&topic=${number}`][kind]!
          kept = withCopy(kept, copyOf(path, at, bytes))
        })
        const count = (kind: string) => kept.filter(({ path }) => kindOf(path) === kind).length
        expect(count('start')).toBe(1)
        expect(count('post')).toBeLessThanOrEqual(20)
        expect(count('thread')).toBeLessThanOrEqual(20)
        expect(count('feed')).toBeLessThanOrEqual(2)
        expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(1_501_000)
        expect(new Set(paths(kept)).size).toBe(kept.length)
      }),
    )
  })
})

describe('what waits for a network', () => {
  test('is sent unless it may have arrived so long ago that its key is forgotten', () => {
    expect([1, 29, 30, -1].map((days) => isKeyKnown(0, days * DAY_MS))).toEqual([true, true, false, false])
  })
  test('stays if the refusal says nothing of it, and goes back to its author otherwise', () => {
    const next = (...codes: ErrorCode[]) => new Set(codes.map((code) => afterRefusal({ code })))
    expect(next('UNREACHABLE', 'UNAUTHENTICATED')).toEqual(new Set(['wait']))
    expect(next('RATE_LIMITED', 'BUSY', 'NOT_READY', 'STORAGE_UNAVAILABLE', 'INTERNAL')).toEqual(new Set([5]))
    expect(afterRefusal({ code: 'RATE_LIMITED', retryAfter: 60 })).toBe(60)
    const refused = next('CONTENT_POLICY_VIOLATION', 'USER_SUSPENDED', 'USER_BLOCKED', 'NOT_FOUND', 'DUPLICATE')
    expect(refused).toEqual(new Set(['return']))
  })
})
