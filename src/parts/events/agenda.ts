import { type Static, t } from 'elysia'
import { calendars } from '../../../db/schema/follows'
import { posts } from '../../../db/schema/posts'
import { insertInto, type Query, sql } from '../../../db/sql'
import { pick, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { listedPosts, type PostRecord, postRecord, postRecords } from '../../forum/posts/record'
import { readPost } from '../../forum/posts/service'
import { audienceOf, feedVisibility, type Viewers, viewerAudience } from '../../forum/posts/visibility'
import { accountById, type Viewer } from '../../ground/access/account'
import { levelRefusal } from '../../ground/access/levels'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { randomToken, storedHash, storedHashes } from '../../lib/crypto/keys'
import { monthOf, today } from '../../lib/text/coarse-time'
import { type Cursor, cursorText, readCursor } from '../../lib/text/cursor'
import { namedObject, nullable } from '../../lib/text/schema'

// Events: posts with a date. Who sees one is the feed's decision; here they only come in another order.

export const MAX_EVENTS = 50
/** In the calendar of all public ones. */
const MAX_IN_CALENDAR = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times are compared as texts, and the year after has five digits. */
const LAST_TIME = Date.UTC(9999, 11, 31)
const UNTIL_EVER = new Date(LAST_TIME).toISOString()

export const agendaRecord = namedObject('Agenda', {
  posts: t.Array(postRecord, { maxItems: MAX_EVENTS }),
  meta: t.Object({ nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })) }),
})

type Agenda = {
  viewers: Viewers
  blocked: ReadonlySet<string>
  from: string
  until: string
  /** Of those only some. */
  which?: Query<never>
  after?: Cursor | undefined
  limit: number
}

/** Walks the index of the posts with a date. */
export function agenda({ viewers, blocked, from, until, which = sql``, after, limit }: Agenda) {
  const others = sql`
    AND (p.author_id IS NULL OR p.author_id NOT IN (SELECT value FROM json_each(${JSON.stringify([...blocked])})))`
  return sql({ id: posts.id, value: TEXT })`
  SELECT p.id, p.starts_at AS value FROM posts p INDEXED BY posts_events
  WHERE p.starts_at >= ${from} AND p.starts_at < ${until} AND ${audienceOf(viewers)} ${blocked.size > 0 ? others : sql``} ${which}
    ${after ? sql`AND (p.starts_at, p.id) > (${String(after.value)}, ${after.id})` : sql``}
  ORDER BY p.starts_at, p.id LIMIT ${limit}`
}

/** What began in the last hour may still go on. A whole hour, so that a calendar stays the same for one. */
export const upcomingFrom = (now = Date.now()): string => new Date(now - (now % HOUR_MS) - HOUR_MS).toISOString()

/** A day in `to` is included, a time is the end. */
const endAt = (to: string): number => Date.parse(to) + (to.length === 10 ? DAY_MS : 0)

type AgendaInput = Partial<Record<'course' | 'from' | 'to' | 'cursor', string>> & { limit: number }

/** The events from `from` on, by default the upcoming ones, that the viewer's feed may show; the first to begin first. */
export async function listEvents(viewer: Viewer | null, asked: AgendaInput): Promise<Static<typeof agendaRecord>> {
  const { course, to, limit, cursor } = asked
  const from = asked.from === undefined ? upcomingFrom() : new Date(asked.from).toISOString()
  const until = new Date(Math.min(LAST_TIME, to === undefined ? LAST_TIME : endAt(to))).toISOString()
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [viewers, { blocked }] = [viewerAudience(viewer), feedVisibility(viewer)]
  const which = course === undefined ? sql`` : sql`AND p.course_id = ${course}`
  const rows = agenda({ viewers, blocked, from, until, which, after, limit: limit + 1 }).all(storage.reader)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { posts: await listedPosts(viewer, ids), meta: { nextCursor: last ? cursorText(last) : null } }
}

/** The calendar of one event. Refuses as reading the post does; 404 for a post without a date, or a removed one. */
export async function eventCalendar(viewer: Viewer | null, id: string): Promise<string> {
  const post = await readPost(viewer, id)
  const [event] = post.removal === undefined ? toEvents(post) : []
  return event === undefined ? refuse('NOT_FOUND', 'posts.notAnEvent') : calendarText(post.title, [event])
}

/** The calendar of the upcoming events that anybody may read. */
export async function publicCalendar(): Promise<string> {
  const { posts } = await listEvents(null, { limit: MAX_IN_CALENDAR })
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

// The private calendar: a secret address at which a calendar program, which has no session, reads the coming events of
// what one follows. It is told once and stored as a hash; its path is written nowhere.

const PURPOSE = 'calendar'

type CalendarState = { since: string | null }

const rowOf = (userId: string) => sql(pick(calendars, 'createdAt'))`
  SELECT created_at AS createdAt FROM calendars WHERE user_id = ${userId}`

/** Since which day there is an address. */
export const calendarState = ({ id }: Viewer): CalendarState => ({
  since: rowOf(id).get(storage.reader)?.createdAt ?? null,
})

export const dropCalendar = (tx: Tx, userId: string) => sql`DELETE FROM calendars WHERE user_id = ${userId}`.run(tx)

/** Instead of the one before, which is known no more. */
export const makeCalendar = (user: Viewer): Promise<{ url: string; since: string }> =>
  writeAs(user, 'reader', (tx, user) => {
    const [{ id }, token, since] = [user, randomToken(), today()]
    dropCalendar(tx, id)
    insertInto(calendars, { userId: id, hash: storedHash(PURPOSE, token), createdAt: since }).run(tx)
    audit(tx, user, { action: 'user:made:calendar', entityType: 'user', entityId: id })
    return { url: `${config.publicUrl}/calendar/${token}.ics`, since }
  })

/** A sanctioned account may, too. */
export const revokeCalendar = (user: Viewer): Promise<void> =>
  writeAs(user, 'session', (tx, user) => {
    if (dropCalendar(tx, user.id).changes === 0) return
    audit(tx, user, { action: 'user:revoked:calendar', entityType: 'user', entityId: user.id })
  })

const missing = (): never => refuse('NOT_FOUND')

/** What an address answers. 404 alike for one that nobody has, and of an account that may not read as a member. */
export function privateCalendar(file: string): string {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? ''
  const hashes = JSON.stringify(storedHashes(PURPOSE, token))
  const row = sql(pick(calendars, 'userId'))`
    SELECT user_id AS userId FROM calendars WHERE hash IN (SELECT value FROM json_each(${hashes}))`.get(storage.reader)
  const account = row && accountById(row.userId)
  if (account === undefined || levelRefusal('reader', account) !== null) return missing()
  // As a student: whoever may read everything does not have all of it in a calendar.
  const reader = { ...account, role: 'user' as const }
  const followed = sql`AND EXISTS (SELECT 1 FROM follows f WHERE f.user_id = ${account.id} AND (
    (f.kind = 'post' AND f.target = p.id) OR (f.kind = 'topic' AND f.target = p.topic) OR
    (f.kind = 'course' AND f.target = p.course_id)))`
  const { blocked } = feedVisibility(reader)
  const span = { from: upcomingFrom(), until: UNTIL_EVER, limit: MAX_IN_CALENDAR }
  const rows = agenda({ viewers: viewerAudience(reader), blocked, which: followed, ...span }).all(storage.reader)
  const events = postRecords(
    reader,
    rows.map(({ id }) => id),
  ).flatMap(toEvents)
  return calendarText('Quad', events)
}
