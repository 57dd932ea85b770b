import { pushState, subscribe, unsubscribe } from '../../core/push/service'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { NewPushSubscription, PushState } from './schemas'

export const push = routes('push', '/api/v1/push')
  .get('', async ({ user }) => ok('Push', await pushState(user)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    ...returns(PushState, 'getPushState', 'Read the key to subscribe with, and whether this session did'),
  })
  .put('/subscription', async ({ user, body }) => ok('Subscribed', await subscribe(user, body)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: NewPushSubscription,
    ...returns(
      PushState,
      'subscribeToPush',
      'Push notifications of this session to a browser',
      'Web Push (RFC 8030, 8291, 8292). It ends with the session. Endpoints are on the internet, at https.',
    ),
  })
  .delete('/subscription', async ({ user }) => done('Not subscribed', unsubscribe(user)), {
    session: true,
    ...confirms('unsubscribeFromPush', 'Push notifications of this session no longer'),
  })
