import { moderationRecords } from '../../../db/schema/moderation'
import { storage, type Tx } from '../../../db/storage'
import { findIdentity } from '../../../src/campus/accounts/users'
import { beginLink } from '../../../src/campus/auth/sign-in-by-provider'
import { fileSignUpRequest } from '../../../src/campus/auth/sign-up-requests'
import { systemActor } from '../../../src/ground/audit/audit'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { storeSetting } from '../../../src/ground/settings/settings'
import { makeExports } from '../../../src/keeping/exports/make'
import { renewSetupToken } from '../../../src/keeping/setup/first-run'
import { sealAddress } from '../../../src/lib/net/addresses'
import { Authenticator } from '../authenticator'
import { CAMPUS, expectData, MISSING_ID, newEmail, PASSWORD, student, type Visitor } from '../kit'
import { mailFor, otpFor } from '../traces'
import type { Caller } from './matrix'
import { rowsOf } from './told'

export async function passkeyOf(visitor: Visitor): Promise<Authenticator> {
  const device = new Authenticator()
  const { options } = expectData(await visitor.post('auth/passkeys/options'))
  expectData(await visitor.post('auth/passkeys', { name: 'Phone', response: device.create(options) }))
  return device
}

/** Somebody who verified an email and waits to be let in. */
async function waitingSignUp() {
  const address = await sealAddress(newEmail())
  await storage.write(async (tx) => fileSignUpRequest(tx, address, 'en'))
  return address.id
}

const begin = async ({ visitor }: Caller) => {
  const email = newEmail()
  expectData(await visitor.post('auth/registration/initialize', { email, password: PASSWORD }))
  return email
}

/** Transparency of a month with removals, and the head of a day. */
async function publishMonth(tx: Tx) {
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

const passkeyOfCaller = async (_: unknown, { visitor }: Caller) => (await passkeyOf(visitor)).id

/** Begins to register, with the code of the mail. */
const begun = async (_: unknown, caller: Caller) => ({ otp: await otpFor(await begin(caller)) })

/** Becoming and staying somebody: probes, set-up, registration, sign-in, account, users. */
export const identityRows = rowsOf({
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /up': 'public',
  'GET /instance': 'public',
  'GET /instance/pages/:page': { level: 'public', of: () => 'rules' },
  'GET /transparency': { level: 'public', of: () => storage.write(publishMonth) },
  'GET /setup': 'public',
  'POST /setup': {
    level: 'public',
    isFirstRun: true,
    body: () => ({ token: renewSetupToken(), campus, admin: { email: 'root@rivertown.edu', password: PASSWORD } }),
    answers: 201,
    but: needsNoSuperadmin,
  },
  'POST /setup/mail': {
    level: 'public',
    isFirstRun: true,
    body: () => ({ token: renewSetupToken(), to: `root@${CAMPUS}` }),
    but: needsNoSuperadmin,
  },

  'POST /admin/settings/addresses': {
    level: 'superadmin',
    body: { addresses: [`20231234@${CAMPUS}`, 'dean@else.edu'] },
  },
  'POST /admin/settings/mail': 'superadmin',
  'GET /admin/checklist': 'superadmin',
  'POST /admin/checklist/poster': 'superadmin',
  'GET /admin/sign-up-requests': { level: 'admin', of: waitingSignUp },
  'PUT /admin/sign-up-requests/:id': { level: 'admin', of: waitingSignUp, body: { decision: 'approve' } },

  'POST /auth/registration/initialize': {
    level: 'public',
    body: () => ({ email: newEmail(), password: PASSWORD }),
    answers: 201,
  },
  'POST /auth/registration/verify-otp': { level: 'public', body: begun },
  'POST /auth/otp/verify': { level: 'public', body: begun },
  'POST /auth/otp/send': { level: 'public', body: async (_, caller) => ({ email: await begin(caller) }) },
  'POST /auth/registration/finalize': {
    level: 'viewer',
    of: async (_, caller) => caller.post('auth/registration/verify-otp', await begun(_, caller)),
    body: { password: PASSWORD },
    answers: 201,
  },
  'POST /auth/onboarding/complete': {
    level: 'session',
    body: { branch: 'CSE' },
    but: Object.fromEntries(
      (['terms not accepted', 'student', 'alumnus', 'suspended', 'blocked', 'admin', 'superadmin'] as const).map(
        (standing) => [standing, [403, 'ALREADY_ONBOARDED'] as const],
      ),
    ),
  },
  'POST /auth/login': { level: 'viewer', body: ({ author: { email } }) => ({ email, password: PASSWORD }) },
  'POST /auth/otp/login/send': {
    level: 'public',
    body: (_, { email }) => ({ email: `9${email.replace(/\D/g, '')}@${CAMPUS}` }),
  },
  'POST /auth/otp/login/verify': {
    level: 'viewer',
    body: async (_, caller) => {
      const { email } = await student()
      await caller.post('auth/otp/login/send', { email })
      return { email, otp: await otpFor(email) }
    },
  },
  'POST /auth/refresh': { level: 'viewer', body: {} },
  'GET /auth/me': 'session',
  'POST /auth/password/forgot': { level: 'public', body: ({ author: { email } }) => ({ email }) },
  'POST /auth/password/reset': {
    level: 'public',
    body: async (_, caller) => {
      const { email } = await student()
      await caller.post('auth/password/forgot', { email })
      const token = /reset#(\S+)/.exec((await mailFor(email)).text)?.[1]
      return { newPassword: `${PASSWORD} anew`, token }
    },
  },
  'POST /auth/password/set': { level: 'session', body: { newPassword: PASSWORD } },
  'POST /auth/passkeys/login/options': 'public',
  'POST /auth/passkeys/login/verify': {
    level: 'viewer',
    body: async (_, caller) => {
      const device = await passkeyOf(caller.visitor)
      const { options } = await caller.post('auth/passkeys/login/options')
      return { response: device.answer(options) }
    },
  },
  'GET /auth/passkeys': 'session',
  'POST /auth/passkeys/options': 'session',
  'POST /auth/passkeys': {
    level: 'session',
    body: async (_, caller) => {
      const { options } = await caller.post('auth/passkeys/options')
      return { name: 'Phone', response: new Authenticator().create(options) }
    },
    answers: 201,
  },
  'PATCH /auth/passkeys/:id': { level: 'session', of: passkeyOfCaller, body: { name: 'Laptop' } },
  'DELETE /auth/passkeys/:id': { level: 'session', of: passkeyOfCaller },
  'POST /auth/reauthenticate/passkey': { level: 'session', of: passkeyOfCaller },
  'POST /auth/reauthenticate': {
    level: 'session',
    body: async (_, caller) => {
      await caller.post('auth/reauthenticate/code')
      return { otp: await otpFor(caller.email) }
    },
  },
  'POST /auth/reauthenticate/code': 'session',
  'GET /auth/password/status': 'session',
  'POST /auth/logout': 'session',
  'POST /auth/logout-all': 'session',
  'GET /auth/sessions': 'session',
  'DELETE /auth/sessions/:id': { level: 'session', of: (_, { sessionId }) => sessionId },
  'DELETE /auth/account': 'session',
  'GET /auth/admins': 'admin',
  'GET /auth/users': 'admin',
  'GET /auth/idp/start': { level: 'public', answers: 302 },
  'GET /auth/idp/callback': { level: 'viewer', query: 'code=x&state=y', answers: 302 },
  'POST /auth/idp/link': {
    level: 'viewer',
    body: async (_, { visitor }) => {
      const { email } = await student()
      const identity = await findIdentity(storage.reader, email)
      if (identity === undefined) throw new Error('no such identity')
      const subject = { issuer: 'https://login.campus.edu', subject: email }
      const known = { identity, address: await sealAddress(email) }
      visitor.cookies.set('idp_link', await beginLink(systemActor('system').origin, subject, email, known))
      return { otp: await otpFor(email) }
    },
  },

  'GET /users/id/:userId': { level: 'session', of: ({ author }) => author.id },
  'GET /users/search/:query': { level: 'session', of: ({ author }) => author.user.username },
  'GET /notices': 'session',
  'PATCH /notices/acknowledge': { level: 'session', body: { ids: [MISSING_ID] } },
  'GET /users/me': 'onboarded',
  'PATCH /users/me': { level: 'onboarded', body: { branch: 'CSE' } },
  'GET /users/me/aliases': 'session',
  'GET /users/me/next-alias': 'session',
  // The names of these accounts are on no list.
  'POST /users/me/name': 'session',
  'GET /users/me/export': {
    level: 'session',
    of: async (_, caller) => {
      await caller.post('users/me/export')
      await makeExports()
    },
  },
  'POST /users/me/export': 'session',
  'POST /users/me/membership/code': 'session',
  'POST /users/me/membership': {
    level: 'session',
    body: async (_, caller) => {
      await caller.post('users/me/membership/code')
      return { otp: await otpFor(caller.email) }
    },
  },
  'POST /users/accept-terms': 'onboarded',
  'POST /users/block/:userId': { level: 'onboarded', of: ({ author }) => author.id },
  'POST /users/unblock/:userId': { level: 'onboarded', of: ({ author }) => author.id },
  'GET /users/blocked': 'onboarded',
})
