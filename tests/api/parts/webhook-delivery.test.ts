import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { listNotices } from '../../../src/campus/notices/service'
import { addKey, currentKey } from '../../../src/lib/crypto/keys'
import { deleteOldDeliveries, deliverDue, resealWebhooks, startWebhooks } from '../../../src/parts/webhooks/delivery'
import { MAX_PENDING } from '../../../src/parts/webhooks/outbox'
import { sign } from '../../../src/parts/webhooks/requests'
import type { DeliveryRecord } from '../../../src/parts/webhooks/schemas'
import { checkWebhooks, listWebhookDeliveries, listWebhooks } from '../../../src/parts/webhooks/service'
import { execute, publish, select, viewerOf } from '../../support/content'
import { type Data, expectData, HOUR, login, times, useCampus } from '../../support/kit'
import { grownFrom, sample } from '../../support/metrics'
import { until } from '../../support/until'
import { addWebhook, type Received, Receiver } from '../../support/webhook-receiver'

// How events reach their webhooks: signed, tried again, given up, across restarts.

const { ann, root } = await useCampus()
let bot = new Receiver()
let webhook: Data
let secret: string
beforeEach(async () => {
  bot = new Receiver()
  await signIn()
  ;({ webhook, secret } = await addWebhook(root, bot.url))
})
afterEach(async () => {
  await bot[Symbol.asyncDispose]()
  await execute('DELETE FROM webhooks')
})

const signIn = async () => expectData(await login(root.email, root.password, root.visitor))
const pass = (ms: number) => setSystemTime(new Date(Date.now() + ms))
const PATH = () => `admin/webhooks/${webhook.id}`
const ask = async (): Promise<string> => (await root.post(`${PATH()}/test`)).delivery.id
/** Past the session, which ends when nothing is done for an hour. */
const deliveries = (): DeliveryRecord[] => listWebhookDeliveries(webhook.id)
const only = async (): Promise<DeliveryRecord> => {
  const [delivery] = await deliveries()
  if (delivery === undefined) throw new Error('there is no delivery')
  return delivery
}
const shown = async () => (await listWebhooks()).find(({ id }) => id === webhook.id)
const untilNext = async (): Promise<number> => Date.parse((await only()).nextAttemptAt ?? '') - Date.now()
const delivered = async (): Promise<Received> => {
  await ask()
  await deliverDue()
  return bot.take()[0]!
}
const answering = (status: number, headers = {}) => {
  bot.answer = () => new Response(null, { status, headers })
}
const isSigned = ({ headers, body }: Received, by: string) => {
  const id = headers.get('webhook-id') ?? ''
  const seconds = Number(headers.get('webhook-timestamp'))
  return (headers.get('webhook-signature') ?? '').split(' ').includes(sign(by, { id, seconds, body }))
}
const findings = () => [...checkWebhooks(storage.reader)].map(({ verdict, explanation }) => `${verdict} ${explanation}`)
const disabledNotices = async () =>
  (await listNotices(await viewerOf(root.id))).notices.filter(({ kind }) => kind === 'webhook_disabled').length

describe('a try', () => {
  test('is signed with the secret, for its own time', async () => {
    const id = await ask()
    const grown = await grownFrom()
    expect(await sample('quad_webhook_deliveries_waiting')).toBe(1)
    const before = Math.floor(Date.now() / 1_000)
    await deliverDue()
    expect(await grown('quad_webhook_tries_total{outcome="delivered"}')).toBe(1)
    expect(await sample('quad_webhook_deliveries_waiting')).toBe(0)
    const [first] = bot.take()
    expect(first && isSigned(first, secret)).toBe(true)
    expect(first?.headers.get('webhook-id')).toBe(id)
    expect(Number(first?.headers.get('webhook-timestamp'))).toBeWithin(before, Date.now() / 1_000 + 1)
  })
  test('for a day after a rotation it is signed with both secrets, then with the new one', async () => {
    const { secret: second } = await root.post(`${PATH()}/rotate-secret`)
    expect(second).not.toBe(secret)
    const isSignedBy = async () => {
      const received = await delivered()
      return [secret, second].map((each) => isSigned(received, each))
    }
    expect(await isSignedBy()).toEqual([true, true])
    pass(25 * HOUR)
    await signIn()
    expect(await isSignedBy()).toEqual([false, true])
  })
  test('follows a new key, and names no former one; without its key is a failure that says so', async () => {
    const sealed = () => JSON.stringify(select('SELECT * FROM webhooks'))
    const former = currentKey().id
    addKey(undefined, new Date(Date.now() + 1).toISOString())
    expect(sealed()).toContain(former)
    await resealWebhooks()
    expect(sealed()).not.toContain(former)
    expect(isSigned(await delivered(), secret)).toBe(true)
    await execute("UPDATE webhooks SET secret_sealed = '00000000.AAAA'")
    await ask()
    await deliverDue()
    expect(await only()).toMatchObject({ status: 'pending', problem: 'secret', statusCode: null })
    expect(bot.take()).toEqual([])
  })
  test('one after another goes to a webhook', async () => {
    let [now, most] = [0, 0]
    bot.answer = async () => {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
      return new Response()
    }
    await times(5, ask)
    await deliverDue()
    expect([bot.take().length, most]).toEqual([5, 1])
  })
})

describe('a failure', () => {
  test('is tried again with the same id and body, later and later, until it succeeds', async () => {
    // The clock stands still, however slow the machine is.
    pass(0)
    answering(500)
    const id = await ask()
    const waited: number[] = []
    for (let n = 1; n <= 4; n++) {
      await deliverDue()
      expect(await only()).toMatchObject({ id, status: 'pending', attempts: n, statusCode: 500, problem: 'status' })
      waited.push(await untilNext())
      await deliverDue()
      pass(waited.at(-1) ?? 0)
    }
    expect(waited).toEqual(waited.toSorted((a, b) => a - b))
    expect(await shown()).toMatchObject({ enabled: true, failures: 4, failingSince: expect.any(String), pending: 1 })
    answering(200)
    await deliverDue()
    expect(await only()).toMatchObject({ status: 'delivered', attempts: 5, statusCode: 200, problem: null })
    expect(await shown()).toMatchObject({ failures: 0, failingSince: null, pending: 0 })
    const tries = bot.take()
    expect(tries).toHaveLength(5)
    expect(new Set(tries.map(({ headers }) => headers.get('webhook-id')))).toEqual(new Set([id]))
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1)
    expect(new Set(tries.map(({ headers }) => headers.get('webhook-timestamp'))).size).toBe(5)
    expect(tries.every((each) => isSigned(each, secret))).toBe(true)
  })
  test('after ten tries in three days is the last, and the webhook is switched off, with a notice', async () => {
    answering(503)
    await ask()
    const before = await disabledNotices()
    for (let n = 1; n <= 10; n++) {
      await deliverDue()
      if (n < 10) pass(await untilNext())
      if (n === 8) expect(findings()[0]).toMatch(/^warn the webhook .* fails since .* \(8 tries, 1 events wait\)$/)
    }
    expect(await only()).toMatchObject({ status: 'failed', attempts: 10, statusCode: 503 })
    expect(await shown()).toMatchObject({ enabled: false, disabledReason: 'failing' })
    expect(await disabledNotices()).toBe(before + 1)
    expect(findings()[0]).toMatch(/^warn Quad switched the webhook .* off: it had failed for three days$/)
    await signIn()
    await root.patch(PATH(), { enabled: true })
    expect(await shown()).toMatchObject({ enabled: true, disabledReason: null, failures: 0, failingSince: null })
    expect(findings()).toEqual(['ok none has failed for long'])
  })
  test('410 switches the webhook off at once, and what waits is given up', async () => {
    answering(410)
    await publish(ann)
    await ask()
    const before = await disabledNotices()
    await deliverDue()
    expect(await shown()).toMatchObject({ enabled: false, disabledReason: 'gone', pending: 0, dropped: 1 })
    expect((await deliveries()).map(({ status, statusCode }) => [status, statusCode])).toEqual([['failed', 410]])
    expect(await disabledNotices()).toBe(before + 1)
    expect(findings()[0]).toMatch(/it is gone \(410\)$/)
    pass(HOUR)
    await deliverDue()
    expect(bot.take()).toHaveLength(1)
  })
  test('lets the webhook rest as long as its server asks; a change of the webhook ends the rest', async () => {
    // The clock stands still, however slow the machine is.
    pass(0)
    answering(429, { 'retry-after': '600' })
    await ask()
    await deliverDue()
    answering(200)
    pass(599_000)
    await signIn()
    await deliverDue()
    expect(bot.take()).toHaveLength(1)
    await root.patch(PATH(), { events: ['post.published'] })
    await deliverDue()
    expect(bot.take()).toHaveLength(1)
  })
  test('of one webhook is none of another', async () => {
    await using other = new Receiver()
    await addWebhook(root, other.url)
    answering(500)
    await publish(ann)
    pass(120_000)
    await deliverDue()
    expect([bot.take().length, other.take().length]).toEqual([1, 1])
  })
})

describe('bounds', () => {
  const fill = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => crypto.randomUUID())
    await storage.write(async (tx) => {
      const insert = tx.sqlite.prepare(
        `INSERT INTO webhook_deliveries (id, webhook_id, event, occurred_at, next_attempt_at) VALUES (?, ?, 'webhook.test', ?, ?)`,
      )
      const now = new Date().toISOString()
      for (const id of ids) insert.run(id, webhook.id, now, now)
    })
    return ids
  }
  test('a thousand wait; then the oldest is given up and counted', async () => {
    const [, , third] = await fill(MAX_PENDING)
    await publish(ann)
    await publish(ann)
    expect(await shown()).toMatchObject({ pending: MAX_PENDING, dropped: 2 })
    const oldest = select('SELECT id FROM webhook_deliveries ORDER BY rowid LIMIT 1')[0]
    expect(oldest).toEqual({ id: third })
    expect(await sample('quad_webhook_deliveries_waiting')).toBe(MAX_PENDING)
    await root.patch(PATH(), { enabled: false })
    expect(await shown()).toMatchObject({ pending: 0, dropped: MAX_PENDING + 2 })
  })
  test('what was finished a week ago is deleted, and nothing that waits', async () => {
    await ask()
    await deliverDue()
    await fill(1)
    await storage.write(deleteOldDeliveries)
    expect(await deliveries()).toHaveLength(2)
    pass(8 * 24 * HOUR)
    await storage.write(deleteOldDeliveries)
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending'])
  })
  test('a time that the clock wrote while it was ahead is not waited for', async () => {
    const id = await ask()
    pass(400 * 24 * HOUR)
    await execute('UPDATE webhook_deliveries SET next_attempt_at = ?', new Date().toISOString())
    setSystemTime()
    await deliverDue()
    expect(bot.take().map(({ headers }) => headers.get('webhook-id'))).toEqual([id])
  })
})

describe('in a running server', () => {
  test('what was under way at a stop is tried again by the next start, and the stop does not wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    bot.answer = () => promise
    const id = await ask()
    const stop = startWebhooks()
    await until(() => bot.received.length === 1, 'the first try')
    await stop()
    expect(await only()).toMatchObject({ id, status: 'pending', attempts: 1, problem: null })
    resolve(new Response())
    bot.answer = () => new Response()
    pass(10_000)
    const stopAgain = startWebhooks()
    await until(async () => (await only()).status === 'delivered', 'the second try')
    await stopAgain()
    expect(bot.take().map(({ headers }) => headers.get('webhook-id'))).toEqual([id, id])
  })
  test('an event is sent without anybody asking, also beside a server that hangs', async () => {
    await using other = new Receiver()
    const second = (await addWebhook(root, other.url)).webhook.id
    const { promise, resolve } = Promise.withResolvers<Response>()
    bot.answer = () => promise
    const stop = startWebhooks()
    await ask()
    await until(() => bot.received.length === 1, 'the event for the server that hangs')
    for (let n = 1; n <= 3; n++) {
      await root.post(`admin/webhooks/${second}/test`)
      await until(() => other.received.length === n, 'the event for the other')
    }
    await stop()
    resolve(new Response())
    expect(bot.received).toHaveLength(1)
  })
})
