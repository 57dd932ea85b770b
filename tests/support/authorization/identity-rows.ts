import { moderationRecords } from '../../../db/schema/moderation'
import { storage, type Tx } from '../../../db/storage'
import { findIdentity } from '../../../src/core/accounts/users'
import { systemActor } from '../../../src/core/audit/audit'
import { noteDay } from '../../../src/core/audit/day-notes'
import { beginLink } from '../../../src/core/auth/pending-links'
import { fileSignUpRequest } from '../../../src/core/auth/sign-up-requests'
import { makeExports } from '../../../src/core/exports/make'
import { storeSetting } from '../../../src/core/settings/settings'
import { renewSetupToken } from '../../../src/core/setup/first-run'
import { sealAddress } from '../../../src/lib/addresses'
import { Authenticator } from '../authenticator'
import { CAMPUS, expectData, MISSING_ID, newEmail, PASSWORD, student, type Visitor } from '../kit'
import { mailFor, otpFor } from '../traces'
import type { Caller, Rows } from './matrix'

export async function passkeyOf(visitor: Visitor): Promise<Authenticator> {
  const device = new Authenticator()
  const { options } = expectData(await visitor.post('auth/passkeys/options'))
  expectData(await visitor.post('auth/passkeys', { name: 'Phone', response: device.create(options) }))
  return device
}

/** Somebody who verified an email and waits to be let in. */
async function waitingSignUp(): Promise<string> {
  const address = await sealAddress(newEmail())
  await storage.write(async (tx) => fileSignUpRequest(tx, address, 'en'))
  return address.id
}

const begin = async ({ visitor }: Caller): Promise<string> => {
  const email = newEmail()
  expectData(await visitor.post('auth/registration/initialize', { email, password: PASSWORD }))
  return email
}

/** Transparency of a month with removals, and the head of a day. */
async function publishMonth(tx: Tx): Promise<void> {
  const now = new Date()
  const createdAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString()
  const removal = { resource: 'post', resourceId: MISSING_ID, state: 'banned', rule: 'spam', createdAt } as const
  const removals = Array.from({ length: 10 }, () => ({ ...removal, id: crypto.randomUUID() }))
  tx.orm.insert(moderationRecords).values(removals).run()
  await noteDay(tx)
  await storeSetting(tx, 'transparency', true)
}

const campus = { name: 'Rivertown College', emailDomain: 'rivertown.edu', city: 'Rivertown', state: 'Iowa' }
const needsNoSuperadmin = { superadmin: [404, 'NOT_FOUND'] } as const

/** Becoming and staying somebody: probes, set-up, registration, sign-in, account, users. */
export const identityRows: Rows = {
  'GET /healthz': { level: 'public', ask: () => '/healthz' },
  'GET /readyz': { level: 'public', ask: () => '/readyz' },
  'GET /up': { level: 'public', ask: () => '/up' },
  'GET /instance': { level: 'public', ask: () => 'instance' },
  'GET /instance/pages/:page': { level: 'public', ask: () => 'instance/pages/rules' },
  'GET /transparency': {
    level: 'public',
    ask: async () => {
      await storage.write(publishMonth)
      return 'transparency'
    },
  },
  'GET /setup': { level: 'public', ask: () => 'setup' },
  'POST /setup': {
    level: 'public',
    isFirstRun: true,
    ask: () => ({
      path: 'setup',
      body: { token: renewSetupToken(), campus, admin: { email: 'root@rivertown.edu', password: PASSWORD } },
    }),
    answers: 201,
    but: needsNoSuperadmin,
  },
  'POST /setup/mail': {
    level: 'public',
    isFirstRun: true,
    ask: () => ({ path: 'setup/mail', body: { token: renewSetupToken(), to: `root@${CAMPUS}` } }),
    but: needsNoSuperadmin,
  },

  'POST /admin/settings/addresses': {
    level: 'superadmin',
    ask: () => ({ path: 'admin/settings/addresses', body: { addresses: [`20231234@${CAMPUS}`, 'dean@else.edu'] } }),
  },
  'POST /admin/settings/mail': { level: 'superadmin', ask: () => 'admin/settings/mail' },
  'GET /admin/checklist': { level: 'superadmin', ask: () => 'admin/checklist' },
  'POST /admin/checklist/poster': { level: 'superadmin', ask: () => 'admin/checklist/poster' },
  'GET /admin/sign-up-requests': {
    level: 'admin',
    ask: async () => {
      await waitingSignUp()
      return 'admin/sign-up-requests'
    },
  },
  'PUT /admin/sign-up-requests/:id': {
    level: 'admin',
    ask: async () => ({ path: `admin/sign-up-requests/${await waitingSignUp()}`, body: { decision: 'approve' } }),
  },

  'POST /auth/registration/initialize': {
    level: 'public',
    ask: () => ({ path: 'auth/registration/initialize', body: { email: newEmail(), password: PASSWORD } }),
    answers: 201,
  },
  'POST /auth/registration/verify-otp': {
    level: 'public',
    ask: async (_, caller) => ({
      path: 'auth/registration/verify-otp',
      body: { otp: await otpFor(await begin(caller)) },
    }),
  },
  'POST /auth/otp/verify': {
    level: 'public',
    ask: async (_, caller) => ({ path: 'auth/otp/verify', body: { otp: await otpFor(await begin(caller)) } }),
  },
  'POST /auth/otp/send': {
    level: 'public',
    ask: async (_, caller) => ({ path: 'auth/otp/send', body: { email: await begin(caller) } }),
  },
  'POST /auth/registration/finalize': {
    level: 'viewer',
    ask: async (_, caller) => {
      const otp = await otpFor(await begin(caller))
      await caller.post('auth/registration/verify-otp', { otp })
      return { path: 'auth/registration/finalize', body: { password: PASSWORD } }
    },
    answers: 201,
  },
  'POST /auth/onboarding/complete': {
    level: 'session',
    ask: () => ({ path: 'auth/onboarding/complete', body: { branch: 'CSE' } }),
    but: Object.fromEntries(
      (['terms not accepted', 'student', 'alumnus', 'suspended', 'blocked', 'admin', 'superadmin'] as const).map(
        (standing) => [standing, [403, 'ALREADY_ONBOARDED'] as const],
      ),
    ),
  },
  'POST /auth/login': {
    level: 'viewer',
    ask: async ({ author }) => ({ path: 'auth/login', body: { email: author.email, password: PASSWORD } }),
  },
  'POST /auth/otp/login/send': {
    level: 'public',
    ask: (_, { email }) => ({ path: 'auth/otp/login/send', body: { email: `9${email.replace(/\D/g, '')}@${CAMPUS}` } }),
  },
  'POST /auth/otp/login/verify': {
    level: 'viewer',
    ask: async (_, { visitor }) => {
      const { email } = await student()
      expectData(await visitor.post('auth/otp/login/send', { email }))
      return { path: 'auth/otp/login/verify', body: { email, otp: await otpFor(email) } }
    },
  },
  'POST /auth/refresh': { level: 'viewer', ask: () => ({ path: 'auth/refresh', body: {} }) },
  'GET /auth/me': { level: 'session', ask: () => 'auth/me' },
  'POST /auth/password/forgot': {
    level: 'public',
    ask: ({ author }) => ({ path: 'auth/password/forgot', body: { email: author.email } }),
  },
  'POST /auth/password/reset': {
    level: 'public',
    ask: async (_, { visitor }) => {
      const { email } = await student()
      expectData(await visitor.post('auth/password/forgot', { email }))
      const token = /reset#(\S+)/.exec((await mailFor(email)).text)?.[1]
      return { path: 'auth/password/reset', body: { newPassword: `${PASSWORD} anew`, token } }
    },
  },
  'POST /auth/password/set': {
    level: 'session',
    ask: () => ({ path: 'auth/password/set', body: { newPassword: PASSWORD } }),
  },
  'POST /auth/passkeys/login/options': { level: 'public', ask: () => 'auth/passkeys/login/options' },
  'POST /auth/passkeys/login/verify': {
    level: 'viewer',
    ask: async (_, { visitor }) => {
      const device = await passkeyOf(visitor)
      const { options } = expectData(await visitor.post('auth/passkeys/login/options'))
      return { path: 'auth/passkeys/login/verify', body: { response: device.answer(options) } }
    },
  },
  'GET /auth/passkeys': { level: 'session', ask: () => 'auth/passkeys' },
  'POST /auth/passkeys/options': { level: 'session', ask: () => 'auth/passkeys/options' },
  'POST /auth/passkeys': {
    level: 'session',
    ask: async (_, { visitor }) => {
      const { options } = expectData(await visitor.post('auth/passkeys/options'))
      return { path: 'auth/passkeys', body: { name: 'Phone', response: new Authenticator().create(options) } }
    },
    answers: 201,
  },
  'PATCH /auth/passkeys/:id': {
    level: 'session',
    ask: async (_, { visitor }) => ({
      path: `auth/passkeys/${(await passkeyOf(visitor)).id}`,
      body: { name: 'Laptop' },
    }),
  },
  'DELETE /auth/passkeys/:id': {
    level: 'session',
    ask: async (_, { visitor }) => `auth/passkeys/${(await passkeyOf(visitor)).id}`,
  },
  'POST /auth/reauthenticate/passkey': {
    level: 'session',
    ask: async (_, { visitor }) => {
      await passkeyOf(visitor)
      return 'auth/reauthenticate/passkey'
    },
  },
  'POST /auth/reauthenticate': {
    level: 'session',
    ask: async (_, { visitor, email }) => {
      expectData(await visitor.post('auth/reauthenticate/code'))
      return { path: 'auth/reauthenticate', body: { otp: await otpFor(email) } }
    },
  },
  'POST /auth/reauthenticate/code': { level: 'session', ask: () => 'auth/reauthenticate/code' },
  'GET /auth/password/status': { level: 'session', ask: () => 'auth/password/status' },
  'POST /auth/logout': { level: 'session', ask: () => 'auth/logout' },
  'POST /auth/logout-all': { level: 'session', ask: () => 'auth/logout-all' },
  'GET /auth/sessions': { level: 'session', ask: () => 'auth/sessions' },
  'DELETE /auth/sessions/:id': { level: 'session', ask: (_, { sessionId }) => `auth/sessions/${sessionId}` },
  'DELETE /auth/account': { level: 'session', ask: () => 'auth/account' },
  'GET /auth/admins': { level: 'admin', ask: () => 'auth/admins' },
  'GET /auth/users': { level: 'admin', ask: () => 'auth/users' },
  'GET /auth/idp/start': { level: 'public', ask: () => 'auth/idp/start', answers: 302 },
  'GET /auth/idp/callback': { level: 'viewer', ask: () => 'auth/idp/callback?code=x&state=y', answers: 302 },
  'POST /auth/idp/link': {
    level: 'viewer',
    ask: async (_, { visitor }) => {
      const { email } = await student()
      const identity = await findIdentity(storage.reader, email)
      if (identity === undefined) throw new Error('no such identity')
      const subject = { issuer: 'https://login.campus.edu', subject: email }
      const address = await sealAddress(email)
      visitor.cookies.set(
        'idp_link',
        await beginLink(systemActor('system').origin, subject, email, { identity, address }),
      )
      return { path: 'auth/idp/link', body: { otp: await otpFor(email) } }
    },
  },

  'GET /users/id/:userId': { level: 'session', ask: ({ author }) => `users/id/${author.id}` },
  'GET /users/search/:query': { level: 'session', ask: ({ author }) => `users/search/${author.user.username}` },
  'GET /notices': { level: 'session', ask: () => 'notices' },
  'PATCH /notices/acknowledge': {
    level: 'session',
    ask: () => ({ path: 'notices/acknowledge', body: { ids: [MISSING_ID] } }),
  },
  'GET /users/me': { level: 'onboarded', ask: () => 'users/me' },
  'PATCH /users/me': { level: 'onboarded', ask: () => ({ path: 'users/me', body: { branch: 'CSE' } }) },
  'GET /users/me/aliases': { level: 'session', ask: () => 'users/me/aliases' },
  'GET /users/me/next-alias': { level: 'session', ask: () => 'users/me/next-alias' },
  // The names of these accounts are on no list.
  'POST /users/me/name': { level: 'session', ask: () => 'users/me/name' },
  'GET /users/me/export': {
    level: 'session',
    ask: async (_, { visitor }) => {
      expectData(await visitor.post('users/me/export'))
      await makeExports()
      return 'users/me/export'
    },
  },
  'POST /users/me/export': { level: 'session', ask: () => 'users/me/export' },
  'POST /users/me/membership/code': { level: 'session', ask: () => 'users/me/membership/code' },
  'POST /users/me/membership': {
    level: 'session',
    ask: async (_, { visitor, email }) => {
      expectData(await visitor.post('users/me/membership/code'))
      return { path: 'users/me/membership', body: { otp: await otpFor(email) } }
    },
  },
  'POST /users/accept-terms': { level: 'onboarded', ask: () => 'users/accept-terms' },
  'POST /users/block/:userId': { level: 'onboarded', ask: ({ author }) => `users/block/${author.id}` },
  'POST /users/unblock/:userId': { level: 'onboarded', ask: ({ author }) => `users/unblock/${author.id}` },
  'GET /users/blocked': { level: 'onboarded', ask: () => 'users/blocked' },
}
