import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { choice, namedObject, timestamp } from '../../lib/text/schema'
import {
  createInvitation,
  invitation,
  listInvitations,
  MOST_LISTED,
  readInvitation,
  revokeInvitation,
  takeInvitation,
} from './service'

const token = t.String({ minLength: 1, maxLength: 200, description: 'What follows the `#` of the link' })
const Token = namedObject('InvitationToken', { token })
const role = choice(['admin'])

/** Links with which students become administrators. */
export const invitations = routes('admin', '/api/v1')
  .get('/admin/invitations', async () => ok('Invitations', listInvitations()), {
    superadmin: true,
    ...returns(
      t.Object({ invitations: t.Array(invitation, { maxItems: MOST_LISTED }) }),
      'listInvitations',
      'List the invitations of the last month, newest first',
    ),
  })
  .post('/admin/invitations', async ({ user }) => created('Invitation made', await createInvitation(user)), {
    superadmin: true,
    reauthenticated: true,
    fails: ['RATE_LIMITED'],
    ...makes(
      t.Object({ invitation, token }),
      'createInvitation',
      'Make a link with which one student becomes an administrator',
      'Open for three days. Its token is shown this once and stored as a hash.',
    ),
  })
  .delete(
    '/admin/invitations/:id',
    async ({ user, params }) => done('Invitation revoked', revokeInvitation(user, params.id)),
    {
      superadmin: true,
      ...byId,
      fails: ['NOT_FOUND', 'CONFLICT'],
      ...confirms('revokeInvitation', 'Revoke an invitation that nobody has taken'),
    },
  )
  .post('/invitations/read', async ({ user, body }) => ok('Invitation', readInvitation(user, body.token)), {
    session: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: Token,
    ...returns(
      t.Object({ role, expiresAt: timestamp }),
      'readInvitation',
      'Tell what an invitation gives, before one takes it',
      'Not by GET: a token in a path would be in logs. 409 where it gives one nothing (`meta.invitation`).',
    ),
  })
  .post('/invitations/take', async ({ user, body }) => ok('Taken', await takeInvitation(user, body.token)), {
    author: true,
    reauthenticated: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: Token,
    ...returns(
      t.Object({ role }),
      'takeInvitation',
      'Become an administrator by an invitation, which no one can take again',
      'The account and every superadmin are told. 409 as when reading it.',
    ),
  })
