import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { postsBy } from '../../forum/posts/posts'
import { api, envelope } from '../../lib/api'
import { instance } from '../../lib/instance'

/** The topic of events, where the campus has one. */
export const eventsTopic = (): string | undefined => instance.value?.topics.find(isEventsTopic)

/** The upcoming events, the first to begin first. */
export const listEvents = () => postsBy((query) => envelope(api.events.get({ query })))

const MINUTE_MS = 60_000

/** A stored time as `datetime-local` has it: on the clock of this device. */
export function fieldTime(time: string | null | undefined): string {
  if (!time) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** The time in such a field as it is sent; null where there is none. */
export function sentTime(value: string): string | null {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
