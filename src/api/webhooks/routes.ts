import { Elysia } from 'elysia'
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
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
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
export const webhooks = new Elysia({ name: 'webhooks', prefix: '/api/v1/admin/webhooks', detail: { tags: ['admin'] } })
  .use(access)
  .get('', async () => ok('Webhooks', { webhooks: await listWebhooks() }), {
    superadmin: true,
    response: envelope(Webhooks),
    detail: { operationId: 'listWebhooks', summary: 'List the webhooks' },
  })
  .post('', async ({ user, body }) => created('Webhook created', await createWebhook(user, body)), {
    superadmin: true,
    reauthenticated: true,
    creates: 'viewer',
    fails: ['CONFLICT'],
    body: NewWebhook,
    response: createdResponse(envelope(WebhookWithSecret)),
    detail: { operationId: 'createWebhook', summary: 'Create a webhook; its secret is shown this once' },
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
      response: envelope(OneWebhook),
      detail: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook, or switch it on or off; what waits is given up when it is switched off',
      },
    },
  )
  .delete(
    '/:id',
    async ({ user, params }) => {
      await deleteWebhook(user, params.id)
      return okMessage('Webhook deleted')
    },
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      response: emptyEnvelope,
      detail: { operationId: 'deleteWebhook', summary: 'Delete a webhook and its deliveries' },
    },
  )
  .post(
    '/:id/rotate-secret',
    async ({ user, params }) => ok('Secret rotated', await rotateWebhookSecret(user, params.id)),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      response: envelope(WebhookWithSecret),
      detail: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook; for a day the former one signs, too',
      },
    },
  )
  .post('/:id/test', async ({ user, params }) => ok('Test queued', { delivery: await testWebhook(user, params.id) }), {
    superadmin: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: WebhookParams,
    response: envelope(OneDelivery),
    detail: { operationId: 'testWebhook', summary: 'Send a test event at once' },
  })
  .get(
    '/:id/deliveries',
    async ({ params }) => ok('Deliveries', { deliveries: await listWebhookDeliveries(params.id) }),
    {
      superadmin: true,
      fails: ['NOT_FOUND'],
      params: WebhookParams,
      response: envelope(Deliveries),
      detail: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook, newest first, a hundred at most',
      },
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
      response: envelope(OneDelivery),
      detail: { operationId: 'redeliverWebhook', summary: 'Send a finished delivery again, with the same id' },
    },
  )
