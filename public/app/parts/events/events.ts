import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { postsBy } from '../../forum/posts/posts'
import { api, envelope } from '../../lib/api'
import { instance } from '../../lib/instance'

/** The topic of events, where the campus has one. */
export const eventsTopic = (): string | undefined => instance.value?.topics.find(isEventsTopic)

/** The upcoming events, the first to begin first. */
export const listEvents = () => postsBy((query) => envelope(api.events.get({ query })))
