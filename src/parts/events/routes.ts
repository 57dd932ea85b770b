import { t } from 'elysia'
import { postsVersion } from '../../forum/posts/cache'
import { created, ok } from '../../http/envelope'
import { cacheForAnonymous, keptBody, sharedResponse } from '../../http/response-cache'
import { byId, confirms, done, makes, returns, routes } from '../../http/route'
import { clamped, clampTo, cursor, instant, nullable, timestamp, uuid, webAddress } from '../../lib/text/schema'
import {
  agendaRecord,
  calendarState,
  eventCalendar,
  listEvents,
  MAX_EVENTS,
  makeCalendar,
  privateCalendar,
  publicCalendar,
  revokeCalendar,
  upcomingFrom,
} from './agenda'

const LIMIT = { fallback: 20, min: 1, max: MAX_EVENTS }

const Asked = t.Object({
  from: t.Optional(instant('fields.time', 'Begins then or later; without it, what began less than two hours ago')),
  to: t.Optional(instant('fields.time', 'Begins on this day or earlier, or before this time')),
  course: t.Optional(uuid()),
  limit: clamped(LIMIT),
  cursor,
})

const TYPE = 'text/calendar;charset=utf-8'

/** Until a post changes or the hour ends. */
const currentCalendar = keptBody(publicCalendar, () => `${postsVersion()} ${upcomingFrom()}`, { type: TYPE })

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
      return sharedResponse(request, (await currentCalendar())!)
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

const PRIVATE = { 'cache-control': 'private, no-store' }

/** An own calendar program reads it without a session, by an address that nobody else knows. */
export const calendar = routes('events', '')
  .get('/api/v1/calendar', async ({ user }) => ok('Calendar', calendarState(user)), {
    session: true,
    follower: 'copy',
    ...returns(
      t.Object({ since: nullable(timestamp) }),
      'getCalendar',
      'Say since which day one’s private calendar has an address',
    ),
  })
  .post('/api/v1/calendar', async ({ user }) => created('Calendar made', await makeCalendar(user)), {
    reader: true,
    ...makes(
      t.Object({ url: webAddress, since: timestamp }),
      'makeCalendar',
      'Make the secret address of one’s private calendar',
      'With the coming events of the topics, courses and posts that one follows. It is told once, and replaces the one before.',
    ),
  })
  .delete('/api/v1/calendar', async ({ user }) => done('Calendar revoked', revokeCalendar(user)), {
    session: true,
    ...confirms('revokeCalendar', 'Revoke the address of one’s private calendar'),
  })
  .get(
    '/calendar/:file',
    ({ params }) => new Response(privateCalendar(params.file), { headers: { 'content-type': TYPE, ...PRIVATE } }),
    { public: true, follower: 'copy', fails: ['NOT_FOUND'], detail: { hide: true } },
  )
