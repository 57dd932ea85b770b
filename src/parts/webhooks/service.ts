import { eq } from 'drizzle-orm'
import { webhooks } from '../../../db/schema/webhooks'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createAs } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import type { AuditAction } from '../../ground/audit/actions'
import { audit } from '../../ground/audit/audit'
import { seal, unseal } from '../../lib/crypto/sealing'
import { urlFaultWithin } from '../../lib/net/outgoing'
import { message } from '../../messages/message'
import { FORMER_SECRET_MS, newSecret, wakeWebhook } from './delivery'
import { dropPending, queueFor } from './outbox'
import {
  latestDeliveries,
  pendingByWebhook,
  putWebhook,
  readDelivery,
  readWebhook,
  readWebhooks,
  restartDelivery,
} from './queries'
import {
  type DeliveryRecord,
  toWebhookRecord,
  type WantedEvent,
  type WebhookRecord,
  type WebhookRow,
  webhookUrl,
} from './record'

// Webhooks: programs that Quad tells of events. Superadmins manage them here; outbox.ts notes an event beside the change
// that it tells of, delivery.ts sends it, payload.ts says what is sent.

/** Each of them is sent every event, one after another. */
export const MAX_WEBHOOKS = 10
/** The length of `listWebhookDeliveries`, which has no pages. */
export const MAX_DELIVERIES = 100

const missing = (): never => refuse('NOT_FOUND', 'webhooks.missing')

const recordOf = (db: Tx | typeof storage.reader, id: string): WebhookRecord =>
  toWebhookRecord(readWebhook(db, id) ?? missing(), pendingByWebhook(db).get(id) ?? 0)

export function listWebhooks(): WebhookRecord[] {
  const pending = pendingByWebhook(storage.reader)
  return readWebhooks(storage.reader).map((row) => toWebhookRecord(row, pending.get(row.id) ?? 0))
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

const hostOf = (url: string | null): string => (url === null ? '' : new URL(url).host)

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
    tx.orm
      .insert(webhooks)
      .values({ id, ...sealed, events, createdAt: now, updatedAt: now })
      .run()
    note(tx, user, 'admin:created:webhook', id, { after: { host: hostOf(url), events: events.join(',') } })
    return { id, secret }
  }
  const made = await createAs(user, 'superadmin', { create, read: withSecret })
  return { webhook: recordOf(storage.reader, made.id), secret: made.secret }
}

/** For who heard no answer, and has the key of the request. A secret that replaced the first is not of that request. */
function withSecret(id: string): { id: string; secret: string } {
  const { secretSealed, formerUntil } = readWebhook(storage.reader, id) ?? missing()
  if (formerUntil !== null) return missing()
  return { id, secret: unseal(id, secretSealed) ?? missing() }
}

type WebhookChanges = { url?: string | undefined; events?: WantedEvent[] | undefined; enabled?: boolean | undefined }

/** 404; 400 as for a new one, and without changes. What waits for a webhook that is switched off is given up. */
export async function updateWebhook(user: Viewer, id: string, changes: WebhookChanges): Promise<WebhookRecord> {
  const url = changes.url === undefined ? undefined : requireUrl(changes.url)
  const events = changes.events && [...new Set(changes.events)]
  const { enabled } = changes
  if (url === undefined && events === undefined && enabled === undefined)
    refuse('VALIDATION_FAILED', 'webhooks.nothingToChange')
  return writeAs(user, 'superadmin', (tx, user) => {
    const before = readWebhook(tx, id) ?? missing()
    putWebhook(tx, id, {
      updatedAt: new Date().toISOString(),
      // What is left out, or undefined, stays.
      urlSealed: url && seal(id, url),
      events,
      enabled,
      disabledReason: enabled === undefined ? undefined : null,
      // Another address, or another chance: what was counted says nothing about it.
      ...(url !== undefined || enabled === true ? { failures: 0, failingSince: null } : {}),
    })
    if (enabled === false) dropPending(tx, id)
    wakeWebhook(tx, id)
    const after = readWebhook(tx, id) ?? missing()
    note(tx, user, 'admin:updated:webhook', id, { before: shown(before), after: shown(after) })
    return recordOf(tx, id)
  })
}

const shown = (row: WebhookRow) => ({
  host: hostOf(webhookUrl(row)),
  events: row.events.join(','),
  enabled: row.enabled,
})

/** 404. Its deliveries go with it. */
export async function deleteWebhook(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'superadmin', (tx, user) => {
    const row = readWebhook(tx, id) ?? missing()
    tx.orm.delete(webhooks).where(eq(webhooks.id, id)).run()
    note(tx, user, 'admin:deleted:webhook', id, { before: shown(row) })
  })
}

/** 404. For a day the former secret signs, too, so that the receiver can change at any moment of it. */
export async function rotateWebhookSecret(user: Viewer, id: string): Promise<WithSecret> {
  const secret = newSecret()
  return writeAs(user, 'superadmin', (tx, user) => {
    const row = readWebhook(tx, id) ?? missing()
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

function requireEnabled(row: WebhookRow): void {
  if (!row.enabled) refuse('CONFLICT', 'webhooks.disabled')
}

/** Sends `webhook.test` at once. 404; 409 `CONFLICT` for one that is switched off. */
export async function testWebhook(user: Viewer, id: string): Promise<DeliveryRecord> {
  return writeAs(user, 'superadmin', (tx, user) => {
    requireEnabled(readWebhook(tx, id) ?? missing())
    const event = { event: 'webhook.test', subject: null, subjectId: null, removedBy: null } as const
    const [deliveryId = ''] = queueFor(tx, id, [event], () => new Date().toISOString())
    wakeWebhook(tx, id)
    note(tx, user, 'admin:tested:webhook', id)
    return deliveryOf(tx, id, deliveryId)
  })
}

const deliveryOf = (db: Tx, webhookId: string, id: string): DeliveryRecord =>
  readDelivery(db).get({ id, webhookId }) ?? refuse('NOT_FOUND', 'webhooks.deliveryMissing')

/** 404. The newest first. */
export function listWebhookDeliveries(id: string): DeliveryRecord[] {
  readWebhook(storage.reader, id) ?? missing()
  return latestDeliveries(storage.reader).all({ webhookId: id, limit: MAX_DELIVERIES })
}

/** Tries a finished delivery again from the start, with its id. 404; 409 `CONFLICT` while it waits. */
export async function redeliverWebhook(user: Viewer, id: string, deliveryId: string): Promise<DeliveryRecord> {
  return writeAs(user, 'superadmin', (tx, user) => {
    requireEnabled(readWebhook(tx, id) ?? missing())
    if (deliveryOf(tx, id, deliveryId).status === 'pending') refuse('CONFLICT', 'webhooks.stillWaiting')
    restartDelivery(tx).run({ id: deliveryId, now: new Date().toISOString() })
    wakeWebhook(tx, id)
    note(tx, user, 'admin:redelivered:webhook', id, { metadata: { event: deliveryOf(tx, id, deliveryId).event } })
    return deliveryOf(tx, id, deliveryId)
  })
}
