import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { readOwnUser } from '../../core/accounts/users'
import { forgotPassword, passwordStatus, resetPassword, setPassword } from '../../core/auth/password'
import { reauthenticate, sendReauthenticationCode } from '../../core/auth/reauthenticate'
import { refresh } from '../../core/auth/refresh-tokens'
import { sendLoginCode, signInByCode } from '../../core/auth/sign-in-by-code'
import { signIn } from '../../core/auth/sign-in-by-password'
import { refuseField } from '../../errors'
import { access, renewCookies } from '../http/access'
import { ok, okMessage } from '../http/envelope'
import { passkeyOrigins, trustedUrl } from '../http/origins'
import { confirms, done, returns } from '../http/route'
import { readCookie, setSessionCookies } from '../http/session-cookies'
import { accountRoutes } from './account-routes'
import { idpRoutes } from './idp-routes'
import { passkeyRoutes } from './passkey-routes'
import { registrationRoutes } from './registration-routes'
import * as model from './schemas'

const signingIn = new Elysia({ name: 'auth:sign-in' })
  .use(access)
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
      body: model.Login,
      ...returns(
        model.LoggedIn,
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
      body: model.SendLoginOtp,
      ...returns(
        model.CodeSent,
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
      body: model.VerifyLoginOtp,
      ...returns(
        model.SignedIn,
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
      body: model.Refresh,
      ...returns(
        model.Refreshed,
        'refreshSession',
        'Get new tokens, or a new lifetime of the session cookie',
        'Exchanges a refresh token, which works once, for two new tokens. A client with cookies sends `{}`.',
      ),
    },
  )
  .get('/me', async ({ user }) => ok('You', { user: await readOwnUser(storage.reader, user.id) }), {
    session: true,
    ...returns(model.Me, 'getMe', 'Read oneself, onboarded or not'),
  })

const passwords = new Elysia({ name: 'auth:passwords' })
  .use(access)
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
      body: model.Forgot,
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
      body: model.Reset,
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
      body: model.SetPassword,
      ...returns(model.PasswordSaved, 'setPassword', 'Set or change the password; the other sessions end'),
    },
  )
  .get('/password/status', async ({ user }) => ok('Password status', await passwordStatus(user)), {
    session: true,
    follower: 'copy',
    ...returns(model.PasswordStatus, 'getPasswordStatus', 'Tell whether the account has a password'),
  })

const reauthentication = new Elysia({ name: 'auth:reauthentication' })
  .use(access)
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
      body: model.Reauthenticate,
      ...returns(
        model.Reauthenticated,
        'reauthenticate',
        'Prove again who you are; the session and its clients get new tokens',
      ),
    },
  )
  .post(
    '/reauthenticate/code',
    async ({ user, body }) => ok('We’ve sent you a code', await sendReauthenticationCode(user, body?.email)),
    {
      session: true,
      fails: ['OTP_COOLDOWN', 'OTP_EXHAUSTED', 'MAIL_FAILED'],
      body: model.SendReauthenticationCode,
      ...returns(
        model.CodeSent,
        'sendReauthenticationCode',
        'Mail a code to re-authenticate with to the account’s own email',
      ),
    },
  )

export const auth = new Elysia({ name: 'auth', prefix: '/api/v1/auth', detail: { tags: ['auth'] } })
  .use(registrationRoutes)
  .use(signingIn)
  .use(passwords)
  .use(reauthentication)
  .use(passkeyRoutes)
  .use(accountRoutes)
  .use(idpRoutes)
