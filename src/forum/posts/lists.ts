import { storage } from '../../../db/storage'
import { isAlias } from '../../campus/authorship/aliases'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import { topics } from '../../ground/settings/settings'
import { type CursoredMeta, cursoredPage } from '../../lib/text/cursor'
import { type CachedPage, hotPageCache, pageCache, windowTotals } from './cache'
import { filtersOf, type PostFilter, postTotal } from './counts'
import { findTopic } from './fields'
import {
  areFew,
  blockedIn,
  countIn,
  findBranchKey,
  isModerated,
  isWalked,
  type List,
  newestIn,
  type Order,
  pageOf,
  type SortBy,
  type Span,
} from './list-queries'
import { pinnedAbove } from './pins'
import { auditListed, type PostRecord, postRecords } from './record'
import { hotScore, MOST_LEAD } from './stats'
import {
  type AnyViewer,
  type FeedVisibility,
  feedVisibility,
  type ModerationFilter,
  NO_BLOCKS,
  refuseUnlessMayFilter,
  type Viewers,
  viewerAudience,
} from './visibility'

/** The requested page. */
export type Paging = {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  /** For `top`. */
  window?: Window
  cursor?: string
  state?: ModerationFilter
  /** Questions that have no answer yet. */
  question?: 'open'
}

/**
 * Filters as the query names them; an unknown topic, college, branch or author matches nothing. Neither does an alias,
 * except for administrators: it has no profile.
 */
export type ListFilter = Partial<Record<'topic' | 'collegeId' | 'branch' | 'course' | 'authorId', string | undefined>>

/** `pinned`: on the first page of a feed, where something is pinned above it. */
type PostList = { posts: PostRecord[]; pinned?: PostRecord[]; meta: CursoredMeta }

/**
 * The page of matching posts that the viewer may read, without authors who have a block relation with the viewer.
 * 403 `FORBIDDEN` for a moderation filter without the role for it.
 */
export async function listPosts(viewer: Viewer | null, filters: ListFilter, paging: Paging): Promise<PostList> {
  refuseUnlessMayFilter(viewer, paging.state, filters.authorId)
  const filter = storedFilter(viewer, filters)
  const { ids, meta } = filter === undefined ? emptyPage(paging) : readPage(viewer, filter, paging)
  const above = filter !== undefined && isTopOfFeed(filter, paging) ? pinnedAbove(viewer, filter.topic) : []
  await auditListed(viewer, [...new Set([...above, ...ids])])
  const posts = postRecords(viewer, ids)
  if (above.length === 0) return { posts, meta }
  return { posts, pinned: postRecords(viewer, above), meta }
}

/** Undefined where no post can fit. */
function storedFilter(
  viewer: AnyViewer,
  { topic, branch, course: courseId, ...rest }: ListFilter,
): PostFilter | undefined {
  const db = storage.reader
  if (rest.authorId !== undefined && !isAdministrator(viewer) && isAlias(db, rest.authorId)) return undefined
  const spelling = topic === undefined ? undefined : findTopic(topics(), topic)
  if (topic !== undefined && spelling === undefined) return undefined
  const branchKey = branch === undefined ? undefined : findBranchKey(db, branch)
  if (courseId !== undefined && branchKey !== undefined && areFew(db, courseId, branchKey)) return undefined
  return { ...rest, topic: spelling, branchKey, courseId }
}

/** The beginning of all posts, or of those of a topic, in any order. */
const isTopOfFeed = (
  { authorId, collegeId, branchKey, courseId }: PostFilter,
  { page, cursor, state, question }: Paging,
): boolean =>
  page === 1 && [cursor, state, question, authorId, collegeId, branchKey, courseId].every((each) => each === undefined)

const emptyPage = (paging: Paging): CachedPage => ({ ids: [], meta: cursoredPage(paging, 0, () => []).meta })

/** Every view, edit or vote changes the other orders, so their pages are not cached. */
const CACHES = { createdAt: pageCache, hot: hotPageCache, updatedAt: undefined, views: undefined, top: undefined }

function readPage(viewer: AnyViewer, filter: PostFilter, paging: Paging): CachedPage {
  const visibility = narrowToAuthor(filter, feedVisibility(viewer))
  if (visibility === undefined) return emptyPage(paging)
  const select = () => selectPage(viewer, visibility, filter, paging)
  const { topic, collegeId, branchKey, authorId, courseId } = filter
  const key = JSON.stringify([visibility.cacheKey, topic, collegeId, branchKey, authorId, courseId, paging])
  return CACHES[paging.sortBy]?.get(key, select) ?? select()
}

/** Everybody without a block relation with an author sees the same posts of that author; the others see none. */
function narrowToAuthor({ authorId }: PostFilter, visibility: FeedVisibility): FeedVisibility | undefined {
  if (authorId === undefined) return visibility
  return visibility.blocked.has(authorId)
    ? undefined
    : { ...visibility, cacheKey: visibility.cacheGroup, blocked: NO_BLOCKS }
}

/** From this offset on, checking the author of each row costs more than collecting the blocked authors' rows first. */
const DEEP_OFFSET = 100

function selectPage(viewer: AnyViewer, { blocked }: FeedVisibility, filter: PostFilter, paging: Paging): CachedPage {
  const { sortBy, sortOrder, state, question, window = 'all' } = paging
  const db = storage.reader
  const viewers = viewerAudience(viewer, state)
  const since = window === 'all' ? undefined : windowStart(window)
  const list = { filters: rarestFirst(viewers, filter), viewers, since, isOpen: question === 'open' }
  const authors = JSON.stringify([...blocked])
  const unfiltered = listTotal(list, filter)
  const total = unfiltered - (blocked.size > 0 ? (blockedIn(list, authors).get(db)?.count ?? 0) : 0)
  const { rows, meta } = cursoredPage(paging, total, (span, after) => {
    const without = blocked.size === 0 ? undefined : { authors, deep: span.offset >= DEEP_OFFSET }
    const order = { sortBy, sortOrder, without, after }
    return (isWalked(list, sortBy) ? walkedPage(list, order, span, unfiltered) : pageOf(list, order, span)).all(db)
  })
  return { ids: rows.map(({ id }) => id), meta }
}

/**
 * The filter with the fewest posts chooses the index, so that a new topic or college is not searched for among all
 * posts.
 */
function rarestFirst(viewers: Viewers, filter: PostFilter): List['filters'] {
  const filters = filtersOf(filter)
  // Of a course there are few, and no totals; it comes first.
  if (filters.length < 2 || filter.courseId !== undefined) return filters
  const counted = filters.map((each) => ({
    each,
    total: postTotal(storage.reader, viewers, Object.fromEntries([each])),
  }))
  return counted.sort((one, other) => one.total - other.total).map(({ each }) => each)
}

// Pages by hot, views and top. Votes and views move entries of their indexes, so there is one each for all filters. A list
// of many posts is found in it among the others; one of few is read and sorted, as a window of top is.

export const WINDOWS = ['day', 'week', 'month', 'all'] as const
export type Window = (typeof WINDOWS)[number]

const HOUR_MS = 3_600_000
const HOURS = { day: 24, week: 7 * 24, month: 30 * 24 } as const

/** The beginning of a window: a whole hour, so that lists and totals stay the same for one. */
export const windowStart = (window: keyof typeof HOURS, now = Date.now()): string =>
  new Date((Math.floor(now / HOUR_MS) - HOURS[window]) * HOUR_MS).toISOString()

/** The number of posts in a list, block relations aside. */
function listTotal(list: List, filter: PostFilter): number {
  if (list.isOpen) return countIn(list).get(storage.reader)?.count ?? 0
  if (list.since === undefined && filter.courseId === undefined) return postTotal(storage.reader, list.viewers, filter)
  const key = JSON.stringify([list.viewers, filter, list.since])
  return windowTotals.get(key, () => ({ total: countIn(list).get(storage.reader)?.count ?? 0 })).total
}

/** So few are sorted in less time than it takes to find them among others. */
const FEW = 200

/**
 * Whether to look for the posts of a list among all posts, rather than to sort all posts of the list: if posts
 * of every list are as good, that reads `reach * all / listed` rows against `listed`.
 */
export const isFoundAmongAll = ({ filters, viewers }: List, reach: number, listed: number, all: number): boolean =>
  !filters.some(([name]) => name === 'authorId') &&
  !isModerated(viewers.kind) &&
  (filters.length === 0 || (listed > FEW && listed * listed > reach * all))

/** `listed` is how many posts the list has, block relations aside. */
function walkedPage(list: List, order: Order, span: Span, listed: number): ReturnType<typeof pageOf> {
  const db = storage.reader
  if (!isFoundAmongAll(list, span.offset + span.limit, listed, postTotal(db, list.viewers, {})))
    return pageOf(list, { ...order, isSorted: true }, span)
  if (list.filters.length === 0 || order.sortBy !== 'hot' || order.sortOrder === 'asc') return pageOf(list, order, span)
  // In a topic that is out of use, all newer posts of others would be read before its first one.
  const latest = newestIn(list).get(db)
  const highest = latest === undefined ? 0 : hotScore(latest.createdAt, { votes: 0, comments: 0 }) + MOST_LEAD
  return pageOf(list, { ...order, highest }, span)
}
