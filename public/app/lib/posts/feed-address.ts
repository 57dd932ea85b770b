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
 * The feed's filters as its URL holds them, without defaults. `from` is `mine` or the id of a college, `branch` its
 * code or name.
 */
export type FeedQuery = { topic?: string; branch?: string; from?: string; sort?: string }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readSort = ({ sort }: FeedQuery): Sort => SORTS.find((each) => each === sort) ?? 'newest'

/** `mine` for the viewer's college, the id of another college, or `everyone`. */
export function readSource({ from = '' }: FeedQuery, me: Me | null | undefined): string {
  if (from === 'mine' || from === me?.collegeId) return me ? 'mine' : 'everyone'
  return UUID.test(from) ? from : 'everyone'
}

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

/** The URL of the feed with these changes. */
export function feedPath(query: FeedQuery, changes: FeedQuery): string {
  const { topic, branch, from, sort } = { ...query, ...changes }
  const params = { topic, branch, from: isSource(from) ? from : '', sort: sort === 'newest' ? '' : sort }
  const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return search.size > 0 ? `/?${search}` : '/'
}
