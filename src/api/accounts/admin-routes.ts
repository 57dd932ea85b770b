import { findManagedUsers } from '../../core/accounts/managed-users'
import { revealAccount } from '../../core/accounts/reveal-account'
import { revealEmail } from '../../core/accounts/reveal-email'
import { revealQuota } from '../../core/accounts/reveal-quota'
import { changeRole } from '../../core/accounts/roles'
import { endSessionsOf } from '../../core/auth/sign-out'
import { ok } from '../http/envelope'
import { confirms, done, returns, routes } from '../http/route'
import {
  AccountRevealed,
  ChangeRole,
  EmailRevealed,
  FoundUsers,
  RevealReason,
  Reveals,
  RoleChanged,
  UserParams,
  UserQuery,
} from './admin-schemas'

export const adminAccounts = routes('admin', '/api/v1/admin')
  .get('/manage/users/query', async ({ user, query }) => ok('Users', await findManagedUsers(user, query)), {
    admin: true,
    query: UserQuery,
    ...returns(FoundUsers, 'queryUsers', 'Find users by part of a name and by a whole address, a thousand at most'),
  })
  .get('/reveals', async ({ user }) => ok('Reveals', { quota: revealQuota(user) }), {
    superadmin: true,
    ...returns(Reveals, 'getRevealQuota', 'Read how many emails and accounts one may still reveal today'),
  })
  .post(
    '/users/:id/reveal-email',
    async ({ user, params, body }) => ok('Email revealed', await revealEmail(user, params.id, body.reason)),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      body: RevealReason,
      ...returns(EmailRevealed, 'revealEmail', 'Reveal the email of an account; its owner is told'),
    },
  )
  .post(
    '/users/:id/reveal-account',
    async ({ user, params, body }) => ok('Account revealed', await revealAccount(user, params.id, body.reason)),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND'],
      params: UserParams,
      body: RevealReason,
      ...returns(AccountRevealed, 'revealAccount', 'Reveal whose an alias is; its owner is told'),
    },
  )
  .put(
    '/users/:id/role',
    async ({ user, params, body }) => ok('Role changed', await changeRole(user, params.id, body.role)),
    {
      superadmin: true,
      reauthenticated: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: UserParams,
      body: ChangeRole,
      ...returns(RoleChanged, 'changeRole', "Change a user's role, from the next request on"),
    },
  )
  .delete('/users/:id/sessions', async ({ user, params }) => done('Sessions ended', endSessionsOf(user, params.id)), {
    admin: true,
    reauthenticated: true,
    fails: ['NOT_FOUND'],
    params: UserParams,
    ...confirms('endUserSessions', 'End every session of an account'),
  })
