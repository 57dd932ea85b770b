import { Elysia, t } from 'elysia'
import { invitation } from '../../core/invitations/record'
import { createInvitation, listInvitations, MOST_LISTED, revokeInvitation } from '../../core/invitations/service'
import { readInvitation, takeInvitation } from '../../core/invitations/take'
import { choice, named, timestamp, uuid } from '../../lib/schema'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'

const token = t.String({ minLength: 1, maxLength: 200, description: 'What follows the `#` of the link' })
const Token = named('InvitationToken', t.Object({ token }))
const role = choice(['admin'])

/** Links with which students become administrators. */
export const invitations = new Elysia({ name: 'invitations', prefix: '/api/v1', detail: { tags: ['admin'] } })
  .use(access)
  .get('/admin/invitations', async () => ok('Invitations', await listInvitations()), {
    superadmin: true,
    response: envelope(t.Object({ invitations: t.Array(invitation, { maxItems: MOST_LISTED }) })),
    detail: { operationId: 'listInvitations', summary: 'List the invitations of the last month, newest first' },
  })
  .post('/admin/invitations', async ({ user }) => created('Invitation made', await createInvitation(user)), {
    superadmin: true,
    reauthenticated: true,
    fails: ['RATE_LIMITED'],
    response: createdResponse(envelope(t.Object({ invitation, token }))),
    detail: {
      operationId: 'createInvitation',
      summary: 'Make a link with which one student becomes an administrator',
      description: 'Open for three days. Its token is shown this once and stored as a hash.',
    },
  })
  .delete(
    '/admin/invitations/:id',
    async ({ user, params }) => {
      await revokeInvitation(user, params.id)
      return okMessage('Invitation revoked')
    },
    {
      superadmin: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: t.Object({ id: uuid() }),
      response: emptyEnvelope,
      detail: { operationId: 'revokeInvitation', summary: 'Revoke an invitation that nobody has taken' },
    },
  )
  .post('/invitations/read', async ({ user, body }) => ok('Invitation', await readInvitation(user, body.token)), {
    session: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: Token,
    response: envelope(t.Object({ role, expiresAt: timestamp })),
    detail: {
      operationId: 'readInvitation',
      summary: 'Tell what an invitation gives, before one takes it',
      description:
        'Not by GET: a token in a path would be in logs. 409 where it gives one nothing (`meta.invitation`).',
    },
  })
  .post('/invitations/take', async ({ user, body }) => ok('Taken', await takeInvitation(user, body.token)), {
    author: true,
    reauthenticated: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    body: Token,
    response: envelope(t.Object({ role })),
    detail: {
      operationId: 'takeInvitation',
      summary: 'Become an administrator by an invitation, which no one can take again',
      description: 'The account and every superadmin are told. 409 as when reading it.',
    },
  })
