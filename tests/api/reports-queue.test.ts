import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { Random } from '../../db/seed/random'
import { storage } from '../../db/storage'
import { MAX_PER_TARGET } from '../../src/core/reports/queue-queries'
import { enroll } from '../support/campus'
import { banComment, comment, judgePost, publish } from '../support/content'
import {
  administrator,
  BLOCK,
  collegeId,
  type Data,
  expectData,
  type Person,
  refusal,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import type { ReportQueue } from '../support/records'
import { decide, noReports, queue, report, reportComment, send } from '../support/reports'
import { expectRefused } from '../support/scenarios'

await useQuad()
const ann = await student()
const reporters = [await student(), await student(), await student(), await student()]
const [ben, cat] = reporters as [Person, Person]
const mod = await administrator('admin')
const root = await administrator('superadmin')
beforeEach(() => noReports())

const targets = ({ data }: { data: Data[] }): string[] => data.map(({ target }) => target.id)

describe('the queue', () => {
  test('has one entry a target: as last reported, what became of it, its author, its reports and their reasons', async () => {
    const post = await publish(ann, { title: 'Cheap', content: 'Buy' })
    const said = await comment(ann, post.id, { content: 'Rude' })
    const made = [
      await report(ben, post.id, { reason: 'spam', message: 'one' }),
      await report(cat, post.id, { reason: 'hate', message: 'two' }),
    ]
    expectData(await ann.visitor.patch(`posts/${post.id}`, { content: 'Buy more' }))
    made.push(await report(reporters[2] as Person, post.id, { reason: 'hate', message: 'three' }))
    expectData(await decide(root, made[0]!.id, 'resolved'))
    const rude = await reportComment(ben, said.id, { reason: 'harassment' })
    const shown = ({ type: _, targetId: __, target: ___, targetState: ____, ...rest }: Data) => rest
    const resolved = (await mod.visitor.get(`reports/${made[0]!.id}`)).data.report
    for (const who of [mod, root])
      expect(expectData(await who.visitor.get('admin/manage/reports'))).toEqual({
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
          },
          {
            type: 'Comment',
            target: { id: said.id, content: 'Rude', authorId: ann.id },
            moderationState: 'active',
            author: { id: ann.id, username: ann.user.username },
            reports: [shown(rude)],
            reportCount: 1,
            reasons: [{ reason: 'harassment', count: 1 }],
          },
        ],
        pagination: { total: 2, page: 1, limit: 10, totalPages: 1, hasMore: false },
      })
  })
  test('tells what became of each target', async () => {
    const posts = await Promise.all(Array.from({ length: 4 }, () => publish(ann)))
    const [active, shadowed, banned, gone] = posts.map(({ id }) => id) as [string, string, string, string]
    const said = await comment(ann, active)
    for (const id of [active, shadowed, banned, gone]) await report(ben, id)
    await reportComment(ben, said.id)
    await judgePost(shadowed, 'shadow_banned')
    await judgePost(banned, 'banned')
    await banComment(said.id)
    expectData(await ann.visitor.delete(`posts/${gone}`))
    const { data } = await queue(mod)
    expect(Object.fromEntries(data.map((entry) => [entry.target.id, entry.moderationState]))).toEqual({
      [active]: 'active',
      [shadowed]: 'shadow_banned',
      [banned]: 'banned',
      [gone]: 'deleted',
      [said.id]: 'banned',
    })
  })
  test('puts most open reports first, then what was reported last', async () => {
    const [a, b, c] = [await publish(ann), await publish(ann), await publish(ann)].map(({ id }) => id)
    const start = Date.now()
    const made: Data[] = []
    for (const [n, [who, id]] of (
      [
        [ben, a],
        [ben, b],
        [ben, c],
        [cat, a],
      ] as const
    ).entries()) {
      setSystemTime(new Date(start + n * 1000))
      made.push(await report(who, id as string))
    }
    expect(targets(await queue(mod))).toEqual([a, c, b] as string[])
    expectData(await decide(mod, made[3].id, 'resolved'))
    // Resolved ones count for the time, not for the rank.
    expect(targets(await queue(mod))).toEqual([a, c, b] as string[])
    expectData(await decide(mod, made[0].id, 'ignored'))
    expect(targets(await queue(mod))).toEqual([c, b, a] as string[])
  })
  test('holds what is pending or resolved, unless other states are asked for', async () => {
    const made: Record<string, string> = {}
    for (const status of ['pending', 'resolved', 'ignored']) {
      const { id } = await publish(ann)
      const { id: reportId } = await report(ben, id)
      if (status !== 'pending') expectData(await decide(mod, reportId, status))
      made[status] = id
    }
    const both = await report(cat, made.ignored as string)
    const found = async (query: string) => targets(await queue(mod, query)).sort()
    const expected = (...names: string[]) => names.map((name) => made[name] as string).sort()
    expect(await found('')).toEqual(expected('pending', 'resolved', 'ignored'))
    expect(await found('status=ignored')).toEqual(expected('ignored'))
    expect(await found('status=ignored,pending')).toEqual(expected('pending', 'ignored'))
    const { data } = await queue(mod, 'status=ignored')
    expect(data[0]).toMatchObject({ reportCount: 1, reports: [{ status: 'ignored' }] })
    expectData(await decide(mod, both.id, 'ignored'))
    expect(await found('')).toEqual(expected('pending', 'resolved'))
    expect(await found('status=resolved')).toEqual(expected('resolved'))
  })
  test.each(['page=0', 'page=x', 'limit=0', 'limit=51', 'limit=x', 'status=open', 'status=', 'status=pending,open'])(
    '400 for %s',
    async (query) => {
      await expectRefused(() => mod.visitor.get(`admin/manage/reports?${query}`), [400, 'VALIDATION_FAILED'])
    },
  )
  test('gives the fields that are picked, and 400 for any other', async () => {
    await report(ben, (await publish(ann)).id)
    const all = ['type', 'target', 'moderationState', 'author', 'reports', 'reportCount', 'reasons'] as const
    const [whole] = (await queue(mod)).data as [ReportQueue['data'][number]]
    expect(Object.keys(whole).sort()).toEqual([...all].sort())
    const several = [['reasons', 'type'], ['type', 'type'], all] as const
    for (const picked of [...all.map((field) => [field]), ...several]) {
      const { data, pagination } = await queue(mod, `fields=${picked.join()}`)
      expect(data as object[]).toEqual([Object.fromEntries(picked.map((field) => [field, whole[field]]))])
      expect(pagination.total).toBe(1)
    }
    for (const fields of ['', 'password', 'type,authId', 'reports.id', '__proto__', 'constructor', 'type,', 'targetId'])
      expect(refusal(await mod.visitor.get(`admin/manage/reports?fields=${fields}`))).toEqual([
        400,
        'VALIDATION_FAILED',
      ])
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
        insert.run(`report-${n}`, targetId, ann.id, await enroll(tx, home), `reason ${n}`, at)
      }
    })
    const [entry] = (await queue(mod)).data
    const newest = Array.from({ length: MAX_PER_TARGET }, (_, n) => `report-${MAX_PER_TARGET + 4 - n}`)
    expect(entry!.reports.map(({ id }: Data) => id)).toEqual(newest)
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

describe('who may look', () => {
  test('administrators; nobody else', async () => {
    const path = 'admin/manage/reports'
    for (const { visitor } of [mod, root]) expectData(await visitor.get(path))
    await expectRefused(() => new Visitor().get(path), [401, 'UNAUTHENTICATED'])
    for (const who of [ben, await student({ onboard: false })])
      await expectRefused(() => who.visitor.get(path), [403, 'FORBIDDEN'])
    const blocked = await administrator()
    await sanction(blocked.id, BLOCK)
    await expectRefused(() => blocked.visitor.get(path), [403, 'USER_BLOCKED'])
  })
})

describe('whatever is reported and decided', () => {
  type Known = { id: string; who: number; target: string; status: string; at: number }

  /** The queue by its words: most open among the chosen ones, then the newest, then the id. */
  function expected(known: Known[], statuses: string[]) {
    const chosen = known.filter(({ status }) => statuses.includes(status))
    const entries = [...new Set(chosen.map(({ target }) => target))].map((target) => {
      const own = chosen.filter((each) => each.target === target)
      return {
        target,
        open: own.filter(({ status }) => status === 'pending').length,
        newest: Math.max(...own.map(({ at }) => at)),
        reports: own.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id),
      }
    })
    entries.sort((a, b) => b.open - a.open || b.newest - a.newest || (a.target < b.target ? 1 : -1))
    return entries.map(({ target, reports }) => [target, reports.length, reports])
  }

  test.each([1, 2])('the queue agrees with its description: walk %i', async (seed) => {
    const random = new Random(seed, 'reports')
    const number = (below: number) => random.below(below)
    const start = Date.now()
    const subjects = await Promise.all(Array.from({ length: 8 }, () => publish(ann)))
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
        expectData(await mod.visitor.delete(`reports/${one.id}`))
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
      const found: unknown[] = []
      for (let page = 1; ; page++) {
        const { data, pagination } = await queue(mod, `limit=2&page=${page}&status=${statuses.join()}`)
        found.push(
          ...data.map(({ target, reportCount, reports }) => [
            target.id,
            reportCount,
            reports.map(({ id }: Data) => id),
          ]),
        )
        if (pagination.hasMore) continue
        expect(pagination.total).toBe(found.length)
        break
      }
      expect(found).toEqual(expected(known, statuses))
      const listed = expectData(await mod.visitor.get(`reports?limit=100&status=${statuses.join()}`))
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
