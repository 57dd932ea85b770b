import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { confirms, done, returns, routes } from '../../http/route'
import { namedObject } from '../../lib/text/schema'
import { digestState, switchDigest, unsubscribeByToken } from './service'

const DigestState = namedObject('DigestState', {
  isOn: t.Boolean(),
  isAvailable: t.Boolean({ description: 'False where this server cannot read the addresses of its accounts' }),
})

export const digest = routes('digest', '/api/v1/digest')
  .get('', async ({ user }) => ok('Digest', digestState(user)), {
    session: true,
    follower: 'copy',
    ...returns(DigestState, 'getDigest', 'Tell whether one gets the weekly digest by email'),
  })
  .put('', async ({ user, body }) => ok('Saved', await switchDigest(user, body.isOn)), {
    session: true,
    fails: ['CONFLICT'],
    body: namedObject('SwitchDigest', { isOn: t.Boolean() }),
    ...returns(DigestState, 'switchDigest', 'Switch the weekly digest on or off'),
  })
  .post('/unsubscribe/:token', async ({ params }) => done('Unsubscribed', unsubscribeByToken(params.token)), {
    public: true,
    fails: ['403 INVALID_TOKEN'],
    params: t.Object({ token: t.String({ minLength: 1, maxLength: 200 }) }),
    ...confirms(
      'unsubscribeFromDigest',
      'Switch the digest off by the link in one of them',
      'Mail programs send it without a session, as RFC 8058 says.',
    ),
  })
