import { describe, expect, test } from 'bun:test'
import { ago, exactly } from '../../public/app/lib/dates'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const before = (ms: number, language = 'en') => ago(new Date(NOW - ms).toISOString(), NOW, language)

describe('how long ago', () => {
  test.each([
    [0, 'now'],
    [59 * SECOND, 'now'],
    [-5 * MINUTE, 'now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE + 59 * SECOND, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23 * HOUR + 59 * MINUTE, '23 hours ago'],
    [DAY, 'yesterday'],
    [2 * DAY, '2 days ago'],
    [30 * DAY, '30 days ago'],
    [31 * DAY, 'Oct 21, 2026'],
    [400 * DAY, 'Oct 17, 2025'],
  ])('%d ms: %s', (ms, words) => {
    expect(before(ms)).toBe(words)
  })
  test('in the language of the reader', () => {
    expect(before(3 * HOUR, 'hi')).toBe('3 घंटे पहले')
    expect(before(DAY, 'hi')).not.toBe(before(DAY, 'en'))
  })
})

test('the exact time names day, year and minute', () => {
  const exact = exactly('2026-11-21T12:34:00.000Z', 'en')
  expect(exact).toContain('2026')
  expect(exact).toMatch(/\d{1,2}:\d4/)
})
