import { forgetProvider } from '../../campus/auth/idp-routes'
import { okMessage } from '../../http/envelope'
import { confirms, routes } from '../../http/route'
import { clearAccountCookies } from '../../http/session-cookies'
import { deleteAccount } from './delete-account'

export const erasure = routes('auth', '/api/v1/auth').delete(
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
