import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { storeSetting } from '../../../src/ground/settings/settings'
import { execute, ids } from '../../support/content'
import type { Feedback, Feedbacks } from '../../support/contract'
import { type Data, expectData, expectWithout, fails, MISSING_ID, student, useCampus } from '../../support/kit'
import { auditActions, auditEntries } from '../../support/traces'

const { root, admin, ann: pupil } = await useCampus()

const draft = (more: object = {}): Data => ({ type: 'bug', title: 'A title', content: 'What is wrong', ...more })
const send = (given: object = draft(), by = pupil) => by.visitor.post('feedbacks', given)
const give = async (more: object = {}, by = pupil): Promise<Feedback> =>
  expectData(await send(draft(more), by)).feedback
const read = (id: string, by = admin) => by.visitor.get(`feedbacks/${id}`)
const put = (id: string, body: object, by = admin) => by.visitor.patch(`feedbacks/${id}/status`, body)
const list = (query = '', by = admin): Promise<Feedbacks> => by.get(`feedbacks${query}`)
const total = async (): Promise<number> => (await list()).meta.total

describe('POST /feedbacks', () => {
  test('201 with the record, which administrators read as well, and of which only Quad sets the rest', async () => {
    const greed = { id: MISSING_ID, status: 'dismissed', userId: root.id, user: { id: root.id } }
    const made = await give({ ...greed, type: 'feature', title: '  Dark mode ', content: ' Please. ' })
    expect(made.id).not.toBe(MISSING_ID)
    const words = { type: 'feature', title: 'Dark mode', content: 'Please.', status: 'new', updatedAt: made.createdAt }
    expect(made).toMatchObject({ ...words, user: { id: pupil.id, username: pupil.user.username } })
    for (const by of [admin, root]) {
      const answer = await read(made.id, by)
      expect(expectData(answer).feedback).toEqual(made)
      expectWithout(answer.text, '@')
    }
    const [entry] = auditEntries(made.id)
    expect(entry).toMatchObject({ action: 'user:created:feedback', actorId: pupil.id, after: '{"type":"feature"}' })
    expectWithout(auditEntries(made.id), 'Dark mode')
  })
  test('the content policy is for what others read', async () => {
    expect((await give({ content: 'You fucking idiots, kill yourself' })).content).toContain('idiots')
  })
  test.each([
    ['type', 'praise'],
    ['title', '   '],
    ['content', 'x'.repeat(2001)],
  ])('400 on the %s %j, nothing stored', async (field, value) => {
    const before = await total()
    await fails(send(draft({ [field]: value })), 'VALIDATION_FAILED', field)
    expect(await total()).toBe(before)
  })
  test('the types are those of the settings, in any case; what was sent before keeps its own', async () => {
    const old = await give({ type: 'other' })
    await storage.write((tx) => storeSetting(tx, 'feedbackTypes', ['Praise', 'bug']))
    expect((await give({ type: ' pRAISE ' })).type).toBe('Praise')
    await fails(send(draft({ type: 'other' })), 'VALIDATION_FAILED')
    expect(expectData(await read(old.id)).feedback.type).toBe('other')
    expect(ids((await list('?type=other')).feedbacks)).toContain(old.id)
    await storage.write((tx) => storeSetting(tx, 'feedbackTypes', ['feedback', 'bug', 'feature', 'other']))
  })
})

describe('GET /feedbacks', () => {
  test('newest first, 20 at most; skip and limit walk the whole list once', async () => {
    for (let n = 0; n < 8; n++) await give({ title: `Number ${n}` })
    const { feedbacks, meta } = await list('?limit=100')
    expect(meta).toEqual({ total: feedbacks.length, limit: 100, skip: 0 })
    expect(feedbacks[0]!.title).toBe('Number 7')
    expect((await list()).meta).toMatchObject({ limit: 20, skip: 0 })
    const walked: string[] = []
    for (let skip = 0; skip < meta.total; skip += 7) {
      const part = await list(`?limit=7&skip=${skip}`)
      expect(part.meta).toEqual({ total: meta.total, limit: 7, skip })
      walked.push(...ids(part.feedbacks))
    }
    expect(walked).toEqual(ids(feedbacks))
    expect((await list(`?skip=${meta.total}`)).feedbacks).toEqual([])
  })
  test('400 for what is out of range', async () => {
    for (const query of ['limit=101', 'skip=-1', 'status=open', 'type='])
      await fails(admin.visitor.get(`feedbacks?${query}`), 'VALIDATION_FAILED')
  })
})

test('PATCH /feedbacks/:id/status any status to any other, by either role, each noted once; none that there is not', async () => {
  const made = await give()
  for (const [status, by] of [
    ['reviewed', admin],
    ['dismissed', root],
    ['new', admin],
    ['new', admin],
  ] as const) {
    const { feedback } = expectData(await put(made.id, { status }, by))
    expect(feedback).toEqual({ ...made, status, updatedAt: feedback.updatedAt })
    expect(expectData(await read(made.id)).feedback).toEqual(feedback)
  }
  await fails(put(made.id, { status: 'open' }), 'VALIDATION_FAILED')
  expect(auditActions(made.id)).toEqual(['user:created:feedback', ...Array(3).fill('admin:updated:feedback')])
  expect(auditEntries(made.id)[1]).toMatchObject({ before: '{"status":"new"}', after: '{"status":"reviewed"}' })
})

test('DELETE /feedbacks/:id: gone from everywhere, noted; and with the account', async () => {
  const person = await student()
  const [{ id }, other] = [await give(), await give({}, person)]
  const before = await total()
  await root.delete(`feedbacks/${id}`)
  await person.delete('auth/account')
  for (const each of [id, other.id]) await fails(read(each), 'NOT_FOUND')
  expect(await total()).toBe(before - 2)
  expect(auditActions(id)).toEqual(['user:created:feedback', 'admin:deleted:feedback'])
})

test('GET /admin/manage/feedback/all: an array, newest first, a thousand at most', async () => {
  const { id } = await give()
  for (const by of [admin, root]) {
    const all = await by.get('admin/manage/feedback/all')
    expect(all[0]).toEqual(expectData(await read(id)).feedback)
    expect(all).toHaveLength(await total())
  }
  await storage.write(async (tx) => {
    const insert = tx.sqlite.prepare(
      "INSERT INTO feedbacks (id, user_id, type, title, content, created_at, updated_at) VALUES (?, ?, 'bug', 't', 'c', ?, '2000-01-01T00:00:00.000Z')",
    )
    for (let n = 0; n < 1000; n++) insert.run(Bun.randomUUIDv7(), pupil.id, new Date(n).toISOString())
  })
  const all = await admin.get('admin/manage/feedback/all')
  expect([all.length, all[0].id]).toEqual([1000, id])
  await execute("DELETE FROM feedbacks WHERE updated_at = '2000-01-01T00:00:00.000Z'")
})

test('404 for an unknown id, 400 for what is none', async () => {
  const drop = (id: string) => root.visitor.delete(`feedbacks/${id}`)
  for (const act of [read, drop, (id: string) => put(id, { status: 'reviewed' })]) {
    await fails(act(MISSING_ID), 'NOT_FOUND')
    await fails(act('xyz'), 'VALIDATION_FAILED')
  }
})
