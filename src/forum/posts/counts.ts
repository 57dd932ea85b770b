import { type Query, type RawText, raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, orNull } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postListsChanged, type SomePosts } from './cache'
import { isShown, type Viewers } from './feed-visibility'

/** Values are as stored: a topic in its configured spelling, a branch as its key. */
export type PostFilter = { authorId?: string; branchKey?: string; topic?: string; collegeId?: string }

type Filter = keyof PostFilter

/** Columns of the filters; their order names the totals of several filters. */
export const COLUMNS = {
  authorId: 'author_id',
  branchKey: 'branch_key',
  topic: 'topic',
  collegeId: 'college_id',
} as const satisfies Record<Filter, string>

/** The combinations of filters for which `post_counts` has totals. An author's posts have no further filter. */
export const FACETS = {
  all: [],
  branch: ['branchKey'],
  topic: ['topic'],
  college: ['collegeId'],
  'branch topic': ['branchKey', 'topic'],
  'branch college': ['branchKey', 'collegeId'],
  'topic college': ['topic', 'collegeId'],
  'branch topic college': ['branchKey', 'topic', 'collegeId'],
  author: ['authorId'],
} as const satisfies Record<string, readonly Filter[]>

export type Facet = keyof typeof FACETS

const FACET_BY = new Map(Object.entries(FACETS).map(([facet, filters]) => [filters.join(), facet as Facet]))

/** The names of the filters, in the order of `COLUMNS`. */
export const filterNames = (filter: PostFilter): Filter[] =>
  (Object.keys(COLUMNS) as Filter[]).filter((name) => filter[name] !== undefined)

/** Several values as one SQL value. */
const oneValue = ([first = "''", ...others]: readonly string[]): string =>
  others.length === 0 ? first : `json_array(${[first, ...others].join(', ')})`

/** Each facet with the SQL of its value. */
const LISTS = Object.entries(FACETS).map(([facet, filters]) => ({
  facet,
  value: oneValue(filters.map((name) => COLUMNS[name])),
}))

/** The totals that one post counts in. The post is read once; grouping would take half as long again. */
const LISTS_OF_POST = raw(
  LISTS.map(
    ({ facet, value }) =>
      `SELECT '${facet}' AS facet, ${value} AS value, audience, 1 AS count FROM post WHERE ${value} IS NOT NULL`,
  ).join(' UNION ALL '),
)
const listsOfPost = (id: string) => sql`
  WITH post AS MATERIALIZED (SELECT ${raw(`${Object.values(COLUMNS)}`)}, audience FROM posts WHERE id = ${id})
  ${LISTS_OF_POST}`

const LISTS_OF_ALIKE = raw(
  LISTS.filter(({ facet }) => facet !== 'author')
    .map(
      ({ facet, value }) =>
        `SELECT '${facet}' AS facet, ${value} AS value, audience, sum(count) AS count FROM alike GROUP BY 2, 3 UNION ALL`,
    )
    .join(' '),
)
/**
 * The totals of the posts that `where` picks, counted from the rows. Posts that differ only in their author are counted
 * first, which takes a sixth of the time for a million posts.
 */
const countedPosts = (where: Query<never> | RawText) => sql`
  WITH alike AS MATERIALIZED (
    SELECT branch_key, topic, college_id, audience, count(*) AS count FROM posts WHERE ${where} GROUP BY 1, 2, 3, 4
  )
  ${LISTS_OF_ALIKE}
  SELECT 'author', author_id, audience, count(*) FROM posts WHERE ${where} AND author_id IS NOT NULL GROUP BY 2, 3`

/** Of all posts. */
export const ALL_COUNTED = countedPosts(raw('true'))

function totalsOf(which: SomePosts) {
  if ('id' in which) return listsOfPost(which.id)
  return 'ids' in which
    ? countedPosts(sql`id IN (SELECT value FROM json_each(${which.ids}))`)
    : countedPosts(sql`author_id = ${which.authorId}`)
}

/**
 * Runs `change` and updates the totals. Everything that adds or removes posts or moves them between lists (topic,
 * branch, privacy, moderation state, author) goes through here, for one post, for those of a JSON array of ids whose
 * texts and readers stay, or for all posts of an author.
 */
export function keepingPostCounts<T>(tx: Tx, which: SomePosts, change: () => T): T {
  const listed = totalsOf(which)
  // The unary pluses keep the planner from looking up each total in the listed rows, which takes milliseconds.
  sql`
    UPDATE post_counts SET count = post_counts.count - listed.count
    FROM (${listed}) listed
    WHERE post_counts.facet = +listed.facet AND post_counts.value = +listed.value
      AND post_counts.audience = +listed.audience`.run(tx)
  const changed = change()
  sql`
    INSERT INTO post_counts (facet, value, audience, count) SELECT * FROM (${listed}) WHERE true
    ON CONFLICT (facet, value, audience) DO UPDATE SET count = post_counts.count + excluded.count`.run(tx)
  postListsChanged(tx, which)
  return changed
}

/** Call for a deleted account, once it has no posts, so that its id is stored nowhere. */
export function deleteAuthorCounts(tx: Tx, authorId: string): void {
  sql`DELETE FROM post_counts WHERE facet = 'author' AND value = ${authorId}`.run(tx)
  const audience = `author:${authorId}`
  const hidden = sql({ found: FLAG })`
    SELECT 1 AS found FROM post_counts WHERE facet = 'all' AND value = '' AND audience = ${audience}`.get(tx)
  // Reads all totals, but few accounts ever had a shadow-banned post.
  if (hidden !== undefined) sql`DELETE FROM post_counts WHERE audience = ${audience}`.run(tx)
}

/** By the primary key. */
export function totalQuery(facet: Facet, viewers: Viewers, filter: PostFilter) {
  const [value = '', ...others] = FACETS[facet].map((name) => filter[name] ?? '')
  // As `json_array` of SQLite writes several.
  const stored = others.length === 0 ? value : JSON.stringify([value, ...others])
  return sql({ total: orNull(INTEGER) })`
    SELECT sum(count) AS total FROM post_counts
    WHERE facet = ${facet} AND value = ${stored} AND ${isShown(viewers)}`
}

/** The number of posts in a list for the viewer, block relations aside. Throws for a list without totals. */
export function postTotal(db: Connection, viewers: Viewers, filter: PostFilter): number {
  const facet = FACET_BY.get(filterNames(filter).join())
  if (facet === undefined) throw new Error('This combination of filters has no stored totals.')
  return totalQuery(facet, viewers, filter).get(db)?.total ?? 0
}
