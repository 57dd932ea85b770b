import { posts } from '../../../db/schema/posts'
import { type Query, type RawText, raw, sql } from '../../../db/sql'
import { INTEGER, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { COLUMNS, type PostFilter } from './counts'
import { audienceOf, type Viewers } from './feed-visibility'

// Lists of posts. The feed is the hottest query.

export type SortBy = 'createdAt' | 'updatedAt' | 'views' | 'hot' | 'top'

/** Which posts a list has. */
export type Listed = {
  viewers: Viewers
  filter: PostFilter
  /** The first chooses the index; the others are checked within it. */
  filters: readonly (keyof PostFilter)[]
  /** Posts since then only. */
  since?: string | undefined
}

/** A page of it. */
export type ListPage = Listed & {
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
  /** Leaves out these authors, a JSON array of ids; `deep` for pages far from the beginning. */
  blocked?: { ids: string; depth: 'near' | 'deep' } | undefined
  after?: { value: string | number; id: string } | undefined
  /** For `hot`: begins at this score. */
  highest?: number
  /** For the orders of `WALKED`: reads all posts of the list and sorts them. */
  isSorted?: boolean
}

/** By what the first filter finds; any other is looked up in the posts. */
const INDICES = { authorId: 'author', branchKey: 'branch', topic: 'topic', collegeId: 'college' } as const

const SORTS = {
  createdAt: raw('p.created_at'),
  updatedAt: raw('p.updated_at'),
  views: raw('s.views'),
  hot: raw('s.hot_score'),
  top: raw('s.top_score'),
} as const

/** Where posts of all lists are found in an order. A window is read and sorted. */
const WALKED: Partial<Record<SortBy, string>> = {
  hot: 'post_stats_hot',
  views: 'post_stats_views',
  top: 'post_stats_top',
}

export const isWalked = ({ sortBy, since }: Pick<ListPage, 'sortBy' | 'since'>): boolean =>
  sortBy in WALKED && since === undefined

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
export const isModerated = ({ kind }: Viewers): boolean => kind === 'banned' || kind === 'shadow_banned'

/** The index that finds the posts of a list, newest first. */
function indexOf({ filters: [first], viewers }: Listed): RawText {
  if (isModerated(viewers)) return raw('posts_moderated')
  return raw(first === undefined ? 'posts_newest' : `posts_${INDICES[first]}_newest`)
}

const NOTHING = raw('')

function conditions({ filters, filter, viewers, since }: Listed): Query<never> {
  const { kind } = viewers
  const shown = isModerated(viewers)
    ? sql`p.moderation_state = ${raw(`'${kind}'`)} AND p.moderation_state <> 'active'`
    : audienceOf(viewers)
  return filters.reduceRight(
    (others, name) => sql`p.${raw(COLUMNS[name])} = ${filter[name] ?? null} AND ${others}`,
    since === undefined ? shown : sql`${shown} AND p.created_at >= ${since}`,
  )
}

/**
 * Leaves out posts of blocked authors: near the beginning by the author of each row; further on by the row numbers of
 * all their posts, collected first, which takes hundreds of microseconds for a busy author.
 */
const isNotBlocked = (ids: string, depth: 'near' | 'deep' = 'near') =>
  depth === 'near'
    ? sql`AND (p.author_id IS NULL OR NOT p.author_id IN (SELECT value FROM json_each(${ids})))`
    : sql`AND p.rowid NOT IN (
        SELECT rowid FROM posts blocked WHERE blocked.author_id IN (SELECT value FROM json_each(${ids})))`

/** Where the posts of a list are read: all that are found, or in their order, among the others. */
function source(list: ListPage): Query<never> {
  const walked = isWalked(list) && !list.isSorted && WALKED[list.sortBy]
  if (walked) return sql`post_stats s INDEXED BY ${raw(walked)} CROSS JOIN posts p ON p.key = s.post`
  const found = sql`posts p INDEXED BY ${indexOf(list)}`
  return list.sortBy in WALKED ? sql`${found} CROSS JOIN post_stats s ON s.post = p.key` : found
}

/**
 * The posts of a page: walks indexes, but for a window of `top`, which it sorts. Most posts are never changed: those that
 * were are merged into the others.
 */
export function pageQuery(list: ListPage) {
  const { sortBy, filters, viewers, blocked, after, highest } = list
  const sortOrder = raw(list.sortOrder)
  const walk = (from: Query<never>, column: RawText, which = NOTHING) => sql`
  SELECT p.id, ${column} AS value FROM ${from} WHERE ${conditions(list)} ${which}
    ${blocked ? isNotBlocked(blocked.ids, blocked.depth) : NOTHING}
    ${highest === undefined ? NOTHING : sql`AND s.hot_score <= ${highest}`}
    ${after ? sql`AND (${column}, p.id) ${raw(list.sortOrder === 'desc' ? '<' : '>')} (${after.value}, ${after.id})` : NOTHING}`
  const isMerged = sortBy === 'updatedAt' && filters[0] !== 'authorId' && !isModerated(viewers)
  const edited = sql`posts p INDEXED BY posts_edited`
  const walks = isMerged
    ? sql`${walk(edited, SORTS.updatedAt, raw('AND p.updated_at <> p.created_at'))}
  UNION ALL ${walk(source(list), SORTS.createdAt, raw('AND p.updated_at = p.created_at'))}`
    : walk(source(list), SORTS[sortBy])
  return sql({ id: posts.id, value: TEXT_OR_INTEGER })`${walks}
  ORDER BY value ${sortOrder}, id ${sortOrder}
  LIMIT ${list.limit} OFFSET ${list.offset}`
}

/** How many posts of a list are by authors in the JSON array; reads only those authors' posts. */
export const blockedCount = (list: Listed, blocked: string) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM posts p INDEXED BY posts_author_newest
  WHERE p.author_id IN (SELECT value FROM json_each(${blocked})) AND ${conditions(list)}`

/** When the newest post of a list was published: the first entry in the index of its newest. */
export const newestQuery = (list: Listed) => sql({ createdAt: posts.createdAt })`
  SELECT p.created_at AS createdAt FROM posts p INDEXED BY ${indexOf(list)} WHERE ${conditions(list)}
  ORDER BY p.created_at DESC LIMIT 1`

/** How many posts of a list its window has, in the index of the newest. */
export const windowCount = (list: Listed) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM posts p INDEXED BY ${indexOf(list)} WHERE ${conditions(list)}`

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
