import { Elysia } from 'elysia'
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../../core/auth/passkeys'
import { passkeyProofOptions } from '../../core/auth/reauthenticate'
import { access } from '../http/access'
import { created, createdResponse, emptyEnvelope, envelope, ok, okMessage } from '../http/envelope'
import { passkeyOrigins } from '../http/origins'
import { setSessionCookies } from '../http/session-cookies'
import * as model from './passkey-schemas'
import { SignedIn } from './schemas'

/** Signing in with a passkey, and an account's own passkeys. */
export const passkeyRoutes = new Elysia({ name: 'auth:passkeys' })
  .use(access)
  .post(
    '/passkeys/login/options',
    async ({ origin }) => ok('Passkey options', { options: passkeySignInOptions(origin) }),
    {
      public: true,
      response: envelope(model.AssertionOptions),
      detail: { operationId: 'beginPasskeySignIn', summary: 'Begin to sign in with a passkey; the same for everybody' },
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
      response: envelope(SignedIn),
      detail: { operationId: 'signInByPasskey', summary: 'Sign in with the passkey that answered' },
    },
  )
  .get('/passkeys', async ({ user }) => ok('Your passkeys', await listPasskeys(user)), {
    session: true,
    response: envelope(model.Passkeys),
    detail: { operationId: 'listPasskeys', summary: "List one's passkeys" },
  })
  .post('/passkeys/options', async ({ user }) => ok('Passkey options', { options: await newPasskeyOptions(user) }), {
    session: true,
    reauthenticated: true,
    fails: ['CONFLICT'],
    response: envelope(model.CreationOptions),
    detail: { operationId: 'beginToAddPasskey', summary: 'Begin to add a passkey' },
  })
  .post(
    '/passkeys',
    async ({ user, body, request }) => created('Passkey added', await addPasskey(user, passkeyOrigins(request), body)),
    {
      session: true,
      reauthenticated: true,
      fails: ['INVALID_CREDENTIALS', 'CONFLICT'],
      body: model.AddPasskey,
      response: createdResponse(envelope(model.Passkey)),
      detail: { operationId: 'addPasskey', summary: 'Add the passkey that the browser has made' },
    },
  )
  .patch(
    '/passkeys/:id',
    async ({ user, params, body }) => {
      await renamePasskey(user, params.id, body.name)
      return okMessage('Passkey renamed')
    },
    {
      session: true,
      fails: ['NOT_FOUND'],
      params: model.PasskeyId,
      body: model.RenamePasskey,
      response: emptyEnvelope,
      detail: { operationId: 'renamePasskey', summary: "Rename one of one's passkeys" },
    },
  )
  .delete(
    '/passkeys/:id',
    async ({ user, params }) => {
      await removePasskey(user, params.id)
      return okMessage('Passkey removed')
    },
    {
      session: true,
      reauthenticated: true,
      fails: ['NOT_FOUND', 'CONFLICT'],
      params: model.PasskeyId,
      response: emptyEnvelope,
      detail: { operationId: 'removePasskey', summary: "Remove one of one's passkeys" },
    },
  )
  .post(
    '/reauthenticate/passkey',
    async ({ user }) => ok('Passkey options', { options: await passkeyProofOptions(user) }),
    {
      session: true,
      fails: ['CONFLICT'],
      response: envelope(model.AssertionOptions),
      detail: {
        operationId: 'beginPasskeyReauthentication',
        summary: 'Begin to re-authenticate with a passkey of the account',
      },
    },
  )
