import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { activeSanction, type Sanction, sanctionFields } from '../../src/core/access/sanctions'

const NOW = '2026-03-01T12:00:00.000Z'
const block: Sanction = { kind: 'block', reason: 'Spam', endsAt: null }
const until = (endsAt: string): Sanction => ({ kind: 'suspension', reason: 'Cool down', endsAt })

afterEach(() => {
  setSystemTime()
})

describe('a sanction', () => {
  test('a block holds until it is lifted', () => {
    expect(activeSanction(block, Date.parse('2099-01-01'))).toBe(block)
  })
  test('a suspension lifts by itself, at its end', () => {
    const suspension = until(NOW)
    expect(activeSanction(suspension, Date.parse(NOW) - 1)).toBe(suspension)
    expect(activeSanction(suspension, Date.parse(NOW))).toBeNull()
    expect(activeSanction(null)).toBeNull()
  })
})

describe('what is shown', () => {
  test.each([
    ['no sanction', null, { blocked: false, suspension: null }],
    ['a block', block, { blocked: true, suspension: null }],
    [
      'a suspension that runs',
      until('2026-03-01T12:00:00.001Z'),
      { blocked: true, suspension: { ends: '2026-03-01T12:00:00.001Z', reason: 'Cool down' } },
    ],
    ['a suspension that is over', until(NOW), { blocked: false, suspension: null }],
  ] as const)('of %s', (_, sanction, shown) => {
    setSystemTime(new Date(NOW))
    expect(sanctionFields(sanction)).toEqual(shown)
  })
})
