import { t } from 'elysia'
import { refuseField } from '../../errors'
import { minuteOf } from '../../lib/text/coarse-time'
import { isEventsTopic } from '../../lib/text/events-topic'
import { timestamp } from '../../lib/text/schema'

/** As sent: null takes away what is stored. */
export type EventInput = { startsAt?: string | null; place?: string | null }

/** As stored. */
export type EventFields = { startsAt: string | null; place: string | null }

export const NO_EVENT: EventFields = { startsAt: null, place: null }

/** As readers see it: other posts have neither field. */
export const eventShown = { startsAt: t.Optional(timestamp), place: t.Optional(t.String()) }

export const shownEvent = ({ startsAt, place }: EventFields) => ({
  ...(startsAt === null ? {} : { startsAt }),
  ...(place === null ? {} : { place }),
})

/** Date and place after a change; 400 outside the topic of events, and for a place without a date. */
export function eventFields(topic: string, sent: EventInput, stored: EventInput = NO_EVENT): EventFields {
  if (!isEventsTopic(topic)) {
    for (const field of ['startsAt', 'place'] as const) if (sent[field]) refuseField(field, 'posts.eventTopic')
    return NO_EVENT
  }
  const startsAt = sent.startsAt
    ? wholeMinute(sent.startsAt)
    : sent.startsAt === null
      ? null
      : (stored.startsAt ?? null)
  if (startsAt === null) {
    if (sent.place) refuseField('startsAt', 'posts.placeWithoutDate')
    return NO_EVENT
  }
  const place = sent.place === undefined ? stored.place : sent.place
  return { startsAt, place: place?.trim() || null }
}

const wholeMinute = (time: string): string => minuteOf(new Date(time).toISOString())
