import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { headOfDay, noteDay } from '../../../src/ground/audit/day-notes'
import { verifyChain } from '../../../src/ground/audit/verify'
import { storeSetting } from '../../../src/ground/settings/settings'
import { countMonths, type MonthCounts, publicMonth } from '../../../src/order/transparency/service'
import { comment, execute, noReports, publish, report } from '../../support/content'
import { administrator, expectData, fails, HOUR, later, student, useQuad, Visitor } from '../../support/kit'
import { attempts } from '../../support/traces'

await useQuad()
const REASON = 'A threat against a person, complaint 12'
const least = 10
config.minGroup = least
const publishNumbers = (isOn: boolean) => storage.write((tx) => storeSetting(tx, 'transparency', isOn))
const read = async () => expectData(await new Visitor().get('transparency'))
const monthsAgo = (months: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString()
}
const monthOf = (time: string) => time.slice(0, 7)

beforeEach(() => publishNumbers(true))

async function addRecords(count: number, createdAt: string, resource: string, state: string, rule?: string) {
  await storage.write(async (tx) => {
    for (let each = 0; each < count; each++)
      tx.sqlite.run(
        `INSERT INTO moderation_records (id, resource, resource_id, state, rule, created_at, ends_at)
         VALUES (?, ?, 'x', ?, ?, ?, ?)`,
        [crypto.randomUUID(), resource, state, rule ?? null, createdAt, state === 'suspended' ? createdAt : null],
      )
  })
}

/** Reports that were decided after so many hours. */
async function addReports(hours: readonly number[], createdAt: string) {
  await storage.write(async (tx) => {
    for (const each of hours) {
      const closedAt = new Date(Date.parse(createdAt) + each * HOUR).toISOString()
      tx.sqlite.run(
        `INSERT INTO reports (id, type, target_id, reason, message, status, closed_at, created_at, updated_at)
         VALUES (?, 'Post', 'x', 'spam', '', 'resolved', ?, ?, ?)`,
        [crypto.randomUUID(), closedAt, createdAt, closedAt],
      )
    }
  })
}

describe('what anybody may read', () => {
  test('nothing, unless a superadmin switched it on', async () => {
    await publishNumbers(false)
    await fails(new Visitor().get('transparency'), 'NOT_FOUND')
    const root = await administrator('superadmin')
    await root.patch('admin/settings', { transparency: true })
    expect((await read()).leastCount).toBe(least)
  })
  test('nothing of the present month, of few, or exactly', async () => {
    await addRecords(40, new Date().toISOString(), 'post', 'banned', 'spam')
    await addRecords(least - 1, monthsAgo(1), 'post', 'banned', 'spam')
    await addReports(Array(least - 1).fill(1), monthsAgo(1))
    const two = monthsAgo(2)
    await addRecords(12, two, 'post', 'banned', 'spam')
    await addRecords(9, two, 'post', 'banned', 'hate')
    await addRecords(8, two, 'comment', 'shadow_banned')
    await addRecords(11, two, 'comment', 'active')
    await addRecords(6, two, 'user', 'suspended')
    await addRecords(6, two, 'user', 'blocked')
    await addRecords(30, two, 'user', 'active')
    await addReports([...Array(6).fill(0.1), ...Array(6).fill(90)], two)
    await addRecords(50, monthsAgo(13), 'post', 'banned')
    await publishNumbers(true)
    const { months } = await read()
    expect(months).toHaveLength(12)
    const names = 'reports removed restored sanctions appeals upheld overturned reveals medianHours'.split(' ')
    const none = { ...Object.fromEntries(names.map((name) => [name, null])), removedByRule: [] }
    expect(months[0]).toEqual({ month: monthOf(monthsAgo(1)), ...none })
    expect(months[1]).toEqual({
      ...none,
      month: monthOf(two),
      reports: 10,
      removed: 25,
      removedByRule: [{ rule: 'spam', count: 10 }],
      restored: 10,
      sanctions: 10,
      medianHours: 1,
    })
    for (const { month, ...counts } of months.slice(2)) expect([month, counts]).toEqual([month, none])
  })
})

test('the numbers are those of the audit log', async () => {
  const [ann, root] = [await student(), await administrator('superadmin')]
  const posts = [await publish(ann), await publish(ann), await publish(ann)]
  const state = (id: string, to: string, rule?: string) =>
    root.visitor.put(`moderation/posts/${id}/moderation-state`, { state: to, ...(rule === undefined ? {} : { rule }) })
  await execute('DELETE FROM moderation_records')
  await noReports()
  await report(await student(), posts[0]!.id)
  await report(await student(), posts[0]!.id)
  await report(await student(), posts[2]!.id)
  const said = await comment(ann, posts[0]!.id)
  expectData(await state(posts[0]!.id, 'banned', 'spam'))
  expectData(await state(posts[0]!.id, 'banned', 'spam'))
  expectData(await state(posts[0]!.id, 'active'))
  expectData(await state(posts[1]!.id, 'shadow_banned'))
  await root.put(`moderation/comments/${said.id}/moderation-state`, { state: 'banned', rule: 'hate' })
  await root.post(`admin/users/${ann.id}/reveal-email`, { reason: REASON })
  const suspension = { ends: new Date(Date.now() + 24 * HOUR).toISOString(), reason: REASON }
  await root.put(`moderation/users/${ann.id}/moderation-state`, { blocked: true, suspension })
  const other = await administrator('admin')
  for (const [outcome, resource, resourceId] of [
    ['overturned', 'comment', said.id],
    ['upheld', 'user', ann.id],
  ]) {
    const { appeal } = await ann.post('appeals', { resource, resourceId, message: 'Please' })
    await other.put(`moderation/appeals/${appeal.id}`, { outcome, reason: REASON })
  }
  const month = monthOf(new Date().toISOString())
  const counts = countMonths(storage.reader, { from: month, until: `${month}~` }).get(month) as MonthCounts
  const logged = (...actions: string[]): number =>
    actions.flatMap(attempts).filter(({ status }) => status === 'success').length
  const ofContent = (verb: string) => logged(`admin:${verb}:post`, `admin:${verb}:comment`)
  expect(counts).toMatchObject({
    reports: logged('user:created:report'),
    removed: ofContent('banned') + ofContent('shadow-banned'),
    restored: ofContent('restored'),
    sanctions: logged('admin:blocked:user', 'admin:suspended:user'),
    reveals: logged('admin:revealed:email'),
    appeals: logged('user:created:appeal'),
    upheld: logged('admin:upheld:appeal'),
    overturned: logged('admin:overturned:appeal'),
  })
  expect([counts.reports, counts.removed, counts.restored, counts.sanctions, counts.reveals, counts.decided]).toEqual([
    3, 3, 2, 1, 1, 2,
  ])
  expect([counts.appeals, counts.upheld, counts.overturned]).toEqual([2, 1, 1])
  expect(Object.fromEntries(counts.removedByRule)).toEqual({ spam: 1, hate: 1 })
  expect(publicMonth(month, counts)).toMatchObject({ reports: null, removed: null, removedByRule: [], reveals: null })
})

test('the head of the audit log is that of a day, none to come: it proves the log, and does not tell when somebody does something', async () => {
  const noteToday = () => storage.write((tx) => noteDay(tx))

  await noteToday()
  const { auditHead } = await read()
  expect(auditHead.day).toBe(new Date().toISOString().slice(0, 10))
  const { headFound, broken } = verifyChain(storage.reader, { head: auditHead.hash })
  expect([headFound, broken]).toEqual([true, undefined])
  await publish(await student())
  expect((await read()).auditHead).toEqual(auditHead)
  later(24 * HOUR)
  await noteToday()
  expect((await read()).auditHead.hash).not.toBe(auditHead.hash)
  expect(headOfDay(storage.reader, new Date(0))).toBeNull()
})
