import { t } from 'elysia'
import { deliveryRecord, webhookEvent, webhookRecord } from '../../core/webhooks/record'
import { MAX_DELIVERIES, MAX_WEBHOOKS } from '../../core/webhooks/service'
import { MAX_URL_LENGTH } from '../../lib/outgoing/address'
import { documented, named, notEmpty, uuid } from '../../lib/schema'

const url = t.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  ...documented({ type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH }),
  description: 'https, without user and password; http only for this machine while Quad runs for it alone',
})
const events = t.Array(webhookEvent, { minItems: 1, maxItems: 10 })

export const NewWebhook = named('NewWebhook', t.Object({ url, events }))
export const ChangeWebhook = named(
  'ChangeWebhook',
  notEmpty(
    t.Partial(t.Object({ url, events, enabled: t.Boolean() }), { description: 'What is left out stays as it is' }),
  ),
)
export const WebhookParams = t.Object({ id: uuid() })
export const DeliveryParams = t.Object({ id: uuid(), deliveryId: uuid() })

export const OneWebhook = t.Object({ webhook: webhookRecord })
export const Webhooks = t.Object({ webhooks: t.Array(webhookRecord, { maxItems: MAX_WEBHOOKS }) })
export const WebhookWithSecret = named(
  'WebhookWithSecret',
  t.Object({
    webhook: webhookRecord,
    secret: t.String({ description: 'Signs what is sent; begins with `whsec_`, and is not shown again' }),
  }),
)
export const OneDelivery = t.Object({ delivery: deliveryRecord })
export const Deliveries = t.Object({ deliveries: t.Array(deliveryRecord, { maxItems: MAX_DELIVERIES }) })
