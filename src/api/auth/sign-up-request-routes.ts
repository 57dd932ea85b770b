import { t } from 'elysia'
import {
  DECISIONS,
  decideSignUpRequest,
  listSignUpRequests,
  REQUEST_STATES,
  signUpRequest,
} from '../../core/auth/sign-up-requests'
import { choice, named, oneOf, pagination, ranged, text, uuid } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'

const Paged = t.Object({
  state: oneOf(REQUEST_STATES, '`waiting` without it'),
  page: ranged(1, 1, 1_000_000),
  limit: ranged(20, 1, 50),
})
const Requests = t.Object({ requests: t.Array(signUpRequest, { maxItems: 50 }), pagination })
const Decide = named('DecideSignUp', t.Object({ decision: choice(DECISIONS), reason: t.Optional(text(1, 500)) }))

/** Who waits for a moderator, where the setting `signUp` is `request`. */
export const signUpRequests = routes('admin', '/api/v1/admin/sign-up-requests')
  .get('', async ({ query }) => ok('Sign-up requests', await listSignUpRequests(query)), {
    admin: true,
    query: Paged,
    ...returns(
      Requests,
      'listSignUpRequests',
      'List who verified a college email and waits to be let in, the oldest first',
    ),
  })
  .put('/:id', async ({ user, params, body }) => ok('Decided', await decideSignUpRequest(user, params.id, body)), {
    admin: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    params: t.Object({ id: uuid() }),
    body: Decide,
    ...returns(
      signUpRequest,
      'decideSignUpRequest',
      'Approve or refuse a sign-up; the person is told by mail',
      'A refusal needs a `reason`, which the person reads, and can be taken back by an approval. 409 where another moderator has decided since (`meta.decided`).',
    ),
  })
