import type { Connection } from '../../../db/storage'
import type { Cursor } from '../../lib/cursor'
import { windowTotals } from './cache'
import { type PostFilter, postTotal } from './counts'
import type { viewerAudience } from './feed-visibility'
import { hotScore, MOST_LEAD } from './hot'
import { countInWindow, type ListShape, newestOf, pageOfPosts } from './queries'

// Pages by hot, and the windows of top. Votes move entries of the index by hot, so there is one for all filters. A list of
// many posts is found in it among the others; one of few is read and sorted. The other orders are sorted, of what the index
// of a list finds in a window: docs/performance.md has what that costs.

export const WINDOWS = ['day', 'week', 'month', 'all'] as const
export type Window = (typeof WINDOWS)[number]

const HOUR_MS = 3_600_000
const HOURS = { day: 24, week: 7 * 24, month: 30 * 24 } as const

/** The beginning of a window: a whole hour, so that lists and totals stay the same for one. */
export function windowStart(window: Window, now = Date.now()): string {
  if (window === 'all') return new Date(0).toISOString()
  return new Date((Math.floor(now / HOUR_MS) - HOURS[window]) * HOUR_MS).toISOString()
}

type Viewers = ReturnType<typeof viewerAudience>

/** The number of posts in a list since the beginning of the window, block relations aside. */
export async function windowTotal(
  db: Connection,
  viewers: Viewers,
  filters: ListShape['filters'],
  filter: PostFilter,
  window: Window,
): Promise<number> {
  if (window === 'all') return postTotal(db, viewers, filter)
  const { kind: audience, params } = viewers
  const since = windowStart(window)
  const key = JSON.stringify([audience, params, filter, since])
  const count = async () => ({
    total: await countInWindow(db, { filters, audience, inWindow: true }, { ...params, ...filter, since }),
  })
  return (await windowTotals.get(key, count)).total
}

type Walk = { limit: number; offset: number }

/** How many of the first posts of a list a page needs. */
const reachOf = ({ limit, offset }: Walk): number => offset + limit

/** So few are sorted in less time than it takes to find them among others. */
const FEW = 200

/**
 * Whether to look for the posts of a list among all posts, rather than to sort all posts of the list: if posts
 * of every list are as good, that reads `reach * all / listed` rows against `listed`.
 */
export const isFoundAmongAll = (
  { filters, audience }: ListShape,
  reach: number,
  listed: number,
  all: number,
): boolean =>
  !filters.includes('authorId') &&
  audience !== 'banned' &&
  audience !== 'shadow_banned' &&
  (filters.length === 0 || (listed > FEW && listed * listed > reach * all))

type Page = Walk & Parameters<typeof pageOfPosts>[2]

/** The posts of a page by hot; `listed` is how many the list has, block relations aside. */
export async function pageByHot(
  db: Connection,
  viewers: Viewers,
  shape: ListShape,
  listed: number,
  page: Page,
): Promise<Cursor[]> {
  const all = await postTotal(db, viewers, {})
  if (!isFoundAmongAll(shape, reachOf(page), listed, all)) return pageOfPosts(db, { ...shape, isSorted: true }, page)
  if (shape.filters.length === 0 || shape.sortOrder === 'asc') return pageOfPosts(db, shape, page)
  // In a topic that is out of use, all newer posts of others would be read before its first one.
  const newest = await newestOf(db, { filters: shape.filters, audience: shape.audience }, page)
  const highest = newest === undefined ? 0 : hotScore(newest, { votes: 0, comments: 0 }) + MOST_LEAD
  return pageOfPosts(db, { ...shape, belowHot: true }, { ...page, highest })
}
