import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { Random } from '../../../db/seed/context'
import { storage } from '../../../db/storage'
import { runMaintenance } from '../../../src/keeping/maintenance/maintenance'
import { type OpenReport, weigh } from '../../../src/order/reports/open-targets'
import { MAX_PER_TARGET } from '../../../src/order/reports/queue'
import { countPending, resolveReportsAbout } from '../../../src/order/reports/service'
import {
  around,
  banComment,
  comment,
  decide,
  enroll,
  ids,
  judge,
  judgePost,
  list,
  noReports,
  publish,
  queue,
  read,
  report,
  reportComment,
  send,
  viewerOf,
} from '../../support/content'
import type { ReportQueue } from '../../support/contract'
import {
  administrator,
  atOnce,
  collegeId,
  type Data,
  expectData,
  expectWithout,
  fails,
  numberedId,
  type Person,
  student,
  useQuad,
} from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries } from '../../support/traces'

await useQuad()
const ann = await student()
const reporters = [await student(), await student(), await student(), await student()]
const [ben, cat] = reporters as [Person, Person]
const mod = await administrator('admin')
const root = await administrator('superadmin')
beforeEach(() => noReports())

const targets = ({ data }: { data: Data[] }) => data.map(({ target }) => target.id)

describe('the queue', () => {
  test('has one entry a target: as last reported, what became of it, its author, its reports and their reasons', async () => {
    const post = await publish(ann, { title: 'Cheap', content: 'Buy' })
    const said = await comment(ann, post.id, { content: 'Rude' })
    const made = [
      await report(ben, post.id, { reason: 'spam', message: 'one' }),
      await report(cat, post.id, { reason: 'hate', message: 'two' }),
    ]
    await ann.patch(`posts/${post.id}`, { content: 'Buy more' })
    made.push(await report(reporters[2] as Person, post.id, { reason: 'hate', message: 'three' }))
    expectData(await decide(root, made[0]!.id, 'resolved'))
    const rude = await reportComment(ben, said.id, { reason: 'harassment' })
    const shown = ({ type: _, targetId: __, target: ___, targetState: ____, ...rest }: Data) => rest
    const resolved = (await mod.visitor.get(`reports/${made[0]!.id}`)).data.report
    for (const who of [mod, root])
      expect(await who.get('admin/manage/reports')).toEqual({
        data: [
          {
            type: 'Post',
            target: { id: post.id, title: 'Cheap', content: 'Buy more', authorId: ann.id },
            moderationState: 'active',
            author: { id: ann.id, username: ann.user.username },
            reports: [shown(made[2]), shown(made[1]), shown(resolved)],
            reportCount: 3,
            reasons: [
              { reason: 'hate', count: 2 },
              { reason: 'spam', count: 1 },
            ],
            version: expect.any(String),
            claim: null,
            escalated: null,
            readings: [],
          },
          {
            type: 'Comment',
            target: { id: said.id, content: 'Rude', authorId: ann.id },
            moderationState: 'active',
            author: { id: ann.id, username: ann.user.username },
            reports: [shown(rude)],
            reportCount: 1,
            reasons: [{ reason: 'harassment', count: 1 }],
            version: '0',
            claim: null,
            escalated: null,
            readings: [],
          },
        ],
        pagination: { total: 2, page: 1, limit: 10, totalPages: 1, hasMore: false },
      })
  })
  test('puts the oldest first where that is asked for: what waits, by its newest report', async () => {
    const [a, b, c] = [await publish(ann), await publish(ann), await publish(ann)]
    const start = Date.now()
    const made: Data[] = []
    for (const [who, { id }] of [
      [ben, a],
      [ben, b],
      [ben, c],
      [cat, a],
    ] as const) {
      setSystemTime(new Date(start + made.length * 1000))
      made.push(await report(who, id))
    }
    expectData(await decide(mod, made[0].id, 'resolved'))
    expect(targets(await queue(mod, 'order=oldest'))).toEqual(ids([b, c, a]))
  })
  test.each(
    `page=0 page=x limit=0 limit=51 limit=x status=open status= status=pending,open
    order=newest type=User reason=`.split(/\s+/),
  )('400 for %s', async (query) => {
    await expectRefused(() => mod.get(`admin/manage/reports?${query}`), 'VALIDATION_FAILED')
  })
  test('gives the fields that are picked, and 400 for any other', async () => {
    await report(ben, (await publish(ann)).id)
    const all = [
      'type',
      'target',
      'moderationState',
      'author',
      'reports',
      'reportCount',
      'reasons',
      'version',
      'claim',
      'escalated',
      'readings',
    ] as const
    const [whole] = (await queue(mod)).data as [ReportQueue['data'][number]]
    expect(Object.keys(whole).sort()).toEqual([...all].sort())
    const several = [['reasons', 'type'], ['type', 'type'], all] as const
    for (const picked of [...all.map((field) => [field]), ...several]) {
      const { data, pagination } = await queue(mod, `fields=${picked.join()}`)
      expect(data as object[]).toEqual([Object.fromEntries(picked.map((field) => [field, whole[field]]))])
      expect(pagination.total).toBe(1)
    }
    for (const fields of ['', 'password', 'type,authId', 'reports.id', '__proto__', 'constructor', 'type,', 'targetId'])
      await fails(mod.get(`admin/manage/reports?fields=${fields}`), 'VALIDATION_FAILED')
  })
  test('shows the newest reports of a target that has very many, and counts them all', async () => {
    const { id: targetId } = await publish(ann)
    await storage.write(async (tx) => {
      const insert = tx.sqlite.prepare(
        `INSERT INTO reports (id, type, target_id, target_author_id, target_content, reporter_id, reason, message, created_at, updated_at)
         VALUES (?1, 'Post', ?2, ?3, 'C', ?4, ?5, 'm', ?6, ?6)`,
      )
      const home = await collegeId('campus.edu')
      for (let n = 0; n < MAX_PER_TARGET + 5; n++) {
        const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
        insert.run(numberedId(n), targetId, ann.id, await enroll(tx, home), `reason ${n}`, at)
      }
    })
    const [entry] = (await queue(mod)).data
    const newest = Array.from({ length: MAX_PER_TARGET }, (_, n) => numberedId(MAX_PER_TARGET + 4 - n))
    expect(ids(entry!.reports)).toEqual(newest)
    expect([entry!.reportCount, entry!.reasons.length]).toEqual([MAX_PER_TARGET + 5, MAX_PER_TARGET])
  })
  test('keeps what is about an administrator from that administrator', async () => {
    const post = await publish(mod)
    await report(ben, post.id)
    expect(await queue(mod)).toEqual({
      data: [],
      pagination: { total: 0, page: 1, limit: 50, totalPages: 0, hasMore: false },
    })
    expect(targets(await queue(root))).toEqual([post.id])
  })
})

describe('whatever is reported and decided', () => {
  type Known = { id: string; who: number; target: string; status: string; at: number }

  /** The queue by its words: most open among the chosen ones, or what is open by weight; the newest; the id. */
  function expected(known: Known[], statuses: string[], weightAt: number | null) {
    const isOpen = ({ status }: Known) => status === 'pending'
    const toReport = ({ who, at }: Known): OpenReport => ({
      reason: 'spam',
      createdAt: new Date(at).toISOString(),
      upheld: 0,
      dismissed: known.filter((each) => each.who === who && each.status === 'ignored').length,
    })
    const chosen = known.filter(({ status }) => statuses.includes(status))
    const entries = [...new Set(chosen.map(({ target }) => target))].map((target) => {
      const own = chosen.filter((each) => each.target === target)
      const open = own.filter(isOpen)
      const byWeight = weightAt !== null && open.length > 0
      return {
        target,
        rank: byWeight ? weigh(open.map(toReport), weightAt) : open.length,
        newest: Math.max(...(byWeight ? open : own).map(({ at }) => at)),
        reports: own.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id),
      }
    })
    entries.sort((a, b) => b.rank - a.rank || b.newest - a.newest || (a.target < b.target ? 1 : -1))
    return entries.map(({ target, reports }) => [target, reports.length, reports])
  }
  test.each([1, 2])('the queue agrees with its description: walk %i', async (seed) => {
    const random = new Random(seed, 'reports')
    const number = (below: number) => random.below(below)
    const start = Date.now()
    const subjects = await atOnce(8, () => publish(ann))
    const known: Known[] = []
    for (let step = 0; step < 80; step++) {
      // Several things happen at the same moment.
      const at = start + Math.floor(step / 12) * 1000
      setSystemTime(new Date(at))
      const [who, target] = [number(reporters.length), subjects[number(subjects.length)]!.id]
      const one = known[number(Math.max(known.length, 1))]
      const kind = number(10)
      if (kind < 6) {
        const answer = await send(reporters[who] as Person, target)
        const isOpen = known.some((each) => each.who === who && each.target === target && each.status === 'pending')
        expect(answer.status).toBe(isOpen ? 409 : 201)
        if (!isOpen) known.push({ id: answer.data.report.id, who, target, status: 'pending', at })
      } else if (one !== undefined && kind < 9) {
        const status = ['pending', 'resolved', 'ignored'][number(3)] as string
        const clash = known.some(
          (each) => each !== one && each.who === one.who && each.target === one.target && each.status === 'pending',
        )
        const isRefused = status === 'pending' && one.status !== 'pending' && clash
        expect((await decide(mod, one.id, status)).status).toBe(isRefused ? 409 : 200)
        if (!isRefused) one.status = status
      } else if (one !== undefined) {
        await mod.delete(`reports/${one.id}`)
        known.splice(known.indexOf(one), 1)
      }
    }
    for (const statuses of [
      ['pending', 'resolved'],
      ['pending'],
      ['resolved'],
      ['ignored'],
      ['pending', 'resolved', 'ignored'],
    ]) {
      // Both are what there is without a word.
      const asked = statuses.length === 2 ? '' : `&status=${statuses.join()}`
      for (const order of ['', '&order=weight']) {
        const found: unknown[] = []
        for (let page = 1; ; page++) {
          const { data, pagination } = await queue(mod, `limit=2&page=${page}${asked}${order}`)
          found.push(...data.map(({ target, reportCount, reports }) => [target.id, reportCount, ids(reports)]))
          if (pagination.hasMore) continue
          expect(pagination.total).toBe(found.length)
          break
        }
        expect(found).toEqual(expected(known, statuses, order === '' ? null : Date.now()))
      }
      const listed = await mod.get(`reports?limit=100&status=${statuses.join()}`)
      const newestFirst = known
        .filter(({ status }) => statuses.includes(status))
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      expect(listed.data.map(({ id, status }: Data) => [id, status])).toEqual(
        newestFirst.map(({ id, status }) => [id, status]),
      )
    }
    expect(known.length).toBeGreaterThan(8)
  })
})

const DAY_MS = 86_400_000

describe('what a report is about', () => {
  test('stays as it was, whatever its author does, and the state tells what became of it', async () => {
    const post = await publish(ann, { title: 'Before', content: 'Bad words' })
    const said = await comment(ann, post.id, { content: 'Worse words' })
    const made = [await report(ben, post.id), await reportComment(ben, said.id)]
    await ann.patch(`posts/${post.id}`, { title: 'After', content: 'Nothing was ever here' })
    const second = await report(cat, post.id)
    expect(second.target).toMatchObject({ title: 'After', content: 'Nothing was ever here' })
    const states = async () => Promise.all(made.map(async ({ id }) => (await read(mod, id)).targetState))
    await judgePost(post.id, 'shadow_banned')
    expect(await states()).toEqual(['shadow_banned', 'active'])
    await judgePost(post.id, 'banned')
    await banComment(said.id)
    expect(await states()).toEqual(['banned', 'banned'])
    await judgePost(post.id, 'active')
    await ann.delete(`posts/${post.id}`)
    expect(await states()).toEqual(['deleted', 'deleted'])
    for (const { id, target } of made) expect((await read(root, id)).target).toEqual(target)
  })
  test('a placeholder is deleted, too', async () => {
    const post = await publish(ann)
    const said = await comment(ann, post.id)
    await comment(ben, post.id, { content: 'r', parentCommentId: said.id })
    const made = await reportComment(ben, said.id)
    await ann.delete(`comments/${said.id}`)
    expect((await read(mod, made.id)).targetState).toBe('deleted')
  })
})

/** Sessions do not last for months. */
const freshModerator = () => administrator('admin')

describe("an administrator's own content", () => {
  test('is for other administrators: the one concerned finds it nowhere and changes nothing', async () => {
    await noReports()
    const owner = await administrator('superadmin')
    const post = await publish(owner)
    const made = await report(ben, post.id)
    const other = await report(ben, (await publish(ann)).id)
    const calls = [
      owner.visitor.get(`reports/${made.id}`),
      decide(owner, made.id, 'ignored'),
      owner.visitor.delete(`reports/${made.id}`),
    ]
    for (const answer of await Promise.all(calls)) await fails(answer, 'NOT_FOUND')
    const bulk = await owner.visitor.post('reports/bulk-deletion', { reportIds: [made.id] })
    expect(expectData(bulk).deletedCount).toBe(0)
    const seen = async (who: Person) => {
      const { data, pagination } = await list(who)
      const waiting = await queue(who)
      expect(pagination.total).toBe(data.length)
      expect(waiting.pagination.total).toBe(waiting.data.length)
      expect(countPending(storage.reader, who.id).reports).toBe(data.length)
      return [ids(data), ids(await around(who, ben.id)), ids(await around(who, owner.id)), waiting.data.length]
    }
    expect(await seen(owner)).toEqual([[other.id], [other.id], [], 1])
    const both = [other.id, made.id]
    for (const who of [mod, root]) expect(await seen(who)).toEqual([both, both, [made.id], 2])
    expect((await read(mod, made.id)).status).toBe('pending')
    expectData(await decide(mod, made.id, 'ignored'))
    await mod.delete(`reports/${made.id}`)
  })
  test('the audit log, which administrators read, does not say who reported it', async () => {
    const made = await report(ben, (await publish(mod)).id)
    const [entry] = auditEntries(made.id)
    expect(entry).toMatchObject({ action: 'user:created:report', actorId: null, ip: null, requestId: null })
    expect(auditEntries(ben.id).filter(({ entityId }) => entityId === made.id)).toEqual([])
  })
})

describe('acting upon a target', () => {
  const act = async (by: Person, target: { id: string }, state: string, kind: 'post' | 'comment' = 'post') =>
    expectData(await judge(by, kind, target, { state }))
  test('resolves what is pending about it, and only that; one audit entry counts them and names none', async () => {
    const [post, other] = [await publish(ann), await publish(ann)]
    const made = [await report(ben, post.id), await report(cat, post.id)]
    const ignored = await report(await student(), post.id)
    const bystander = await report(ben, other.id)
    expectData(await decide(root, ignored.id, 'ignored'))
    await act(mod, post, 'banned')
    for (const { id } of made) {
      expect(await read(mod, id)).toMatchObject({
        status: 'resolved',
        resolvedBy: { id: mod.id },
        targetState: 'banned',
      })
      expect(auditActions(id)).toEqual(['user:created:report'])
    }
    expect(await read(mod, ignored.id)).toMatchObject({ status: 'ignored', resolvedBy: { id: root.id } })
    expect((await read(mod, bystander.id)).status).toBe('pending')
    const entries = () => auditEntries(post.id, 'admin:resolved:reports')
    expect(entries()).toMatchObject([{ actorId: mod.id, entityType: 'post', metadata: '{"count":2}' }])
    await act(mod, post, 'shadow_banned')
    expect(entries()).toHaveLength(1)
    await act(mod, other, 'shadow_banned')
    await act(mod, other, 'active')
    expect((await read(mod, bystander.id)).status).toBe('resolved')
  })
  test("decides nothing about the moderator's own content, nor by leaving it as it is", async () => {
    const said = await comment(mod, (await publish(ann)).id)
    const made = await reportComment(ben, said.id)
    const viewer = await viewerOf(mod.id)
    await storage.write((tx) => resolveReportsAbout(tx, viewer, said.id, new Date().toISOString()))
    await act(root, said, 'active', 'comment')
    expect((await read(root, made.id)).status).toBe('pending')
    await act(root, said, 'banned', 'comment')
    expect(await read(root, made.id)).toMatchObject({ status: 'resolved', resolvedBy: { id: root.id } })
  })
})

describe('an account that goes', () => {
  test('leaves its reports without name and words; a suggested reason stays', async () => {
    const leaver = await student()
    const posts = [await publish(ann), await publish(ann)]
    const made = [
      await report(leaver, posts[0]!.id, { reason: 'hate', message: 'My own words' }),
      await report(leaver, posts[1]!.id, { reason: 'He lives next to me', message: 'My own words' }),
    ]
    await leaver.delete('auth/account')
    const left = { reportedBy: null, message: '[deleted]', status: 'pending' }
    expect(await read(mod, made[0]!.id)).toMatchObject({ ...left, reason: 'hate', target: made[0]!.target })
    expect(await read(mod, made[1]!.id)).toMatchObject({ ...left, reason: '[deleted]' })
    for (const status of ['ignored', 'pending']) expectData(await decide(mod, made[0]!.id, status))
    const { data } = await queue(mod)
    expectWithout(data, leaver.user.username)
  })
  test('of the author: the copy stays, and who wrote it has no name any more', async () => {
    const leaver = await student()
    const made = await report(ben, (await publish(leaver, { content: 'Bad words' })).id)
    await leaver.delete('auth/account')
    expect(await read(mod, made.id)).toMatchObject({
      target: { content: 'Bad words', authorId: leaver.id },
      targetState: 'deleted',
    })
    expect(ids(await around(mod, leaver.id))).toEqual([made.id])
    const { data } = await queue(mod)
    expect(data.find(({ target }) => target.id === made.targetId)!.author).toBeNull()
  })
  test('of the moderator who closed it: closed by nobody known', async () => {
    const leaver = await administrator()
    const made = await report(ben, (await publish(ann)).id)
    expectData(await decide(leaver, made.id, 'resolved'))
    await leaver.delete('auth/account')
    const left = await read(mod, made.id)
    expect(left.status).toBe('resolved')
    expect(left).not.toHaveProperty('resolvedBy')
  })
})

// Last, because maintenance at that date ends every session of today.
test('a copy is erased 90 days after closing, not before, and not while the report is open', async () => {
  const leaver = await student()
  const event = { topic: 'Community Event', startsAt: '2098-12-01T13:00:00Z', place: 'Hall 4' }
  const closed = await report(ben, (await publish(ann, event)).id)
  expect(closed.target).toMatchObject({ startsAt: '2098-12-01T13:00:00.000Z', place: 'Hall 4' })
  const orphaned = await report(ben, (await publish(leaver)).id)
  const open = await report(ben, (await publish(ann)).id)
  const reopened = await report(ben, (await publish(ann)).id)
  const said = await reportComment(ben, (await comment(ann, (await publish(ann)).id)).id)
  for (const { id } of [closed, orphaned, reopened, said]) expectData(await decide(mod, id, 'resolved'))
  expectData(await decide(mod, reopened.id, 'pending'))
  await leaver.delete('auth/account')
  const start = Date.now()
  const targets = async () =>
    Promise.all(
      [closed, orphaned, open, reopened, said].map(async ({ id }) => (await read(await freshModerator(), id)).target),
    )
  setSystemTime(new Date(start + 89 * DAY_MS))
  await runMaintenance()
  expect(await targets()).toEqual([closed, orphaned, open, reopened, said].map(({ target }) => target))
  setSystemTime(new Date(start + 90 * DAY_MS + 60_000))
  await runMaintenance()
  expect(await targets()).toEqual([
    { id: closed.targetId, title: null, content: null, authorId: ann.id },
    { id: orphaned.targetId, title: null, content: null, authorId: null },
    open.target,
    reopened.target,
    { id: said.targetId, content: null, authorId: ann.id },
  ])
  const { data } = await queue(await freshModerator(), 'limit=50&status=resolved')
  expect(data.find(({ target }) => target.id === closed.targetId)).toMatchObject({
    target: { content: null },
    author: { id: ann.id },
  })
})
