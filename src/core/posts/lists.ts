import { type Connection, storage } from '../../../db/storage'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { isAdministrator, type Viewer } from '../access/account'
import { isAlias } from '../aliases/aliases'
import { topics } from '../settings/settings'
import { type CachedPage, hotPageCache, pageCache } from './cache'
import { filterNames, type PostFilter, postTotal } from './counts'
import { type FeedVisibility, feedVisibility, NO_BLOCKS, viewerAudience } from './feed-visibility'
import { type ModerationFilter, refuseUnlessMayFilter } from './moderation-filter'
import { pinnedAbove } from './pins'
import { countBlockedPosts, findBranchKey, type ListShape, pageOfPosts, type SortBy } from './queries'
import { pageByHot, type Window, windowStart, windowTotal } from './ranked'
import { auditListed, type PostRecord, postRecords } from './record'
import { findTopic } from './topics'
import type { AnyViewer } from './visibility'

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
export type PostList = { posts: PostRecord[]; pinned?: PostRecord[]; meta: CursoredMeta }

/**
 * The page of matching posts that the viewer may read, without authors who have a block relation with the viewer.
 * 403 `FORBIDDEN` for a moderation filter without the role for it.
 */
export async function listPosts(viewer: Viewer | null, filters: ListFilter, paging: Paging): Promise<PostList> {
  refuseUnlessMayFilter(viewer, paging.state, filters.authorId)
  const filter = await storedFilter(storage.reader, viewer, filters)
  const { ids, meta } = filter === undefined ? emptyPage(paging) : await readPage(viewer, filter, paging)
  const above = filter !== undefined && isTopOfFeed(filter, paging) ? await pinnedAbove(viewer, filter.topic) : []
  await auditListed(viewer, above.length === 0 ? ids : [...new Set([...above, ...ids])])
  const posts = await postRecords(viewer, ids)
  if (above.length === 0) return { posts, meta }
  return { posts, pinned: await postRecords(viewer, above), meta }
}

/** The beginning of all posts, or of those of a topic, in any order. */
const isTopOfFeed = ({ authorId, collegeId, branchKey }: PostFilter, { page, cursor, state }: Paging): boolean =>
  page === 1 && [cursor, state, authorId, collegeId, branchKey].every((each) => each === undefined)

function emptyPage({ page, limit, cursor }: Paging): CachedPage {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return { ids: [], meta: cursoredMeta(0, page, limit, after, undefined) }
}

/** Every view, edit or vote changes the other orders, so their pages are not cached. */
const CACHES = { createdAt: pageCache, hot: hotPageCache, updatedAt: undefined, views: undefined, top: undefined }

async function readPage(viewer: AnyViewer, filter: PostFilter, paging: Paging): Promise<CachedPage> {
  const visibility = narrowToAuthor(filter, await feedVisibility(viewer))
  if (visibility === undefined) return emptyPage(paging)
  const select = () => selectPage(viewer, visibility, filter, paging)
  const key = JSON.stringify([visibility.cacheKey, filterKey(filter), paging])
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

async function selectPage(
  viewer: AnyViewer,
  { blocked }: FeedVisibility,
  filter: PostFilter,
  { page, limit, sortBy, sortOrder, cursor, state, window = 'all' }: Paging,
): Promise<CachedPage> {
  const db = storage.reader
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { place, ...walk } = pageWindow(page, limit, after)
  const { kind, params } = viewerAudience(viewer, state)
  const shape: ListShape = {
    filters: await rarestFirst(db, { kind, params }, filter),
    sortBy,
    sortOrder,
    audience: kind,
    withoutBlocked: blocked.size > 0 && (walk.offset < DEEP_OFFSET ? 'near' : 'deep'),
    afterCursor: after !== undefined,
    inWindow: window !== 'all',
  }
  const values = {
    ...params,
    ...filter,
    ...(blocked.size > 0 ? { blocked: JSON.stringify([...blocked]) } : {}),
    ...(shape.inWindow ? { since: windowStart(window) } : {}),
  }
  const unfiltered = await windowTotal(db, { kind, params }, shape.filters, filter, window)
  const total = shape.withoutBlocked ? unfiltered - (await countBlockedPosts(db, shape, values)) : unfiltered
  const read = () => {
    const page = { ...values, ...place, ...walk }
    return sortBy === 'hot' ? pageByHot(db, { kind, params }, shape, unfiltered, page) : pageOfPosts(db, shape, page)
  }
  const rows = walk.offset < total ? await read() : []
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  return { ids: pageRows.map(({ id }) => id), meta: cursoredMeta(total, page, limit, after, last) }
}

/**
 * The filter with the fewest posts chooses the index, so that a new topic or college is not searched for among all
 * posts.
 */
async function rarestFirst(
  db: Connection,
  viewers: ReturnType<typeof viewerAudience>,
  filter: PostFilter,
): Promise<ListShape['filters']> {
  const filters = filterNames(filter)
  if (filters.length < 2) return filters
  const totals = new Map<keyof PostFilter, number>()
  for (const name of filters) totals.set(name, await postTotal(db, viewers, { [name]: filter[name] }))
  return filters.toSorted((one, other) => (totals.get(one) ?? 0) - (totals.get(other) ?? 0))
}

/** Undefined where no post can fit. */
async function storedFilter(
  db: Connection,
  viewer: AnyViewer,
  { topic, branch, ...rest }: ListFilter,
): Promise<PostFilter | undefined> {
  if (rest.authorId !== undefined && !isAdministrator(viewer) && isAlias(db, rest.authorId)) return undefined
  const spelling = topic === undefined ? undefined : findTopic(await topics(), topic)
  if (topic !== undefined && spelling === undefined) return undefined
  return {
    ...rest,
    ...(spelling === undefined ? {} : { topic: spelling }),
    ...(branch === undefined ? {} : { branchKey: await findBranchKey(db, branch) }),
  }
}

const filterKey = ({ topic, collegeId, branchKey, authorId }: PostFilter) => [topic, collegeId, branchKey, authorId]
