import { posts } from '../../../db/schema/posts'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, pick, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { isAlias } from '../../campus/authorship/aliases'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import { topics } from '../../ground/settings/settings'
import { type Cursor, type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/text/cursor'
import { type CachedPage, hotPageCache, pageCache, windowTotals } from './cache'
import { COLUMNS, filtersOf, type PostFilter, postTotal } from './counts'
import { findTopic } from './fields'
import { pinnedAbove } from './pins'
import { auditListed, type PostRecord, postRecords } from './record'
import { hotScore, MOST_LEAD } from './stats'
import {
  type AnyViewer,
  type Audience,
  audienceOf,
  type FeedVisibility,
  feedVisibility,
  type ModerationFilter,
  NO_BLOCKS,
  refuseUnlessMayFilter,
  type Viewers,
  viewerAudience,
} from './visibility'

export const SORT_WORDS = ['createdAt', 'updatedAt', 'views', 'hot', 'top'] as const
export type SortBy = (typeof SORT_WORDS)[number]

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
}

/**
 * Filters as the query names them; an unknown topic, college, branch or author matches nothing. Neither does an alias,
 * except for administrators: it has no profile.
 */
export type ListFilter =
  | { topic?: string; collegeId?: string; branch?: string; authorId?: undefined }
  | { authorId: string; topic?: undefined; collegeId?: undefined; branch?: undefined }

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
function storedFilter(viewer: AnyViewer, { topic, branch, ...rest }: ListFilter): PostFilter | undefined {
  const db = storage.reader
  if (rest.authorId !== undefined && !isAdministrator(viewer) && isAlias(db, rest.authorId)) return undefined
  const spelling = topic === undefined ? undefined : findTopic(topics(), topic)
  if (topic !== undefined && spelling === undefined) return undefined
  return { ...rest, topic: spelling, branchKey: branch === undefined ? undefined : findBranchKey(db, branch) }
}

/**
 * The key of a branch by its code, else by its name, in any case; else the text itself, as on posts without a known
 * branch.
 */
export const findBranchKey = (db: Connection, text: string): string =>
  sql({ key: TEXT })`
    SELECT coalesce(
      (SELECT id FROM branches WHERE lower(code) = lower(${text})),
      (SELECT id FROM branches WHERE lower(name) = lower(${text})),
      lower(${text})) AS key`.get(db)?.key ?? text

/** The beginning of all posts, or of those of a topic, in any order. */
const isTopOfFeed = ({ authorId, collegeId, branchKey }: PostFilter, { page, cursor, state }: Paging): boolean =>
  page === 1 && [cursor, state, authorId, collegeId, branchKey].every((each) => each === undefined)

function emptyPage({ page, limit, cursor }: Paging): CachedPage {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return { ids: [], meta: cursoredMeta(0, page, limit, after, undefined) }
}

/** Every view, edit or vote changes the other orders, so their pages are not cached. */
const CACHES = { createdAt: pageCache, hot: hotPageCache, updatedAt: undefined, views: undefined, top: undefined }

function readPage(viewer: AnyViewer, filter: PostFilter, paging: Paging): CachedPage {
  const visibility = narrowToAuthor(filter, feedVisibility(viewer))
  if (visibility === undefined) return emptyPage(paging)
  const select = () => selectPage(viewer, visibility, filter, paging)
  const { topic, collegeId, branchKey, authorId } = filter
  const key = JSON.stringify([visibility.cacheKey, topic, collegeId, branchKey, authorId, paging])
  return CACHES[paging.sortBy]?.get(key, select) ?? select()
}

/** Everybody without a block relation with an author sees the same posts of that author; the others see none. */
function narrowToAuthor({ authorId }: PostFilter, visibility: FeedVisibility): FeedVisibility | undefined {
  if (authorId === undefined) return visibility
  return visibility.blocked.has(authorId)
    ? undefined
    : { ...visibility, cacheKey: visibility.cacheGroup, blocked: NO_BLOCKS }
}

/** The posts of a list. */
export type List = {
  /** The first chooses the index; the others are checked within it. */
  filters: readonly (readonly [name: keyof PostFilter, value: string])[]
  viewers: Viewers
  since?: string | undefined
}

/** In which order they come, and from where on. */
export type Order = {
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  /** A JSON array of authors to leave out: `deep` for pages far from the beginning. */
  without?: { authors: string; deep: boolean } | undefined
  after?: Cursor | undefined
  /** For `hot`: begins at this score. */
  highest?: number
  /** For the orders of `WALKED`: reads all posts of the list and sorts them. */
  isSorted?: boolean
}

type Span = { limit: number; offset: number }

/** From this offset on, checking the author of each row costs more than collecting the blocked authors' rows first. */
const DEEP_OFFSET = 100

function selectPage(
  viewer: AnyViewer,
  { blocked }: FeedVisibility,
  filter: PostFilter,
  { page, limit, sortBy, sortOrder, cursor, state, window = 'all' }: Paging,
): CachedPage {
  const db = storage.reader
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const span = pageWindow(page, limit, after)
  const viewers = viewerAudience(viewer, state)
  const since = window === 'all' ? undefined : windowStart(window)
  const list = { filters: rarestFirst(viewers, filter), viewers, since }
  const authors = JSON.stringify([...blocked])
  const without = blocked.size === 0 ? undefined : { authors, deep: span.offset >= DEEP_OFFSET }
  const unfiltered = listTotal(list, filter)
  const total = unfiltered - (without ? (blockedIn(list, authors).get(db)?.count ?? 0) : 0)
  const order = { sortBy, sortOrder, without, after }
  const read = () => (isWalked(list, sortBy) ? walkedPage(list, order, span, unfiltered) : pageOf(list, order, span))
  const rows = span.offset < total ? read().all(db) : []
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { ids: rows.slice(0, limit).map(({ id }) => id), meta: cursoredMeta(total, page, limit, after, last) }
}

/**
 * The filter with the fewest posts chooses the index, so that a new topic or college is not searched for among all
 * posts.
 */
function rarestFirst(viewers: Viewers, filter: PostFilter): List['filters'] {
  const filters = filtersOf(filter)
  if (filters.length < 2) return filters
  const counted = filters.map((each) => ({
    each,
    total: postTotal(storage.reader, viewers, Object.fromEntries([each])),
  }))
  return counted.sort((one, other) => one.total - other.total).map(({ each }) => each)
}

/** By what the first filter finds; any other is looked up in the posts. */
const INDICES = { authorId: 'author', branchKey: 'branch', topic: 'topic', collegeId: 'college' } as const

const SORTS = {
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  views: 's.views',
  hot: 's.hot_score',
  top: 's.top_score',
} as const

/** Where posts of all lists are found in an order. A window is read and sorted. */
const WALKED: Partial<Record<SortBy, string>> = {
  hot: 'post_stats_hot',
  views: 'post_stats_views',
  top: 'post_stats_top',
}

const isWalked = ({ since }: List, sortBy: SortBy): boolean => sortBy in WALKED && since === undefined

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
const isModerated = (kind: Audience): kind is 'banned' | 'shadow_banned' =>
  kind === 'banned' || kind === 'shadow_banned'

/** The posts, by the index that finds those of a list, newest first. */
function found({ filters: [first], viewers }: List): string {
  if (isModerated(viewers.kind)) return 'posts p INDEXED BY posts_moderated'
  return `posts p INDEXED BY ${first === undefined ? 'posts_newest' : `posts_${INDICES[first[0]]}_newest`}`
}

/** Where the posts of a list are read: all that are found, or in their order, among the others. */
function source(list: List, { sortBy, isSorted }: Order): string {
  if (isWalked(list, sortBy) && !isSorted)
    return `post_stats s INDEXED BY ${WALKED[sortBy]} CROSS JOIN posts p ON p.key = s.post`
  return SORTS[sortBy].startsWith('s.') ? `${found(list)} CROSS JOIN post_stats s ON s.post = p.key` : found(list)
}

const NOTHING = sql``

const isInList = ({ filters, viewers, since }: List): Query<never> => sql`
  ${filters.reduce((others, [name, value]) => sql`${others} p.${raw(COLUMNS[name])} = ${value} AND`, NOTHING)}
  ${
    isModerated(viewers.kind)
      ? sql`p.moderation_state = ${raw(`'${viewers.kind}'`)} AND p.moderation_state <> 'active'`
      : audienceOf(viewers)
  }
  ${since === undefined ? NOTHING : sql`AND p.created_at >= ${since}`}`

/**
 * Leaves out posts of blocked authors: near the beginning by the author of each row; further on by the row numbers of
 * all their posts, collected first, which takes hundreds of microseconds for a busy author.
 */
const isByOthers = ({ authors, deep }: { authors: string; deep: boolean }): Query<never> =>
  deep
    ? sql`p.rowid NOT IN (
        SELECT rowid FROM posts blocked WHERE blocked.author_id IN (SELECT value FROM json_each(${authors})))`
    : sql`(p.author_id IS NULL OR NOT p.author_id IN (SELECT value FROM json_each(${authors})))`

/**
 * The posts of a page: walks indexes, but for a window of `top`, which it sorts. Most posts are never changed: those that
 * were are merged into the others.
 */
export function pageOf(list: List, order: Order, { limit, offset }: Span) {
  const { sortBy, sortOrder, without, after, highest } = order
  const walk = (from: string, sort: string, which: Query<never> = NOTHING) => sql`
    SELECT p.id, ${raw(sort)} AS value FROM ${raw(from)} WHERE ${isInList(list)} ${which}
      ${without === undefined ? NOTHING : sql`AND ${isByOthers(without)}`}
      ${highest === undefined ? NOTHING : sql`AND s.hot_score <= ${highest}`}
      ${
        after === undefined
          ? NOTHING
          : sql`AND (${raw(sort)}, p.id) ${raw(sortOrder === 'desc' ? '<' : '>')} (${after.value}, ${after.id})`
      }`
  const isMerged = sortBy === 'updatedAt' && list.filters[0]?.[0] !== 'authorId' && !isModerated(list.viewers.kind)
  const walks = isMerged
    ? sql`${walk('posts p INDEXED BY posts_edited', SORTS.updatedAt, sql`AND p.updated_at <> p.created_at`)}
      UNION ALL ${walk(found(list), SORTS.createdAt, sql`AND p.updated_at = p.created_at`)}`
    : walk(source(list, order), SORTS[sortBy])
  const direction = raw(sortOrder)
  return sql({ id: posts.id, value: TEXT_OR_INTEGER })`
    ${walks} ORDER BY value ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`
}

/** How many posts of a list are by these authors; reads only those authors' posts. */
export const blockedIn = (list: List, authors: string) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM posts p INDEXED BY posts_author_newest
  WHERE p.author_id IN (SELECT value FROM json_each(${authors})) AND ${isInList(list)}`

/** When the newest post of a list was published: the first entry in the index of its newest. */
export const newestIn = (list: List) => sql(pick(posts, 'createdAt'))`
  SELECT p.created_at AS createdAt FROM ${raw(found(list))} WHERE ${isInList(list)} ORDER BY p.created_at DESC LIMIT 1`

/** How many posts of a list its window has, in the index of the newest. */
export const countIn = (list: List) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM ${raw(found(list))} WHERE ${isInList(list)}`

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
  if (list.since === undefined) return postTotal(storage.reader, list.viewers, filter)
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
