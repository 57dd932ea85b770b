import { config } from '../../config'
import { log } from '../../lib/log'
import { type CeilingLimit, securityLimiter } from '../../lib/security-limiter'
import { digitsOf, isOpen, type OtpState, type OtpVerdict, SHORTEST_CODE, verifyOtp } from './otp'

// How likely it is that anybody's code is guessed. A code has five attempts (NIST SP 800-63B-4 §3.1.3: at least six
// digits with a limit on guesses; ASVS 5.0 6.5.4 and 6.6.3), but a campus has thousands of accounts whose codes anybody
// may ask for. So wrong codes are counted over all accounts: once a month's share of guesses is spent, new codes are
// longer. Nobody is locked out. Codes of known browsers and sessions stay short while their account guesses little:
// nobody else can try them, but their own person may, who lost the college's mailbox and would stay a member.
// docs/throttling.md has the arithmetic, tests/unit/code-budget.test.ts computes it from these constants.

const budget = (digits: number, max: number): CeilingLimit => ({
  name: `codes:wrong:${digits}`,
  max,
  seconds: 30 * 24 * 3600,
  boundedSubjects: true,
})

/** Wrong codes of each length in 30 days, over all accounts; the last length has so many that it needs no budget. */
export const CODE_LENGTHS: readonly { digits: number; budget?: CeilingLimit }[] = [
  { digits: 6, budget: budget(6, 40) },
  { digits: 8, budget: budget(8, 1_000) },
  { digits: 14 },
]

/** Wrong codes in 30 days of those that the sessions and the known browsers of one account asked for. */
const OF_ACCOUNT: CeilingLimit = {
  name: 'codes:wrong:account',
  max: 20,
  seconds: 30 * 24 * 3600,
  boundedSubjects: true,
}

/** Whether the account still has codes of its own; if not, it has those of strangers. */
export const hasOwnCodes = (accountId: string): boolean =>
  !config.rateLimits || securityLimiter.peek(OF_ACCOUNT, accountId).allowed

const ALL = ''
const budgetOf = (digits: number) => CODE_LENGTHS.find((each) => each.digits === digits)?.budget

/** How many digits a code has that anybody can try. */
export function codeDigits(): number {
  const open = CODE_LENGTHS.find(
    ({ budget }) => !budget || !config.rateLimits || securityLimiter.peek(budget, ALL).allowed,
  )
  return open?.digits ?? SHORTEST_CODE
}

/**
 * Like `verifyOtp`, for a code that anybody can try, or one of the account's own. A guess spends the budget of the code's
 * length, or the account's; a code that was found in the end, as by its owner who mistyped it, gives back what was spent
 * on it. Without budget the code has expired.
 */
export function guessOtp(
  state: OtpState,
  subject: string,
  attempt: string,
  now: string,
  accountId?: string,
): OtpVerdict {
  const budget = accountId === undefined ? budgetOf(digitsOf(state)) : OF_ACCOUNT
  const spender = accountId ?? ALL
  const limit = config.rateLimits && isOpen(state, now) ? budget : undefined
  if (!limit) return verifyOtp(state, subject, attempt, now)
  const { allowed, remaining } = securityLimiter.consume(limit, spender)
  if (!allowed) return 'expired'
  const verdict = verifyOtp(state, subject, attempt, now)
  if (verdict === 'matched')
    for (let guess = 0; guess <= state.attempts; guess++) securityLimiter.refund(limit, spender)
  else if (remaining === 0 && accountId === undefined)
    log.warn({ digits: codeDigits() }, 'too many wrong codes this month: new codes are longer')
  return verdict
}
