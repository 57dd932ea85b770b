import type { Connection } from '../../../db/storage'
import type { Cursor } from '../../lib/cursor'
import { windowTotals } from './cache'
import { type PostFilter, postTotal } from './counts'
import type { viewerAudience } from './feed-visibility'
import { bestOfWeek, countInWindow, type ListShape, weeksSince } from './queries'

// Top: the most counted votes first, of all posts or of a window of time. One index serves it, by week and score, since
// every vote moves an entry. A page takes the best of each week and merges them; once it has enough, a further week is
// asked only for what comes before the last of those. Docs/performance.md has the bound.

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
export const reachOf = ({ limit, offset }: Walk): number => offset + limit

/** So few are sorted in less time than it takes to look into the weeks. */
const FEW = 200

/**
 * Whether to look for the posts of a list among all of the window, rather than to sort all posts of the list: if posts
 * of every list are as good, that reads `reach * all / listed` rows against `listed`.
 */
export const isInWeeks = ({ filters, audience }: ListShape, reach: number, listed: number, all: number): boolean =>
  !filters.includes('authorId') &&
  audience !== 'banned' &&
  audience !== 'shadow_banned' &&
  listed > FEW &&
  listed * listed > reach * all

/** The posts of a page by top, found in the weeks. */
export async function topOfWeeks(
  db: Connection,
  shape: ListShape,
  { limit, offset, ...params }: Walk & Parameters<typeof bestOfWeek>[2],
): Promise<Cursor[]> {
  const reach = reachOf({ limit, offset })
  const sign = shape.sortOrder === 'desc' ? -1 : 1
  const inOrder = (one: Cursor, other: Cursor) =>
    sign * (Number(one.value) - Number(other.value) || (one.id < other.id ? -1 : 1))
  let best: Cursor[] = []
  for (const week of await weeksSince(db, params.since ?? windowStart('all'))) {
    const last = best.length < reach ? undefined : best.at(-1)
    const bound = last && { lastValue: Number(last.value), lastId: last.id }
    const found = await bestOfWeek(db, { ...shape, isFull: bound !== undefined }, { ...params, ...bound, week, reach })
    if (found.length > 0) best = [...best, ...found].sort(inOrder).slice(0, reach)
  }
  return best.slice(offset)
}
