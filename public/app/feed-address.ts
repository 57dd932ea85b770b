import type { Me } from './me'
import type { Filter } from './posts'

export type Sort = 'newest' | 'oldest' | 'viewed' | 'edited'

const ORDERS: Record<Sort, Pick<Filter, 'sortBy' | 'sortOrder'>> = {
  newest: {},
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  viewed: { sortBy: 'views', sortOrder: 'desc' },
  edited: { sortBy: 'updatedAt', sortOrder: 'desc' },
}

export const SORTS = Object.keys(ORDERS) as Sort[]

/** What the feed shows, as its address says it: nothing of it stands there where it is as usual. */
export type FeedQuery = { topic?: string; from?: string; sort?: string }

export const sortOf = ({ sort }: FeedQuery): Sort => SORTS.find((each) => each === sort) ?? 'newest'

/** What the API is asked for. */
export function filterOf(query: FeedQuery, me: Me | null | undefined): Filter {
  return {
    ...ORDERS[sortOf(query)],
    ...(query.topic ? { topic: query.topic } : {}),
    ...(query.from === 'mine' && me ? { collegeId: me.collegeId } : {}),
  }
}

export const isFiltered = ({ topic, from }: FeedQuery): boolean => Boolean(topic) || from === 'mine'

/** The address of the feed with some of it changed. */
export function feedPath(query: FeedQuery, changes: FeedQuery): string {
  const { topic, from, sort } = { ...query, ...changes }
  const kept = { topic, from: from === 'mine' ? from : '', sort: sort === 'newest' ? '' : sort }
  const search = new URLSearchParams(Object.entries(kept).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `/?${search}` : '/'
}
