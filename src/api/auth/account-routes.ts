import { Elysia } from 'elysia'
import { listAdministrators, listManagedUsers } from '../../core/accounts/managed-users'
import { deleteAccount } from '../../core/auth/delete-account'
import { endSession, listSessions, signOut, signOutElsewhere } from '../../core/auth/sign-out'
import { access } from '../http/access'
import { ok, okMessage } from '../http/envelope'
import { confirms, done, returns } from '../http/route'
import { clearAccountCookies, clearSessionCookies } from '../http/session-cookies'
import { forgetProvider } from './idp-routes'
import * as model from './schemas'

/** Signing out, an account's sessions and its end, and the lists of accounts that administrators read. */
export const accountRoutes = new Elysia({ name: 'auth:accounts' })
  .use(access)
  .post(
    '/logout',
    async ({ user, cookie }) => {
      await signOut(user)
      clearSessionCookies(cookie)
      return okMessage('Signed out')
    },
    { session: true, ...confirms('signOut', 'Sign out') },
  )
  .post('/logout-all', async ({ user }) => done('Signed out everywhere else', signOutElsewhere(user)), {
    session: true,
    reauthenticated: true,
    ...confirms('signOutElsewhere', 'End all other sessions of the account'),
  })
  .get('/sessions', async ({ user }) => ok('Your sessions', await listSessions(user)), {
    session: true,
    ...returns(model.Sessions, 'listSessions', "List one's sessions"),
  })
  .delete(
    '/sessions/:id',
    async ({ user, params, cookie }) => {
      await endSession(user, params.id)
      if (params.id === user.sessionId) clearSessionCookies(cookie)
      return okMessage('Session ended')
    },
    {
      session: true,
      fails: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      params: model.SessionId,
      ...confirms('endSession', "End one of one's sessions"),
    },
  )
  .delete(
    '/account',
    async ({ user, cookie, request, server }) => {
      // Bun closes a connection that is silent for 30 seconds, and thousands of texts may take longer.
      server?.timeout(request, 0)
      await deleteAccount(user)
      clearAccountCookies(cookie)
      forgetProvider(cookie)
      return okMessage('Account deleted')
    },
    {
      session: true,
      reauthenticated: true,
      fails: ['CONFLICT'],
      ...confirms('deleteAccount', 'Delete the own account and everything that belongs to it'),
    },
  )
  .get('/admins', async () => ok('Administrators', { admins: await listAdministrators() }), {
    admin: true,
    ...returns(model.Admins, 'listAdministrators', 'List the administrators'),
  })
  .get('/users', async ({ user, query }) => ok('Users', await listManagedUsers(user, query)), {
    admin: true,
    query: model.UsersQuery,
    ...returns(model.Users, 'listAccounts', 'List the accounts, newest first'),
  })
