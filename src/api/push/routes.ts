import { Elysia } from 'elysia'
import { pushState, subscribe, unsubscribe } from '../../core/push/service'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { NewPushSubscription, PushState } from './schemas'

export const push = new Elysia({ name: 'push', prefix: '/api/v1/push', detail: { tags: ['push'] } })
  .use(access)
  .get('', async ({ user }) => ok('Push', await pushState(user)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    response: envelope(PushState),
    detail: { operationId: 'getPushState', summary: 'Read the key to subscribe with, and whether this session did' },
  })
  .put('/subscription', async ({ user, body }) => ok('Subscribed', await subscribe(user, body)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: NewPushSubscription,
    response: envelope(PushState),
    detail: {
      operationId: 'subscribeToPush',
      summary: 'Push notifications of this session to a browser',
      description:
        'Web Push (RFC 8030, 8291, 8292). It ends with the session. Endpoints are on the internet, at https.',
    },
  })
  .delete(
    '/subscription',
    async ({ user }) => {
      await unsubscribe(user)
      return okMessage('Not subscribed')
    },
    {
      session: true,
      response: emptyEnvelope,
      detail: { operationId: 'unsubscribeFromPush', summary: 'Push notifications of this session no longer' },
    },
  )
