import { and, eq, lt, sql } from 'drizzle-orm'
import { identities, loginCodes, passwordResets, pendingSignups } from '../../../db/schema/identities'
import { users } from '../../../db/schema/users'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

const value = (name: string) => sql`${sql.placeholder(name)}`

// Registrations under way

const insertSignup = statement((orm) =>
  orm
    .insert(pendingSignups)
    .values({
      id: sql.placeholder('id'),
      tokenHash: sql.placeholder('tokenHash'),
      email: sql.placeholder('email'),
      otpHash: sql.placeholder('otpHash'),
      otpExpiresAt: sql.placeholder('otpExpiresAt'),
      createdAt: sql.placeholder('createdAt'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .prepare(),
)

type NewSignup = { id: string; tokenHash: string; email: string; otpHash: string; otpExpiresAt: string; createdAt: string; expiresAt: string }

export async function addSignup(tx: Tx, signup: NewSignup): Promise<void> {
  insertSignup(tx).run(signup)
}

const signup = statement((orm) =>
  orm
    .select()
    .from(pendingSignups)
    .where(and(eq(pendingSignups.tokenHash, sql.placeholder('tokenHash')), sql`${pendingSignups.expiresAt} > ${sql.placeholder('now')}`))
    .prepare(),
)

export async function signupByToken(db: Connection, tokenHash: string, now: string) {
  return signup(db).get({ tokenHash, now })
}

const putSignupOtp = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ otpHash: value('otpHash'), otpExpiresAt: value('otpExpiresAt'), attempts: 0 })
    .where(eq(pendingSignups.id, sql.placeholder('id')))
    .prepare(),
)

export async function replaceSignupOtp(tx: Tx, id: string, otpHash: string, otpExpiresAt: string): Promise<void> {
  putSignupOtp(tx).run({ id, otpHash, otpExpiresAt })
}

const verifySignup = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ verifiedAt: value('now'), otpHash: null, otpExpiresAt: null })
    .where(eq(pendingSignups.id, sql.placeholder('id')))
    .prepare(),
)

export async function markSignupVerified(tx: Tx, id: string, now: string): Promise<void> {
  verifySignup(tx).run({ id, now })
}

const countSignupAttempt = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ attempts: sql`${pendingSignups.attempts} + 1` })
    .where(and(eq(pendingSignups.id, sql.placeholder('id')), lt(pendingSignups.attempts, 5)))
    .prepare(),
)

export async function noteSignupAttempt(tx: Tx, id: string): Promise<void> {
  countSignupAttempt(tx).run({ id })
}

const deleteSignups = statement((orm) => orm.delete(pendingSignups).where(eq(pendingSignups.email, sql.placeholder('email'))).prepare())

const deleteSignup = statement((orm) => orm.delete(pendingSignups).where(eq(pendingSignups.id, sql.placeholder('id'))).prepare())

/** Others of the address stay until they expire, and are told that it has an account. */
export async function removeSignup(tx: Tx, id: string): Promise<void> {
  deleteSignup(tx).run({ id })
}

export async function removeSignupsOf(tx: Tx, email: string): Promise<void> {
  deleteSignups(tx).run({ email })
}

// Sign-in codes

const loginCode = statement((orm) => orm.select().from(loginCodes).where(eq(loginCodes.emailKey, sql.placeholder('emailKey'))).prepare())

export async function loginCodeOf(db: Connection, emailKey: string) {
  return loginCode(db).get({ emailKey })
}

const putLoginCode = statement((orm) =>
  orm
    .insert(loginCodes)
    .values({
      emailKey: sql.placeholder('emailKey'),
      identityId: sql.placeholder('identityId'),
      otpHash: sql.placeholder('otpHash'),
      expiresAt: sql.placeholder('expiresAt'),
      attempts: 0,
      sentAt: sql.placeholder('sentAt'),
    })
    .onConflictDoUpdate({
      target: loginCodes.emailKey,
      set: {
        identityId: sql`excluded.identity_id`,
        otpHash: sql`excluded.otp_hash`,
        expiresAt: sql`excluded.expires_at`,
        attempts: 0,
        sentAt: sql`excluded.sent_at`,
      },
    })
    .prepare(),
)

type NewLoginCode = { emailKey: string; identityId: string | null; otpHash: string; expiresAt: string; sentAt: string }

export async function replaceLoginCode(tx: Tx, code: NewLoginCode): Promise<void> {
  putLoginCode(tx).run(code)
}

const voidCode = statement((orm) =>
  orm.update(loginCodes).set({ otpHash: null }).where(and(eq(loginCodes.emailKey, sql.placeholder('emailKey')), eq(loginCodes.otpHash, sql.placeholder('otpHash')))).prepare(),
)

/** Voids the code if it is still that one. */
export async function voidLoginCode(tx: Tx, emailKey: string, otpHash: string): Promise<void> {
  voidCode(tx).run({ emailKey, otpHash })
}

const countLoginAttempt = statement((orm) =>
  orm
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(and(eq(loginCodes.emailKey, sql.placeholder('emailKey')), lt(loginCodes.attempts, 5)))
    .prepare(),
)

export async function noteLoginAttempt(tx: Tx, emailKey: string): Promise<void> {
  countLoginAttempt(tx).run({ emailKey })
}

// Passwords

const insertReset = statement((orm) =>
  orm
    .insert(passwordResets)
    .values({
      tokenHash: sql.placeholder('tokenHash'),
      identityId: sql.placeholder('identityId'),
      expiresAt: sql.placeholder('expiresAt'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
)

export async function addReset(tx: Tx, reset: { tokenHash: string; identityId: string; expiresAt: string; createdAt: string }): Promise<void> {
  insertReset(tx).run(reset)
}

const reset = statement((orm) =>
  orm
    .select({ identityId: passwordResets.identityId, email: identities.email, userId: users.id })
    .from(passwordResets)
    .innerJoin(identities, eq(identities.id, passwordResets.identityId))
    .innerJoin(users, eq(users.authId, identities.id))
    .where(and(eq(passwordResets.tokenHash, sql.placeholder('tokenHash')), sql`${passwordResets.expiresAt} > ${sql.placeholder('now')}`))
    .prepare(),
)

export async function resetByToken(db: Connection, tokenHash: string, now: string) {
  return reset(db).get({ tokenHash, now })
}

const deleteResets = statement((orm) => orm.delete(passwordResets).where(eq(passwordResets.identityId, sql.placeholder('identityId'))).prepare())

export async function removeResetsOf(tx: Tx, identityId: string): Promise<void> {
  deleteResets(tx).run({ identityId })
}

const putPassword = statement((orm) =>
  orm
    .update(identities)
    .set({
      passwordHash: value('passwordHash'),
      emailVerifiedAt: sql`case when ${sql.placeholder('verified')} then coalesce(${identities.emailVerifiedAt}, ${sql.placeholder('now')}) else ${identities.emailVerifiedAt} end`,
      updatedAt: value('now'),
    })
    .where(eq(identities.id, sql.placeholder('id')))
    .prepare(),
)

/** `verified`: the way in which the password was set proves that the address is the person's. */
export async function replacePassword(tx: Tx, id: string, passwordHash: string, verified: boolean): Promise<void> {
  putPassword(tx).run({ id, passwordHash, verified: verified ? 1 : 0, now: new Date().toISOString() })
}

const identity = statement((orm) =>
  orm
    .select({ id: identities.id, email: identities.email, passwordHash: identities.passwordHash })
    .from(identities)
    .where(eq(identities.id, sql.placeholder('id')))
    .prepare(),
)

export async function identityById(db: Connection, id: string) {
  return identity(db).get({ id })
}

// Accounts

const onboard = statement((orm) =>
  orm
    .update(users)
    .set({ status: 'ACTIVE', branch: value('branch'), branchId: value('branchId'), updatedAt: value('now') })
    .where(and(eq(users.id, sql.placeholder('id')), eq(users.status, 'ONBOARDING')))
    .returning({ id: users.id })
    .prepare(),
)

/** Answers false where the profile was active already. */
export async function activateProfile(tx: Tx, id: string, branch: string, branchId: string | null): Promise<boolean> {
  return onboard(tx).all({ id, branch, branchId, now: new Date().toISOString() }).length === 1
}

const deleteUser = statement((orm) => orm.delete(users).where(eq(users.id, sql.placeholder('id'))).prepare())
const deleteIdentity = statement((orm) => orm.delete(identities).where(eq(identities.id, sql.placeholder('id'))).prepare())

export async function removeUser(tx: Tx, id: string, authId: string): Promise<void> {
  deleteUser(tx).run({ id })
  deleteIdentity(tx).run({ id: authId })
}

const otherSuperadmin = statement((orm) =>
  orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'superadmin'), sql`${users.id} <> ${sql.placeholder('id')}`))
    .limit(1)
    .prepare(),
)

export async function isLastSuperadmin(db: Connection, id: string): Promise<boolean> {
  return otherSuperadmin(db).get({ id }) === undefined
}
