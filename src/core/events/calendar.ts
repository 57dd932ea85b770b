import { monthOf } from '../../lib/coarse-time'

// Calendars as RFC 5545 has them. What people wrote is escaped, so that no line of theirs becomes one of the calendar.

/** An event as everybody sees it who may read its post. */
export type CalendarEvent = { postId: string; title: string; place: string | null; startsAt: string; link: string }

const MOST_OCTETS = 75
const HOUR_MS = 3_600_000

/** §3.3.11. A line break becomes `\n`; other control characters have no place in a text. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\u2028\u2029\u0085]/g, '\\n')
    .replace(/[\p{Cc}]/gu, '')

/** §3.1: no line is longer than 75 octets, and no character is cut; a further line begins with a space. */
export function foldLine(line: string): string {
  const lines: string[] = []
  let present = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > MOST_OCTETS) {
      lines.push(present)
      present = ' '
      octets = 1
    }
    present += character
    octets += length
  }
  return [...lines, present].join('\r\n')
}

/** §3.3.5, in UTC. */
const dateTime = (time: string): string => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`

/** The id of the post, which the link has too: it stays when keys are rotated, and calendars know the event again. */
const uidOf = (postId: string): string => `${postId}@quad`

/** `DTSTAMP` is the month, since calendars ask for a time and a reader may not learn when something was written. */
const eventLines = ({ postId, title, place, startsAt, link }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uidOf(postId)}`,
  `DTSTAMP:${dateTime(monthOf(startsAt))}`,
  `DTSTART:${dateTime(startsAt)}`,
  `DTEND:${dateTime(new Date(Date.parse(startsAt) + HOUR_MS).toISOString())}`,
  `SUMMARY:${escapeText(title)}`,
  ...(place === null ? [] : [`LOCATION:${escapeText(place)}`]),
  `URL:${link}`,
  'END:VEVENT',
]

export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quad//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
