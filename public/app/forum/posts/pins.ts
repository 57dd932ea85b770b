import { api, envelope, type Failure } from '../../lib/api'
import type { Post } from './posts'

export const PLACES = ['campus', 'topic'] as const
export type Place = (typeof PLACES)[number]

/** How many posts each place has room for. */
export const ROOM: Record<Place, number> = { campus: 3, topic: 1 }

export type Pins = Record<Place, readonly Post[]>

/** What is pinned above the feed, and above the posts of a topic. */
export async function readPins(topic: string): Promise<Pins | Failure> {
  const [campus, ofTopic] = await Promise.all([
    envelope(api.posts.pinned.get({ query: {} })),
    envelope(api.posts.pinned.get({ query: { topic } })),
  ])
  if (!campus.success) return campus
  return ofTopic.success ? { campus: campus.data.posts, topic: ofTopic.data.posts } : ofTopic
}
