import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { INTEGER, orNull, sqlVariants, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import {
  AUDIENCE_PARAMS,
  AUDIENCES,
  type Audience,
  feedVisibility,
  viewerAudience,
} from '../../forum/posts/feed-visibility'
import { WITHOUT_BLOCKED } from '../../forum/posts/queries'
import { listedPosts, type PostRecord, postRecord } from '../../forum/posts/record'
import { readPost } from '../../forum/posts/service'
import type { Viewer } from '../../ground/access/account'
import { monthOf } from '../../lib/text/coarse-time'
import { cursorText, readCursor } from '../../lib/text/cursor'
import { namedObject, nullable } from '../../lib/text/schema'

// Events: posts with a date. Who sees one is the feed's decision; here they only come in another order.

export const MAX_EVENTS = 50
/** In the calendar of all public ones. */
const MAX_IN_CALENDAR = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times are compared as texts, and the year after has five digits. */
const LAST_TIME = Date.UTC(9999, 11, 31)

export const agendaRecord = namedObject('Agenda', {
  posts: t.Array(postRecord, { maxItems: MAX_EVENTS }),
  meta: t.Object({ nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })) }),
})

/** Each combination is one text, prepared once. */
type AgendaShape = { audience: Audience; hasBlocked: boolean; afterCursor: boolean }

/** Walks the index of the posts with a date. */
export const agendaText = ({ audience, hasBlocked, afterCursor }: AgendaShape): string => `
  SELECT p.id, p.starts_at AS value FROM posts p INDEXED BY posts_events
  WHERE p.starts_at >= $from AND p.starts_at < $until AND p.${AUDIENCES[audience]}
    ${hasBlocked ? WITHOUT_BLOCKED.near : ''} ${afterCursor ? 'AND (p.starts_at, p.id) > ($afterValue, $afterId)' : ''}
  ORDER BY p.starts_at, p.id LIMIT $limit`

const BOUNDS = { from: TEXT, until: TEXT, blocked: TEXT, afterValue: TEXT, afterId: posts.id, limit: INTEGER }
const agenda = sqlVariants(agendaText, {
  returns: { id: posts.id, value: orNull(posts.startsAt) },
  params: { ...AUDIENCE_PARAMS, ...BOUNDS },
})

/** What began in the last hour may still go on. A whole hour, so that a calendar stays the same for one. */
export const upcomingFrom = (now = Date.now()): string => new Date(now - (now % HOUR_MS) - HOUR_MS).toISOString()

/** A day in `to` is included, a time is the end. */
const endAt = (to: string): number => Date.parse(to) + (to.length === 10 ? DAY_MS : 0)

/** The events from `from` on, by default the upcoming ones, that the viewer's feed may show; the first to begin first. */
export async function listEvents(viewer: Viewer | null, input: AgendaInput): Promise<Static<typeof agendaRecord>> {
  const { posts, nextCursor } = await eventsFor(viewer, input)
  return { posts, meta: { nextCursor } }
}

type AgendaInput = { from?: string | undefined; to?: string | undefined; limit: number; cursor?: string | undefined }

async function eventsFor(viewer: Viewer | null, { from, to, limit, cursor }: AgendaInput) {
  const { kind, params } = viewerAudience(viewer)
  const { blocked } = feedVisibility(viewer)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const shape = { audience: kind, hasBlocked: blocked.size > 0, afterCursor: after !== undefined }
  const rows = agenda(storage.reader, shape).all({
    ...params,
    ...(shape.hasBlocked ? { blocked: JSON.stringify([...blocked]) } : {}),
    ...(after === undefined ? {} : { afterValue: String(after.value), afterId: after.id }),
    from: from === undefined ? upcomingFrom() : new Date(from).toISOString(),
    until: new Date(Math.min(LAST_TIME, to === undefined ? LAST_TIME : endAt(to))).toISOString(),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const { id = '', value = null } = (rows.length > limit && page.at(-1)) || {}
  const posts = await listedPosts(
    viewer,
    page.map((row) => row.id),
  )
  return { posts, nextCursor: value && cursorText({ value, id }) }
}

/** The calendar of one event. Refuses as reading the post does; 404 for a post without a date, or a removed one. */
export async function eventCalendar(viewer: Viewer | null, id: string): Promise<string> {
  const post = await readPost(viewer, id)
  const [event] = post.removal === undefined ? toEvents(post) : []
  return event === undefined ? refuse('NOT_FOUND', 'posts.notAnEvent') : calendarText(post.title, [event])
}

/** The calendar of the upcoming events that anybody may read. */
export async function publicCalendar(): Promise<string> {
  const { posts } = await eventsFor(null, { limit: MAX_IN_CALENDAR })
  return calendarText('Quad', posts.flatMap(toEvents))
}

const toEvents = ({ id, title, startsAt, place }: PostRecord): CalendarEvent[] =>
  startsAt === undefined
    ? []
    : [{ postId: id, title, place: place ?? null, startsAt, link: `${config.publicUrl}/post/${id}` }]

// Calendars as RFC 5545 has them. What people wrote is escaped, so that no line of theirs becomes one of the calendar.

/** An event as everybody sees it who may read its post. */
export type CalendarEvent = { postId: string; title: string; place: string | null; startsAt: string; link: string }

const MOST_OCTETS = 75

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

/**
 * The id stays when keys are rotated, and calendars know the event again. `DTSTAMP` is the month, since calendars ask for a
 * time and a reader may not learn when something was written.
 */
const eventLines = ({ postId, title, place, startsAt, link }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${postId}@quad`,
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
