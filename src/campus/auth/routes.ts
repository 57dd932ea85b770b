import { t } from 'elysia'
import { storage } from '../../../db/storage'
import { refuseField } from '../../errors'
import { refresh } from '../../ground/access/session-tokens'
import { renewCookies } from '../../http/access'
import { ok, okMessage } from '../../http/envelope'
import { passkeyOrigins, trustedUrl } from '../../http/origins'
import { confirms, done, paged, returns, routes } from '../../http/route'
import { clearSessionCookies, readCookie, setSessionCookies } from '../../http/session-cookies'
import { emailText, namedObject, nullable, pagination, recordId, timestamp } from '../../lib/text/schema'
import { listAdministrators, listManagedUsers } from '../accounts/managed-users'
import { managedUser, ownUser } from '../accounts/record'
import { readOwnUser } from '../accounts/users'
import { forgotPassword, passwordStatus, resetPassword, setPassword } from './password'
import { reauthenticate, sendOwnCode } from './reauthenticate'
import { Assertion, CodeSent, email, otp, password, SignedIn, tokens, wantsTokens } from './schemas'
import { endSession, listSessions, signOut, signOutElsewhere } from './sessions'
import { sendLoginCode, signIn, signInByCode } from './sign-in'

const session = namedObject('SessionSummary', { id: recordId, expiresAt: timestamp })
const Session = namedObject('Session', {
  id: recordId,
  createdAt: timestamp,
  lastSeenAt: timestamp,
  ip: nullable(t.String()),
  userAgent: nullable(t.String()),
  current: t.Boolean(),
})
const ownEmail = t.Optional(
  emailText(320, { description: 'The own email, where `auth/me` shows that the server cannot read it' }),
)

export const auth = routes('auth', '/api/v1/auth')
  .post(
    '/login',
    async ({ origin, viewer, body, cookie }) => {
      const { user, session, tokens } = await signIn(origin, viewer, body)
      setSessionCookies(cookie, session, user.role)
      return ok('Signed in', { user, session: { id: session.id, expiresAt: session.expiresAt }, ...tokens })
    },
    {
      viewer: true,
      fails: ['INVALID_CREDENTIALS', 'BUSY'],
      body: t.Object({ email, password, tokens: wantsTokens }),
      ...returns(
        t.Object({ user: ownUser, session, ...tokens }),
        'signIn',
        'Sign in with a password',
        'Sets the session cookies. With `tokens: true` the response also carries `accessToken`, for `Authorization: Bearer`, and `refreshToken`.',
      ),
    },
  )
  .post(
    '/otp/login/send',
    async ({ origin, body }) =>
      ok('If this email has an account, we’ve sent a code', await sendLoginCode(origin, body.email)),
    {
      public: true,
      fails: ['INVALID_EMAIL', 'OTP_COOLDOWN', 'OTP_EXHAUSTED', 'MAIL_FAILED'],
      body: t.Object({ email }),
      ...returns(
        CodeSent,
        'sendSignInCode',
        'Mail a code to sign in with',
        'The response is the same whether the email has an account or not.',
      ),
    },
  )
  .post(
    '/otp/login/verify',
    async ({ origin, viewer, body, cookie }) => {
      const { session, role, tokens } = await signInByCode(origin, viewer, body)
      setSessionCookies(cookie, session, role)
      return ok('Signed in', { userId: session.userId, ...tokens })
    },
    {
      viewer: true,
      fails: ['OTP_INVALID', 'OTP_EXHAUSTED', 'OTP_EXPIRED'],
      body: t.Object({ email, otp, tokens: wantsTokens }),
      ...returns(
        SignedIn,
        'signInByCode',
        'Sign in with a mailed code',
        'Sets the session cookies, and returns tokens as `signIn` does.',
      ),
    },
  )
  .post(
    '/refresh',
    async ({ origin, viewer, body, request, cookie }) => {
      const { session, tokens } = await refresh(origin, viewer, body.refreshToken ?? readCookie(cookie, 'refreshToken'))
      if (viewer && session) renewCookies(request, { userId: viewer.id, role: viewer.role }, session.expiresAt)
      return ok('Session refreshed', { session, ...tokens })
    },
    {
      viewer: true,
      body: t.Object({ refreshToken: t.Optional(t.String({ maxLength: 256 })) }),
      ...returns(
        t.Object({ session: t.Optional(session), ...tokens }),
        'refreshSession',
        'Get new tokens, or a new lifetime of the session cookie',
        'Exchanges a refresh token, which works once, for two new tokens. A client with cookies sends `{}`.',
      ),
    },
  )
  .get('/me', async ({ user }) => ok('You', { user: readOwnUser(storage.reader, user.id) }), {
    session: true,
    ...returns(t.Object({ user: ownUser }), 'getMe', 'Read oneself, onboarded or not'),
  })
  .post(
    '/password/forgot',
    async ({ origin, body }) => {
      const { email, redirectTo } = body
      const page =
        redirectTo === undefined
          ? undefined
          : (trustedUrl(redirectTo) ?? refuseField('redirectTo', 'auth.untrustedRedirect'))
      await forgotPassword(origin, email, page)
      return okMessage('If this email has an account, we’ve sent a reset link')
    },
    {
      public: true,
      fails: ['INVALID_EMAIL', 'MAIL_FAILED'],
      body: t.Object({ email, redirectTo: t.Optional(t.String({ maxLength: 2048 })) }),
      ...confirms(
        'requestPasswordReset',
        'Mail a link to reset the password',
        'The response is the same whether the email has an account or not.',
      ),
    },
  )
  .post(
    '/password/reset',
    async ({ origin, body }) =>
      done('Password changed. Sign in with it', resetPassword(origin, body.token, body.newPassword)),
    {
      public: true,
      fails: ['INVALID_TOKEN', 'BUSY'],
      body: t.Object({ newPassword: password, token: t.Optional(t.String({ maxLength: 256 })) }),
      ...confirms('resetPassword', 'Set a new password with the token of a mailed link'),
    },
  )
  .post(
    '/password/set',
    async ({ user, body, cookie }) => {
      const { session, tokens } = await setPassword(user, body.newPassword, body.currentPassword)
      setSessionCookies(cookie, session, user.role)
      return ok('Password saved', { hasPassword: true, ...tokens })
    },
    {
      session: true,
      reauthenticated: true,
      fails: ['400 INVALID_CREDENTIALS', 'CONFLICT', 'BUSY'],
      body: t.Object({ newPassword: password, currentPassword: t.Optional(password) }),
      ...returns(
        t.Object({ hasPassword: t.Boolean(), ...tokens }),
        'setPassword',
        'Set or change the password; the other sessions end',
      ),
    },
  )
  .get('/password/status', async ({ user }) => ok('Password status', passwordStatus(user)), {
    session: true,
    follower: 'copy',
    ...returns(t.Object({ hasPassword: t.Boolean() }), 'getPasswordStatus', 'Tell whether the account has a password'),
  })
  .post(
    '/reauthenticate',
    async ({ user, body, request, cookie }) => {
      const { session, tokens } = await reauthenticate(user, passkeyOrigins(request), body)
      setSessionCookies(cookie, session, user.role)
      return ok('Confirmed', { session: { id: session.id, expiresAt: session.expiresAt }, ...tokens })
    },
    {
      session: true,
      fails: ['INVALID_CREDENTIALS', 'BUSY'],
      body: t.Partial(t.Object({ password, otp, email: ownEmail, passkey: Assertion })),
      ...returns(
        t.Object({ session, ...tokens }),
        'reauthenticate',
        'Prove again who you are; the session and its clients get new tokens',
      ),
    },
  )
  .post(
    '/reauthenticate/code',
    async ({ user, body }) => ok('We’ve sent you a code', await sendOwnCode(user, body?.email, 'login')),
    {
      session: true,
      fails: ['OTP_COOLDOWN', 'OTP_EXHAUSTED', 'MAIL_FAILED'],
      body: t.Optional(t.Object({ email: ownEmail })),
      ...returns(
        CodeSent,
        'sendReauthenticationCode',
        'Mail a code to re-authenticate with to the account’s own email',
      ),
    },
  )
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
  .get('/sessions', async ({ user }) => ok('Your sessions', listSessions(user)), {
    session: true,
    ...returns(t.Object({ sessions: t.Array(Session) }), 'listSessions', "List one's sessions"),
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
      params: t.Object({ id: t.String({ maxLength: 100 }) }),
      ...confirms('endSession', "End one of one's sessions"),
    },
  )
  .get('/admins', async () => ok('Administrators', { admins: listAdministrators() }), {
    admin: true,
    ...returns(t.Object({ admins: t.Array(managedUser) }), 'listAdministrators', 'List the administrators'),
  })
  .get('/users', async ({ user, query }) => ok('Users', await listManagedUsers(user, query)), {
    admin: true,
    query: t.Object({
      query: t.Optional(t.String({ maxLength: 320, description: 'Part of a username, or a whole e-mail address' })),
      ...paged(),
    }),
    ...returns(
      t.Object({ users: t.Array(managedUser), pagination }),
      'listAccounts',
      'List the accounts, newest first',
    ),
  })
