import { Elysia } from 'elysia'
import { digestState, switchDigest, unsubscribeByToken } from '../../core/digest/service'
import { access } from '../http/access'
import { emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { DigestState, SwitchDigest, TokenParams } from './schemas'

export const digest = new Elysia({ name: 'digest', prefix: '/api/v1/digest', detail: { tags: ['digest'] } })
  .use(access)
  .get('', async ({ user }) => ok('Digest', await digestState(user)), {
    session: true,
    follower: 'copy',
    response: envelope(DigestState),
    detail: { operationId: 'getDigest', summary: 'Tell whether one gets the weekly digest by email' },
  })
  .put('', async ({ user, body }) => ok('Saved', await switchDigest(user, body.isOn)), {
    session: true,
    fails: ['CONFLICT'],
    body: SwitchDigest,
    response: envelope(DigestState),
    detail: { operationId: 'switchDigest', summary: 'Switch the weekly digest on or off' },
  })
  .post(
    '/unsubscribe/:token',
    async ({ params }) => {
      await unsubscribeByToken(params.token)
      return okMessage('Unsubscribed')
    },
    {
      public: true,
      fails: ['403 INVALID_TOKEN'],
      params: TokenParams,
      response: emptyEnvelope,
      detail: {
        operationId: 'unsubscribeFromDigest',
        summary: 'Switch the digest off by the link in one of them',
        description: 'Mail programs send it without a session, as RFC 8058 says.',
      },
    },
  )
