import { describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { minuteOf } from '../../../src/lib/text/coarse-time'
import { countPending } from '../../../src/order/reports/service'
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
} from '../../support/content'
import type { Report } from '../../support/contract'
import {
  atOnce,
  configured,
  expectData,
  expectWithout,
  fails,
  MISSING_ID,
  type Person,
  statuses,
  student,
  times,
  useCampus,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries, refused } from '../../support/traces'

const { ann, ben, cat, admin: mod, root } = await useCampus()

describe('reporting', () => {
  test('201 with the whole record, pending, and one audit entry that names no target; what only Quad sets is ignored; a block relation does not stop it', async () => {
    const post = await publish(ann, { title: 'Cheap phones', content: 'Buy here' })
    const made = await report(ben, post.id, { reason: ' spam ', message: ' Third today ' })
    expect(made).toEqual({
      id: expect.any(String),
      type: 'Post',
      targetId: post.id,
      reason: 'spam',
      message: 'Third today',
      status: 'pending',
      reportedBy: { id: ben.id, username: ben.user.username },
      target: { id: post.id, title: 'Cheap phones', content: 'Buy here', authorId: ann.id },
      targetState: 'active',
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    })
    for (const who of [mod, root]) expect(await read(who, made.id)).toEqual(made)
    expect(auditEntries(made.id)).toMatchObject([{ action: 'user:created:report', actorId: ben.id, metadata: null }])
    expectWithout(auditEntries(made.id), post.id)
    expect(auditEntries(post.id).filter(({ action }) => action.includes('report'))).toEqual([])
    const said = await comment(ann, (await publish(ann)).id, { content: 'Rude words' })
    const about = await reportComment(ben, said.id)
    expect(about).toMatchObject({ type: 'Comment', target: { id: said.id, content: 'Rude words', authorId: ann.id } })
    expect(about.target).not.toHaveProperty('title')
    const forged = { id: MISSING_ID, status: 'resolved', reportedBy: ann.id, resolvedBy: ann.id, target: {} }
    await ann.post(`users/block/${ben.id}`)
    const plain = await report(ben, (await publish(ann)).id, forged)
    await ann.post(`users/unblock/${ben.id}`)
    expect(plain).toMatchObject({ status: 'pending', reportedBy: { id: ben.id } })
    expect(plain.id).not.toBe(MISSING_ID)
    expect(plain).not.toHaveProperty('resolvedBy')
  })
  test.each([
    ['targetId', 'xyz'],
    ['type', 'post'],
    ['reason', '  '],
    ['message', '  '],
  ])('400 with %s %p', async (field, value) => {
    const { id } = await publish(ann)
    await expectRefused(() => send(ben, id, { [field]: value }), [400, 'VALIDATION_FAILED', field])
  })
  test("400 for one's own, before there is anything to see", async () => {
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    const before = countPending(storage.reader, mod.id)
    await refused(() => send(ann, post.id), 'VALIDATION_FAILED')
    await refused(() => send(ann, said.id, { type: 'Comment' }), 'VALIDATION_FAILED')
    expect(countPending(storage.reader, mod.id)).toEqual(before)
  })
  test('ten a minute', async () => {
    const who = await student()
    const posts = await atOnce(11, () => publish(ann))
    await configured({ rateLimits: true }, async () => {
      for (const { id } of posts.slice(1)) await report(who, id)
      const answer = await fails(send(who, posts[0]!.id), 'RATE_LIMITED')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })
})

describe('what cannot be read cannot be reported', () => {
  const WORDS = 'Words that are not for everybody'
  const content = async (post: { isPrivate?: boolean } = {}) => {
    const { id: postId } = await publish(ann, { title: WORDS, ...post })
    return { postId, commentId: (await comment(ann, postId, { content: `${WORDS} ${newWords()}` })).id }
  }
  const isRefused = async (code: 'NOT_FOUND' | 'FORBIDDEN', by: Person, id: string, type = 'Post') => {
    const { text } = await refused(() => send(by, id, { type }), code)
    expectWithout(text, WORDS, 'shadow')
  }
  test('403 for what is private to another college, 404 for what is hidden, removed, deleted, not there or of the other kind', async () => {
    const [open, secret] = [await content(), await content({ isPrivate: true })]
    await isRefused('FORBIDDEN', cat, secret.postId)
    await isRefused('FORBIDDEN', cat, secret.commentId, 'Comment')
    await isRefused('NOT_FOUND', ben, open.commentId)
    for (const none of [MISSING_ID, open.postId]) await isRefused('NOT_FOUND', ben, none, 'Comment')
    for (const state of ['banned', 'shadow_banned'] as const) {
      const { postId, commentId } = await content()
      await judgePost(postId, state)
      await isRefused('NOT_FOUND', ben, postId)
      await isRefused('NOT_FOUND', ben, commentId, 'Comment')
    }
    const { id: answered } = await comment(ann, open.postId, { content: WORDS })
    await comment(ben, open.postId, { parentCommentId: answered })
    await banComment(open.commentId)
    await ann.delete(`comments/${answered}`)
    for (const id of [open.commentId, answered]) await isRefused('NOT_FOUND', ben, id, 'Comment')
    await isRefused('NOT_FOUND', mod, answered, 'Comment')
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
  test('ten at once make one report, and one audit entry', async () => {
    const who = await student()
    const post = await publish(ann)
    const answers = await atOnce(10, () => send(who, post.id))
    expect(statuses(answers)).toEqual([201, ...Array(9).fill(409)])
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
    expect(statuses(both)).toEqual([200, 409])
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
    expect(ids((await mod.get('reports?limit=1&page=2')).data)).toEqual([second])
    const chosen = async (query: string) => {
      const { data, pagination, filters } = await list(mod, query)
      expect(pagination.total).toBe(data.length)
      return [ids(data), filters]
    }
    const all: Report['status'][] = ['pending', 'resolved', 'ignored']
    expect(await chosen('status=ignored,pending,resolved,pending')).toEqual([
      [third, second, first],
      { type: 'Both', status: all },
    ])
    expect(await chosen('status=ignored,pending&type=Post')).toEqual([
      [third, first],
      { type: 'Post', status: ['pending', 'ignored'] },
    ])
  })
  test.each(['type=User', 'status=open', 'status=pending,open', 'limit=101'])('400 for %s', async (query) => {
    await fails(mod.get(`reports?${query}`), 'VALIDATION_FAILED')
  })
  test("of one user: about the user's content, and by the user; nobody else's; 404 for nobody; no address of anybody in any list", async () => {
    const [writer, reader] = await students(2)
    const about = await report(ben, (await publish(writer)).id)
    const by = await report(writer, (await publish(ann)).id)
    expectData(await decide(mod, by.id, 'resolved'))
    await report(ben, (await publish(ann)).id)
    const found = await around(root, writer.id)
    expect(found).toEqual([await read(mod, by.id), await read(mod, about.id)])
    expect(found.map(({ reportedBy }) => reportedBy!.id)).toEqual([writer.id, ben.id])
    expect(await around(mod, reader.id)).toEqual([])
    for (const id of [MISSING_ID, 'xyz']) await fails(mod.get(`reports/users/${id}`), 'NOT_FOUND')
    await report(ben, (await publish(ann)).id)
    for (const path of ['reports', `reports/users/${ben.id}`, 'admin/manage/reports']) {
      const { text } = await root.visitor.get(path)
      for (const { email } of [ann, ben, cat, mod, root]) expectWithout(text, email)
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
  test.each(['open', undefined, 'pending,resolved'])('400 for status %p', async (status) => {
    const made = await report(ben, (await publish(ann)).id)
    await refused(() => decide(mod, made.id, status), 'VALIDATION_FAILED', 'status')
    expect((await read(mod, made.id)).status).toBe('pending')
    expect(auditActions(made.id)).toEqual(['user:created:report'])
  })
})

describe('deleting', () => {
  test('one: gone, logged once, and 404 from then on; 400 for what is no id', async () => {
    const made = await report(ben, (await publish(ann)).id)
    expect((await mod.visitor.delete(`reports/${made.id}`)).body).toEqual({
      success: true,
      message: expect.any(String),
    })
    await refused(() => mod.delete(`reports/${made.id}`), 'NOT_FOUND')
    await fails(mod.get(`reports/${made.id}`), 'NOT_FOUND')
    expect(auditActions(made.id)).toEqual(['user:created:report', 'admin:deleted:report'])
    for (const [id, status] of [
      [MISSING_ID, 404],
      ['xyz', 400],
    ] as const) {
      expect((await mod.visitor.get(`reports/${id}`)).status).toBe(status)
      expect((await decide(mod, id, 'resolved')).status).toBe(status)
      expect((await mod.visitor.delete(`reports/${id}`)).status).toBe(status)
    }
  })
  test('several: unknown and repeated ids do not count, others stay', async () => {
    const made = await times(4, async () => (await report(ben, (await publish(ann)).id)).id)
    const [a, b, c, d] = made as [string, string, string, string]
    const drop = (reportIds: unknown) => mod.visitor.post('reports/bulk-deletion', { reportIds })
    const answer = await drop([a, b.toUpperCase(), b, b, MISSING_ID])
    expect(answer.body).toEqual({ success: true, message: expect.any(String), data: { deletedCount: 2 } })
    for (const id of [a, b]) expect(auditActions(id)).toEqual(['user:created:report', 'admin:deleted:report'])
    for (const id of [c, d]) expect((await read(mod, id)).id).toBe(id)
    for (const wrong of [undefined, c, [], [c, 'xyz'], Array(401).fill(c)])
      expect([400, 413]).toContain((await drop(wrong)).status)
    expect((await read(mod, c)).id).toBe(c)
    expect(expectData(await drop([MISSING_ID])).deletedCount).toBe(0)
    expect(expectData(await drop(Array(400).fill(c))).deletedCount).toBe(1)
  })
})
