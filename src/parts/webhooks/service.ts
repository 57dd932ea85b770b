import { eq } from 'drizzle-orm'
import { WEBHOOK_EVENTS, webhookDeliveries, webhooks } from '../../../db/schema/webhooks'
import { raw, sql } from '../../../db/sql'
import { pick, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import type { AuditAction } from '../../ground/audit/actions'
import { audit } from '../../ground/audit/audit'
import { seal, unseal } from '../../lib/crypto/sealing'
import { urlFaultWithin } from '../../lib/net/outgoing'
import { type Finding, ok, warn } from '../../lib/process/finding'
import { isoOf } from '../../lib/text/coarse-time'
import { message } from '../../messages/message'
import { pendingByWebhook, putWebhook, readWebhook, readWebhooks, wakeWebhook } from './delivery'
import { dropPending, MAX_PENDING, queueFor } from './outbox'
import { FORMER_SECRET_MS, newSecret } from './requests'
import type { DeliveryRecord, WantedEvent, WebhookRecord, WebhookRow } from './schemas'

// Webhooks: programs that Quad tells of events. Superadmins manage them here; outbox.ts notes an event beside the change
// that it tells of, delivery.ts sends it.

/** Each of them is sent every event, one after another. */
export const MAX_WEBHOOKS = 10
/** The length of `listWebhookDeliveries`, which has no pages. */
export const MAX_DELIVERIES = 100

const requireWebhook = (db: Connection, id: string): WebhookRow =>
  readWebhook(db, id) ?? refuse('NOT_FOUND', 'webhooks.missing')

/** Field by field: the row has the secrets. */
function toRecord(row: WebhookRow, pending = 0): WebhookRecord {
  const { id, enabled, disabledReason, failures, failingSince, dropped, createdAt, updatedAt } = row
  const events = WEBHOOK_EVENTS.filter((event) => row.events.includes(event))
  const state = { enabled, disabledReason, failures, failingSince, pending, dropped }
  return { id, url: unseal(id, row.urlSealed), events, ...state, createdAt, updatedAt }
}

const recordOf = (db: Connection, id: string): WebhookRecord =>
  toRecord(requireWebhook(db, id), pendingByWebhook(db).get(id))

export function listWebhooks(): WebhookRecord[] {
  const pending = pendingByWebhook(storage.reader)
  return readWebhooks(storage.reader).map((row) => toRecord(row, pending.get(row.id)))
}

function requireUrl(url: string): string {
  const fault = urlFaultWithin(url, config.webhookPrivateNetworks)
  if (fault !== undefined) refuseField('url', `webhooks.${fault}`)
  return new URL(url).href
}

type Entry = Pick<Parameters<typeof audit>[2], 'before' | 'after' | 'metadata'>

/** The log, which administrators read, has the host and never the URL, whose path may let one in. */
const note = (tx: Tx, user: Viewer, action: AuditAction, id: string, entry: Entry = {}): void =>
  audit(tx, user, { action, entityType: 'webhook', entityId: id, ...entry })

/** The secret is shown this once. */
export type WithSecret = { webhook: WebhookRecord; secret: string }

/** 400 for a URL that webhooks may not go to; 409 `CONFLICT` beyond ten. */
export async function createWebhook(user: Viewer, input: { url: string; events: WantedEvent[] }): Promise<WithSecret> {
  const url = requireUrl(input.url)
  const events = [...new Set(input.events)]
  const [id, secret, now] = [crypto.randomUUID(), newSecret(), new Date().toISOString()]
  const create = (tx: Tx, user: Viewer) => {
    if (readWebhooks(tx).length >= MAX_WEBHOOKS) refuse('CONFLICT', message('webhooks.tooMany', { max: MAX_WEBHOOKS }))
    const sealed = { urlSealed: seal(id, url), secretSealed: seal(id, secret) }
    const row = { id, ...sealed, events, createdAt: now, updatedAt: now }
    tx.orm.insert(webhooks).values(row).run()
    note(tx, user, 'admin:created:webhook', id, { after: { host: new URL(url).host, events: events.join(',') } })
    return { id, secret }
  }
  const made = await createAs(user, 'superadmin', { create, read: withSecret })
  return { webhook: recordOf(storage.reader, made.id), secret: made.secret }
}

/** For who heard no answer, and has the key of the request. A secret that replaced the first is not of that request. */
function withSecret(id: string): { id: string; secret: string } {
  const { secretSealed, formerUntil } = requireWebhook(storage.reader, id)
  const secret = formerUntil === null ? unseal(id, secretSealed) : null
  return { id, secret: secret ?? refuse('NOT_FOUND', 'webhooks.missing') }
}

type WebhookChanges = { url?: string | undefined; events?: WantedEvent[] | undefined; enabled?: boolean | undefined }

/** 404; 400 as for a new one, and without changes. What waits for a webhook that is switched off is given up. */
export async function updateWebhook(user: Viewer, id: string, changes: WebhookChanges): Promise<WebhookRecord> {
  const url = changes.url === undefined ? undefined : requireUrl(changes.url)
  const events = changes.events && [...new Set(changes.events)]
  const { enabled } = changes
  if ((url ?? events ?? enabled) === undefined) refuse('VALIDATION_FAILED', 'webhooks.nothingToChange')
  return writeAs(user, 'superadmin', (tx, user) => {
    const before = shown(requireWebhook(tx, id))
    // What is undefined stays. Another address, or another chance: what was counted says nothing about it.
    const isNew = url !== undefined || enabled === true
    putWebhook(tx, id, {
      updatedAt: new Date().toISOString(),
      urlSealed: url && seal(id, url),
      events,
      enabled,
      disabledReason: enabled === undefined ? undefined : null,
      ...(isNew ? { failures: 0, failingSince: null } : {}),
    })
    if (enabled === false) dropPending(tx, id)
    wakeWebhook(tx, id)
    note(tx, user, 'admin:updated:webhook', id, { before, after: shown(requireWebhook(tx, id)) })
    return recordOf(tx, id)
  })
}

function shown({ id, urlSealed, events, enabled }: WebhookRow) {
  const url = unseal(id, urlSealed)
  return { host: url === null ? '' : new URL(url).host, events: events.join(','), enabled }
}

/** 404. Its deliveries go with it. */
export async function deleteWebhook(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'superadmin', (tx, user) => {
    const row = requireWebhook(tx, id)
    tx.orm.delete(webhooks).where(eq(webhooks.id, id)).run()
    note(tx, user, 'admin:deleted:webhook', id, { before: shown(row) })
  })
}

/** 404. For a day the former secret signs, too, so that the receiver can change at any moment of it. */
export async function rotateWebhookSecret(user: Viewer, id: string): Promise<WithSecret> {
  const secret = newSecret()
  return writeAs(user, 'superadmin', (tx, user) => {
    const row = requireWebhook(tx, id)
    const now = Date.now()
    putWebhook(tx, id, {
      secretSealed: seal(id, secret),
      formerSecretSealed: row.secretSealed,
      formerUntil: new Date(now + FORMER_SECRET_MS).toISOString(),
      updatedAt: new Date(now).toISOString(),
    })
    note(tx, user, 'admin:rotated:webhook-secret', id)
    return { webhook: recordOf(tx, id), secret }
  })
}

/** 404; 409 `CONFLICT` for one that is switched off. */
function refuseUnlessEnabled(tx: Tx, id: string): void {
  if (!requireWebhook(tx, id).enabled) refuse('CONFLICT', 'webhooks.disabled')
}

/** Sends `webhook.test` at once. 404; 409 `CONFLICT` for one that is switched off. */
export async function testWebhook(user: Viewer, id: string): Promise<DeliveryRecord> {
  return writeAs(user, 'superadmin', (tx, user) => {
    refuseUnlessEnabled(tx, id)
    const event = { event: 'webhook.test', subject: null, subjectId: null, removedBy: null } as const
    const deliveryId = queueFor(tx, id, event, isoOf(Date.now()))
    dropPending(tx, id, MAX_PENDING)
    wakeWebhook(tx, id)
    note(tx, user, 'admin:tested:webhook', id)
    return deliveryOf(tx, id, deliveryId)
  })
}

/** Without what it is about: the history of deliveries leads to nobody. */
const DELIVERY = {
  ...pick(webhookDeliveries, 'id', 'event', 'status', 'attempts', 'nextAttemptAt'),
  ...pick(webhookDeliveries, 'finishedAt', 'occurredAt', 'statusCode', 'problem'),
}
const SELECT = raw(`SELECT ${selectList(DELIVERY)}`)

const deliveryOf = (db: Tx, webhookId: string, id: string): DeliveryRecord =>
  sql(DELIVERY)`${SELECT} FROM webhook_deliveries WHERE id = ${id} AND webhook_id = ${webhookId}`.get(db) ??
  refuse('NOT_FOUND', 'webhooks.deliveryMissing')

/** 404. The newest first, by the index webhook_deliveries_webhook, whose rows are in the order of writing. */
export function listWebhookDeliveries(id: string): DeliveryRecord[] {
  requireWebhook(storage.reader, id)
  const newest = sql(DELIVERY)`
    ${SELECT} FROM webhook_deliveries WHERE webhook_id = ${id} ORDER BY rowid DESC LIMIT ${MAX_DELIVERIES}`
  return newest.all(storage.reader)
}

/** Tries a finished delivery again from the start, with its id. 404; 409 `CONFLICT` while it waits. */
export async function redeliverWebhook(user: Viewer, id: string, deliveryId: string): Promise<DeliveryRecord> {
  return writeAs(user, 'superadmin', (tx, user) => {
    refuseUnlessEnabled(tx, id)
    const { status, event } = deliveryOf(tx, id, deliveryId)
    if (status === 'pending') refuse('CONFLICT', 'webhooks.stillWaiting')
    sql`UPDATE webhook_deliveries
      SET status = 'pending', attempts = 0, next_attempt_at = ${isoOf(Date.now())}, finished_at = NULL
      WHERE id = ${deliveryId}`.run(tx)
    wakeWebhook(tx, id)
    note(tx, user, 'admin:redelivered:webhook', id, { metadata: { event } })
    return deliveryOf(tx, id, deliveryId)
  })
}

/** A server that is being updated, or moved, fails for less. */
const LONG_MS = 12 * 3_600_000
const WHY = { gone: 'its server answered that it is gone (410)', failing: 'it had failed for three days' } as const

/** Whether webhooks are delivered. */
export function* checkWebhooks(db: Connection): Generator<Finding> {
  const [webhooks, pending] = [readWebhooks(db), pendingByWebhook(db)]
  const troubles = webhooks.flatMap(({ id, enabled, disabledReason, failingSince, failures }) => {
    if (disabledReason !== null) return `Quad switched the webhook ${id} off: ${WHY[disabledReason]}`
    if (!enabled || failingSince === null || Date.now() - Date.parse(failingSince) <= LONG_MS) return []
    return `the webhook ${id} fails since ${failingSince} (${failures} tries, ${pending.get(id) ?? 0} events wait)`
  })
  for (const trouble of troubles) yield warn('webhooks', trouble)
  if (troubles.length === 0) yield ok('webhooks', webhooks.length === 0 ? 'there are none' : 'none has failed for long')
}
