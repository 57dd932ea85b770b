import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import {
  CODE_LENGTHS,
  codeDigits,
  guessOtp,
  newCode as mailedCode,
  type OtpState,
} from '../../../src/campus/auth/codes'
import { CODES_IN_ALL, OTP_ATTEMPTS } from '../../../src/campus/auth/otp-rate-limits'
import { config } from '../../../src/config'
import { securityLimiter } from '../../../src/lib/net/security-limiter'

const ACCOUNTS = 20_000
const MOST_MAIL_PER_HOUR = 100_000
const HOURS = 366 * 24
const START = Date.parse('2026-03-01T12:00:00.000Z')
const DAY = 86_400_000
const limits = config.rateLimits

beforeEach(() => {
  setSystemTime(new Date(START))
  Object.assign(config, { rateLimits: true })
  securityLimiter.clear()
})
afterEach(() => {
  setSystemTime()
  Object.assign(config, { rateLimits: limits })
  securityLimiter.clear()
})

type Code = OtpState & { otp: string }
const newCode = (digits?: number): Code => ({ ...mailedCode('subject', 'login', digits), attempts: 0 })
const wrongFor = ({ otp }: Code) => otp.replace(/^\d/, (first) => String((Number(first) + 1) % 10))

/** As sign-in and sign-up do: an attempt that was looked at counts against the code. */
function guess(code: Code, attempt: string) {
  const verdict = guessOtp(code, 'subject', attempt)
  if (verdict === 'wrong' || verdict === 'exhausted') code.attempts++
  return verdict
}
function guessWrong(times: number): void {
  for (let n = 0; n < times; n++) {
    const code = newCode()
    guess(code, wrongFor(code))
  }
}

describe('the odds that any code of a campus of 20,000 is guessed within a year', () => {
  /** Guesses a year without a budget: as many codes as an email gets, for each account, and as many sign-ups as mails. */
  const unlimited =
    (ACCOUNTS * CODES_IN_ALL.max * (3600 / CODES_IN_ALL.seconds) + MOST_MAIL_PER_HOUR) * OTP_ATTEMPTS * HOURS
  /** A year touches one window more than fits into it. */
  const inAYear = ({ max, seconds }: { max: number; seconds: number }) =>
    max * (Math.ceil((HOURS * 3600) / seconds) + 1)
  const odds = CODE_LENGTHS.map(({ digits, budget }) => (budget ? inAYear(budget) : unlimited) / 10 ** digits)

  test('are below one in a thousand, if every limit is used to the full', () => {
    const all = odds.reduce((sum, each) => sum + each, 0)
    expect(all).toBeLessThan(1 / 1_000)
    // docs/operating.md#throttling says this number.
    expect((all * 10_000).toFixed(1)).toBe('9.2')
    // With codes of six digits and no budget it would be a certainty.
    expect(unlimited / 10 ** 6).toBeGreaterThan(1_000)
  })
  test('a guess never meets a shorter code than its budget is for, and the last length has none', () => {
    expect(CODE_LENGTHS.map(({ budget }) => budget !== undefined)).toEqual([true, true, false])
    const digits = CODE_LENGTHS.map((each) => each.digits)
    expect(digits).toEqual([...digits].sort((a, b) => a - b))
  })
})

describe('a month’s budget of wrong codes', () => {
  const [six, eight] = CODE_LENGTHS.map(({ budget }) => budget?.max ?? 0) as [number, number]

  test('once it is spent, new codes are longer, until the month is over', () => {
    guessWrong(six - 1)
    expect(codeDigits()).toBe(6)
    guessWrong(1)
    expect([codeDigits(), newCode().otp.length]).toEqual([8, 8])
    guessWrong(eight)
    expect([codeDigits(), newCode().otp.length]).toEqual([14, 14])
    guessWrong(2_000)
    expect(codeDigits()).toBe(14)
    setSystemTime(new Date(START + 30 * DAY))
    expect(codeDigits()).toBe(6)
  })
  test('a short code that is open then has expired, right or wrong; a long one works', () => {
    const short = newCode()
    guessWrong(six)
    expect([guess(short, wrongFor(short)), guess(short, short.otp)]).toEqual(['expired', 'expired'])
    const long = newCode()
    expect(guess(long, short.otp)).toBe('wrong')
    expect(guess(long, ` ${long.otp.slice(0, 4)} ${long.otp.slice(4)}\n`)).toBe('matched')
  })
  test('an owner who mistypes and then finds the code spends nothing', () => {
    for (let n = 0; n < 5 * six; n++) {
      const code = newCode()
      for (let typo = 1; typo < OTP_ATTEMPTS; typo++) expect(guess(code, wrongFor(code))).toBe('wrong')
      expect(guess(code, code.otp)).toBe('matched')
    }
    expect(codeDigits()).toBe(6)
  })
  test('neither does an attempt at a code that is exhausted, used up or out of time: nothing is guessed', () => {
    const dead = [{ attempts: OTP_ATTEMPTS }, { otpHash: null }, { otpExpiresAt: new Date(START).toISOString() }]
    for (let n = 0; n < 5 * six; n++) for (const change of dead) guess({ ...newCode(), ...change }, '111111')
    expect(codeDigits()).toBe(6)
  })
  test('whatever a guesser does with codes of his own, no more guesses at others’ pass than the budget', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('victim', 'typo', 'own'), { minLength: 100, maxLength: 400 }), (steps) => {
        securityLimiter.clear()
        let [guessed, own] = [0, newCode(6)]
        for (const step of steps) {
          const victim = newCode(6)
          if (step === 'victim' && guess(victim, wrongFor(victim)) === 'wrong') guessed++
          if (step === 'typo') guess(own, wrongFor(own))
          if (step === 'own') {
            guess(own, own.otp)
            own = newCode(6)
          }
        }
        expect(guessed).toBeLessThanOrEqual(six)
      }),
      { numRuns: 30 },
    )
  })
  test('RATE_LIMITS=off lifts it', () => {
    Object.assign(config, { rateLimits: false })
    guessWrong(2 * six)
    expect(codeDigits()).toBe(6)
  })
})
