import { created, ok } from '../../http/envelope'
import { passkeyOrigins } from '../../http/origins'
import { confirms, done, makes, returns, routes } from '../../http/route'
import { setSessionCookies } from '../../http/session-cookies'
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys'
import { passkeyProofOptions } from './reauthenticate'
import * as model from './schemas'
import { SignedIn } from './schemas'

/** Signing in with a passkey, and an account's own passkeys. */
export const passkeys = routes('auth', '/api/v1/auth')
  .post(
    '/passkeys/login/options',
    async ({ origin }) => ok('Passkey options', { options: passkeySignInOptions(origin) }),
    {
      public: true,
      ...returns(
        model.AssertionOptions,
        'beginPasskeySignIn',
        'Begin to sign in with a passkey; the same for everybody',
      ),
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
      body: model.SignInByPasskey,
      ...returns(SignedIn, 'signInByPasskey', 'Sign in with the passkey that answered'),
    },
  )
  .get('/passkeys', async ({ user }) => ok('Your passkeys', listPasskeys(user)), {
    session: true,
    ...returns(model.Passkeys, 'listPasskeys', "List one's passkeys"),
  })
  .post('/passkeys/options', async ({ user }) => ok('Passkey options', { options: await newPasskeyOptions(user) }), {
    session: true,
    reauthenticated: true,
    fails: ['CONFLICT'],
    ...returns(model.CreationOptions, 'beginToAddPasskey', 'Begin to add a passkey'),
  })
  .post(
    '/passkeys',
    async ({ user, body, request }) => created('Passkey added', await addPasskey(user, passkeyOrigins(request), body)),
    {
      session: true,
      reauthenticated: true,
      fails: ['INVALID_CREDENTIALS', 'CONFLICT'],
      body: model.AddPasskey,
      ...makes(model.Passkey, 'addPasskey', 'Add the passkey that the browser has made'),
    },
  )
  .patch(
    '/passkeys/:id',
    async ({ user, params, body }) => done('Passkey renamed', renamePasskey(user, params.id, body.name)),
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: model.PasskeyId,
      body: model.RenamePasskey,
      ...confirms('renamePasskey', "Rename one of one's passkeys"),
    },
  )
  .delete('/passkeys/:id', async ({ user, params }) => done('Passkey removed', removePasskey(user, params.id)), {
    session: true,
    reauthenticated: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    params: model.PasskeyId,
    ...confirms('removePasskey', "Remove one of one's passkeys"),
  })
  .post('/reauthenticate/passkey', async ({ user }) => ok('Passkey options', { options: passkeyProofOptions(user) }), {
    session: true,
    fails: ['CONFLICT'],
    ...returns(
      model.AssertionOptions,
      'beginPasskeyReauthentication',
      'Begin to re-authenticate with a passkey of the account',
    ),
  })
