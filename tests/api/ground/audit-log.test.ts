import { beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { listedCount, listedPage } from '../../../src/ground/audit/logs'
import { auditAt } from '../../support/audit-log'
import { ids } from '../../support/content'
import type { Logs } from '../../support/contract'
import { expectWithout, fails, later, numberedId, useCampus } from '../../support/kit'
import { planOf } from '../../support/plans'

const [A, B] = [numberedId(1), numberedId(2)]
const ACTORS = [A, B, null]
const ENTRIES = 60

/** Entries of another age than those that the tests themselves make, three of them at each moment. */
const insertEntries = () =>
  storage.write(async (tx) => {
    for (let n = 0; n < ENTRIES; n++)
      await auditAt(
        tx,
        Date.UTC(2020, 0, 1 + Math.floor(n / 3), 12),
        {
          action: n % 2 === 0 ? 'admin:updated:word' : 'admin:created:word',
          entityType: 'webhook',
          entityId: `tea-${n % 5}`,
          status: n % 7 === 0 ? 'failure' : 'success',
          ...(n === 0 && {
            before: { cups: 1 },
            after: { cups: 2, hot: true, of: null },
            reason: 'thirst',
            metadata: { kind: 'green' },
          }),
        },
        {
          id: ACTORS[n % 3]!,
          role: 'admin',
          origin: {
            ip: '192.0.2.7',
            userAgent: 'Kettle/1',
            requestId: 'req',
            platform: 'api',
            device: null,
            language: 'en',
          },
        },
      )
  })

const { admin, root } = await useCampus()
await insertEntries()
/** As the test of pages finds them first, in their order. */
let all: string[] = []
beforeAll(async () => {
  all = await pages(`${OLD}&sortOrder=asc`, 100)
})

const OLD = 'from=2020-01-01&to=2020-12-31'
const logs = (query: string, by = root): Promise<Logs> => by.get(`admin/manage/logs?${query}`)
const pages = async (query: string, limit: number): Promise<string[]> => {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { data, pagination } = await logs(`${query}&limit=${limit}&page=${page}`)
    found.push(...ids(data))
    if (!pagination.hasMore) return found
  }
}

describe('an entry', () => {
  test('has every field, its facts as they are, and none that it has not', async () => {
    const { data } = await logs(`${OLD}&sortOrder=asc&limit=2`)
    expect(data[0]).toEqual({
      id: all[0]!,
      timestamp: '2020-01-01T12:00:00.000Z',
      action: 'admin:updated:word',
      entityType: 'webhook',
      entityId: 'tea-0',
      actorId: A,
      actorRole: 'admin',
      status: 'failure',
      ip: '192.0.2.7',
      userAgent: 'Kettle/1',
      requestId: 'req',
      platform: 'api',
      before: { cups: 1 },
      after: { cups: 2, hot: true, of: null },
      reason: 'thirst',
      metadata: { kind: 'green' },
      actorName: null,
      object: null,
    })
    for (const key of ['before', 'after', 'reason', 'metadata']) expect(data[1]).not.toHaveProperty(key)
  })
  test('tells an admin nothing of where it came from', async () => {
    const page = await logs(`${OLD}&sortOrder=asc`, admin)
    expect(page.data[0]).toMatchObject({ id: all[0], ip: null, userAgent: null, requestId: 'req' })
    expectWithout(page, '192.0.2.7', 'Kettle')
  })
})

describe('pages', () => {
  test('twenty, the newest first, unless told otherwise; none beyond the last', async () => {
    const { data, pagination } = await logs('')
    const times = data.map(({ timestamp }: { timestamp: string }) => timestamp)
    expect(times).toEqual([...times].sort().reverse())
    expect(data).toHaveLength(20)
    expect(pagination).toMatchObject({ page: 1, limit: 20, hasMore: true })
    expect(pagination.totalPages).toBe(Math.ceil(pagination.total / 20))
    expect(times[0]! > '2021').toBe(true)
    expect(await logs(`${OLD}&page=99`)).toMatchObject({
      data: [],
      pagination: { total: ENTRIES, page: 99, hasMore: false },
    })
  })
  test.each([1, 7, 20, 100])('of %d hold each entry once, what came at one moment in its order', async (limit) => {
    expect(await pages(`${OLD}&sortOrder=asc`, limit)).toEqual(all)
    expect(await pages(`${OLD}&sortOrder=desc`, limit)).toEqual(all.toReversed())
  })
  test('by action and by actor', async () => {
    const actions = (await logs(`${OLD}&limit=100&sortBy=action&sortOrder=asc`)).data.map((each) => each.action)
    expect(actions).toEqual([...actions].sort())
    const found = await pages(`${OLD}&sortBy=actorId`, 9)
    expect(found.toSorted()).toEqual(all.toSorted())
    const actors = (await logs(`${OLD}&limit=100&sortBy=actorId`)).data.map((each) => each.actorId)
    expect(actors).toEqual([...Array(20).fill(B), ...Array(20).fill(A), ...Array(20).fill(null)])
  })
})

describe('filters', () => {
  test.each([
    ['action=admin:updated:word', (n: number) => n % 2 === 0],
    [`action=admin:created:word&actorId=${A}&entityId=tea-3`, (n: number) => n === 3 || n === 33],
    ['action=admin:updated', () => false],
    ["actorId=' OR 1=1 --", () => false],
  ])('%s', async (query, fits) => {
    const wanted = all.filter((_, n) => fits(n))
    for (const sortBy of ['timestamp', 'action', 'actorId']) {
      const page = await logs(`${OLD}&limit=100&sortBy=${sortBy}&sortOrder=asc&${query}`)
      expect(ids(page.data).toSorted()).toEqual(wanted.toSorted())
      expect(page.pagination.total).toBe(wanted.length)
    }
  })
  test('what is no id is in the entry of who filtered by it, and names nobody', async () => {
    await logs('actorId=tea')
    later(1000)
    const { data } = await logs('action=admin:read:history&entityId=tea')
    expect(data).toMatchObject([{ entityId: 'tea', object: null }])
  })
  test.each([
    ['from=2020-01-02&to=2020-01-03', 6],
    ['from=2020-01-02T12:00:00.000Z&to=2020-01-02T12:00:00.000Z', 3],
    ['from=2020-01-02T12:00:00.001Z&to=2020-01-03', 3],
    ['from=2020-01-02T13:00:00%2B01:00&to=2020-01-02', 3],
    ['to=2020-01-01', 3],
    ['from=2020-01-03&to=2020-01-02', 0],
  ])('%s holds %d', async (query, total) => {
    expect((await logs(query)).pagination.total).toBe(total)
  })
  test.each('limit=0 limit=101 limit=1e1 page=0 sortOrder=up sortBy=password from=2020-13-01 to=7 action='.split(' '))(
    '%s is 400',
    async (query) => {
      await fails(root.visitor.get(`admin/manage/logs?${query}`), 'VALIDATION_FAILED', query.split('=')[0]!)
    },
  )
})

test('every list walks the index of what is listed, which covers time and action; sorting by time needs no sorting', () => {
  const steps = (text: string) => planOf(storage.reader.sqlite, text).join('; ')
  const span = { from: 0, to: 1 }
  const page = (filter: object) =>
    steps(listedPage({ ...filter, ...span }, { sortBy: 'timestamp', sortOrder: 'desc' }, 1, 0).text)
  for (const filter of [{}, { action: 'a' }, { actions: ['a'] }]) {
    expect(page(filter)).toContain('USING COVERING INDEX audit_log_listed')
    expect(steps(listedCount({ ...filter, ...span }).text)).toContain('USING COVERING INDEX audit_log_listed')
  }
  for (const filter of [{ actorId: A }, { entityId: A }]) expect(page(filter)).toContain('USING INDEX audit_log_listed')
  expect(page({})).not.toContain('B-TREE FOR ORDER BY')
})
