import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { paged } from '../../http/route'
import {
  base64,
  base64url,
  documented,
  emailText,
  faultMessage,
  flag,
  integer,
  namedObject,
  nullable,
  pagination,
  recordId,
  text,
  timestamp,
} from '../../lib/text/schema'
import { managedUser, ownUser } from '../accounts/record'

/** In the body of every sign-in, which answers it with `tokens`. */
const wantsTokens = t.Optional(flag({ description: 'For clients without cookies: also return bearer tokens' }))

const tokens = { accessToken: t.Optional(t.String()), refreshToken: t.Optional(t.String()) }

const coded = (maxLength: number) => base64url({ minLength: 1, maxLength })

/** What every answer of `navigator.credentials` has, as JSON; what else it has is ignored. */
const credential = { id: coded(1400), rawId: coded(1400), type: t.Literal('public-key') }

/** `AuthenticationResponseJSON` of WebAuthn level 3. */
const Assertion = namedObject('PasskeyAssertion', {
  ...credential,
  response: t.Object({
    clientDataJSON: coded(4000),
    authenticatorData: coded(4000),
    signature: coded(4000),
    userHandle: t.Optional(base64url({ maxLength: 100 })),
  }),
})

/** `RegistrationResponseJSON` of WebAuthn level 3. */
const creation = namedObject('PasskeyCreation', {
  ...credential,
  response: t.Object({
    clientDataJSON: coded(4000),
    attestationObject: coded(8000),
    transports: t.Optional(t.Array(t.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})

const options = <Options>(name: string) =>
  Type.Unsafe<Options>(
    Type.Unknown({ ...documented({ type: 'object', additionalProperties: true }), description: `${name} of WebAuthn` }),
  )

/** For `navigator.credentials.get`. */
export const AssertionOptions = t.Object({
  options: options<PublicKeyCredentialRequestOptionsJSON>('PublicKeyCredentialRequestOptionsJSON'),
})
/** For `navigator.credentials.create`. */
export const CreationOptions = t.Object({
  options: options<PublicKeyCredentialCreationOptionsJSON>('PublicKeyCredentialCreationOptionsJSON'),
})

const name = text(1, 50)
export const AddPasskey = t.Object({ name, response: creation })
export const RenamePasskey = t.Object({ name })
export const PasskeyId = t.Object({ id: t.String({ maxLength: 1400 }) })

export const Passkey = namedObject('Passkey', {
  id: t.String(),
  name: t.String(),
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp),
})
export const Passkeys = t.Object({ passkeys: t.Array(Passkey) })

export const SignInByPasskey = t.Object({ response: Assertion, tokens: wantsTokens })

// Any text: the rule (`INVALID_EMAIL`), not the schema, says what is wrong with an email.
const email = emailText(320, faultMessage('auth.emailRequired'))
const password = t.String({ maxLength: 1024, ...faultMessage('auth.passwordRequired') })
const otp = t.String({ minLength: 1, maxLength: 20, ...faultMessage('auth.codeRequired') })

const proofOfWork = base64({
  maxLength: 2048,
  description:
    'The solution of the challenge of a 429 `PROOF_OF_WORK_REQUIRED`: `{challenge, solution}` as JSON in base64',
})
export const BeginSignup = t.Object({ email, password, proofOfWork: t.Optional(proofOfWork) })
export const Otp = t.Object({ otp })
export const Verified = t.Object({ isVerified: t.Literal(true) })
export const Finalize = t.Object({
  password,
  signIn: t.Optional(t.Boolean({ description: 'Open a session for the new account, too' })),
})
export const SendOtp = t.Object({ email })
const digits = integer('How many digits the code has; spaces between them do not count')
export const CodeSent = t.Object({ digits })
export const OtpSent = t.Object({ messageId: t.String(), digits })

const session = namedObject('SessionSummary', { id: recordId, expiresAt: timestamp })

export const Login = t.Object({ email, password, tokens: wantsTokens })
export const LoggedIn = t.Object({ user: ownUser, session, ...tokens })
export const Refreshed = t.Object({ session: t.Optional(session), ...tokens })

export const SendLoginOtp = t.Object({ email })
export const VerifyLoginOtp = t.Object({ email, otp, tokens: wantsTokens })
export const SignedIn = t.Object({ userId: recordId, ...tokens })
export const SignedInByProvider = t.Object({ userId: recordId })

export const Forgot = t.Object({ email, redirectTo: t.Optional(t.String({ maxLength: 2048 })) })
export const Reset = t.Object({ newPassword: password, token: t.Optional(t.String({ maxLength: 256 })) })
export const SetPassword = t.Object({ newPassword: password, currentPassword: t.Optional(password) })
export const PasswordSaved = t.Object({ hasPassword: t.Boolean(), ...tokens })

const ownEmail = t.Optional(
  emailText(320, { description: 'The own email, where `auth/me` shows that the server cannot read it' }),
)
/** One of password, code and passkey. */
export const Reauthenticate = t.Partial(t.Object({ password, otp, email: ownEmail, passkey: Assertion }))
export const SendReauthenticationCode = t.Optional(t.Object({ email: ownEmail }))
export const Reauthenticated = t.Object({ session, ...tokens })

export const Sessions = t.Object({
  sessions: t.Array(
    namedObject('Session', {
      id: recordId,
      createdAt: timestamp,
      lastSeenAt: timestamp,
      ip: nullable(t.String()),
      userAgent: nullable(t.String()),
      current: t.Boolean(),
    }),
  ),
})

export const UsersQuery = t.Object({
  query: t.Optional(t.String({ maxLength: 320, description: 'Part of a username, or a whole e-mail address' })),
  ...paged(),
})
export const Users = t.Object({ users: t.Array(managedUser), pagination })
