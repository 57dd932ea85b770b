import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import {
  base64url,
  documented,
  emailText,
  faultMessage,
  flag,
  integer,
  namedObject,
  recordId,
} from '../../lib/text/schema'

// What several routes of auth take or return.

/** In the body of every sign-in, which answers it with `tokens`. */
export const wantsTokens = t.Optional(flag({ description: 'For clients without cookies: also return bearer tokens' }))
export const tokens = { accessToken: t.Optional(t.String()), refreshToken: t.Optional(t.String()) }
export const SignedIn = t.Object({ userId: recordId, ...tokens })

// Any text: the rule (`INVALID_EMAIL`), not the schema, says what is wrong with an email.
export const email = emailText(320, faultMessage('auth.emailRequired'))
export const password = t.String({ maxLength: 1024, ...faultMessage('auth.passwordRequired') })
export const otp = t.String({ minLength: 1, maxLength: 20, ...faultMessage('auth.codeRequired') })
export const digits = integer('How many digits the code has; spaces between them do not count')
export const CodeSent = t.Object({ digits })

export const coded = (maxLength: number) => base64url({ minLength: 1, maxLength })

/** What every answer of `navigator.credentials` has, as JSON; what else it has is ignored. */
export const credential = { id: coded(1400), rawId: coded(1400), type: t.Literal('public-key') }

/** `AuthenticationResponseJSON` of WebAuthn level 3. */
export const Assertion = namedObject('PasskeyAssertion', {
  ...credential,
  response: t.Object({
    clientDataJSON: coded(4000),
    authenticatorData: coded(4000),
    signature: coded(4000),
    userHandle: t.Optional(base64url({ maxLength: 100 })),
  }),
})

export const optionsOf = <Options>(name: string) =>
  Type.Unsafe<Options>(
    Type.Unknown({ ...documented({ type: 'object', additionalProperties: true }), description: `${name} of WebAuthn` }),
  )

/** For `navigator.credentials.get`. */
export const AssertionOptions = t.Object({
  options: optionsOf<PublicKeyCredentialRequestOptionsJSON>('PublicKeyCredentialRequestOptionsJSON'),
})
