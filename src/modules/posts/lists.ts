import { type Connection, storage } from '../../../db/storage'
import { type CursoredMeta, cursoredMeta, readCursor, walkOf } from '../../domain/cursor'
import { type Json, jsonList, jsonObject, toJson } from '../../domain/json'
import { type KeptPage, keptPages } from '../../domain/kept-posts'
import { audienceOf, combinedTotal, type Facet, postTotal } from '../../domain/post-counts'
import { type PostRecord, postRecords } from '../../domain/post-record'
import { paginate } from '../../domain/shapes'
import { type Sight, sightOf } from '../../domain/sight'
import { refuseUnlessMayAsk } from '../../domain/states'
import { topicLike } from '../../domain/topics'
import type { Reader } from '../../domain/visibility'
import { topics } from '../../services/settings'
import type { Paging } from './model'
import {
  branchKeyOf,
  countBlockedPosts,
  countPosts,
  filtersIn,
  type ListShape,
  type PostFilter,
  pageOfPosts,
} from './queries'

/** As asked for; what names nothing finds nothing. */
export type ListFilter = { topic?: string; collegeId?: string; branch?: string; authorId?: string }

export type PostList = { posts: PostRecord[]; meta: CursoredMeta }

/** 403 for a state that the reader may not ask for. What the reader may read of the posts that fit, without those of authors with whom it has a block relation. */
export async function listPosts(reader: Reader, asked: ListFilter, paging: Paging): Promise<Json<PostList>> {
  refuseUnlessMayAsk(reader, paging.state)
  const filter = await storedFilter(storage.reader, asked)
  const { ids, meta } = filter === undefined ? nothing(paging) : await pageOf(reader, filter, paging)
  return jsonObject<PostList>({ posts: jsonList(await postRecords(reader, ids)), meta })
}

const nothing = ({ page, limit }: Paging): KeptPage => ({
  ids: [],
  meta: toJson({ ...paginate(0, page, limit), nextCursor: null }),
})

/** The other orders move with every view or edit; a page of one is chosen each time it is asked for. */
const KEPT_ORDER = 'createdAt'

async function pageOf(reader: Reader, filter: PostFilter, paging: Paging): Promise<KeptPage> {
  const sight = await sightOf(reader)
  const choose = () => choosePage(reader, sight, filter, paging)
  if (paging.sortBy !== KEPT_ORDER) return choose()
  const key = JSON.stringify([sight.key, filterKey(filter), paging])
  return keptPages.get(key, choose)
}

async function choosePage(
  reader: Reader,
  { audience, blocked }: Sight,
  filter: PostFilter,
  { page, limit, sortBy, sortOrder, cursor, state }: Paging,
): Promise<KeptPage> {
  const db = storage.reader
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { kind, params } = audienceOf(reader, state)
  const shape: ListShape = {
    filters: filtersIn(filter),
    sortBy,
    sortOrder,
    audience: kind,
    withoutBlocked: blocked.size > 0,
    afterCursor: after !== undefined,
  }
  const values = { ...params, ...filter, ...(blocked.size > 0 ? { blocked: JSON.stringify([...blocked]) } : {}) }
  const total = await totalOf(db, { kind, params }, `${audience} ${kind}`, filter, shape, values)
  const { place, ...walk } = walkOf(page, limit, after)
  const found = walk.offset < total ? await pageOfPosts(db, shape, { ...values, ...place, ...walk }) : []
  const shown = found.slice(0, limit)
  const left = found.length > limit ? shown.at(-1) : undefined
  return { ids: shown.map(({ id }) => id), meta: toJson(cursoredMeta(total, page, limit, after, left)) }
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

const FACETS = {
  topic: 'topic',
  collegeId: 'college',
  branchKey: 'branch',
  authorId: 'author',
} as const satisfies Record<keyof PostFilter, Facet>

/** Exactly what one can page through: the kept total, less what blocked authors have in it. */
async function totalOf(
  db: Connection,
  readers: ReturnType<typeof audienceOf>,
  audience: string,
  filter: PostFilter,
  shape: ListShape,
  values: Record<string, string>,
): Promise<number> {
  const [first, ...others] = shape.filters
  const whole =
    first === undefined
      ? await postTotal(db, readers, 'all', '')
      : others.length === 0
        ? await postTotal(db, readers, FACETS[first], filter[first] ?? '')
        : await combinedTotal(JSON.stringify([audience, filterKey(filter)]), () => countPosts(db, shape, values))
  return shape.withoutBlocked ? whole - (await countBlockedPosts(db, shape, values)) : whole
}

const filterKey = ({ topic, collegeId, branchKey, authorId }: PostFilter) => [topic, collegeId, branchKey, authorId]
