import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { harmOf, type OpenReport, weigh } from '../../../src/order/reports/open-targets'

const NOW = Date.UTC(2026, 10, 20)
const at = (hoursAgo: number): string => new Date(NOW - hoursAgo * 3_600_000).toISOString()
const made = (over: Partial<OpenReport> = {}): OpenReport => ({
  reason: 'spam',
  createdAt: at(0),
  upheld: 0,
  dismissed: 0,
  ...over,
})
const some = fc.record({
  reason: fc.constantFrom('spam', 'other', 'harassment', 'hate', 'violence', 'self-harm', 'धमकी', 'anything at all'),
  createdAt: fc.integer({ min: 0, max: 500 }).map(at),
  upheld: fc.nat(50),
  dismissed: fc.nat(50),
})
const several = fc.array(some, { minLength: 1, maxLength: 30 })
const weight = (...reports: OpenReport[]): number => weigh(reports, NOW)

describe('the weight of what is reported', () => {
  test('is a positive number that does not depend on the order of its reports', () =>
    fc.assert(
      fc.property(several, (reports) => {
        expect(weight(...reports)).toBeGreaterThan(0)
        expect(weight(...reports.toReversed()) / weight(...reports)).toBeCloseTo(1, 9)
      }),
    ))
  test('never falls with one more report, with age, and with reporters who were right', () =>
    fc.assert(
      fc.property(several, some, fc.nat(100), (reports, more, hours) => {
        const before = weight(...reports) * (1 - 1e-9)
        expect(weight(...reports, more)).toBeGreaterThanOrEqual(before)
        expect(weigh(reports, NOW + hours * 3_600_000)).toBeGreaterThanOrEqual(before)
        expect(weight(...reports.map((each) => ({ ...each, upheld: each.upheld + 1 })))).toBeGreaterThanOrEqual(before)
        expect(weight(...reports.map((each) => ({ ...each, dismissed: each.dismissed + 1 })))).toBeLessThanOrEqual(
          weight(...reports) * (1 + 1e-9),
        )
      }),
    ))
  test('puts one report of danger to life before any number of reports of less by strangers', () => {
    const crowd = (reason: string) => Array.from({ length: 5000 }, () => made({ reason, createdAt: at(1000) }))
    expect(weight(made({ reason: 'self-harm' }))).toBeGreaterThan(weight(...crowd('harassment')))
    expect(weight(made({ reason: 'harassment' }))).toBeGreaterThan(weight(...crowd('spam')))
  })
  test('lets who cried wolf fall one kind, and not further', () => {
    const wolf = weight(made({ reason: 'violence', dismissed: 1000 }))
    expect(wolf).toBeLessThanOrEqual(weight(made({ reason: 'harassment' })))
    expect(wolf).toBeGreaterThan(weight(made()))
  })
  test.each([
    ['self-harm', 'life'],
    ['Self harm', 'life'],
    ['Doxxing', 'life'],
    ['Violence', 'life'],
    ['Harassment', 'person'],
    ['sexual content', 'person'],
    ['impersonation', 'person'],
    ['spam', 'other'],
    ['Cheating', 'other'],
    ['', 'other'],
    ['Whatever', 'other'],
    ['Orthodox nonsense', 'other'],
    ['hateful', 'person'],
  ] as const)('%s is about %s', (reason, harm) => expect(harmOf(reason)).toBe(harm))
})
