import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { confirms, done, returns, routes } from '../../http/route'
import { base64url, faultMessage, namedObject } from '../../lib/text/schema'
import { pushState, subscribe, unsubscribe } from './service'

const PushState = namedObject('PushState', {
  publicKey: t.String({ description: 'The `applicationServerKey` of this server, base64url' }),
  isSubscribed: t.Boolean({ description: 'Whether this session gets pushes, with that key' }),
})

/** As `PushSubscription.toJSON()` of a browser has it. */
const NewPushSubscription = namedObject('NewPushSubscription', {
  endpoint: t.String({ minLength: 1, maxLength: 1_000, ...faultMessage('push.endpoint') }),
  keys: t.Object({ p256dh: base64url({ maxLength: 100 }), auth: base64url({ maxLength: 50 }) }),
})

export const push = routes('push', '/api/v1/push')
  .get('', async ({ user }) => ok('Push', pushState(user)), {
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
