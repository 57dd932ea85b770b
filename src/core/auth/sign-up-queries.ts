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

const signup = statement((orm) =>
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
    .where(and(eq(pendingSignups.id, sql.placeholder('id')), lt(pendingSignups.attempts, OTP_ATTEMPTS)))
    .prepare(),
)

export async function noteSignupAttempt(tx: Tx, id: string): Promise<void> {
  countSignupAttempt(tx).run({ id })
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

/** Others of the address stay until they expire, and are told that it has an account. */
export async function removeSignup(tx: Tx, id: string): Promise<void> {
  deleteSignup(tx).run({ id })
}

export async function removeSignups(tx: Tx, email: string): Promise<void> {
  deleteSignups(tx).run({ email })
}
