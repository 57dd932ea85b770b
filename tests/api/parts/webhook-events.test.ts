import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { toFlag } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { postAccess } from '../../../src/forum/posts/visibility'
import { deliverDue } from '../../../src/parts/webhooks/delivery'
import { payloadOf } from '../../../src/parts/webhooks/outbox'
import { publishAliased } from '../../support/aliased'
import { comment, decide, execute, publish, report, reportComment, select } from '../../support/content'
import {
  administrator,
  type Data,
  expectData,
  expectWithout,
  fails,
  later,
  student,
  useCampus,
} from '../../support/kit'
import { addWebhook, Receiver } from '../../support/webhook-receiver'

// What webhooks are told of, and what not.

const { ann, ben, admin, root } = await useCampus()
const bot = new Receiver()
afterAll(() => bot[Symbol.asyncDispose]())

const MINUTE = 60_000
/** The twentieth second of a minute. */
const start = () => setSystemTime(new Date(Math.ceil(Date.now() / MINUTE) * MINUTE + 20_000))
let webhook: Data
beforeEach(async () => {
  start()
  await execute('DELETE FROM webhooks')
  webhook = (await addWebhook(root, bot.url)).webhook
})
const pass = (ms: number) => later(ms)

/** What is sent when the time has come. */
async function sent(): Promise<Data[]> {
  pass(2 * MINUTE)
  await deliverDue()
  return bot.take().map(({ json }) => json)
}
const statuses = () => select('SELECT status FROM webhook_deliveries ORDER BY rowid').map(({ status }) => status)
const forget = () => execute('DELETE FROM webhook_deliveries')
beforeEach(forget)

const minute = () => `${new Date().toISOString().slice(0, 16)}:00.000Z`
const judge = (kind: 'posts' | 'comments', id: string, state: string, reason?: string) =>
  admin.visitor.put(`moderation/${kind}/${id}/moderation-state`, { state, ...(reason ? { reason } : {}) })

describe('post.published', () => {
  test('has what anybody reads of the post, and the minute', async () => {
    const at = minute()
    const post = await publish(ann, { title: 'Who sells calculators?', topic: 'Showcase' })
    expect(await sent()).toEqual([
      {
        type: 'post.published',
        timestamp: at,
        data: {
          id: post.id,
          url: `http://localhost:3000/post/${post.id}`,
          title: 'Who sells calculators?',
          topic: 'Showcase',
          author: ann.user.username,
          createdAt: at,
        },
      },
    ])
    expect(await sent()).toEqual([])
  })
  test('names the alias of a post that is under one', async () => {
    const { id, alias } = await publishAliased(ann)
    const [event] = await sent()
    expect(event.data).toMatchObject({ id, author: alias.username })
    expectWithout(event, ann.id, ann.user.username)
  })
  test('comes at a moment of the next minute, not before', async () => {
    await publish(ann)
    pass(39_000)
    await deliverDue()
    expect(bot.take()).toEqual([])
    expect(await sent()).toHaveLength(1)
  })
  test('of a private post nothing is written or sent', async () => {
    const { id } = await publish(ann, { isPrivate: true })
    expect(statuses()).toEqual([])
    await ann.patch(`posts/${id}`, { isPrivate: false })
    expect(await sent()).toEqual([])
  })
  test('a delayed post is told of when it appears', async () => {
    const { delayedPost: waiting } = await ann.post('posts/delayed', {
      title: 'Soon',
      content: 'It will be said',
      topic: 'Showcase',
    })
    expect(statuses()).toEqual([])
    await ann.post(`posts/delayed/${waiting.id}/publish`)
    expect((await sent()).map(({ data }) => data.title)).toEqual(['Soon'])
  })
  test.each<[what: string, change: (id: string) => Promise<unknown>]>([
    ['deleted', (id) => ann.visitor.delete(`posts/${id}`)],
    ['removed', (id) => judge('posts', id, 'banned')],
    ['hidden silently', (id) => judge('posts', id, 'shadow_banned')],
    ['made private', (id) => ann.visitor.patch(`posts/${id}`, { isPrivate: true })],
  ])('a post that was %s meanwhile is skipped', async (_what, change) => {
    const { id } = await publish(ann)
    await change(id)
    expect((await sent()).filter(({ type }) => type === 'post.published')).toEqual([])
    expect(statuses()[0]).toBe('skipped')
  })
  test('what is sent of a post is what a stranger may read, in every state', async () => {
    for (const isPrivate of [false, true])
      for (const state of ['active', 'banned', 'shadow_banned'] as const) {
        const { id } = await publish(ann, { isPrivate })
        if (state !== 'active') expectData(await judge('posts', id, state))
        const facts = {
          id,
          authorId: ann.id,
          collegeId: ann.user.collegeId,
          isPrivate: toFlag(isPrivate),
          moderationState: state,
        }
        const delivery = { id, webhookId: webhook.id, event: 'post.published', subject: 'post', subjectId: id } as const
        const body = await payloadOf(storage.reader, {
          ...delivery,
          removedBy: null,
          occurredAt: minute(),
          attempts: 0,
        })
        expect([state, isPrivate, body !== null]).toEqual([state, isPrivate, postAccess(facts, null) === 'readable'])
      }
  })
})

describe('report.created', () => {
  test('has neither the reporter nor their words', async () => {
    const post = await publish(ann, { title: 'Reported' })
    await forget()
    const at = minute()
    const { id } = await report(ben, post.id, { reason: 'Spam', message: 'I know who this is' })
    const [event] = await sent()
    expect(event).toEqual({
      type: 'report.created',
      timestamp: at,
      data: { id, target: { type: 'post', id: post.id }, reason: 'spam', url: 'http://localhost:3000/console/reports' },
    })
  })
  test('a reason in own words is left out', async () => {
    const post = await publish(ann)
    const remark = await comment(ann, post.id)
    await forget()
    const { id } = await reportComment(ben, remark.id, { reason: 'it is my roommate Ravi' })
    expect((await sent()).map(({ data }) => data)).toEqual([
      { id, target: { type: 'comment', id: remark.id }, reason: null, url: 'http://localhost:3000/console/reports' },
    ])
  })
  test('a report about an administrator is not told, for that one must not learn of it', async () => {
    const post = await publish(await administrator())
    await forget()
    await report(ben, post.id)
    expect(statuses()).toEqual([])
  })
  test('one that is closed meanwhile is skipped', async () => {
    const post = await publish(ann)
    await forget()
    const { id } = await report(ben, post.id)
    expectData(await decide(admin, id, 'ignored'))
    expect(await sent()).toEqual([])
    expect(statuses()).toEqual(['skipped'])
  })
})

describe('content.removed', () => {
  test('by a moderator: what, and a reason of the list, without a name', async () => {
    const post = await publish(ann)
    const remark = await comment(ben, post.id)
    await forget()
    const at = minute()
    expectData(await judge('comments', remark.id, 'banned', 'Ravi wrote this'))
    expectData(await judge('posts', post.id, 'banned', 'harassment'))
    const events = await sent()
    expect(events).toHaveLength(2)
    expect(events).toContainEqual({
      type: 'content.removed',
      timestamp: at,
      data: { type: 'comment', id: remark.id, by: 'moderator', reason: null },
    })
    expect(events).toContainEqual({
      type: 'content.removed',
      timestamp: at,
      data: { type: 'post', id: post.id, by: 'moderator', reason: 'harassment' },
    })
  })
  test('by its author, who deletes it or makes it private', async () => {
    const [one, two] = [await publish(ann), await publish(ann)]
    await forget()
    await ann.visitor.delete(`posts/${one.id}`)
    await ann.patch(`posts/${two.id}`, { isPrivate: true })
    const removed = (await sent()).map(({ data }) => data)
    expect(removed).toHaveLength(2)
    for (const { id } of [one, two]) expect(removed).toContainEqual({ type: 'post', id, by: 'author', reason: null })
  })
  test('with an account, its posts, also those whose title stays', async () => {
    const leaving = await student()
    const [one, two] = [await publish(leaving), await publish(leaving)]
    await publish(leaving, { isPrivate: true })
    await comment(ben, two.id)
    await sent()
    await forget()
    await publish(leaving)
    await leaving.delete('auth/account')
    const rows = JSON.stringify(select('SELECT * FROM webhook_deliveries'))
    expectWithout(rows, leaving.id, leaving.user.username, leaving.email)
    const events = await sent()
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill('content.removed'))
    expect(events.map(({ data }) => data.id)).toEqual(expect.arrayContaining([one.id, two.id]))
    expectWithout(events, leaving.user.username)
  })
  test('with an account, no post that a moderator had removed: it would show who had written it', async () => {
    const leaving = await student()
    const [shown, removed] = [await publish(leaving), await publish(leaving)]
    expectData(await judge('posts', removed.id, 'banned'))
    await sent()
    await forget()
    await leaving.delete('auth/account')
    expect((await sent()).map(({ data }) => data.id)).toEqual([shown.id])
  })
  test('a text that is hidden silently, was private, or is back is not told of', async () => {
    const [hidden, restored, own] = [await publish(ann), await publish(ann), await publish(ann, { isPrivate: true })]
    const remark = await comment(ann, own.id)
    await forget()
    expectData(await judge('posts', hidden.id, 'shadow_banned'))
    expectData(await judge('posts', own.id, 'banned'))
    expectData(await judge('comments', remark.id, 'banned'))
    expect(statuses()).toEqual([])
    expectData(await judge('posts', restored.id, 'banned'))
    expectData(await judge('posts', restored.id, 'active'))
    expect(await sent()).toEqual([])
    expect(statuses()).toEqual(['skipped'])
  })
})

test('only enabled webhooks get what they want, and of nothing else anything is written', async () => {
  await using other = new Receiver()
  const { webhook: second } = await addWebhook(root, other.url, ['report.created'])
  const post = await publish(ann)
  await report(ben, post.id)
  pass(2 * MINUTE)
  await deliverDue()
  expect(bot.take().map(({ json }) => json.type)).toEqual(['post.published', 'report.created'])
  expect(other.take().map(({ json }) => json.type)).toEqual(['report.created'])
  const rows = select('SELECT 1 FROM webhook_deliveries WHERE webhook_id = ?', second.id)
  expect(rows).toHaveLength(1)
  await root.patch(`admin/webhooks/${webhook.id}`, { enabled: false })
  await forget()
  await publish(ann)
  expect(statuses()).toEqual([])
})

test('a change that is refused tells of nothing', async () => {
  const post = await publish(ann)
  await forget()
  await fails(ben.delete(`posts/${post.id}`), 403)
  await report(ben, post.id)
  await forget()
  await fails(ben.post('reports', { targetId: post.id, type: 'Post', reason: 'spam', message: 'x' }), 409)
  expect(statuses()).toEqual([])
})

test('a webhook that goes in the same moment fails nothing', async () => {
  await publish(ann)
  await forget()
  // Past the cache, as a write of the same commit would.
  await execute('UPDATE webhooks SET enabled = 0')
  await publish(ann)
  await execute('DELETE FROM webhooks')
  await publish(ann)
  expect(statuses()).toEqual([])
})
