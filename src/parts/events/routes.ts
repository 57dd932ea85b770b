import { t } from 'elysia'
import { postsVersion } from '../../forum/posts/cache'
import { ok } from '../../http/envelope'
import { type CachedBody, cacheForAnonymous, makeEtag, sharedResponse } from '../../http/response-cache'
import { byId, returns, routes } from '../../http/route'
import { clamped, clampTo, cursor, instant } from '../../lib/text/schema'
import { agendaRecord, eventCalendar, listEvents, MAX_EVENTS, publicCalendar, upcomingFrom } from './agenda'

const LIMIT = { fallback: 20, min: 1, max: MAX_EVENTS }

const Asked = t.Object({
  from: t.Optional(instant('fields.time', 'Begins then or later; without it, what began less than two hours ago')),
  to: t.Optional(instant('fields.time', 'Begins on this day or earlier, or before this time')),
  limit: clamped(LIMIT),
  cursor,
})

const TYPE = 'text/calendar;charset=utf-8'

/** Kept until a post changes or the hour ends. */
let kept: { calendar: CachedBody; version: string } | undefined

async function currentCalendar(): Promise<CachedBody> {
  const version = `${postsVersion()} ${upcomingFrom()}`
  if (kept?.version === version) return kept.calendar
  const text = await publicCalendar()
  const calendar = { body: new TextEncoder().encode(text), etag: makeEtag(text), type: TYPE }
  kept = { calendar, version }
  return calendar
}

export const events = routes('events', '/api/v1')
  .get(
    '/events',
    async ({ viewer, query: { limit, ...query } }) =>
      ok('Events', await listEvents(viewer, { ...query, limit: clampTo(LIMIT, limit) })),
    {
      content: true,
      follower: 'copy',
      fails: ['VALIDATION_FAILED'],
      query: Asked,
      ...returns(
        agendaRecord,
        'listEvents',
        'List the posts with a date, the first to begin first',
        'Those that the feed of the viewer may show. As calendars (`text/calendar`): `GET /api/v1/posts/:id/event.ics` of one, `GET /api/v1/events.ics` of all public ones to come.',
      ),
    },
  )
  .get(
    '/events.ics',
    async ({ request }) => {
      cacheForAnonymous(request, currentCalendar)
      return sharedResponse(request, await currentCalendar())
    },
    { content: true, follower: 'copy', detail: { hide: true } },
  )
  .get(
    '/posts/:id/event.ics',
    async ({ viewer, params }) => {
      const calendar = await eventCalendar(viewer, params.id)
      const headers = { 'content-type': TYPE, 'content-disposition': 'attachment; filename="event.ics"' }
      return new Response(calendar, { headers })
    },
    {
      content: true,
      follower: 'copy',
      ...byId,
      fails: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
      detail: { hide: true },
    },
  )
