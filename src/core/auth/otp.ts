import { randomInt } from 'node:crypto'
import { matchesStoredHash, storedHash } from '../../lib/keys'
import { OTP_ATTEMPTS } from './otp-rate-limits'

/** How long a code is valid (interface, Limits). */
export const OTP_MINUTES = { registration: 15, login: 10 } as const

export type OtpState = { otpHash: string | null; otpExpiresAt: string | null; attempts: number }
export type OtpVerdict = 'matched' | 'wrong' | 'exhausted' | 'expired'

/** Six digits from a cryptographic source, without bias. */
export const newOtp = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const subjectAndCode = (subject: string, otp: string): string => `${subject}\0${otp}`

/** `subject` binds the code to its sign-up or email, so that it is useless elsewhere. */
export const otpHash = (subject: string, otp: string): string => storedHash('otp', subjectAndCode(subject, otp))

/** After too many attempts the code is exhausted, right or wrong, until a new one is sent. */
export function verifyOtp(state: OtpState, subject: string, attempt: string, now: string): OtpVerdict {
  if (state.attempts >= OTP_ATTEMPTS) return 'exhausted'
  if (state.otpHash === null || state.otpExpiresAt === null || state.otpExpiresAt <= now) return 'expired'
  if (matchesStoredHash(state.otpHash, 'otp', subjectAndCode(subject, attempt.trim()))) return 'matched'
  return state.attempts + 1 >= OTP_ATTEMPTS ? 'exhausted' : 'wrong'
}

export const otpExpiry = (purpose: keyof typeof OTP_MINUTES): string =>
  new Date(Date.now() + OTP_MINUTES[purpose] * 60_000).toISOString()
