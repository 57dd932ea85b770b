import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Matcher } from '../../src/core/policy/matcher'
import { emailAddresses, passesVerhoeff, phoneNumbers } from '../../src/core/policy/personal-data'
import { inspect, type PolicySwitches } from '../../src/core/policy/rules'

const OFF: PolicySwitches = {
  slurs: false,
  swearing: false,
  selfHarm: false,
  governmentIds: false,
  linkSpam: false,
  repeatedCharacters: false,
  phoneNumbers: false,
  emailAddresses: false,
}
const ALL = Object.fromEntries(Object.keys(OFF).map((name) => [name, true])) as PolicySwitches
const banned = new Matcher<never>([])
const found = (text: string, on: Partial<PolicySwitches>) =>
  Object.values(inspect(text, { banned, on: { ...OFF, ...on } }))
    .flat()
    .map(({ reason, start, end }) => [reason, text.slice(start, end)])

describe('each switch turns on what it names, and nothing else', () => {
  test.each([
    ['slurs', 'slur', 'what a retard', 'retard'],
    ['swearing', 'swearing', 'well, fuck this', 'fuck'],
    ['selfHarm', 'self_harm', 'go kill yourself now', 'kill yourself'],
    ['governmentIds', 'government_id', 'mine is 2345 6789 0124, yours?', '2345 6789 0124'],
    [
      'linkSpam',
      'link_spam',
      'see www.win.example www.win.example www.win.example now',
      'www.win.example www.win.example www.win.example',
    ],
    ['repeatedCharacters', 'repeated_characters', `no${'o'.repeat(30)} way`, 'o'.repeat(31)],
    ['phoneNumbers', 'phone_number', 'call 98765 43210 soon', '98765 43210'],
    ['emailAddresses', 'email_address', 'write to fest@example.org soon', 'fest@example.org'],
  ] as const)('%s', (name, reason, text, part) => {
    expect(found(text, { [name]: true })).toEqual([[reason, part]])
    expect(found(text, { ...ALL, [name]: false }).map(([each]) => each)).not.toContain(reason)
  })
})

describe('offsets count in UTF-16 units of the text as given', () => {
  test.each([
    ['🦦🦦 my number: ２３４５ ６７８９ ０１２４!', '２３４５ ６７８９ ０१२४'.replace('१२४', '１２４')],
    ['é\u0301 🦦 2345\u200b 6789 0124', '2345\u200b 6789 0124'],
    ['𝟐𝟑𝟒𝟓 𝟔𝟕𝟖𝟗 𝟎𝟏𝟐𝟒 is it', '𝟐𝟑𝟒𝟓 𝟔𝟕𝟖𝟗 𝟎𝟏𝟐𝟒'],
  ])('%s', (text, part) => {
    expect(found(text, { governmentIds: true })).toEqual([['government_id', part]])
  })
})

describe('government id numbers', () => {
  test('the check digit is right for one of ten last digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000_000_000, max: 99_999_999_999 }), (number) => {
        const right = Array.from({ length: 10 }, (_, digit) => `${number}${digit}`).filter(passesVerhoeff)
        expect(right).toHaveLength(1)
        const [aadhaar = ''] = right
        const isMobile = /^91[6-9]/.test(aadhaar)
        expect(found(`it is ${aadhaar}.`, { governmentIds: true })).toEqual(
          isMobile ? [] : [['government_id', aadhaar]],
        )
      }),
    )
  })
  test('Verhoeff: one wrong digit, or two neighbours in each other’s place, are noticed', () => {
    expect(passesVerhoeff('2363')).toBe(true)
    for (const wrong of ['2364', '2633', '3263', '2336']) expect(passesVerhoeff(wrong)).toBe(false)
  })
})

describe('contacts', () => {
  test.each([
    '+91 98765 43210',
    '+1 (555) 010-4477',
    '(555) 010-4477',
    '555-010-4477',
    '9876543210',
    '098765 43210',
    '987-654-3210',
  ])('%s is a phone number', (text) => {
    expect(phoneNumbers(`call ${text} now`)).toHaveLength(1)
  })
  test.each(['2024-25', '1234567890', 'roll 2021301045', '12:30-14:00', '3.1415926535', 'a9876543210b', '10,000,000'])(
    '%s is none',
    (text) => {
      expect(phoneNumbers(text)).toEqual([])
    },
  )
  test.each(['a@b.in', 'first.last+tag@cs.campus.edu', 'someone (at) campus (dot) edu', 'x[at]y.org'])(
    '%s is an address',
    (text) => {
      expect(emailAddresses(`to ${text} please`)).toHaveLength(1)
    },
  )
  test.each(['@someone', 'a @ b', '10 @ 5', 'user@host', 'see you at campus'])('%s is none', (text) => {
    expect(emailAddresses(text)).toEqual([])
  })
})

test('whatever the text, findings lie inside of it', () => {
  const bits = fc.constantFrom(
    'kill yourself',
    '2345 6789 0124',
    'http://a.example ',
    '98765 43210',
    'a@b.in',
    '😂'.repeat(25),
    '\u200b',
    'é',
    '🦦',
    '\n',
    ' ',
  )
  const texts = fc
    .array(fc.oneof(bits, fc.string({ unit: 'binary', maxLength: 10 })), { maxLength: 20 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      for (const { start, end } of Object.values(inspect(text, { banned, on: ALL })).flat()) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
    { numRuns: 1_000 },
  )
})
