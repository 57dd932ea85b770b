import { beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { exportBatches } from '../../../src/ground/audit/logs'
import { auditAt } from '../../support/audit-log'
import { publish, upvote } from '../../support/content'
import { expectWithout, login, type Person, useCampus, Visitor } from '../../support/kit'
import { attempts } from '../../support/traces'

const { ann, admin, root } = await useCampus()

const EXPORT = 'admin/manage/logs/export'
const save = ({ visitor }: Person, query: string) => visitor.get(`${EXPORT}?${query}`)
type Line = Record<string, unknown> & { action: string }
const lines = async (query: string, by: Person = root): Promise<Line[]> => {
  const answer = await save(by, `format=jsonl&${query}`)
  expect(answer.status).toBe(200)
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
const actions = async (query = '') => (await lines(query)).map(({ action }) => action)
const exported = () => attempts('admin:exported:log').length

const EVIL = '=HYPERLINK("https://evil.example","x")'
beforeAll(async () => {
  const { id } = await publish(ann, { title: 'Rate the tea' })
  for (const [state, reason] of [
    ['banned', EVIL],
    ['active', 'A mistake, "sorry"'],
  ])
    await admin.put(`moderation/posts/${id}/moderation-state`, { state, reason })
  await admin.post('moderation/words', { word: 'tealeaf', severity: 'mild', strictMode: false })
  await login(ann.email, 'wrong but long', new Visitor())
  await upvote(ann, id)
})

describe('the log as a file', () => {
  test('JSON Lines: every listed entry but those of students, newest first, its own before all', async () => {
    // Without the long log of a test below.
    const since = 'from=2020-01-01'
    const all = await lines(since)
    expect(all[0]).toMatchObject({
      action: 'admin:exported:log',
      actorId: root.id,
      actorName: root.user.username,
      metadata: { format: 'jsonl' },
    })
    const times = all.map(({ timestamp }) => timestamp as string)
    expect(times).toEqual(times.toSorted().reverse())
    const listed = await Promise.all(
      ['moderators', 'strangers'].map(async (by) => {
        const { data } = await root.get(`admin/manage/logs?limit=100&by=${by}&${since}`)
        return data.map(({ id }: { id: string }) => id)
      }),
    )
    expect(all.map(({ id }) => id).toSorted()).toEqual(listed.flat().toSorted())
    const removal = all.find(({ action }) => action === 'admin:banned:post')
    expect(removal).toMatchObject({
      actorName: admin.user.username,
      reason: EVIL,
      before: { moderationState: 'active' },
      after: { moderationState: 'banned' },
    })
  })
  test('CSV: a line each with the same columns; a formula is none', async () => {
    const answer = await save(root, 'format=csv&about=content')
    const [head, ...rows] = answer.text.split('\r\n')
    expect(head).toBe(
      'id,timestamp,action,status,actorId,actorName,actorRole,entityType,entityId,reason,before,after,metadata,platform,requestId,subjectHash',
    )
    expect(rows.at(-1)).toBe('')
    expect(rows).toHaveLength(3)
    expect(answer.text).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    expect(answer.text).toContain('"A mistake, ""sorry"""')
    expect(answer.text).not.toMatch(/(^|[,"\n])=/)
  })
  test.each([
    ['csv', 'text/csv; charset=utf-8; header=present'],
    ['jsonl', 'application/jsonl'],
  ])('%s is a file to be saved, which no cache holds', async (format, type) => {
    const { headers } = await save(root, `format=${format}`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="quad-audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    )
    expect(headers.get('cache-control')).toContain('no-store')
  })
  test('has what the filters pick, together', async () => {
    expect(await actions('by=strangers')).toContain('user:failed:login')
    expect(await actions(`actorId=${admin.id}&about=content`)).toEqual(['admin:restored:post', 'admin:banned:post'])
    expect(await actions('action=admin:banned:post')).toEqual(['admin:banned:post'])
    expect(await lines('from=2099-01-01')).toEqual([])
  })
})

test('a file does not hold what students did, whoever is named, nor where anybody was, nor a title; and no entry says that a history was opened', async () => {
  for (const query of [
    '',
    `actorId=${ann.id}`,
    'about=content',
    'action=user:created:post',
    'action=user:upvoted:post',
  ]) {
    const found = await lines(query)
    expect([query, found.filter(({ action }) => action.startsWith('user:') && action !== 'user:failed:login')]).toEqual(
      [query, []],
    )
    expect(JSON.stringify(found)).not.toMatch(/127\.0\.0\.1|"ip"|"userAgent"|Rate the tea|tealeaf/)
  }
  for (const format of ['csv', 'jsonl']) expectWithout((await save(root, `format=${format}`)).text, ann.email)
  const before = attempts('admin:read:history').length
  await lines(`actorId=${ann.id}`)
  expect(attempts('admin:read:history')).toHaveLength(before)
})

test('every time that it is saved is an entry with the filters, written before the first byte', async () => {
  const before = exported()
  await save(root, 'format=csv&about=people&from=2026-01-01')
  expect(exported()).toBe(before + 1)
  expect(attempts('admin:exported:log').at(-1)).toMatchObject({ actorId: root.id, entityId: null })
  const [entry] = await lines('action=admin:exported:log')
  expect(entry!.metadata).toEqual({ format: 'jsonl', action: 'admin:exported:log' })
  const known = exported()
  for (const query of ['', 'format=xml', 'format=csv&by=students', 'format=csv&about=votes', 'format=csv&from=x'])
    expect([query, (await save(root, query)).code]).toEqual([query, 'VALIDATION_FAILED'])
  expect(exported()).toBe(known)
})

describe('a long log', () => {
  const ENTRIES = 10_700
  beforeAll(() =>
    storage.write(async (tx) => {
      for (let n = 0; n < ENTRIES; n++) await auditAt(tx, Date.UTC(2019, 0, 1) + n * 60_000, { entityId: `${n}` })
    }),
  )
  test('is cut after the newest 10,000, each once, in batches of 500', async () => {
    const found = await lines('to=2019-12-31')
    expect(found.map(({ entityId }) => entityId)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => `${ENTRIES - 1 - n}`),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(10_000)
    const batches = [...exportBatches(storage.reader, { to: '2019-12-31' })]
    expect(batches.map(({ length }) => length)).toEqual(Array(20).fill(500))
  })
})
