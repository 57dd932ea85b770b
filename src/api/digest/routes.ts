import { digestState, switchDigest, unsubscribeByToken } from '../../core/digest/service'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import { DigestState, SwitchDigest, TokenParams } from './schemas'

export const digest = routes('digest', '/api/v1/digest')
  .get('', async ({ user }) => ok('Digest', await digestState(user)), {
    session: true,
    follower: 'copy',
    ...returns(DigestState, 'getDigest', 'Tell whether one gets the weekly digest by email'),
  })
  .put('', async ({ user, body }) => ok('Saved', await switchDigest(user, body.isOn)), {
    session: true,
    fails: ['CONFLICT'],
    body: SwitchDigest,
    ...returns(DigestState, 'switchDigest', 'Switch the weekly digest on or off'),
  })
  .post('/unsubscribe/:token', async ({ params }) => done('Unsubscribed', unsubscribeByToken(params.token)), {
    public: true,
    fails: ['403 INVALID_TOKEN'],
    params: TokenParams,
    ...confirms(
      'unsubscribeFromDigest',
      'Switch the digest off by the link in one of them',
      'Mail programs send it without a session, as RFC 8058 says.',
    ),
  })
