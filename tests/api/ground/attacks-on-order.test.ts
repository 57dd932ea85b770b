/** One test an attack on those who keep order, or by one of them, named after it. */
import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { openSession } from '../../../src/campus/auth/sessions'
import { config } from '../../../src/config'
import { subscriberCount } from '../../../src/forum/posts/subscriptions'
import { systemActor } from '../../../src/ground/audit/audit'
import { backgroundIdle } from '../../../src/lib/process/background'
import { comment, judge, publish, report, select, upvote } from '../../support/content'
import {
  API,
  administrator,
  expectData,
  expectWithout,
  fails,
  type Person,
  student,
  useCampus,
} from '../../support/kit'
import { Socket } from '../../support/socket'
import { auditEntries } from '../../support/traces'

const { ann, ben, admin, root } = await useCampus()
app.listen({ hostname: '127.0.0.1', port: 0 })

type Kind = 'post' | 'comment'
const sentence = (by: Person, kind: Kind, id: string, state: string) => judge(by, kind, { id }, { state })
const setRole = ({ id }: Person, role: string) => root.visitor.put(`admin/users/${id}/role`, { role })

test('an administrator pardons the own texts that another one has banned: refused', async () => {
  const rogue = await administrator()
  const post = await publish(rogue)
  const remark = await comment(rogue, (await publish(ann)).id)
  for (const [kind, id] of [
    ['post', post.id],
    ['comment', remark.id],
  ] as const) {
    expectData(await sentence(admin, kind, id, 'banned'))
    await fails(sentence(rogue, kind, id, 'active'), 'FORBIDDEN')
    expectData(await sentence(rogue, kind, id, 'banned'))
    expectData(await sentence(admin, kind, id, 'active'))
  }
  expectData(await sentence(admin, 'post', post.id, 'shadow_banned'))
  await fails(sentence(rogue, 'post', post.id, 'active'), 'FORBIDDEN')
  expectData(await sentence(rogue, 'post', post.id, 'banned'))
  await fails(sentence(rogue, 'post', post.id, 'shadow_banned'), 'FORBIDDEN')
})

test('an administrator reports a private post of another college to read it: that leaves a trace', async () => {
  const stranger = await student({ domain: 'away.edu' })
  const post = await publish(stranger, { isPrivate: true })
  const remark = await comment(stranger, post.id)
  const reads = () => auditEntries(post.id).filter(({ action }) => action === 'admin:read:post').length
  await report(admin, post.id)
  expect(reads()).toBe(1)
  await report(admin, remark.id, { type: 'Comment' })
  expect(reads()).toBe(2)
  await report(admin, (await publish(stranger)).id)
  expect(reads()).toBe(2)
})

test.each([
  ['', {}],
  [' of what stands under an alias', { alias: true }],
])(
  'an author compares every answer before and after a shadow ban%s: all but the thread itself are the same',
  async (_, alias) => {
    config.notifications = true
    const author = await student()
    const { id } = await publish(author, alias)
    await author.post('bookmarks', { postId: id })
    expectData(await upvote(ben, id))
    await comment(ben, id)
    const paths = (app.routes as unknown as { method: string; path: string }[])
      .filter(
        ({ method, path }) => method === 'GET' && path.startsWith(API) && !/\/(ws|docs|comments|openapi)/.test(path),
      )
      .flatMap(({ path }) =>
        [id, author.id, author.user.collegeId, 'CSE', 'Showcase'].map((value) => path.replace(/:\w+/, value)),
      )
      .concat(
        [
          ...['topic=Showcase&sortBy=updatedAt', 'branch=CSE&topic=Showcase', 'sortBy=hot'],
          ...['sortBy=top&window=day', 'sortBy=views'],
        ].map((query) => `${API}/posts?${query}`),
      )
    const look = () =>
      Promise.all(
        [...new Set(paths)].map(async (path) => {
          const { status, text, headers } = await author.visitor.get(path)
          return [path, status, text, headers.get('etag'), headers.get('cache-control')]
        }),
      )
    const before = await look()
    expectData(await sentence(admin, 'post', id, 'shadow_banned'))
    expect(await look()).toEqual(before)
    // Students of a college share pages.
    expectWithout((await ben.visitor.get('posts')).text, id)
    expectData(await sentence(admin, 'post', id, 'banned'))
    expect(await look()).not.toEqual(before)
  },
)

test('a script signs in again and again: a hundred sessions are kept, those that were used last', async () => {
  const { id, visitor } = await student()
  await storage.write(async (tx) => {
    for (let n = 0; n < 120; n++) await openSession(tx, id, systemActor('system').origin)
  })
  expect((await ann.get('auth/sessions')).sessions).toHaveLength(1)
  await fails(visitor.get('auth/me'), 401)
  expect(select('SELECT 1 FROM sessions WHERE user_id = ?', id)).toHaveLength(100)
})

describe('over a socket', () => {
  test('an author listens for the silence of a shadow ban: own votes are told as before, and nobody else hears', async () => {
    config.notifications = true
    const { id } = await publish(ann)
    const [author, reader] = [await Socket.open(ann.visitor), await Socket.open(ben.visitor)]
    await author.subscribe(id)
    await reader.subscribe(id)
    expectData(await sentence(admin, 'post', id, 'shadow_banned'))
    expectData(await upvote(ann, id))
    expect(await author.next('post')).toMatchObject({ postId: id, upvoteCount: 1 })
    expect(await reader.all('post')).toEqual([])

    expectData(await sentence(admin, 'post', id, 'banned'))
    expect(subscriberCount(id)).toBe(0)
  })
  test('an administrator goes on following what only administrators may read, once demoted: no more', async () => {
    const rogue = await administrator()
    const [{ id: banned }, { id: open }] = [await publish(ann), await publish(ann)]
    expectData(await sentence(admin, 'post', banned, 'banned'))
    const socket = await Socket.open(rogue.visitor)
    await socket.subscribe(banned)
    await socket.subscribe(open)
    expectData(await setRole(rogue, 'user'))
    await backgroundIdle()
    expect([subscriberCount(banned), subscriberCount(open)]).toEqual([0, 1])
  })
})
