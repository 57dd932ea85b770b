import { and, eq, lt, sql } from 'drizzle-orm'
import { loginCodes } from '../../../db/schema/identities'
import { statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { OTP_ATTEMPTS } from './otp-rate-limits'

const loginCode = statement((orm) =>
  orm
    .select()
    .from(loginCodes)
    .where(eq(loginCodes.emailKey, sql.placeholder('emailKey')))
    .prepare(),
)

export async function findLoginCode(db: Connection, emailKey: string) {
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
  orm
    .update(loginCodes)
    .set({ otpHash: null })
    .where(
      and(eq(loginCodes.emailKey, sql.placeholder('emailKey')), eq(loginCodes.otpHash, sql.placeholder('otpHash'))),
    )
    .prepare(),
)

/** Voids the code if it is still that one. */
export async function voidLoginCode(tx: Tx, emailKey: string, otpHash: string): Promise<void> {
  voidCode(tx).run({ emailKey, otpHash })
}

const countLoginAttempt = statement((orm) =>
  orm
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(and(eq(loginCodes.emailKey, sql.placeholder('emailKey')), lt(loginCodes.attempts, OTP_ATTEMPTS)))
    .prepare(),
)

export async function noteLoginAttempt(tx: Tx, emailKey: string): Promise<void> {
  countLoginAttempt(tx).run({ emailKey })
}
