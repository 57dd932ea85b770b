import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../core/webhooks/service'
import { created, ok } from '../http/envelope'
import { confirms, done, makes, returns, routes } from '../http/route'
import {
  ChangeWebhook,
  Deliveries,
  DeliveryParams,
  NewWebhook,
  OneDelivery,
  OneWebhook,
  WebhookParams,
  Webhooks,
  WebhookWithSecret,
} from './schemas'

/** What a webhook is sent: docs/webhooks.md. */
export const webhooks = routes('admin', '/api/v1/admin/webhooks')
  .get('', async () => ok('Webhooks', { webhooks: await listWebhooks() }), {
    superadmin: true,
    ...returns(Webhooks, 'listWebhooks', 'List the webhooks'),
  })
  .post('', async ({ user, body }) => created('Webhook created', await createWebhook(user, body)), {
    superadmin: true,
    reauthenticated: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: NewWebhook,
    ...makes(WebhookWithSecret, 'createWebhook', 'Create a webhook; its secret is shown this once'),
  })
  .patch(
    '/:id',
    async ({ user, params, body }) => ok('Webhook changed', { webhook: await updateWebhook(user, params.id, body) }),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      body: ChangeWebhook,
      ...returns(
        OneWebhook,
        'updateWebhook',
        'Change a webhook, or switch it on or off; what waits is given up when it is switched off',
      ),
    },
  )
  .delete('/:id', async ({ user, params }) => done('Webhook deleted', deleteWebhook(user, params.id)), {
    superadmin: true,
    reauthenticated: true,
    fails: ['NOT_FOUND'],
    params: WebhookParams,
    ...confirms('deleteWebhook', 'Delete a webhook and its deliveries'),
  })
  .post(
    '/:id/rotate-secret',
    async ({ user, params }) => ok('Secret rotated', await rotateWebhookSecret(user, params.id)),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      ...returns(
        WebhookWithSecret,
        'rotateWebhookSecret',
        'Replace the secret of a webhook; for a day the former one signs, too',
      ),
    },
  )
  .post('/:id/test', async ({ user, params }) => ok('Test queued', { delivery: await testWebhook(user, params.id) }), {
    superadmin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: WebhookParams,
    ...returns(OneDelivery, 'testWebhook', 'Send a test event at once'),
  })
  .get(
    '/:id/deliveries',
    async ({ params }) => ok('Deliveries', { deliveries: await listWebhookDeliveries(params.id) }),
    {
      superadmin: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      ...returns(
        Deliveries,
        'listWebhookDeliveries',
        'List the deliveries of a webhook, newest first, a hundred at most',
      ),
    },
  )
  .post(
    '/:id/deliveries/:deliveryId/redeliver',
    async ({ user, params }) =>
      ok('Delivery queued', { delivery: await redeliverWebhook(user, params.id, params.deliveryId) }),
    {
      superadmin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: DeliveryParams,
      ...returns(OneDelivery, 'redeliverWebhook', 'Send a finished delivery again, with the same id'),
    },
  )
