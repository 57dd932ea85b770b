import type { Me } from '../accounts/me'
import type { Filter } from './posts'

export type Sort = 'newest' | 'oldest' | 'viewed' | 'edited'

const ORDERS: Record<Sort, Pick<Filter, 'sortBy' | 'sortOrder'>> = {
  newest: {},
  oldest: { sortBy: 'createdAt', sortOrder: 'asc' },
  viewed: { sortBy: 'views', sortOrder: 'desc' },
  edited: { sortBy: 'updatedAt', sortOrder: 'desc' },
}

export const SORTS = Object.keys(ORDERS) as Sort[]

/**
 * What the feed shows, as its address says it: nothing of it stands there where it is as usual. `from` is `mine` or the
 * id of a college, `branch` the code or the name of one.
 */
export type FeedQuery = { topic?: string; branch?: string; from?: string; sort?: string }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readSort = ({ sort }: FeedQuery): Sort => SORTS.find((each) => each === sort) ?? 'newest'

/** Whose posts: of one's own college, of the college with that id, or everyone's. */
export function readSource({ from = '' }: FeedQuery, me: Me | null | undefined): string {
  if (from === 'mine' || from === me?.collegeId) return me ? 'mine' : 'everyone'
  return UUID.test(from) ? from : 'everyone'
}

/** What the API is asked for. */
export function feedFilter(query: FeedQuery, me: Me | null | undefined): Filter {
  const source = readSource(query, me)
  return {
    ...ORDERS[readSort(query)],
    ...(query.topic ? { topic: query.topic } : {}),
    ...(query.branch ? { branch: query.branch } : {}),
    ...(source === 'everyone' ? {} : { collegeId: source === 'mine' ? me!.collegeId : source }),
  }
}

const isSource = (from = ''): boolean => from === 'mine' || UUID.test(from)

export const isFiltered = ({ topic, branch, from }: FeedQuery): boolean => Boolean(topic || branch) || isSource(from)

/** The address of the feed with some of it changed. */
export function feedPath(query: FeedQuery, changes: FeedQuery): string {
  const { topic, branch, from, sort } = { ...query, ...changes }
  const params = { topic, branch, from: isSource(from) ? from : '', sort: sort === 'newest' ? '' : sort }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `/?${search}` : '/'
}
