import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { MailBudget } from '../../../src/lib/mail/budget'
import { type Limit, type RateLimitResult, rateLimiter, SecurityLimiter } from '../../../src/lib/net/security-limiter'
import { isRecent, isValid } from '../../../src/lib/process/clock'
import { temporaryFolder } from '../../support/operator'

const START = Date.parse('2026-11-22T10:00:00.000Z')
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const YEAR = 365 * DAY

afterEach(() => void setSystemTime())

describe('what lives for ten minutes', () => {
  const life = 10 * MINUTE
  test('is valid until its end, and not when far more than that is left', () => {
    for (const [left, valid] of [
      [-1, false],
      [0, false],
      [1, true],
      [life, true],
      [life + 2 * SECOND, true],
      [2 * life, true],
      [2 * life + 1, false],
      [YEAR, false],
    ] as const)
      expect([left, isValid(START + left, life, START)]).toEqual([left, valid])
    expect(isValid(new Date(START + 1).toISOString(), life, START)).toBe(true)
    expect(isValid('no time', life, START)).toBe(false)
  })
  test('is recent for as long, and not if it is yet to come', () => {
    for (const [ago, recent] of [
      [0, true],
      [life - 1, true],
      [life, false],
      [-2 * SECOND, true],
      [-YEAR, false],
    ] as const)
      expect([ago, isRecent(START - ago, life, START)]).toEqual([ago, recent])
  })
  test('of long lives a day more is left at most', () => {
    expect(isValid(START + 31 * DAY, 30 * DAY, START)).toBe(true)
    expect(isValid(START + 31 * DAY + 1, 30 * DAY, START)).toBe(false)
  })
})

type Limiter = { consume(limit: Limit, subject: string): RateLimitResult }
const LIMIT: Limit = { name: 'clock', max: 3, seconds: 600 }
const WINDOW = LIMIT.seconds * SECOND

/** Steps of the clock, a year at most, and the real time that passes before each. */
const walk = fc.array(
  fc.record({
    passes: fc.integer({ min: 0, max: 2 * WINDOW }),
    step: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -5 * SECOND, max: 5 * SECOND }),
      fc.constantFrom(-HOUR, HOUR, -19_800_000, 19_800_000),
      fc.constantFrom(-YEAR, YEAR, -30 * DAY, 30 * DAY),
      fc.integer({ min: -YEAR, max: YEAR }),
    ),
    tries: fc.integer({ min: 0, max: 6 }),
  }),
  { maxLength: 12 },
)

describe.each([
  ['in memory', () => rateLimiter as Limiter & { clear(): void }],
  ['that survive a restart', () => new SecurityLimiter()],
] as const)('limits %s, whatever the clock does,', (_, make) => {
  const limiter = make()
  afterEach(() => limiter.clear())

  test('allow their maximum in a window, and once more for each step ahead, and refuse nobody for longer', () => {
    let serial = 0
    fc.assert(
      fc.property(walk, (steps) => {
        const subject = `walks ${serial++}`
        let [real, offset, ahead] = [START, 0, 0]
        const allowedAt: number[] = []
        for (const { passes, step, tries } of steps) {
          real += passes
          if (step > offset) ahead++
          offset = step
          setSystemTime(real + offset)
          for (let n = 0; n < tries; n++) if (limiter.consume(LIMIT, subject).allowed) allowedAt.push(real)
        }
        // Any span of a fixed window's length touches two windows.
        for (const from of allowedAt)
          expect(allowedAt.filter((at) => at >= from && at < from + WINDOW).length).toBeLessThanOrEqual(
            LIMIT.max * (2 + ahead),
          )
        // Once the clock is right, the window is the longest that anybody waits.
        setSystemTime(real)
        const { allowed, resetSeconds } = limiter.consume(LIMIT, subject)
        if (!allowed) expect(resetSeconds).toBeLessThanOrEqual(LIMIT.seconds)
        setSystemTime(real + WINDOW)
        expect(limiter.consume(LIMIT, subject).allowed).toBe(true)
      }),
    )
  })
  test('go on counting when the clock is corrected by seconds', () => {
    for (let n = 0; n < 3; n++) {
      setSystemTime(START - n * SECOND)
      expect(limiter.consume(LIMIT, 'corrected').allowed).toBe(true)
    }
    expect(limiter.consume(LIMIT, 'corrected').allowed).toBe(false)
  })
})

test('a window of the future in the file is cut by the sweep, though nobody asks for it', () => {
  const { path, remove } = temporaryFolder()
  const file = join(path, 'limits.db')
  const limiter = new SecurityLimiter()
  setSystemTime(START)
  limiter.open(file)
  setSystemTime(START + YEAR)
  limiter.consume(LIMIT, 'nobody')
  setSystemTime(START)
  while (limiter.sweep());
  using database = new Database(file, { readonly: true })
  expect(database.query('select reset_at from counts').values()).toEqual([[START + 30 * DAY]])
  limiter.close()
  remove()
})

test('mail that was sent while the clock was ahead uses up the hour after, and no more', () => {
  const budget = new MailBudget(2)
  setSystemTime(START + YEAR)
  budget.consume('account')
  budget.consume('account')
  setSystemTime(START)
  expect(budget.room('account')).toBe(0)
  setSystemTime(START + HOUR)
  expect(budget.room('account')).toBe(2)
  budget.recall([{ at: START + YEAR, kind: 'account' }])
  expect(budget.room('account')).toBe(2)
})
