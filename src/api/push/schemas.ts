import { t } from 'elysia'
import { base64url, faultMessage, named } from '../../lib/schema'

export const PushState = named(
  'PushState',
  t.Object({
    publicKey: t.String({ description: 'The `applicationServerKey` of this server, base64url' }),
    isSubscribed: t.Boolean({ description: 'Whether this session gets pushes, with that key' }),
  }),
)

/** As `PushSubscription.toJSON()` of a browser has it. */
export const NewPushSubscription = named(
  'NewPushSubscription',
  t.Object({
    endpoint: t.String({ minLength: 1, maxLength: 1_000, ...faultMessage('push.endpoint') }),
    keys: t.Object({ p256dh: base64url({ maxLength: 100 }), auth: base64url({ maxLength: 50 }) }),
  }),
)
