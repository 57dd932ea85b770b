import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { MAX_URL_LENGTH } from '../../lib/net/outgoing'
import { documented, named, namedObject, notEmpty, uuid } from '../../lib/text/schema'
import { deliveryRecord, webhookEvent, webhookRecord } from './schemas'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './service'

const url = t.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  ...documented({ type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH }),
  description: 'https, without user and password; http only for this machine while Quad runs for it alone',
})
const events = t.Array(webhookEvent, { minItems: 1, maxItems: 10 })

const ChangeWebhook = named(
  'ChangeWebhook',
  notEmpty(
    t.Partial(t.Object({ url, events, enabled: t.Boolean() }), { description: 'What is left out stays as it is' }),
  ),
)

const Webhooks = t.Object({ webhooks: t.Array(webhookRecord, { maxItems: MAX_WEBHOOKS }) })
const WebhookWithSecret = namedObject('WebhookWithSecret', {
  webhook: webhookRecord,
  secret: t.String({ description: 'Signs what is sent; begins with `whsec_`, and is not shown again' }),
})
const OneDelivery = t.Object({ delivery: deliveryRecord })

const change = { superadmin: true, reauthenticated: true, ...byId } as const

/** What a webhook is sent: docs/clients.md. */
export const webhooks = routes('admin', '/api/v1/admin/webhooks')
  .get('', async () => ok('Webhooks', { webhooks: listWebhooks() }), {
    superadmin: true,
    ...returns(Webhooks, 'listWebhooks', 'List the webhooks'),
  })
  .post('', async ({ user, body }) => created('Webhook created', await createWebhook(user, body)), {
    superadmin: true,
    reauthenticated: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: namedObject('NewWebhook', { url, events }),
    ...makes(WebhookWithSecret, 'createWebhook', 'Create a webhook; its secret is shown this once'),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Webhook changed', { webhook: await updateWebhook(user, params.id, body) }),
    {
      ...change,
      body: ChangeWebhook,
      ...returns(
        t.Object({ webhook: webhookRecord }),
        'updateWebhook',
        'Change a webhook, or switch it on or off; what waits is given up when it is switched off',
      ),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Webhook deleted', deleteWebhook(user, params.id)), {
    ...change,
    ...confirms('deleteWebhook', 'Delete a webhook and its deliveries'),
  })
  .post(
    '/:id/rotate-secret',
    async ({ user, params }) => ok('Secret rotated', await rotateWebhookSecret(user, params.id)),
    {
      ...change,
      ...returns(
        WebhookWithSecret,
        'rotateWebhookSecret',
        'Replace the secret of a webhook; for a day the former one signs, too',
      ),
    },
  )
  .post('/:id/test', async ({ user, params }) => ok('Test queued', { delivery: await testWebhook(user, params.id) }), {
    superadmin: true,
    ...byId,
    fails: ['NOT_FOUND', 'CONFLICT'],
    ...returns(OneDelivery, 'testWebhook', 'Send a test event at once'),
  })
  .get('/:id/deliveries', async ({ params }) => ok('Deliveries', { deliveries: listWebhookDeliveries(params.id) }), {
    superadmin: true,
    ...byId,
    ...returns(
      t.Object({ deliveries: t.Array(deliveryRecord, { maxItems: MAX_DELIVERIES }) }),
      'listWebhookDeliveries',
      'List the deliveries of a webhook, newest first, a hundred at most',
    ),
  })
  .post(
    '/:id/deliveries/:deliveryId/redeliver',
    async ({ user, params }) =>
      ok('Delivery queued', { delivery: await redeliverWebhook(user, params.id, params.deliveryId) }),
    {
      superadmin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: t.Object({ id: uuid(), deliveryId: uuid() }),
      ...returns(OneDelivery, 'redeliverWebhook', 'Send a finished delivery again, with the same id'),
    },
  )
