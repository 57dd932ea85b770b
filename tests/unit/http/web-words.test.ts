import { describe, expect, test } from 'bun:test'
import type { ErrorCode } from '../../../client/routes'
import { parseUserAgent } from '../../../public/app/campus/auth/devices'
import { ago, exactly, startOf } from '../../../public/app/lib/dates'
import { failureMessage, policyMessage } from '../../../public/app/lib/failures'
import { text } from '../../../public/app/texts/core'

// Noon where the test runs, as dates are shown there.
const NOW = Date.parse('2026-11-21T12:00:00.000')
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
  test('yesterday is the day before on the calendar of the reader, not what is less than two days ago', () => {
    const at = (time: string) => ago(inOwnZone(time), Date.parse(inOwnZone('2026-11-21T08:00:00.000')), 'en')
    expect(at('2026-11-20T23:59:00.000')).toBe('8 hours ago')
    expect(at('2026-11-20T07:59:00.000')).toBe('yesterday')
    expect(at('2026-11-20T00:01:00.000')).toBe('yesterday')
    expect(at('2026-11-19T23:59:00.000')).toBe('2 days ago')
  })
  test('in the language of the reader', () => {
    expect(before(3 * HOUR, 'hi')).toBe('3 घंटे पहले')
    expect(before(0, 'hi')).toBe('अभी')
    expect(before(DAY, 'hi')).not.toBe(before(DAY, 'en'))
  })
})

test('short, a date is as narrow as the line of a card', () => {
  const short = (ms: number) => ago(new Date(NOW - ms).toISOString(), NOW, 'en', true)
  expect([short(2 * HOUR), short(31 * DAY), short(400 * DAY)]).toEqual(['2h ago', 'Oct 21', 'Oct 2025'])
})

/** The moment at which a clock of this machine's time zone shows that. */
const inOwnZone = (time: string): string => new Date(time).toISOString()

test('the beginning of an event names the year only where it is another', () => {
  expect(startOf(inOwnZone('2026-11-23T18:30:00.000'), NOW, 'en')).toMatch(/^Mon, Nov 23, \d{1,2}:30/)
  expect(startOf('2027-01-01T12:30:00.000Z', NOW, 'en')).toContain('2027')
})

test('the exact time names day, year and minute', () => {
  const exact = exactly(inOwnZone('2026-11-21T12:34:00.000'), 'en')
  expect(exact).toContain('2026')
  expect(exact).toMatch(/\d{1,2}:\d4/)
})

const failure = (code: ErrorCode, more: object = {}) => ({
  success: false as const,
  code,
  message: 'As the server says it',
  ...more,
})

test.each([
  [failure('UNREACHABLE'), text.failures.UNREACHABLE],
  [failure('NOT_ONBOARDED'), 'As the server says it'],
  [failure('RATE_LIMITED', { retryAfter: 7 }), 'in 7 s.'],
  [failure('RATE_LIMITED', { retryAfter: 1 }), 'in 1 s.'],
  [failure('OTP_COOLDOWN', { retryAfter: 3000 }), 'in 50 min.'],
  [failure('RATE_LIMITED'), text.waiting.some],
  [failure('SOMETHING_NEW' as ErrorCode), 'As the server says it'],
])('a failure in words: %o', (given, words) => {
  expect(failureMessage(given)).toContain(words)
})

describe('a refusal by the content policy', () => {
  const errors = [{ field: 'content', message: 'It contains a word that isn’t allowed here.' }]
  const sent = '  What a loathsome, loathsome day'
  const matches = [
    { field: 'content', start: 9, end: 18, severity: 'severe' },
    { field: 'content', start: 20, end: 29, severity: 'severe' },
    { field: 'title', start: 0, end: 4, severity: 'mild' },
  ]
  const refused = failure('CONTENT_POLICY_VIOLATION', {
    errors,
    meta: { source: 'words', reasons: ['banned_word'], matches },
  })

  test('names what was meant, once, at the field that it is about', () => {
    const words = policyMessage(refused, 'content', sent)
    expect(words?.matched).toEqual(['loathsome'])
    expect(policyMessage(refused, 'title', sent)).toBeUndefined()
    expect(policyMessage(failure('VALIDATION_FAILED', { errors }), 'content', sent)).toBeUndefined()
  })
  test('says what the server says of the whole and of the field, each once', () => {
    expect(policyMessage(refused, 'content', sent)?.text).toBe(
      'As the server says it It contains a word that isn’t allowed here.',
    )
    const once = [{ field: 'content', message: 'As the server says it' }]
    expect(policyMessage({ ...refused, errors: once }, 'content', sent)?.text).toBe('As the server says it')
  })
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('the program and the system of a device', () => {
  test.each([
    [`${ANDROID} Chrome/128.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`${ANDROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
    [`${ANDROID} Chrome/128.0.0.0 Mobile Safari/537.36 EdgA/128.0.0.0`, 'Edge', 'Android'],
    [`${ANDROID} Version/4.0 Chrome/100.0.0.0 UCBrowser/13.4.0.1306 Mobile Safari/537.36`, 'UC Browser', 'Android'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Firefox', 'Android'],
    ['Mozilla/5.0 (Mobile; LYF/F90M; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox', 'KaiOS'],
    [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${IPHONE} CriOS/128.0.6613.98 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${IPHONE} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [`${IPHONE.replaceAll('iPhone', 'iPad')} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPad'],
    [`${WINDOWS} Chrome/128.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${WINDOWS} Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0`, 'Edge', 'Windows'],
    [`${WINDOWS} Chrome/127.0.0.0 Safari/537.36 OPR/113.0.0.0`, 'Opera', 'Windows'],
    [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Vivaldi/6.8`, 'Vivaldi', 'Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/128.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  ])('%s', (userAgent, browser, system) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system })
  })

  test.each(['curl/8.9.1', 'Operator/1', 'Safari', '', null])('of %j nothing is claimed', (userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser: undefined, system: undefined })
  })

  test('a system that is known beside a program that is not', () => {
    expect(parseUserAgent('Dalvik/2.1.0 (Linux; U; Android 14)')).toEqual({ browser: undefined, system: 'Android' })
  })
})
