import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import { parseAddress } from '../../lib/email-address'
import { keyedHash } from '../../lib/keys'
import { deliverInBackground, mailReachable } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { readAccount, type Viewer } from '../access/account'
import { findIdentity } from '../accounts/users'
import { anonymous, audit, type Origin } from '../audit/audit'
import { campusName } from '../colleges/directory'
import { findLoginCode, noteLoginAttempt, replaceLoginCode, voidLoginCode } from './login-code-queries'
import { judgeOtp, newOtp, OTP_MINUTES, otpExpiry, otpHash } from './otp'
import { consumeLoginAttempt, consumeOtpSend, refuseWithinLoginCooldown, resetLoginAttempts } from './otp-rate-limits'
import type { OpenedSession } from './sessions'
import { beginSession } from './sign-in-by-password'

const keyOf = (email: string): string => keyedHash('login-code', email)

/**
 * Mails a sign-in code. An address that has no account leaves the same state, answers the same and takes the same
 * time: the mail transport is proved before the look-up, and the mail itself goes out after the answer.
 */
export async function sendLoginCode(origin: Origin, given: string): Promise<void> {
  const email = parseAddress(given)?.email ?? refuse('INVALID_EMAIL', 'auth.notAnEmail')
  const emailKey = keyOf(email)
  await mailReachable()
  const otp = newOtp()
  const hash = otpHash(emailKey, otp)
  const known = await storage.write(async (tx) => {
    const last = await findLoginCode(tx, emailKey)
    if (last) refuseWithinLoginCooldown(last.sentAt)
    if (!consumeOtpSend(email, origin.ip).allowed) refuse('OTP_EXHAUSTED', 'auth.tooManyCodesHour')
    const known = await findIdentity(tx, email)
    const identityId = known?.authId ?? null
    await replaceLoginCode(tx, {
      emailKey,
      identityId,
      otpHash: hash,
      expiresAt: otpExpiry('login'),
      sentAt: new Date().toISOString(),
    })
    await audit(tx, anonymous(origin), {
      action: 'user:requested:otp',
      entityType: 'user',
      entityId: known?.userId ?? null,
    })
    return known
  })
  if (!known) return
  inBackground('sign-in code', async () => {
    const about = { to: email, otp, campus: await campusName(), minutes: OTP_MINUTES.login, purpose: 'login' } as const
    const isSent = await deliverInBackground(otpMail(known.language, about))
    if (!isSent) await storage.write((tx) => voidLoginCode(tx, emailKey, hash))
  })
}

type Outcome =
  | { verdict: 'matched'; session: OpenedSession; role: string }
  | { verdict: 'wrong' | 'exhausted' | 'expired' }

/** Signs in by the code that was mailed; it serves once. */
export async function signInByCode(
  origin: Origin,
  held: Viewer | null,
  input: { email: string; otp: string },
): Promise<{ session: OpenedSession; role: string }> {
  const email = parseAddress(input.email)?.email
  if (!email) return refuse('OTP_EXPIRED')
  consumeLoginAttempt('code', email, origin.ip)
  const emailKey = keyOf(email)
  const outcome = await storage.write(async (tx): Promise<Outcome> => {
    const code = await findLoginCode(tx, emailKey)
    const known = code ? await findIdentity(tx, email) : undefined
    const state = {
      otpHash: code?.otpHash ?? null,
      otpExpiresAt: code?.expiresAt ?? null,
      attempts: code?.attempts ?? 0,
    }
    const verdict = judgeOtp(state, emailKey, input.otp, new Date().toISOString())
    const account = known && (await readAccount(tx, known.userId))
    if (code && verdict === 'matched' && account && known.authId === code.identityId) {
      await voidLoginCode(tx, emailKey, code.otpHash ?? '')
      return { verdict, role: account.role, session: await beginSession(tx, origin, held, known, 'otp') }
    }
    if (verdict !== 'expired') await noteLoginAttempt(tx, emailKey)
    await audit(tx, anonymous(origin), {
      action: 'user:failed:login',
      entityType: 'user',
      entityId: known?.userId ?? null,
      status: 'failure',
      metadata: { method: 'otp', verdict },
    })
    return { verdict: verdict === 'matched' ? 'expired' : verdict }
  })
  if (outcome.verdict === 'matched') {
    resetLoginAttempts('code', email, origin.ip)
    return outcome
  }
  if (outcome.verdict === 'wrong') return refuse('OTP_INVALID')
  return refuse(outcome.verdict === 'exhausted' ? 'OTP_EXHAUSTED' : 'OTP_EXPIRED')
}
