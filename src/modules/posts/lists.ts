import { type Connection, storage } from '../../../db/storage'
import { blockedAround } from '../../domain/blocks'
import { cursoredMeta, readCursor, walkOf } from '../../domain/cursor'
import { audienceOf, combinedTotal, type Facet, postTotal } from '../../domain/post-counts'
import { type PostRecord, toPostRecord } from '../../domain/post-record'
import { paginate } from '../../domain/shapes'
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

export type PostList = { posts: PostRecord[]; meta: ReturnType<typeof paginate> & { nextCursor: string | null } }

/** What the reader may read of the posts that fit, without those of authors with whom it has a block relation. */
export async function listPosts(
  reader: Reader,
  asked: ListFilter,
  { page, limit, sortBy, sortOrder, cursor }: Paging,
): Promise<PostList> {
  const db = storage.reader
  const filter = await storedFilter(db, asked)
  if (filter === undefined) return { posts: [], meta: { ...paginate(0, page, limit), nextCursor: null } }
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const blocked = reader === null ? [] : await blockedAround(db, reader.id)
  const { kind, params } = audienceOf(reader)
  const shape: ListShape = {
    filters: filtersIn(filter),
    sortBy,
    sortOrder,
    audience: kind,
    withoutBlocked: blocked.length > 0,
    afterCursor: after !== undefined,
  }
  const values = { ...params, ...filter, ...(blocked.length > 0 ? { blocked: JSON.stringify(blocked) } : {}) }
  const total = await totalOf(db, reader, filter, shape, values)
  const { place, ...walk } = walkOf(page, limit, after)
  const bound = { ...values, ...place, viewer: reader?.id ?? null, ...walk }
  const rows = walk.offset < total ? await pageOfPosts(db, shape, bound) : []
  const posts = rows.slice(0, limit).map((row) => toPostRecord(row, reader))
  const last = rows.length > limit ? posts.at(-1) : undefined
  const left = last && { value: last[sortBy], id: last.id }
  return { posts, meta: cursoredMeta(total, page, limit, after, left) }
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
  reader: Reader,
  filter: PostFilter,
  shape: ListShape,
  values: Record<string, string>,
): Promise<number> {
  const [first, ...others] = shape.filters
  const whole =
    first === undefined
      ? await postTotal(db, reader, 'all', '')
      : others.length === 0
        ? await postTotal(db, reader, FACETS[first], filter[first] ?? '')
        : await combinedTotal(combinationKey(reader, filter), () => countPosts(db, shape, values))
  return shape.withoutBlocked ? whole - (await countBlockedPosts(db, shape, values)) : whole
}

const combinationKey = (reader: Reader, filter: PostFilter): string =>
  JSON.stringify([audienceOf(reader), filter.topic, filter.collegeId, filter.branchKey, filter.authorId])
