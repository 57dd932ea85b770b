import { describe, expect, test } from 'bun:test'
import { isListed } from '../../../src/ground/audit/actions'
import { backgroundIdle } from '../../../src/lib/process/background'
import { comment, publish, report } from '../../support/content'
import type { Logs } from '../../support/contract'
import {
  administrator,
  expectWithout,
  fails,
  HOUR,
  later,
  login,
  newEmail,
  type Person,
  student,
  useCampus,
  useNotifications,
  Visitor,
} from '../../support/kit'
import { PushedBrowser } from '../../support/push-service'
import { attempts, auditEntries } from '../../support/traces'

const { ann, ben, cat, admin, root } = await useCampus()
useNotifications()

const logs = (by: Person, query = ''): Promise<Logs> => by.get(`admin/manage/logs?limit=100&${query}`)
const totalFor = async (by: Person, query = ''): Promise<number> => (await logs(by, query)).pagination.total
const actionsFor = async (by: Person, query = ''): Promise<string[]> =>
  (await logs(by, query)).data.map(({ action }) => action)

const target = (kind: string, id: string) => ({ kind, target: kind === 'post' ? id : 'Ask Campus' })

/** What students do that no administrator may list, and the action that it is in the log. */
const HIDDEN: [action: string, act: (by: Person, postId: string) => Promise<unknown>][] = [
  ['user:upvoted:post', (by, targetId) => by.post('votes', vote(targetId, 'upvote'))],
  ['user:switched:vote:on:post', (by, targetId) => by.patch('votes', vote(targetId, 'downvote'))],
  ['user:withdrew:vote:on:post', (by, targetId) => by.delete('votes', vote(targetId))],
  ['user:created:bookmark', (by, postId) => by.post('bookmarks', { postId })],
  ['user:deleted:bookmark', (by, postId) => by.delete(`bookmarks/delete/${postId}`)],
  ...(['post', 'topic'] as const).flatMap((kind): typeof HIDDEN => [
    [`user:followed:${kind}`, (by, id) => by.put('follows', target(kind, id))],
    [`user:unfollowed:${kind}`, (by, id) => by.delete('follows', target(kind, id))],
  ]),
  ...(['post', 'topic', 'word'] as const).flatMap((kind): typeof HIDDEN => [
    [`user:muted:${kind}`, (by, id) => by.put('mutes', target(kind, id))],
    [`user:unmuted:${kind}`, (by, id) => by.delete('mutes', target(kind, id))],
  ]),
  [
    'user:subscribed:push',
    (by) => by.put('push/subscription', new PushedBrowser().subscriptionAt('https://push.example.org/abc')),
  ],
  ['user:changed:digest', (by) => by.put('digest', { isOn: true })],
  ['user:unsubscribed:push', (by) => by.delete('push/subscription')],
  ['user:changed:notification-settings', (by) => by.patch('notifications/settings', { upvotes: { inbox: false } })],
  ['user:created:report', (by, postId) => report(by, postId)],
  ['user:blocked:user', (by) => by.post(`users/block/${ann.id}`)],
  ['user:unblocked:user', (by) => by.post(`users/unblock/${ann.id}`)],
  ['user:login:password', ({ email }) => login(email)],
  ['user:logout:other-sessions', (by) => by.post('auth/logout-all')],
]
const vote = (targetId: string, voteType?: string) => ({ targetType: 'post', targetId, ...(voteType && { voteType }) })

test('what students do unseen is in no list, by no filter, no order and in no total, for admin and superadmin', async () => {
  const post = await publish(ann)
  const voter = await student()
  const before = [await totalFor(admin), await totalFor(root), await totalFor(admin, `entityId=${post.id}`)]
  for (const [action, act] of HIDDEN) {
    await act(voter, post.id)
    expect({ action, written: auditEntries(voter.id).map((each) => each.action) }).toMatchObject({
      action,
      written: expect.arrayContaining([action]),
    })
    for (const by of [admin, root]) {
      expect(await totalFor(by, `action=${action}`)).toBe(0)
      expect((await logs(by, `action=${action}`)).data).toEqual([])
    }
  }
  expect([await totalFor(admin), await totalFor(root), await totalFor(admin, `entityId=${post.id}`)]).toEqual(before)
  for (const sortBy of ['timestamp', 'action', 'actorId'])
    for (const sortOrder of ['asc', 'desc'])
      for (const by of [admin, root]) {
        const { data, pagination } = await logs(by, `sortBy=${sortBy}&sortOrder=${sortOrder}`)
        expectWithout(data, voter.id)
        expect(data.filter(({ action }) => !isListed(action))).toEqual([])
        expect(pagination.total).toBe(data.length)
      }
  expect(await actionsFor(admin, `entityId=${post.id}`)).toEqual(['user:created:post'])
})

describe('the history of one account', () => {
  test('shows a superadmin everything that it did, once recorded for each request', async () => {
    const voter = await student({ email: newEmail() })
    const post = await publish(ann)
    await voter.visitor.post('votes', vote(post.id, 'upvote'))
    const history = await logs(root, `actorId=${voter.id}`)
    expect(history.data.map(({ action }) => action).toReversed()).toEqual(
      `user:created:account user:login:password user:completed:onboarding
    user:accepted:terms user:upvoted:post`.split(/\s+/),
    )
    expect(history.data[0]).toMatchObject({ entityId: post.id, ip: '127.0.0.1' })
    expect(history.pagination.total).toBe(5)
    const opened = () => auditEntries(voter.id).filter(({ action }) => action === 'admin:read:history')
    expect(opened()).toMatchObject([
      { actorId: root.id, actorRole: 'superadmin', entityType: 'user', entityId: voter.id },
    ])
    await logs(root, `actorId=${voter.id}&action=user:upvoted:post`)
    expect(opened()).toHaveLength(2)
    expect((await logs(admin, `entityId=${voter.id}`)).data).toMatchObject([
      { action: 'admin:read:history', actorId: root.id },
      { action: 'admin:read:history', actorId: root.id },
    ])
  })
  test('is not opened by a list without an account, by an admin, or by a student', async () => {
    const opened = () => attempts('admin:read:history').length
    const before = opened()
    await logs(root)
    await logs(root, `entityId=${ann.id}`)
    await logs(admin, `actorId=${ann.id}`)
    await fails(ann.visitor.get(`admin/manage/logs?actorId=${ben.id}`), 'FORBIDDEN')
    expect(opened()).toBe(before)
  })
  test('alone shows where a student was: a list would lead from an attempt to the account of the same network', async () => {
    const post = await publish(ann)
    const [entry] = (await logs(root, `entityId=${post.id}`)).data
    expect(entry).toMatchObject({ action: 'user:created:post', ip: null, userAgent: null })
    const history = await logs(root, `actorId=${ann.id}&entityId=${post.id}`)
    const own = (await logs(root, 'action=admin:read:history')).data[0]
    expect(own).toMatchObject({ ip: '127.0.0.1' })
    expect(history.data[0]).toMatchObject({ ip: '127.0.0.1' })
  })
})

describe('an attempt without a session', () => {
  const fail = (email: string) => login(email, 'wrong but long')
  const hashes = (action: string, last: number) =>
    attempts(action)
      .slice(-last)
      .map(({ subjectHash }) => subjectHash)
  test('names no account and no request, and does not differ for an address without one', async () => {
    const [known, unknown] = [ann.email, newEmail()]
    for (const email of [known, unknown]) {
      await fail(email)
      await new Visitor().post('auth/otp/login/send', { email })
      await new Visitor().post('auth/otp/login/verify', { email, otp: '000000' })
      await new Visitor().post('auth/password/forgot', { email })
      await backgroundIdle()
    }
    for (const [action, times] of [
      ['user:failed:login', 4],
      ['user:requested:otp', 2],
      ['user:requested:password-reset', 2],
    ] as const) {
      const written = attempts(action).slice(-times)
      expect(written).toHaveLength(times)
      for (const each of written) expect(each).toMatchObject({ entityId: null, actorId: null, requestId: null })
      const kinds = written.map(({ number: _number, timestamp: _time, hash: _sealed, subjectHash: _hash, ...rest }) =>
        JSON.stringify(rest),
      )
      expect(kinds.slice(0, times / 2)).toEqual(kinds.slice(times / 2))
      expect(new Set(written.map(({ subjectHash }) => subjectHash)).size).toBe(2)
    }
    later(HOUR)
    for (const by of [admin, root]) {
      const { data } = await logs(by, 'action=user:failed:login')
      expect(data.length).toBeGreaterThan(0)
      const nobody = {
        requestId: null,
        entityId: null,
        actorId: null,
        ...(by === admin && { ip: null, userAgent: null }),
      }
      for (const entry of data) expect(entry).toMatchObject({ ...nobody, subjectHash: expect.any(String) })
      expectWithout(data, ann.id, known)
    }
  })
  test('shows that the same address was meant again, and nothing from one day or kind to another', async () => {
    const [one, other] = [newEmail(), newEmail()]
    await fail(one)
    await fail(one.toUpperCase())
    await fail(other)
    const [first, second, third] = hashes('user:failed:login', 3)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first as string)
    expect(third).not.toBe(first as string)
    await new Visitor().post('auth/otp/login/send', { email: one })
    expect(hashes('user:requested:otp', 1)).not.toEqual([first as string])
    later(86_400_000)
    await fail(one)
    expect(hashes('user:failed:login', 1)).not.toEqual([first as string])
  })
})

describe('an administrator who reads private posts of another college', () => {
  const lists = (by: Person) => auditEntries(by.id).filter(({ action }) => action === 'admin:read:posts')
  test.each([
    ['the feed', () => 'posts?limit=50'],
    ['by views, which no cache holds', () => 'posts?limit=50&sortBy=views'],
    ['the posts of the college', () => `posts/college/${cat.user.collegeId}?limit=50`],
    ['the posts of a branch', () => 'posts/branch/ECE?limit=50'],
    ['the posts of the author', () => `posts/user/${cat.id}?limit=50`],
  ])('in %s: one entry a request, with their number, cached or not', async (_, path) => {
    for (const { id } of (await await cat.get(`posts/user/${cat.id}?limit=50`)).posts)
      await cat.visitor.delete(`posts/${id}`)
    await publish(cat, { isPrivate: true })
    await publish(cat, { isPrivate: true })
    await publish(cat)
    const reader = await administrator()
    for (const times of [1, 2]) {
      await reader.get(path())
      expect(lists(reader)).toHaveLength(times)
    }
    expect(lists(reader)[0]).toMatchObject({ entityId: null, metadata: '{"isPrivate":true,"count":2}' })
  })
  test('among the bookmarks, and in the answers that the inbox shows', async () => {
    const reader = await administrator()
    const post = await publish(cat, { isPrivate: true })
    await reader.visitor.post('bookmarks', { postId: post.id })
    expect(lists(reader)).toHaveLength(0)
    await reader.get('bookmarks/user')
    expect(lists(reader)).toMatchObject([{ metadata: '{"isPrivate":true,"count":1}' }])
    const remark = await comment(reader, post.id)
    await comment(cat, post.id, { parentCommentId: remark.id })
    await reader.get('notifications/list')
    expect(lists(reader)).toHaveLength(2)
  })
  test('and nobody else leaves a trace: a student of the college, a list without such posts, one of the own college', async () => {
    const mate = await student({ domain: 'away.edu' })
    await publish(cat, { isPrivate: true })
    await publish(ann, { isPrivate: true })
    await mate.get('posts?limit=50')
    await ben.get('posts?limit=50')
    const reader = await administrator()
    await reader.get(`posts/user/${ann.id}?limit=50`)
    expect([...lists(mate), ...lists(ben), ...lists(reader)]).toEqual([])
  })
})
