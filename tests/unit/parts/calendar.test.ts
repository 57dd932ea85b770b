import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isEventsTopic } from '../../../src/lib/text/events-topic'
import { calendarText, escapeText, foldLine } from '../../../src/parts/events/agenda'

/** The content lines of a calendar by the letter of RFC 5545 §3.1; throws for a text that is none. */
function contentLines(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true)
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.from(line).toString()).toBe(line)
  }
  return physical.join('\r\n').replace(/\r\n /g, '').split('\r\n')
}

/** §3.3.11 backwards. */
const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))

const event = (over: object = {}) => ({
  postId: '01890a5d-ac96-774b-bcce-b302099a8057',
  title: 'Tea',
  place: 'Hall 4',
  startsAt: '2026-12-01T13:30:00.000Z',
  link: 'https://quad.example/post/01890a5d-ac96-774b-bcce-b302099a8057',
  ...over,
})
const valueIn = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)

describe('a calendar', () => {
  test('says when, what and where, in UTC, with no time of writing', () => {
    const lines = contentLines(calendarText('Events', [event()]))
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    expect(lines.at(-1)).toBe('END:VCALENDAR')
    expect(valueIn(lines, 'DTSTART')).toBe('20261201T133000Z')
    expect(valueIn(lines, 'DTSTAMP')).toBe('20261201T000000Z')
    expect([valueIn(lines, 'SUMMARY'), valueIn(lines, 'LOCATION')]).toEqual(['Tea', 'Hall 4'])
  })
  test('names an event the same each time, and by the id of its post', () => {
    const uid = (title: string) => valueIn(contentLines(calendarText('Events', [event({ title })])), 'UID') ?? ''
    expect(uid('Tea')).toBe(uid('Coffee'))
    expect(uid('Tea')).toContain('01890a5d')
  })
  test('whatever people write stays one value: no line of theirs becomes one of the calendar', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(
        'a\r\nEND:VEVENT\r\nBEGIN:VALARM',
        'a\nATTACH:x',
        '\\n;,\\',
        'हिन्दी'.repeat(40),
        '👩‍👩‍👧‍👦'.repeat(30),
        'a\u2028b',
      ),
    )
    fc.assert(
      fc.property(texts, texts, (title, place) => {
        const lines = contentLines(calendarText('Events', [event({ title, place })]))
        expect(lines).toHaveLength(16)
        const kept = (text: string) =>
          text.replace(/\r\n|[\r\n\u2028\u2029\u0085]/g, '\n').replace(/(?!\n)\p{Cc}/gu, '')
        expect(unescaped(valueIn(lines, 'SUMMARY') ?? '')).toBe(kept(title))
        expect(unescaped(valueIn(lines, 'LOCATION') ?? '')).toBe(kept(place))
      }),
    )
  })
  test('folds no line of 75 octets, and escapes what separates', () => {
    expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75))
    expect(escapeText('a;b,c\\d\ne')).toBe('a\\;b\\,c\\\\d\\ne')
  })
})

test('posts have a date in the topic of Quad’s own list, and in one that a campus calls Events', () => {
  expect(['Community Event', 'Events', 'EVENTS'].filter(isEventsTopic)).toHaveLength(3)
  expect(['Event', 'Showcase', ''].filter(isEventsTopic)).toEqual([])
})
