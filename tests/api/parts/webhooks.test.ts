import { afterAll, describe, expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { deliverDue } from '../../../src/parts/webhooks/delivery'
import { select } from '../../support/content'
import { type Data, expectData, expectWithout, fails, MISSING_ID, times, useCampus } from '../../support/kit'
import { auditActions, auditEntries } from '../../support/traces'
import { addWebhook, EVERYTHING, Receiver } from '../../support/webhook-receiver'

const { admin, root } = await useCampus()
const bot = new Receiver()
afterAll(() => bot[Symbol.asyncDispose]())

const PATH = 'admin/webhooks'
const list = async (): Promise<Data[]> => (await root.get(PATH)).webhooks
const change = (id: string, body: unknown) => root.visitor.patch(`${PATH}/${id}`, body)
const deliveries = async (id: string): Promise<Data[]> => (await root.get(`${PATH}/${id}/deliveries`)).deliveries
const add = (url = bot.url, events = EVERYTHING) => addWebhook(root, url, events)
const remove = async (id: string) => (await root.delete(`${PATH}/${id}`)) === undefined

/** Everything in the database, as whoever holds the file reads it. */
const stored = () =>
  ['webhooks', 'webhook_deliveries', 'audit_log']
    .map((table) => JSON.stringify(select(`SELECT * FROM ${table}`)))
    .join()

describe('POST /admin/webhooks', () => {
  test('201 with the webhook and, this once, its secret', async () => {
    const { webhook, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: bot.url,
      events: EVERYTHING,
      enabled: true,
      disabledReason: null,
      failures: 0,
      failingSince: null,
      pending: 0,
      dropped: 0,
      createdAt: expect.any(String),
      updatedAt: webhook.createdAt,
    })
    expect(await list()).toEqual([webhook])
    const later = [await root.visitor.get(PATH), await change(webhook.id, { enabled: true })]
    for (const { text } of later) expectWithout(text, 'whsec_')
    await remove(webhook.id)
  })
  test('a repeat with the same key is shown the secret, and none that replaced it since', async () => {
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const send = () => root.visitor.post(PATH, { url: bot.url, events: EVERYTHING }, key)
    const { webhook, secret } = expectData(await send())
    expect(expectData(await send()).secret).toBe(secret)
    await root.post(`${PATH}/${webhook.id}/rotate-secret`)
    await fails(send(), 'NOT_FOUND')
    await remove(webhook.id)
  })
  test('neither secret nor URL is in the database, and administrators read the host alone in the log', async () => {
    const { webhook, secret } = await add()
    expect(stored()).not.toContain(secret)
    expect(stored()).not.toContain('token=abc')
    const [entry] = auditEntries(webhook.id)
    expect([entry?.action, entry?.actorId]).toEqual(['admin:created:webhook', root.id])
    expect(JSON.parse(entry?.after ?? '')).toEqual({ host: new URL(bot.url).host, events: EVERYTHING.join(',') })
    const { text } = await admin.visitor.get('admin/manage/logs?action=admin:created:webhook')
    expect(text).toContain(webhook.id)
    expectWithout(text, 'token=abc')
    await remove(webhook.id)
  })
  test.each<[field: string, values: unknown[]]>([
    ['url', [undefined, 'bot', 'http://bot.example.org/', 'https://10.0.0.1/']],
    ['events', [undefined, []]],
    ['events.0', [['post.deleted'], ['webhook.test']]],
  ])('400 on the %s, nothing stored', async (field, values) => {
    for (const value of values) {
      const body = { url: bot.url, events: EVERYTHING, [field.replace('.0', '')]: value }
      const answer = await root.visitor.post(PATH, body)
      expect([value, answer.status, answer.body.errors[0].field]).toEqual([value, 400, field])
    }
    expect(await list()).toEqual([])
  })
  test('a URL of the own network that the operator names is taken', async () => {
    Object.assign(config, { webhookPrivateNetworks: [{ address: '10.1.0.0', bits: 16 }] })
    const { webhook } = await add('https://10.1.2.3/hook')
    Object.assign(config, { webhookPrivateNetworks: [] })
    await fails(change(webhook.id, { url: 'https://10.1.2.3/hook' }), 'VALIDATION_FAILED')
    await remove(webhook.id)
  })
  test('409 beyond ten', async () => {
    await times(10, () => add())
    await fails(root.post(PATH, { url: bot.url, events: EVERYTHING }), 'CONFLICT')
    for (const { id } of await list()) await remove(id)
  })
})

describe('PATCH, DELETE', () => {
  test('change what is given, and nothing else; what is deleted takes its deliveries along', async () => {
    const { webhook } = await add()
    const url = 'https://bot.example.org/other'
    const changed = expectData(await change(webhook.id, { url })).webhook
    expect(changed).toEqual({ ...webhook, url, updatedAt: changed.updatedAt })
    const fewer = expectData(await change(webhook.id, { events: ['report.created', 'report.created'] })).webhook
    expect(fewer).toEqual({ ...changed, events: ['report.created'], updatedAt: fewer.updatedAt })
    expect(expectData(await change(webhook.id, { enabled: false })).webhook).toMatchObject({
      enabled: false,
      disabledReason: null,
    })
    const [, , , off] = auditEntries(webhook.id)
    expect([off?.action, JSON.parse(off?.before ?? '').enabled, JSON.parse(off?.after ?? '').enabled]).toEqual([
      'admin:updated:webhook',
      true,
      false,
    ])
    await fails(change(webhook.id, {}), 'VALIDATION_FAILED')
    await change(webhook.id, { enabled: true })
    await root.post(`${PATH}/${webhook.id}/test`)
    await remove(webhook.id)
    expect(await list()).toEqual([])
    expect(auditEntries(webhook.id).at(-1)?.action).toBe('admin:deleted:webhook')
    expect(select('SELECT * FROM webhook_deliveries')).toEqual([])
  })
  test('404 for none', async () => {
    const answers = [
      await change(MISSING_ID, { enabled: true }),
      await root.visitor.delete(`${PATH}/${MISSING_ID}`),
      await root.visitor.post(`${PATH}/${MISSING_ID}/rotate-secret`),
      await root.visitor.post(`${PATH}/${MISSING_ID}/test`),
      await root.visitor.get(`${PATH}/${MISSING_ID}/deliveries`),
      await root.visitor.post(`${PATH}/${MISSING_ID}/deliveries/${MISSING_ID}/redeliver`),
    ]
    for (const answer of answers) await fails(answer, 'NOT_FOUND')
  })
})

describe('deliveries', () => {
  test('a test event is sent at once, listed, and sent again with the same id', async () => {
    const { webhook } = await add()
    const { delivery } = await root.post(`${PATH}/${webhook.id}/test`)
    expect(delivery).toMatchObject({ event: 'webhook.test', status: 'pending', attempts: 0, finishedAt: null })
    const redeliver = () => root.visitor.post(`${PATH}/${webhook.id}/deliveries/${delivery.id}/redeliver`)
    await fails(redeliver(), 'CONFLICT')
    await deliverDue()
    const [first] = bot.take()
    expect(first?.headers.get('webhook-id')).toBe(delivery.id)
    expect(first?.json).toEqual({ type: 'webhook.test', timestamp: expect.stringMatching(/:00\.000Z$/), data: {} })
    const [finished] = await deliveries(webhook.id)
    expect(finished).toMatchObject({
      id: delivery.id,
      status: 'delivered',
      attempts: 1,
      statusCode: 204,
      problem: null,
      nextAttemptAt: null,
    })
    expect(expectData(await redeliver()).delivery).toMatchObject({ status: 'pending', attempts: 0 })
    await deliverDue()
    expect(bot.take().map(({ headers }) => headers.get('webhook-id'))).toEqual([delivery.id])
    expect(await deliveries(webhook.id)).toHaveLength(1)
    expect(auditActions(webhook.id)).toEqual([
      'admin:created:webhook',
      'admin:tested:webhook',
      'admin:redelivered:webhook',
    ])
    await remove(webhook.id)
  })
  test('409 for a webhook that is off, 404 for the delivery of another', async () => {
    const [{ webhook }, other] = [await add(), await add()]
    const { delivery } = await root.post(`${PATH}/${webhook.id}/test`)
    await deliverDue()
    const redeliver = (id: string) => root.visitor.post(`${PATH}/${id}/deliveries/${delivery.id}/redeliver`)
    await fails(redeliver(other.webhook.id), 'NOT_FOUND')
    expectData(await change(webhook.id, { enabled: false }))
    await fails(redeliver(webhook.id), 'CONFLICT')
    await fails(root.post(`${PATH}/${webhook.id}/test`), 'CONFLICT')
    for (const { id } of await list()) await remove(id)
    bot.take()
  })
})
