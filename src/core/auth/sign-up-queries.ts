import { and, eq, lt, sql } from 'drizzle-orm'
import { pendingSignups } from '../../../db/schema/identities'
import type { Connection, Tx } from '../../../db/storage'
import { OTP_ATTEMPTS } from './otp-rate-limits'

export async function addSignup(tx: Tx, signup: typeof pendingSignups.$inferInsert): Promise<void> {
  tx.orm.insert(pendingSignups).values(signup).run()
}

export async function signupByToken(db: Connection, tokenHash: string, now: string) {
  return db.orm
    .select()
    .from(pendingSignups)
    .where(and(eq(pendingSignups.tokenHash, tokenHash), sql`${pendingSignups.expiresAt} > ${now}`))
    .get()
}

export async function replaceSignupOtp(tx: Tx, id: string, otpHash: string, otpExpiresAt: string): Promise<void> {
  tx.orm.update(pendingSignups).set({ otpHash, otpExpiresAt, attempts: 0 }).where(eq(pendingSignups.id, id)).run()
}

export async function markSignupVerified(tx: Tx, id: string, now: string): Promise<void> {
  tx.orm
    .update(pendingSignups)
    .set({ verifiedAt: now, otpHash: null, otpExpiresAt: null })
    .where(eq(pendingSignups.id, id))
    .run()
}

export async function countSignupAttempt(tx: Tx, id: string): Promise<void> {
  tx.orm
    .update(pendingSignups)
    .set({ attempts: sql`${pendingSignups.attempts} + 1` })
    .where(and(eq(pendingSignups.id, id), lt(pendingSignups.attempts, OTP_ATTEMPTS)))
    .run()
}

/** Other sign-ups of the email stay until they expire; `finalizeSignup` refuses them. */
export async function removeSignup(tx: Tx, id: string): Promise<void> {
  tx.orm.delete(pendingSignups).where(eq(pendingSignups.id, id)).run()
}

export async function removeSignups(tx: Tx, email: string): Promise<void> {
  tx.orm.delete(pendingSignups).where(eq(pendingSignups.email, email)).run()
}
