import { type Static, t } from 'elysia'
import { WEBHOOK_EVENTS, type webhooks } from '../../../db/schema/webhooks'
import { choice, integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'

export type WebhookRow = typeof webhooks.$inferSelect

export type WantedEvent = (typeof WEBHOOK_EVENTS)[number]

export const webhookEvent = choice(WEBHOOK_EVENTS)

export const webhookRecord = namedObject('Webhook', {
  id: recordId,
  url: nullable(t.String({ description: 'Null if the key that sealed it is gone' })),
  events: t.Array(t.UnionEnum(WEBHOOK_EVENTS)),
  enabled: t.Boolean(),
  disabledReason: nullable(
    t.UnionEnum(['gone', 'failing'], {
      description: '`gone`: its server answered 410; `failing`: it failed for days; null if a superadmin did',
    }),
  ),
  failures: integer('Since the last success'),
  failingSince: nullable(timestamp),
  pending: integer('Deliveries that wait'),
  dropped: integer('Deliveries that were given up because too many waited, or the webhook was switched off'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type WebhookRecord = Static<typeof webhookRecord>

export const deliveryRecord = namedObject('WebhookDelivery', {
  id: t.String({ ...recordId, description: 'The `webhook-id` of every try' }),
  event: t.UnionEnum([...WEBHOOK_EVENTS, 'webhook.test']),
  status: t.UnionEnum(['pending', 'delivered', 'failed', 'skipped'], {
    description: '`skipped`: what it was about is gone or hidden',
  }),
  attempts: integer(),
  nextAttemptAt: nullable(timestamp),
  finishedAt: nullable(timestamp),
  occurredAt: timestamp,
  statusCode: nullable(integer('Of the last response')),
  problem: nullable(
    t.UnionEnum(['status', 'timeout', 'unreachable', 'address', 'secret'], {
      description:
        'Of the last try. `status`: not 2xx; `address`: the host leads where webhooks may not go; `secret`: the key that sealed URL or secret is gone',
    }),
  ),
})
export type DeliveryRecord = Static<typeof deliveryRecord>
