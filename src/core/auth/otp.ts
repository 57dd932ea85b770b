import { randomInt } from 'node:crypto'
import { isValid } from '../../lib/clock'
import { matchesStoredHash, storedHash } from '../../lib/keys'
import { OTP_ATTEMPTS } from './otp-rate-limits'

/** How long a code is valid (interface, Limits). */
export const OTP_MINUTES = { registration: 15, login: 10 } as const
const LONGEST_MS = Math.max(...Object.values(OTP_MINUTES)) * 60_000

export type OtpState = { otpHash: string | null; otpExpiresAt: string | null; attempts: number }
export type OtpVerdict = 'matched' | 'wrong' | 'exhausted' | 'expired'

export const SHORTEST_CODE = 6

/** Digits from a cryptographic source, without bias. */
export const newOtp = (digits = SHORTEST_CODE): string => String(randomInt(10 ** digits)).padStart(digits, '0')

const subjectAndCode = (subject: string, otp: string): string => `${subject}\0${otp}`

/**
 * `subject` binds the code to its sign-up or email, so that it is useless elsewhere. The hash of a code that is longer
 * than usual says how long it is.
 */
export function otpHash(subject: string, otp: string): string {
  const hash = storedHash('otp', subjectAndCode(subject, otp))
  return otp.length === SHORTEST_CODE ? hash : `${hash}.${otp.length}`
}

/** How many digits the code has. */
export const digitsOf = ({ otpHash }: OtpState): number => Number(otpHash?.split('.')[2] ?? SHORTEST_CODE)

/** Whether the code can still be tried. */
export const isOpen = ({ otpHash, otpExpiresAt, attempts }: OtpState, now: string): boolean =>
  attempts < OTP_ATTEMPTS &&
  otpHash !== null &&
  otpExpiresAt !== null &&
  isValid(otpExpiresAt, LONGEST_MS, Date.parse(now))

/** After too many attempts the code is exhausted, right or wrong, until a new one is sent. */
export function verifyOtp(state: OtpState, subject: string, attempt: string, now: string): OtpVerdict {
  if (state.attempts >= OTP_ATTEMPTS) return 'exhausted'
  if (state.otpHash === null || !isOpen(state, now)) return 'expired'
  const hash = state.otpHash.split('.', 2).join('.')
  // The mail shows long codes in groups.
  if (matchesStoredHash(hash, 'otp', subjectAndCode(subject, attempt.replace(/\s/g, '')))) return 'matched'
  return state.attempts + 1 >= OTP_ATTEMPTS ? 'exhausted' : 'wrong'
}

export const otpExpiry = (purpose: keyof typeof OTP_MINUTES): string =>
  new Date(Date.now() + OTP_MINUTES[purpose] * 60_000).toISOString()
