import { and, eq, lt, sql } from 'drizzle-orm'
import { pendingSignups } from '../../../db/schema/identities'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { OTP_ATTEMPTS } from './otp-rate-limits'

const value = (name: string) => sql`${sql.placeholder(name)}`

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

type NewSignup = {
  id: string
  tokenHash: string
  email: string
  otpHash: string
  otpExpiresAt: string
  createdAt: string
  expiresAt: string
}

export async function addSignup(tx: Tx, signup: NewSignup): Promise<void> {
  insertSignup(tx).run(signup)
}

const signupByHash = statement((orm) =>
  orm
    .select()
    .from(pendingSignups)
    .where(
      and(
        eq(pendingSignups.tokenHash, sql.placeholder('tokenHash')),
        sql`${pendingSignups.expiresAt} > ${sql.placeholder('now')}`,
      ),
    )
    .prepare(),
)

export async function signupByToken(db: Connection, tokenHash: string, now: string) {
  return signupByHash(db).get({ tokenHash, now })
}

const updateOtp = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ otpHash: value('otpHash'), otpExpiresAt: value('otpExpiresAt'), attempts: 0 })
    .where(eq(pendingSignups.id, sql.placeholder('id')))
    .prepare(),
)

export async function replaceSignupOtp(tx: Tx, id: string, otpHash: string, otpExpiresAt: string): Promise<void> {
  updateOtp(tx).run({ id, otpHash, otpExpiresAt })
}

const updateVerified = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ verifiedAt: value('now'), otpHash: null, otpExpiresAt: null })
    .where(eq(pendingSignups.id, sql.placeholder('id')))
    .prepare(),
)

export async function markSignupVerified(tx: Tx, id: string, now: string): Promise<void> {
  updateVerified(tx).run({ id, now })
}

const incrementAttempts = statement((orm) =>
  orm
    .update(pendingSignups)
    .set({ attempts: sql`${pendingSignups.attempts} + 1` })
    .where(and(eq(pendingSignups.id, sql.placeholder('id')), lt(pendingSignups.attempts, OTP_ATTEMPTS)))
    .prepare(),
)

export async function countSignupAttempt(tx: Tx, id: string): Promise<void> {
  incrementAttempts(tx).run({ id })
}

const deleteSignups = statement((orm) =>
  orm
    .delete(pendingSignups)
    .where(eq(pendingSignups.email, sql.placeholder('email')))
    .prepare(),
)

const deleteSignup = statement((orm) =>
  orm
    .delete(pendingSignups)
    .where(eq(pendingSignups.id, sql.placeholder('id')))
    .prepare(),
)

/** Other sign-ups of the email stay until they expire; `finalizeSignup` refuses them. */
export async function removeSignup(tx: Tx, id: string): Promise<void> {
  deleteSignup(tx).run({ id })
}

export async function removeSignups(tx: Tx, email: string): Promise<void> {
  deleteSignups(tx).run({ email })
}
