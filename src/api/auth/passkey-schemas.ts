import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { base64url, documented, named, nullable, text, timestamp } from '../../lib/schema'
import { wantsTokens } from './token-schemas'

const coded = (maxLength: number) => base64url({ minLength: 1, maxLength })

/** What every answer of `navigator.credentials` has, as JSON; what else it has is ignored. */
const credential = { id: coded(1400), rawId: coded(1400), type: t.Literal('public-key') }

/** `AuthenticationResponseJSON` of WebAuthn level 3. */
export const Assertion = named(
  'PasskeyAssertion',
  t.Object({
    ...credential,
    response: t.Object({
      clientDataJSON: coded(4000),
      authenticatorData: coded(4000),
      signature: coded(4000),
      userHandle: t.Optional(base64url({ maxLength: 100 })),
    }),
  }),
)

/** `RegistrationResponseJSON` of WebAuthn level 3. */
const creation = named(
  'PasskeyCreation',
  t.Object({
    ...credential,
    response: t.Object({
      clientDataJSON: coded(4000),
      attestationObject: coded(8000),
      transports: t.Optional(t.Array(t.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  }),
)

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

export const Passkey = named(
  'Passkey',
  t.Object({ id: t.String(), name: t.String(), createdAt: timestamp, lastUsedAt: nullable(timestamp) }),
)
export const Passkeys = t.Object({ passkeys: t.Array(Passkey) })

export const SignInByPasskey = t.Object({ response: Assertion, tokens: wantsTokens })
