import { randomInt } from 'node:crypto'
import { keyedHash, sameText } from '../../lib/keys'
import { OTP_ATTEMPTS } from './otp-rate-limits'

/** Interface, Limits: 15 minutes for a registration; 10 for a sign-in. */
export const OTP_MINUTES = { registration: 15, login: 10 } as const

export type OtpState = { otpHash: string | null; otpExpiresAt: string | null; attempts: number }
export type OtpVerdict = 'matched' | 'wrong' | 'exhausted' | 'expired'

/** Six digits from a cryptographic source; randomInt draws without bias. */
export const newOtp = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** `subject` binds the code to its signup or account, so that it is worth nothing elsewhere. */
export const otpHash = (subject: string, otp: string): string => keyedHash('otp', `${subject}\0${otp}`)

/** What an attempt at a code comes to. A blocked code stays so, right or wrong, until a new one is sent. */
export function judgeOtp(state: OtpState, subject: string, attempt: string, now: string): OtpVerdict {
  if (state.attempts >= OTP_ATTEMPTS) return 'exhausted'
  if (state.otpHash === null || state.otpExpiresAt === null || state.otpExpiresAt <= now) return 'expired'
  if (sameText(state.otpHash, otpHash(subject, attempt.trim()))) return 'matched'
  return state.attempts + 1 >= OTP_ATTEMPTS ? 'exhausted' : 'wrong'
}

export const otpExpiry = (purpose: keyof typeof OTP_MINUTES): string =>
  new Date(Date.now() + OTP_MINUTES[purpose] * 60_000).toISOString()
