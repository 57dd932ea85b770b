import { posts } from '../../../db/schema/posts'
import { INTEGER, type Raw, sqlStatement, sqlVariants, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { COLUMNS, FILTER_PARAMS, type PostFilter } from './counts'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience } from './feed-visibility'

// Lists of posts. SQL text: the feed is the hottest query, and the builder has no INDEXED BY.

export type SortBy = 'createdAt' | 'updatedAt' | 'views' | 'hot' | 'top'

/** The shape of a list query: each combination is one text, prepared once. */
export type ListShape = {
  /** The first chooses the index; the others are checked within it. */
  filters: readonly (keyof PostFilter)[]
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  audience: Audience
  /** Leaves out the authors in `$blocked`, a JSON array of ids; `deep` for pages far from the beginning. */
  withoutBlocked: false | 'near' | 'deep'
  /** Continues after the post of `$afterValue` and `$afterId`. */
  afterCursor?: boolean
  /** Posts since `$since` only. */
  inWindow?: boolean
  /** For `hot`: begins at the score `$highest`. */
  belowHot?: boolean
  /** For the orders of `WALKED`: reads all posts of the list and sorts them. */
  isSorted?: boolean
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

export const isWalked = ({ sortBy, inWindow }: Pick<ListShape, 'sortBy' | 'inWindow'>): boolean =>
  sortBy in WALKED && !inWindow

const BLOCKED = 'author_id IN (SELECT value FROM json_each($blocked))'

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
export const isModerated = (audience: Audience): boolean => audience === 'banned' || audience === 'shadow_banned'

type Selection = Pick<ListShape, 'filters' | 'audience' | 'inWindow'>

/** The index that finds the posts of a list, newest first. */
function indexName({ filters: [first], audience }: Selection): string {
  if (isModerated(audience)) return 'posts_moderated'
  return first === undefined ? 'posts_newest' : `posts_${INDICES[first]}_newest`
}

const audienceCondition = (audience: Audience): string =>
  isModerated(audience)
    ? `p.moderation_state = '${audience}' AND p.moderation_state <> 'active'`
    : `p.${AUDIENCES[audience]}`

const conditions = ({ filters, audience, inWindow }: Selection): string =>
  [
    ...filters.map((name) => `p.${COLUMNS[name]} = $${name}`),
    audienceCondition(audience),
    ...(inWindow ? ['p.created_at >= $since'] : []),
  ].join(' AND ')

/**
 * Leaves out posts of blocked authors: near the beginning by the author of each row; further on by the row numbers of
 * all their posts, collected first, which takes hundreds of microseconds for a busy author.
 */
const WITHOUT_BLOCKED = {
  near: `AND (p.author_id IS NULL OR NOT p.${BLOCKED})`,
  deep: `AND p.rowid NOT IN (SELECT rowid FROM posts blocked WHERE blocked.${BLOCKED})`,
} as const

/** Where the posts of a list are read: all that are found, or in their order, among the others. */
function source(list: Pick<ListShape, 'filters' | 'audience' | 'sortBy' | 'inWindow' | 'isSorted'>): string {
  if (isWalked(list) && !list.isSorted)
    return `post_stats s INDEXED BY ${WALKED[list.sortBy]} CROSS JOIN posts p ON p.key = s.post`
  const found = `posts p INDEXED BY ${indexName(list)}`
  return SORTS[list.sortBy].startsWith('s.') ? `${found} CROSS JOIN post_stats s ON s.post = p.key` : found
}

/**
 * The posts of a page: walks indexes, but for a window of `top`, which it sorts. Most posts are never changed: those that
 * were are merged into the others.
 */
export function pageText({ withoutBlocked, afterCursor, ...list }: ListShape): string {
  const { sortBy, sortOrder, audience, filters } = list
  const blocked = withoutBlocked ? WITHOUT_BLOCKED[withoutBlocked] : ''
  const begins = list.belowHot ? 'AND s.hot_score <= $highest' : ''
  const walk = (from: string, column: string, which = '') => `
  SELECT p.id, ${column} AS value FROM ${from} WHERE ${conditions(list)} ${which} ${blocked} ${begins}
    ${afterCursor ? `AND (${column}, p.id) ${sortOrder === 'desc' ? '<' : '>'} ($afterValue, $afterId)` : ''}`
  const isMerged = sortBy === 'updatedAt' && filters[0] !== 'authorId' && !isModerated(audience)
  const walks = isMerged
    ? `${walk('posts p INDEXED BY posts_edited', 'p.updated_at', 'AND p.updated_at <> p.created_at')}
  UNION ALL ${walk(source(list), 'p.created_at', 'AND p.updated_at = p.created_at')}`
    : walk(source(list), SORTS[sortBy])
  return `${walks}
  ORDER BY value ${sortOrder}, id ${sortOrder}
  LIMIT $limit OFFSET $offset`
}

/** How many posts of a list are by authors in `$blocked`; reads only those authors' posts. */
export const blockedCountText = (shape: Selection): string => `
  SELECT count(*) AS count FROM posts p INDEXED BY posts_author_newest WHERE p.${BLOCKED} AND ${conditions(shape)}`

/** When the newest post of a list was published: the first entry in the index of its newest. */
export const newestText = (list: Selection): string => `
  SELECT p.created_at AS createdAt FROM posts p INDEXED BY ${indexName(list)} WHERE ${conditions(list)}
  ORDER BY p.created_at DESC LIMIT 1`

/** How many posts of a list its window has, in the index of the newest. */
export const windowCountText = (list: Selection): string => `
  SELECT count(*) AS count FROM posts p INDEXED BY ${indexName(list)} WHERE ${conditions(list)}`

const LIST_PARAMS = {
  ...FILTER_PARAMS,
  ...AUDIENCE_PARAMS,
  since: TEXT,
  highest: INTEGER,
  blocked: TEXT,
  afterValue: TEXT_OR_INTEGER,
  afterId: posts.id,
  limit: INTEGER,
  offset: INTEGER,
}
export type ListParams = Partial<Raw<typeof LIST_PARAMS>>

export const pages = sqlVariants(pageText, { returns: { id: posts.id, value: TEXT_OR_INTEGER }, params: LIST_PARAMS })
export const newest = sqlVariants(newestText, { returns: { createdAt: posts.createdAt }, params: LIST_PARAMS })
export const windowCounts = sqlVariants(windowCountText, { returns: { count: INTEGER }, params: LIST_PARAMS })
export const blockedCounts = sqlVariants(blockedCountText, { returns: { count: INTEGER }, params: LIST_PARAMS })

/**
 * The key of a branch by its code, else by its name, in any case; else the text itself, as on posts without a known
 * branch.
 */
const branchKey = sqlStatement(
  `SELECT coalesce(
    (SELECT id FROM branches WHERE lower(code) = lower($text)),
    (SELECT id FROM branches WHERE lower(name) = lower($text)),
    lower($text)) AS key`,
  { returns: { key: TEXT }, params: { text: TEXT } },
)

export const findBranchKey = (db: Connection, text: string): string => branchKey(db).get({ text })?.key ?? text
