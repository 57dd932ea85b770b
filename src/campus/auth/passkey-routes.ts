import { t } from 'elysia'
import { created, ok } from '../../http/envelope'
import { passkeyOrigins } from '../../http/origins'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { setSessionCookies } from '../../http/session-cookies'
import { namedObject, nullable, text, timestamp } from '../../lib/text/schema'
import {
  addPasskey,
  assertionOptions,
  listPasskeys,
  newPasskeyOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys'
import { passkeyProofOptions } from './reauthenticate'
import { Assertion, AssertionOptions, coded, credential, optionsOf, SignedIn, wantsTokens } from './schemas'

const name = text(1, 50)
const params = t.Object({ id: t.String({ maxLength: 1400 }) })

/** `RegistrationResponseJSON` of WebAuthn level 3. */
const creation = namedObject('PasskeyCreation', {
  ...credential,
  response: t.Object({
    clientDataJSON: coded(4000),
    attestationObject: coded(8000),
    transports: t.Optional(t.Array(t.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})

const Passkey = namedObject('Passkey', {
  id: t.String(),
  name: t.String(),
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp),
})

/** Signing in with a passkey, and an account's own passkeys. */
export const passkeys = routes('auth', '/api/v1/auth')
  .post(
    '/passkeys/login/options',
    async ({ origin }) => ok('Passkey options', { options: assertionOptions('login', origin.ip) }),
    {
      public: true,
      ...returns(AssertionOptions, 'beginPasskeySignIn', 'Begin to sign in with a passkey; the same for everybody'),
    },
  )
  .post(
    '/passkeys/login/verify',
    async ({ origin, viewer, body, request, cookie }) => {
      const { session, role, userId, tokens } = await signInByPasskey(origin, viewer, passkeyOrigins(request), body)
      setSessionCookies(cookie, session, role)
      return ok('Signed in', { userId, ...tokens })
    },
    {
      viewer: true,
      fails: ['INVALID_CREDENTIALS'],
      body: t.Object({ response: Assertion, tokens: wantsTokens }),
      ...returns(SignedIn, 'signInByPasskey', 'Sign in with the passkey that answered'),
    },
  )
  .get('/passkeys', async ({ user }) => ok('Your passkeys', listPasskeys(user)), {
    session: true,
    ...returns(t.Object({ passkeys: t.Array(Passkey) }), 'listPasskeys', "List one's passkeys"),
  })
  .post('/passkeys/options', async ({ user }) => ok('Passkey options', { options: await newPasskeyOptions(user) }), {
    session: true,
    reauthenticated: true,
    fails: ['CONFLICT'],
    ...returns(
      t.Object({
        options: optionsOf<Awaited<ReturnType<typeof newPasskeyOptions>>>('PublicKeyCredentialCreationOptionsJSON'),
      }),
      'beginToAddPasskey',
      'Begin to add a passkey',
    ),
  })
  .post(
    '/passkeys',
    async ({ user, body, request }) => created('Passkey added', await addPasskey(user, passkeyOrigins(request), body)),
    {
      session: true,
      reauthenticated: true,
      fails: ['INVALID_CREDENTIALS', 'CONFLICT'],
      body: t.Object({ name, response: creation }),
      ...makes(Passkey, 'addPasskey', 'Add the passkey that the browser has made'),
    },
  )
  .patch(
    '/passkeys/:id',
    async ({ user, params, body }) => done('Passkey renamed', renamePasskey(user, params.id, body.name)),
    {
      session: true,
      fails: ['NOT_FOUND'],
      params,
      body: t.Object({ name }),
      ...confirms('renamePasskey', "Rename one of one's passkeys"),
    },
  )
  .delete('/passkeys/:id', async ({ user, params }) => done('Passkey removed', removePasskey(user, params.id)), {
    session: true,
    reauthenticated: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params,
    ...confirms('removePasskey', "Remove one of one's passkeys"),
  })
  .post('/reauthenticate/passkey', async ({ user }) => ok('Passkey options', { options: passkeyProofOptions(user) }), {
    session: true,
    fails: ['CONFLICT'],
    ...returns(
      AssertionOptions,
      'beginPasskeyReauthentication',
      'Begin to re-authenticate with a passkey of the account',
    ),
  })
