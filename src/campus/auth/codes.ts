import { randomInt } from 'node:crypto'
import { config } from '../../config'
import { refuse } from '../../errors'
import { matchesStoredHash, storedHash } from '../../lib/crypto/keys'
import { type CeilingLimit, securityLimiter } from '../../lib/net/security-limiter'
import { isValid } from '../../lib/process/clock'
import { log } from '../../lib/process/log'
import { OTP_ATTEMPTS } from './otp-rate-limits'

/** How long a code is valid (interface, Limits). */
export const OTP_MINUTES = { registration: 15, login: 10 } as const
const LONGEST_MS = Math.max(...Object.values(OTP_MINUTES)) * 60_000

export type OtpState = { otpHash: string | null; otpExpiresAt: string | null; attempts: number }
type Refusal = keyof typeof REFUSALS
export type OtpVerdict = 'matched' | Refusal

const REFUSALS = { wrong: 'OTP_INVALID', exhausted: 'OTP_EXHAUSTED', expired: 'OTP_EXPIRED' } as const

export const refuseCode = (verdict: Refusal): never => refuse(REFUSALS[verdict])

export const SHORTEST_CODE = 6

/** Digits from a cryptographic source, without bias. `subject` binds the code to its sign-up or email: it is useless elsewhere. */
export function newCode(subject: string, purpose: keyof typeof OTP_MINUTES, digits = codeDigits()) {
  const otp = String(randomInt(10 ** digits)).padStart(digits, '0')
  return { otp, otpHash: otpHash(subject, otp), otpExpiresAt: otpExpiry(purpose) }
}

export const otpExpiry = (purpose: keyof typeof OTP_MINUTES): string =>
  new Date(Date.now() + OTP_MINUTES[purpose] * 60_000).toISOString()

/** The hash of a code that is longer than usual says how long it is. */
export const otpHash = (subject: string, otp: string): string =>
  storedHash('otp', `${subject}\0${otp}`) + (otp.length === SHORTEST_CODE ? '' : `.${otp.length}`)

// How likely it is that anybody's code is guessed. A code has five attempts (NIST SP 800-63B-4 §3.1.3: at least six
// digits with a limit on guesses; ASVS 5.0 6.5.4 and 6.6.3), but a campus has thousands of accounts whose codes anybody
// may ask for. So wrong codes are counted over all accounts: once a month's share of guesses is spent, new codes are
// longer. Nobody is locked out. Codes of known browsers and sessions stay short while their account guesses little:
// nobody else can try them, but their own person may, who lost the college's mailbox and would stay a member.
// docs/operating.md#throttling has the arithmetic, tests/unit/campus/code-budget.test.ts computes it from these constants.

const budget = (name: string, max: number): CeilingLimit => ({
  name: `codes:wrong:${name}`,
  max,
  seconds: 30 * 24 * 3600,
  boundedSubjects: true,
})

/** Wrong codes of each length in 30 days, over all accounts; the last length has so many that it needs no budget. */
export const CODE_LENGTHS: readonly { digits: number; budget?: CeilingLimit }[] = [
  { digits: 6, budget: budget('6', 40) },
  { digits: 8, budget: budget('8', 1_000) },
  { digits: 14 },
]

/** Wrong codes in 30 days of those that the sessions and the known browsers of one account asked for. */
const OF_ACCOUNT = budget('account', 20)
/** The subject that stands for all accounts. */
const ALL = ''

/** Whether the account still has codes of its own; if not, it has those of strangers. */
export const hasOwnCodes = (accountId: string): boolean =>
  !config.rateLimits || securityLimiter.peek(OF_ACCOUNT, accountId).allowed

/** How many digits a code has that anybody can try. */
export function codeDigits(): number {
  const isLeft = (limit?: CeilingLimit) => !limit || !config.rateLimits || securityLimiter.peek(limit, ALL).allowed
  return CODE_LENGTHS.find(({ budget }) => isLeft(budget))?.digits ?? SHORTEST_CODE
}

/**
 * Whether the attempt is the code, which anybody can try, or which is the account's own. After too many attempts it is
 * exhausted, right or wrong, until a new one is sent. A guess spends the budget of the code's length, or the account's; a
 * code that was found in the end, as by its owner who mistyped it, gives back what was spent on it. Without budget the
 * code has expired.
 */
export function guessOtp(
  { otpHash, otpExpiresAt, attempts }: OtpState,
  subject: string,
  attempt: string,
  accountId?: string,
): OtpVerdict {
  if (attempts >= OTP_ATTEMPTS) return 'exhausted'
  if (otpHash === null || otpExpiresAt === null || !isValid(otpExpiresAt, LONGEST_MS)) return 'expired'
  const [key, code, length = SHORTEST_CODE] = otpHash.split('.')
  const ofLength = CODE_LENGTHS.find(({ digits }) => digits === Number(length))?.budget
  const [budget, spender] = accountId === undefined ? [ofLength, ALL] : [OF_ACCOUNT, accountId]
  const spent = budget && config.rateLimits ? securityLimiter.consume(budget, spender) : undefined
  if (spent?.allowed === false) return 'expired'
  // The mail shows long codes in groups.
  if (matchesStoredHash(`${key}.${code}`, 'otp', `${subject}\0${attempt.replace(/\s/g, '')}`)) {
    if (budget && spent) for (let guess = 0; guess <= attempts; guess++) securityLimiter.refund(budget, spender)
    return 'matched'
  }
  if (spent?.remaining === 0 && accountId === undefined)
    log.warn({ digits: codeDigits() }, 'too many wrong codes this month: new codes are longer')
  return attempts + 1 >= OTP_ATTEMPTS ? 'exhausted' : 'wrong'
}
