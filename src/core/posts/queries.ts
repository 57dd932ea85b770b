import { posts } from '../../../db/schema/posts'
import { INTEGER, type Raw, sqlStatement, sqlVariants, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { Cursor } from '../../lib/cursor'
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
  /** For `hot` and `top`: reads all posts of the list and sorts them. */
  isSorted?: boolean
}

/** The indexes of branches also hold the other filters, those of topics the college. */
const INDICES = { authorId: 'author', branchKey: 'branch', topic: 'topic', collegeId: 'college' } as const

const SORTS = {
  createdAt: { index: 'newest', column: 'p.created_at' },
  updatedAt: { index: 'updated', column: 'p.updated_at' },
  views: { index: 'viewed', column: 'p.views' },
  hot: { index: 'hot', column: 'p.hot_score' },
  // No index for each filter, because votes change it. Pages by top that are not sorted: weekText.
  top: { index: 'newest', column: 'p.top_score' },
} as const

const BLOCKED = 'author_id IN (SELECT value FROM json_each($blocked))'

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
const MODERATED = { banned: true, shadow_banned: true } as Partial<Record<Audience, true>>

type Selection = Pick<ListShape, 'filters' | 'audience' | 'inWindow'>

function indexName({ filters: [first], audience, isSorted }: Selection & { isSorted?: boolean }, sort: string): string {
  if (MODERATED[audience]) return 'posts_moderated'
  // The posts of one author are few: the other orders are sorted.
  if (first === 'authorId') return 'posts_author_newest'
  if (sort === 'hot' && !isSorted) return 'posts_hot'
  if (isSorted) return indexName({ filters: first === undefined ? [] : [first], audience }, 'newest')
  return ['posts', ...(first === undefined ? [] : [INDICES[first]]), sort].join('_')
}

const audienceCondition = (audience: Audience): string =>
  MODERATED[audience]
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
export const WITHOUT_BLOCKED = {
  near: `AND (p.author_id IS NULL OR NOT p.${BLOCKED})`,
  deep: `AND p.rowid NOT IN (SELECT rowid FROM posts blocked WHERE blocked.${BLOCKED})`,
} as const

/** The posts of a page: walks an index that holds filter, order and audience; for `top` it sorts what it finds. */
export function pageText({ withoutBlocked, afterCursor, ...list }: ListShape): string {
  const { sortBy, sortOrder } = list
  const { index, column } = SORTS[sortBy]
  const blocked = withoutBlocked ? WITHOUT_BLOCKED[withoutBlocked] : ''
  const beyond = sortOrder === 'desc' ? '<' : '>'
  const after = afterCursor ? `AND (${column}, p.id) ${beyond} ($afterValue, $afterId)` : ''
  const begins = list.belowHot ? 'AND p.hot_score <= $highest' : ''
  return `
  SELECT p.id, ${column} AS value FROM posts p INDEXED BY ${indexName(list, index)}
  WHERE ${conditions(list)} ${blocked} ${after} ${begins}
  ORDER BY ${column} ${sortOrder}, p.id ${sortOrder}
  LIMIT $limit OFFSET $offset`
}

/** How many posts of a list are by authors in `$blocked`; reads only those authors' posts, in a covering index. */
export const blockedCountText = (shape: Selection): string => `
  SELECT count(*) AS count FROM posts p INDEXED BY posts_author_newest WHERE p.${BLOCKED} AND ${conditions(shape)}`

/** When the newest post of a list was published: the first entry in the index of its newest. */
export const newestText = (list: Selection): string => `
  SELECT p.created_at AS createdAt FROM posts p INDEXED BY ${indexName(list, 'newest')} WHERE ${conditions(list)}
  ORDER BY p.created_at DESC LIMIT 1`

/** How many posts of a list its window has, in the index of the newest. */
export const windowCountText = (list: Selection): string => `
  SELECT count(*) AS count FROM posts p INDEXED BY ${indexName(list, 'newest')} WHERE ${conditions(list)}`

/**
 * The best posts of one week: walks its part of the index and reads their rows. A vote moves an entry within its week,
 * so mostly within one page of the file.
 */
export function weekText({ withoutBlocked, afterCursor, ...list }: WeekShape): string {
  const { sortOrder, isFull } = list
  const [behind, before] = sortOrder === 'desc' ? ['<', '>'] : ['>', '<']
  return `
  SELECT p.id, p.top_score AS value FROM posts p INDEXED BY posts_top
  WHERE p.week = $week AND ${conditions(list)} ${withoutBlocked ? WITHOUT_BLOCKED.near : ''}
    ${afterCursor ? `AND (p.top_score, p.id) ${behind} ($afterValue, $afterId)` : ''}
    ${isFull ? `AND (p.top_score, p.id) ${before} ($lastValue, $lastId)` : ''}
  ORDER BY p.top_score ${sortOrder}, p.id ${sortOrder}
  LIMIT $reach`
}

/** `isFull`: only what comes before the post of `$lastValue` and `$lastId`. */
export type WeekShape = Pick<
  ListShape,
  'filters' | 'sortOrder' | 'audience' | 'withoutBlocked' | 'afterCursor' | 'inWindow'
> & { isFull: boolean }

/** From the last to the first week with a post that is not before `$since`: a look-up for each. */
export const weeksText = `
  WITH RECURSIVE found (week) AS (
    SELECT max(week) FROM posts INDEXED BY posts_top
    UNION ALL
    SELECT (SELECT max(p.week) FROM posts p INDEXED BY posts_top WHERE p.week < found.week) FROM found
    WHERE found.week > unixepoch($since) / 604800
  )
  SELECT week FROM found WHERE week >= unixepoch($since) / 604800`

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
type ListParams = Partial<Raw<typeof LIST_PARAMS>>

const pages = sqlVariants(pageText, { returns: { id: posts.id, value: TEXT_OR_INTEGER }, params: LIST_PARAMS })
const WEEK_PARAMS = { ...LIST_PARAMS, week: INTEGER, lastValue: INTEGER, lastId: posts.id, reach: INTEGER }
const best = sqlVariants(weekText, { returns: { id: posts.id, value: TEXT_OR_INTEGER }, params: WEEK_PARAMS })
const weeks = sqlStatement(weeksText, { returns: { week: INTEGER }, params: { since: TEXT } })
const newest = sqlVariants(newestText, { returns: { createdAt: posts.createdAt }, params: LIST_PARAMS })
const windowCounts = sqlVariants(windowCountText, { returns: { count: INTEGER }, params: LIST_PARAMS })
const counts = sqlVariants(blockedCountText, { returns: { count: INTEGER }, params: LIST_PARAMS })

export async function pageOfPosts(db: Connection, shape: ListShape, params: ListParams): Promise<Cursor[]> {
  return pages(db, shape).all(params)
}

/** In the order of the list, at most `reach` from each week. */
export async function bestOfWeek(
  db: Connection,
  shape: WeekShape,
  params: Partial<Raw<typeof WEEK_PARAMS>>,
): Promise<Cursor[]> {
  return best(db, shape).all(params)
}

export async function weeksSince(db: Connection, since: string): Promise<number[]> {
  return weeks(db)
    .all({ since })
    .map(({ week }) => week)
}

export async function newestOf(db: Connection, list: Selection, params: ListParams): Promise<string | undefined> {
  return newest(db, list).get(params)?.createdAt
}

export async function countInWindow(db: Connection, list: Selection, params: ListParams): Promise<number> {
  return windowCounts(db, list).get(params)?.count ?? 0
}

export async function countBlockedPosts(db: Connection, shape: ListShape, params: ListParams): Promise<number> {
  return counts(db, shape).get(params)?.count ?? 0
}

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

export async function findBranchKey(db: Connection, text: string): Promise<string> {
  return branchKey(db).get({ text })?.key ?? text
}
