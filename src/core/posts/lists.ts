import { type Connection, storage } from '../../../db/storage'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { type Json, jsonList, jsonObject, toJson } from '../../lib/json'
import { topics } from '../settings/settings'
import { type CachedPage, pageCache } from './cache'
import { audienceOf, filtersIn, type PostFilter, postTotal } from './counts'
import { type FeedVisibility, feedVisibility, NO_BLOCKS } from './feed-visibility'
import type { ModerationFilter } from './moderation-filter'
import { refuseUnlessMayFilter } from './moderation-filter'
import { branchKeyOf, countBlockedPosts, type ListShape, pageOfPosts } from './queries'
import { type PostRecord, postRecords } from './record'
import { topicLike } from './topics'
import type { Reader } from './visibility'

/** The page that was asked for. */
export type Paging = {
  page: number
  limit: number
  sortBy: 'createdAt' | 'updatedAt' | 'views'
  sortOrder: 'asc' | 'desc'
  cursor?: string
  state?: ModerationFilter
}

/** As asked for; what names nothing finds nothing. */
export type ListFilter =
  | { topic?: string; collegeId?: string; branch?: string; authorId?: undefined }
  | { authorId: string; topic?: undefined; collegeId?: undefined; branch?: undefined }

export type PostList = { posts: PostRecord[]; meta: CursoredMeta }

/** 403 for a state that the reader may not ask for. What the reader may read of the posts that fit, without those of authors with whom it has a block relation. */
export async function listPosts(reader: Reader, asked: ListFilter, paging: Paging): Promise<Json<PostList>> {
  refuseUnlessMayFilter(reader, paging.state)
  const filter = await storedFilter(storage.reader, asked)
  const { ids, meta } = filter === undefined ? nothing(paging) : await pageOf(reader, filter, paging)
  return jsonObject<PostList>({ posts: jsonList(await postRecords(reader, ids)), meta })
}

function nothing({ page, limit, cursor }: Paging): CachedPage {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return { ids: [], meta: toJson(cursoredMeta(0, page, limit, after, undefined)) }
}

/** The other orders move with every view or edit; a page of one is chosen each time it is asked for. */
const KEPT_ORDER = 'createdAt'

async function pageOf(reader: Reader, filter: PostFilter, paging: Paging): Promise<CachedPage> {
  const sight = inListsOf(filter, await feedVisibility(reader))
  if (sight === undefined) return nothing(paging)
  const choose = () => choosePage(reader, sight, filter, paging)
  if (paging.sortBy !== KEPT_ORDER) return choose()
  const key = JSON.stringify([sight.key, filterKey(filter), paging])
  return pageCache.get(key, choose)
}

/** One author's posts are the same for all with whom the author has no block relation; for the others there are none. */
function inListsOf({ authorId }: PostFilter, sight: FeedVisibility): FeedVisibility | undefined {
  if (authorId === undefined) return sight
  return sight.blocked.has(authorId) ? undefined : { ...sight, key: sight.audience, blocked: NO_BLOCKS }
}

/** From how many posts on it takes longer to ask each for its author than to gather those of the blocked ones. */
const DEEP = 100

async function choosePage(
  reader: Reader,
  { blocked }: FeedVisibility,
  filter: PostFilter,
  { page, limit, sortBy, sortOrder, cursor, state }: Paging,
): Promise<CachedPage> {
  const db = storage.reader
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { place, ...walk } = pageWindow(page, limit, after)
  const { kind, params } = audienceOf(reader, state)
  const shape: ListShape = {
    filters: await rarestFirst(db, { kind, params }, filter),
    sortBy,
    sortOrder,
    audience: kind,
    withoutBlocked: blocked.size > 0 && (walk.offset < DEEP ? 'near' : 'deep'),
    afterCursor: after !== undefined,
  }
  const values = { ...params, ...filter, ...(blocked.size > 0 ? { blocked: JSON.stringify([...blocked]) } : {}) }
  const listed = await postTotal(db, { kind, params }, filter)
  const total = shape.withoutBlocked ? listed - (await countBlockedPosts(db, shape, values)) : listed
  const found = walk.offset < total ? await pageOfPosts(db, shape, { ...values, ...place, ...walk }) : []
  const shown = found.slice(0, limit)
  const left = found.length > limit ? shown.at(-1) : undefined
  return { ids: shown.map(({ id }) => id), meta: toJson(cursoredMeta(total, page, limit, after, left)) }
}

/** How much longer each post of an index takes that does not hold the other filters. */
const UNCOVERED = 8

/** The filter with the fewest posts chooses the index: what a new topic or college has is not looked for among all posts. */
async function rarestFirst(
  db: Connection,
  readers: ReturnType<typeof audienceOf>,
  filter: PostFilter,
): Promise<ListShape['filters']> {
  const filters = filtersIn(filter)
  if (filters.length < 2) return filters
  const walks = new Map<keyof PostFilter, number>()
  for (const name of filters) {
    const total = await postTotal(db, readers, { [name]: filter[name] })
    walks.set(name, name === 'collegeId' ? total * UNCOVERED : total)
  }
  return filters.toSorted((one, other) => (walks.get(one) ?? 0) - (walks.get(other) ?? 0))
}

/** Undefined where no post can fit. */
async function storedFilter(db: Connection, { topic, branch, ...rest }: ListFilter): Promise<PostFilter | undefined> {
  const spelling = topic === undefined ? undefined : topicLike(await topics(), topic)
  if (topic !== undefined && spelling === undefined) return undefined
  return {
    ...rest,
    ...(spelling === undefined ? {} : { topic: spelling }),
    ...(branch === undefined ? {} : { branchKey: await branchKeyOf(db, branch) }),
  }
}

const filterKey = ({ topic, collegeId, branchKey, authorId }: PostFilter) => [topic, collegeId, branchKey, authorId]
