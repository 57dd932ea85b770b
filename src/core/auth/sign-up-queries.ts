import { and, eq, lt, sql } from 'drizzle-orm'
import { pendingSignups } from '../../../db/schema/identities'
import type { Connection, Tx } from '../../../db/storage'
import { addressIndex, matchingAddress, openAddress, type SealedAddress, sealAddress } from '../../lib/addresses'
import { isValid } from '../../lib/clock'
import { keyIdOf } from '../../lib/keys'
import { OTP_ATTEMPTS } from './otp-rate-limits'

export async function addSignup(tx: Tx, signup: typeof pendingSignups.$inferInsert): Promise<void> {
  tx.orm.insert(pendingSignups).values(signup).run()
}

type SignupAddress = Pick<typeof pendingSignups.$inferSelect, 'id' | 'emailIndexes' | 'emailSealed' | 'emailDomain'>

/** The columns of a sign-up that stand for its address. */
export const signupAddress = ({ indexes, sealed, domain }: SealedAddress): Omit<SignupAddress, 'id'> => ({
  emailIndexes: indexes.join(' '),
  emailSealed: sealed,
  emailDomain: domain,
})

export const isAddressOf = ({ emailIndexes }: SignupAddress, email: string): boolean =>
  matchingAddress(email, emailIndexes.split(' ')) !== undefined

/**
 * The address of a sign-up for a new row. Undefined if this server cannot read it and the key has changed since: then
 * nobody could tell whether it has an account.
 */
export async function addressOfSignup(signup: SignupAddress): Promise<SealedAddress | undefined> {
  const email = await openAddress(signup)
  if (email !== null) return sealAddress(email)
  const indexes = signup.emailIndexes.split(' ')
  if (keyIdOf(indexes[0] ?? '') !== keyIdOf(addressIndex(''))) return undefined
  // What is sealed for an offline recipient is bound to no row.
  return { id: crypto.randomUUID(), indexes, sealed: signup.emailSealed, domain: signup.emailDomain }
}

export const SIGNUP_MS = 24 * 3_600_000

export async function signupByToken(db: Connection, tokenHash: string) {
  const signup = db.orm.select().from(pendingSignups).where(eq(pendingSignups.tokenHash, tokenHash)).get()
  return signup && isValid(signup.expiresAt, SIGNUP_MS) ? signup : undefined
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

/** Reads every sign-up of a day: a row has an index for each key of its time. */
export async function removeSignups(tx: Tx, emailIndex: string): Promise<void> {
  tx.orm.delete(pendingSignups).where(sql`instr(${pendingSignups.emailIndexes}, ${emailIndex}) > 0`).run()
}
