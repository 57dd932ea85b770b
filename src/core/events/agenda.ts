import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { type Cursor, cursorText, readCursor } from '../../lib/cursor'
import { named, nullable } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { feedVisibility, viewerAudience } from '../posts/feed-visibility'
import { listedPosts, type PostRecord, postRecord } from '../posts/record'
import { readPost } from '../posts/service'
import { type CalendarEvent, calendarText } from './calendar'
import { readAgenda } from './queries'

// Events: posts with a date. Who sees one is the feed's decision; here they only come in another order.

export const MAX_EVENTS = 50
/** In the calendar of all public ones. */
const MAX_IN_CALENDAR = 200

export const agendaRecord = named(
  'Agenda',
  t.Object({
    posts: t.Array(postRecord, { maxItems: MAX_EVENTS }),
    meta: t.Object({ nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })) }),
  }),
)
type Agenda = Static<typeof agendaRecord>

export type AgendaInput = {
  from?: string | undefined
  to?: string | undefined
  limit: number
  cursor?: string | undefined
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times are compared as texts, and the year after has five digits. */
const LAST_TIME = Date.UTC(9999, 11, 31)

/** What began in the last hour may still go on. A whole hour, so that a calendar stays the same for one. */
export const upcomingFrom = (now = Date.now()): string => new Date(now - (now % HOUR_MS) - HOUR_MS).toISOString()

const timeAt = (time: string): string => new Date(time).toISOString()

/** A day in `to` is included, a time is the end. */
const endAt = (to: string): number => Date.parse(to) + (to.length === 10 ? DAY_MS : 0)

/** The events from `from` on, by default the upcoming ones, that the viewer's feed may show; the first to begin first. */
export async function listEvents(viewer: Viewer | null, input: AgendaInput): Promise<Agenda> {
  const { posts, next } = await eventsFor(viewer, input)
  return { posts, meta: { nextCursor: next && cursorText(next) } }
}

async function eventsFor(viewer: Viewer | null, { from, to, limit, cursor }: AgendaInput) {
  const { kind, params } = viewerAudience(viewer)
  const { blocked } = await feedVisibility(viewer)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const shape = { audience: kind, hasBlocked: blocked.size > 0, afterCursor: after !== undefined }
  const rows = await readAgenda(storage.reader, shape, {
    ...params,
    ...(shape.hasBlocked ? { blocked: JSON.stringify([...blocked]) } : {}),
    ...(after === undefined ? {} : { afterValue: String(after.value), afterId: after.id }),
    from: from === undefined ? upcomingFrom() : timeAt(from),
    until: new Date(Math.min(LAST_TIME, to === undefined ? LAST_TIME : endAt(to))).toISOString(),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const next: Cursor | null = rows.length > limit ? (page.at(-1) ?? null) : null
  const ids = page.map(({ id }) => id)
  return { posts: await listedPosts(viewer, ids), next }
}

/** The calendar of one event. Refuses as reading the post does; 404 for a post without a date, or a removed one. */
export async function eventCalendar(viewer: Viewer | null, id: string): Promise<string> {
  const post = await readPost(viewer, id)
  const event = toEvent(post)
  if (event === undefined || post.removal !== undefined) return refuse('NOT_FOUND', 'posts.notAnEvent')
  return calendarText(post.title, [event])
}

/** The calendar of the upcoming events that anybody may read. */
export async function publicCalendar(): Promise<string> {
  const { posts } = await eventsFor(null, { limit: MAX_IN_CALENDAR })
  return calendarText(
    'Quad',
    posts.flatMap((post) => toEvent(post) ?? []),
  )
}

function toEvent({ id, title, startsAt, place }: PostRecord): CalendarEvent | undefined {
  if (startsAt === undefined) return undefined
  return { postId: id, title, place: place ?? null, startsAt, link: `${config.publicUrl}/post/${id}` }
}
