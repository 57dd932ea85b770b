import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../db/storage'
import { countPendingReports } from '../../src/core/reports/queries'
import { minuteOf } from '../../src/lib/coarse-time'
import {
  around,
  banComment,
  comment,
  decide,
  ids,
  judgePost,
  list,
  newWords,
  noReports,
  publish,
  read,
  report,
  reportComment,
  send,
  students,
} from '../support/content'
import type { Report } from '../support/contract'
import {
  BLOCK,
  configured,
  expectData,
  fails,
  later,
  MISSING_ID,
  type Person,
  refusal,
  sanction,
  student,
  useCampus,
  Visitor,
} from '../support/kit'
import { expectRefused, NO_TRACE, scenarios } from '../support/scenarios'
import { auditActions, auditEntries, refused } from '../support/traces'

const DAY_MS = 86_400_000
const anyone = { visitor: new Visitor() }

const { ann, ben, cat, admin: mod, root } = await useCampus()

describe('reporting', () => {
  test('a post: 201 with the whole record, pending, and one audit entry that names no target', async () => {
    const post = await publish(ann, { title: 'Cheap phones', content: 'Buy here' })
    const made = await report(ben, post.id, { reason: ' spam ', message: ' Third today ' })
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      type: 'Post',
      targetId: post.id,
      reason: 'spam',
      message: 'Third today',
      status: 'pending',
      reportedBy: { id: ben.id, username: ben.user.username },
      target: { id: post.id, title: 'Cheap phones', content: 'Buy here', authorId: ann.id },
      targetState: 'active',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: made.createdAt,
    })
    for (const who of [mod, root]) expect(await read(who, made.id)).toEqual(made)
    expect(auditEntries(made.id)).toMatchObject([{ action: 'user:created:report', actorId: ben.id, metadata: null }])
    expect(JSON.stringify(auditEntries(made.id))).not.toContain(post.id)
    expect(auditEntries(post.id).filter(({ action }) => action.includes('report'))).toEqual([])
  })
  test('a comment, by the path of the moderation table too, which says that it is deprecated', async () => {
    const said = await comment(ann, (await publish(ann)).id, { content: 'Rude words' })
    const body = { targetId: said.id, type: 'Comment', reason: 'hate', message: 'm' }
    const answer = await ben.visitor.post('moderation/reports', body)
    const made = expectData(answer).report
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(made).toMatchObject({ type: 'Comment', target: { id: said.id, content: 'Rude words', authorId: ann.id } })
    expect(made.target).not.toHaveProperty('title')
    expect((await ben.visitor.post('reports', body)).headers.get('deprecation')).toBeNull()
    expect((await mod.get(`moderation/reports/${made.id}`)).report.id).toBe(made.id)
  })
  test.each([
    ['targetId', undefined],
    ['targetId', 'xyz'],
    ['type', undefined],
    ['type', 'Both'],
    ['type', 'post'],
    ['reason', undefined],
    ['reason', '  '],
    ['reason', 'x'.repeat(101)],
    ['message', undefined],
    ['message', ''],
    ['message', '  '],
    ['message', null],
    ['message', 'x'.repeat(1001)],
    ['message', 3],
  ])('400 with %s %p', async (field, value) => {
    const { id } = await publish(ann)
    await expectRefused(() => send(ben, id, { [field]: value }), [400, 'VALIDATION_FAILED', field])
  })
  test('100 and 1,000 characters fit; what only Quad sets is ignored', async () => {
    const over = { reason: 'r'.repeat(100), message: 'm'.repeat(1000) }
    const forged = { id: MISSING_ID, status: 'resolved', reportedBy: ann.id, resolvedBy: ann.id, target: {} }
    const made = await report(ben, (await publish(ann)).id, { ...over, ...forged })
    expect(made).toMatchObject({ ...over, status: 'pending', reportedBy: { id: ben.id } })
    expect(made.id).not.toBe(MISSING_ID)
    expect(made).not.toHaveProperty('resolvedBy')
  })
  test("400 for one's own, before there is anything to see", async () => {
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    const before = await countPendingReports(storage.reader, mod)
    await refused(() => send(ann, post.id), 'VALIDATION_FAILED')
    await refused(() => send(ann, said.id, { type: 'Comment' }), 'VALIDATION_FAILED')
    expect(await countPendingReports(storage.reader, mod)).toBe(before)
  })
  test('a block relation does not stop it, in either direction', async () => {
    const [one, other] = await students(2)
    const posts = [await publish(one), await publish(other)]
    await one.post(`users/block/${other.id}`)
    await report(one, posts[1]!.id)
    await report(other, posts[0]!.id)
  })
  test('ten a minute', async () => {
    const who = await student()
    const posts = await Promise.all(Array.from({ length: 11 }, () => publish(ann)))
    await configured({ rateLimits: true }, async () => {
      for (const { id } of posts.slice(1)) await report(who, id)
      const answer = await send(who, posts[0]!.id)
      expect(refusal(answer)).toEqual([429, 'RATE_LIMITED'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })
})

describe('what cannot be read cannot be reported', () => {
  const WORDS = 'Words that are not for everybody'
  const never = { ...NO_TRACE, text: [WORDS, 'shadow'] }
  const missing = { expects: 'NOT_FOUND', never } as const
  const foreign = { expects: 'FORBIDDEN', never } as const
  const content = async (post: { isPrivate?: boolean } = {}) => {
    const { id: postId } = await publish(ann, { title: WORDS, ...post })
    return { postId, commentId: (await comment(ann, postId, { content: `${WORDS} ${newWords()}` })).id }
  }
  const sendComment = (by: Pick<Person, 'visitor'>, id: string) => send(by, id, { type: 'Comment' })

  scenarios(content, {
    'no post': { send: () => send(ben, MISSING_ID), ...missing },
    'no comment': { send: () => sendComment(ben, MISSING_ID), ...missing },
    'a comment as a post': { send: ({ commentId }) => send(ben, commentId), ...missing },
    'a post as a comment': { send: ({ postId }) => sendComment(ben, postId), ...missing },
  })
  scenarios(() => content({ isPrivate: true }), {
    'a private post of another college': { send: ({ postId }) => send(cat, postId), ...foreign },
    'a comment on one': { send: ({ commentId }) => sendComment(cat, commentId), ...foreign },
    'reading that post is refused alike': { send: ({ postId }) => cat.visitor.get(`posts/${postId}`), ...foreign },
  })
  for (const state of ['banned', 'shadow_banned'] as const)
    scenarios(
      async () => {
        const made = await content()
        await judgePost(made.postId, state)
        return made
      },
      {
        [`a ${state} post`]: { send: ({ postId }) => send(ben, postId), ...missing },
        [`a comment on a ${state} post`]: { send: ({ commentId }) => sendComment(ben, commentId), ...missing },
        [`reading a ${state} post is refused alike`]: {
          send: ({ postId }) => ben.visitor.get(`posts/${postId}`),
          ...missing,
        },
      },
    )
  const removed = async () => {
    const { postId, commentId } = await content()
    const { id: answered } = await comment(ann, postId, { content: WORDS })
    await comment(ben, postId, { parentCommentId: answered })
    await banComment(commentId)
    await ann.delete(`comments/${answered}`)
    return { banned: commentId, placeholder: answered }
  }
  scenarios(removed, {
    'a banned comment': { send: ({ banned }) => sendComment(ben, banned), ...missing },
    'the placeholder of a comment': { send: ({ placeholder }) => sendComment(ben, placeholder), ...missing },
    'the placeholder, for moderators too': { send: ({ placeholder }) => sendComment(mod, placeholder), ...missing },
  })
  test('what members of the college, or moderators, can read they can report', async () => {
    const { postId, commentId } = await content({ isPrivate: true })
    await report(ben, postId)
    await reportComment(ben, commentId)
    for (const state of ['banned', 'shadow_banned'] as const) {
      const { id } = await publish(ann)
      await judgePost(id, state)
      expect((await report(mod, id)).targetState).toBe(state)
    }
  })
})

describe('one open report a reporter and target', () => {
  test('409 for a second one; not for others, nor once it is closed or deleted', async () => {
    const post = await publish(ann)
    const first = await report(ben, post.id)
    await refused(() => send(ben, post.id, { reason: 'other' }), 'CONFLICT')
    await report(cat, post.id)
    expectData(await decide(mod, first.id, 'ignored'))
    const second = await report(ben, post.id)
    await refused(() => send(ben, post.id), 'CONFLICT')
    await mod.delete(`reports/${second.id}`)
    await report(ben, post.id)
  })
  test('ten at once make one report, and one audit entry', async () => {
    const who = await student()
    const post = await publish(ann)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(who, post.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await around(mod, who.id)).toHaveLength(1)
    expect(auditActions(who.id).filter((action) => action === 'user:created:report')).toHaveLength(1)
  })
  test('a closed one is not opened again beside an open one: 409, and stays closed', async () => {
    const post = await publish(ann)
    const first = await report(ben, post.id)
    expectData(await decide(mod, first.id, 'resolved'))
    const second = await report(ben, post.id)
    await refused(() => decide(mod, first.id, 'pending'), 'CONFLICT')
    expect((await read(mod, first.id)).status).toBe('resolved')
    expectData(await decide(mod, second.id, 'ignored'))
    const both = await Promise.all([decide(mod, first.id, 'pending'), decide(root, second.id, 'pending')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('who may', () => {
  test('report: 401, 403 not onboarded, blocked, suspended; the terms are not asked for', async () => {
    const post = await publish(ann)
    await refused(() => send(anyone, post.id), 'UNAUTHENTICATED')
    await refused(() => anyone.visitor.post('reports', {}), 'UNAUTHENTICATED')
    await fails(send(await student({ onboard: false }), post.id), 'NOT_ONBOARDED')
    const who = await student({ terms: false })
    await report(who, post.id)
    const other = await publish(ann)
    await sanction(who.id, BLOCK)
    await refused(() => send(who, other.id), 'USER_BLOCKED')
    const endsAt = new Date(Date.now() + DAY_MS).toISOString()
    await sanction(who.id, { kind: 'suspension', reason: 'rest', endsAt })
    await refused(() => send(who, other.id), 'USER_SUSPENDED')
    later(2 * DAY_MS)
    await report(who, other.id)
  })
})

describe('the list', () => {
  test('holds what is pending, newest first, both types; the query chooses and is echoed', async () => {
    await noReports()
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    const made = [await report(ben, post.id), await reportComment(ben, said.id), await report(cat, post.id)]
    const [first, second, third] = ids(made) as [string, string, string]
    expectData(await decide(root, first, 'ignored'))
    const nothing = { total: 2, page: 1, limit: 20, totalPages: 1, hasMore: false }
    for (const who of [mod, root])
      expect(await who.get('reports')).toEqual({
        data: [await read(mod, third), await read(mod, second)],
        pagination: nothing,
        filters: { type: 'Both', status: ['pending'] },
      })
    const chosen = async (query: string) => {
      const { data, pagination, filters } = await list(mod, query)
      expect(pagination.total).toBe(data.length)
      return [ids(data), filters]
    }
    const all: Report['status'][] = ['pending', 'resolved', 'ignored']
    expect(await chosen('type=Post')).toEqual([[third], { type: 'Post', status: ['pending'] }])
    expect(await chosen('type=Comment&status=pending')).toEqual([[second], { type: 'Comment', status: ['pending'] }])
    expect(await chosen('status=ignored')).toEqual([[first], { type: 'Both', status: ['ignored'] }])
    expect(await chosen('status=resolved')).toEqual([[], { type: 'Both', status: ['resolved'] }])
    expect(await chosen('status=ignored,pending,resolved,pending')).toEqual([
      [third, second, first],
      { type: 'Both', status: all },
    ])
    expect(await chosen('status=ignored,pending&type=Post')).toEqual([
      [third, first],
      { type: 'Post', status: ['pending', 'ignored'] },
    ])
  })
  test('has pages, each report in one of them', async () => {
    await noReports()
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift((await report(n % 2 === 0 ? ben : cat, (await publish(ann)).id)).id)
    for (const id of [made[1], made[4]]) expectData(await decide(mod, id as string, 'resolved'))
    const pages: string[][] = []
    for (let page = 1; page <= 4; page++) {
      const { data, pagination } = await mod.get(`reports?limit=3&page=${page}&status=pending,resolved`)
      expect(pagination).toEqual({ total: 7, page, limit: 3, totalPages: 3, hasMore: page < 3 })
      pages.push(ids(data))
    }
    expect(pages).toEqual([made.slice(0, 3), made.slice(3, 6), made.slice(6), []])
  })
  test.each([
    'type=User',
    'type=',
    'status=open',
    'status=',
    'status=pending,open',
    'page=0',
    'page=x',
    'limit=0',
    'limit=101',
  ])('400 for %s', async (query) => {
    await fails(mod.visitor.get(`reports?${query}`), 'VALIDATION_FAILED')
  })
  test("of one user: about the user's content, and by the user; nobody else's; 404 for nobody", async () => {
    const [writer, reader] = await students(2)
    const about = await report(ben, (await publish(writer)).id)
    const by = await report(writer, (await publish(ann)).id)
    expectData(await decide(mod, by.id, 'resolved'))
    await report(ben, (await publish(ann)).id)
    const found = await around(root, writer.id)
    expect(found).toEqual([await read(mod, by.id), await read(mod, about.id)])
    expect(found.map(({ reportedBy }) => reportedBy!.id)).toEqual([writer.id, ben.id])
    expect(await around(mod, reader.id)).toEqual([])
    for (const id of [MISSING_ID, 'xyz']) await fails(mod.visitor.get(`reports/users/${id}`), 'NOT_FOUND')
  })
  test('no address of anybody in any of it', async () => {
    await report(ben, (await publish(ann)).id)
    for (const path of ['reports', `reports/users/${ben.id}`, 'admin/manage/reports']) {
      const { text } = await root.visitor.get(path)
      for (const { email } of [ann, ben, cat, mod, root]) expect(text).not.toContain(email)
    }
  })
})

describe('deciding', () => {
  test('any → pending, resolved, ignored: who did it, when, and an audit entry each', async () => {
    const made = await report(ben, (await publish(ann)).id)
    const steps = ['resolved', 'ignored', 'pending', 'pending', 'ignored', 'resolved']
    let before = made
    for (const [n, status] of steps.entries()) {
      setSystemTime(new Date(Date.parse(made.createdAt) + (n + 1) * 60_000))
      const who = n % 2 === 0 ? mod : root
      const { report: now } = expectData(await decide(who, made.id, status))
      const { resolvedBy: _, ...rest } = before
      const resolvedBy = status === 'pending' ? {} : { resolvedBy: { id: who.id, username: who.user.username } }
      const updatedAt = status === before.status ? before.updatedAt : minuteOf(new Date().toISOString())
      expect(now).toEqual({ ...rest, status, updatedAt, ...resolvedBy })
      expect(await read(mod, made.id)).toEqual(now)
      before = now
    }
    const logged = auditEntries(made.id).slice(1)
    expect(logged.map(({ action, after }) => [action, JSON.parse(after ?? '').status])).toEqual(
      steps.map((status) => ['admin:updated:report', status]),
    )
  })
  test.each(['open', '', 'Resolved', null, 3, undefined, 'pending,resolved'])('400 for status %p', async (status) => {
    const made = await report(ben, (await publish(ann)).id)
    await refused(() => decide(mod, made.id, status), 'VALIDATION_FAILED', 'status')
    expect((await read(mod, made.id)).status).toBe('pending')
    expect(auditActions(made.id)).toEqual(['user:created:report'])
  })
  test('404 for what is not there, 400 for what is no id', async () => {
    for (const [id, status] of [
      [MISSING_ID, 404],
      ['xyz', 400],
    ] as const) {
      expect((await mod.visitor.get(`reports/${id}`)).status).toBe(status)
      expect((await decide(mod, id, 'resolved')).status).toBe(status)
      expect((await mod.visitor.delete(`reports/${id}`)).status).toBe(status)
    }
  })
})

describe('deleting', () => {
  test('one: gone, logged once, and 404 from then on', async () => {
    const made = await report(ben, (await publish(ann)).id)
    expect((await mod.visitor.delete(`reports/${made.id}`)).body).toEqual({
      success: true,
      message: expect.any(String),
    })
    await refused(() => mod.visitor.delete(`reports/${made.id}`), 'NOT_FOUND')
    await fails(mod.visitor.get(`reports/${made.id}`), 'NOT_FOUND')
    expect(auditActions(made.id)).toEqual(['user:created:report', 'admin:deleted:report'])
  })
  test('several: unknown and repeated ids do not count, others stay', async () => {
    const made: string[] = []
    for (let n = 0; n < 4; n++) made.push((await report(ben, (await publish(ann)).id)).id)
    const [a, b, c, d] = made as [string, string, string, string]
    const drop = (reportIds: unknown) => mod.visitor.post('reports/bulk-deletion', { reportIds })
    const answer = await drop([a, b.toUpperCase(), b, b, MISSING_ID])
    expect(answer.body).toEqual({ success: true, message: expect.any(String), data: { deletedCount: 2 } })
    for (const id of [a, b]) expect(auditActions(id)).toEqual(['user:created:report', 'admin:deleted:report'])
    for (const id of [c, d]) expect((await read(mod, id)).id).toBe(id)
    for (const wrong of [undefined, null, c, [], [5], ['xyz'], [c, 'xyz'], {}, Array(401).fill(c)])
      expect([400, 413]).toContain((await drop(wrong)).status)
    expect((await read(mod, c)).id).toBe(c)
    expect(expectData(await drop([MISSING_ID])).deletedCount).toBe(0)
    expect(expectData(await drop(Array(400).fill(c))).deletedCount).toBe(1)
  })
})
