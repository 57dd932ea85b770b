import { hasRow, type Query, raw, sql } from '../../../db/sql'
import { INTEGER, orNull } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postListsChanged, type SomePosts } from './cache'
import { keepOpenQuestions } from './questions'
import { audienceOf, type Viewers } from './visibility'

// The list totals, which every write of a post keeps.

/** Columns of the filters; their order names the totals of several filters. */
export const COLUMNS = {
  courseId: 'course_id',
  authorId: 'author_id',
  branchKey: 'branch_key',
  topic: 'topic',
  collegeId: 'college_id',
} as const

type Filter = keyof typeof COLUMNS
/** Values are as stored: a topic in its configured spelling, a branch as its key. */
export type PostFilter = { [Name in Filter]?: string }

/** The combinations of filters for which `post_counts` has totals. An author's posts have no further filter; those of a course are counted in its index. */
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

const FACET_BY = new Map(Object.entries(FACETS).map(([facet, filters]) => [filters.join(), facet]))

/** The filters, in the order of `COLUMNS`. */
export const filtersOf = (filter: PostFilter): [name: Filter, value: string][] =>
  (Object.keys(COLUMNS) as Filter[]).flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]]))

/** Each facet with the SQL of its value: several filters are one JSON array. */
const LISTS = Object.entries(FACETS).map(([facet, filters]) => {
  const [first = "''", ...others] = filters.map((name) => COLUMNS[name])
  return { facet, value: others.length === 0 ? first : `json_array(${[first, ...others].join(', ')})` }
})

const OF_ONE_POST = raw(
  LISTS.map(
    ({ facet, value }) => `
  SELECT '${facet}' AS facet, ${value} AS value, audience, 1 AS count FROM post WHERE ${value} IS NOT NULL`,
  ).join(' UNION ALL '),
)
const OF_MANY_POSTS = raw(
  LISTS.filter(({ facet }) => facet !== 'author')
    .map(
      ({ facet, value }) => `
  SELECT '${facet}' AS facet, ${value} AS value, audience, sum(count) AS count FROM alike GROUP BY 2, 3 UNION ALL`,
    )
    .join(''),
)

/** The totals that one post counts in. The post is read once; grouping would take half as long again. */
const countedPost = (id: string) => sql`
  WITH post AS MATERIALIZED (SELECT author_id, branch_key, topic, college_id, audience FROM posts WHERE id = ${id})
  ${OF_ONE_POST}`

/**
 * The totals of the posts that `where` picks, counted from the rows. Posts that differ only in their author are counted
 * first, which takes a sixth of the time for a million posts.
 */
const countedPosts = (where: Query<never>) => sql`
  WITH alike AS MATERIALIZED (
    SELECT branch_key, topic, college_id, audience, count(*) AS count FROM posts WHERE ${where} GROUP BY 1, 2, 3, 4
  )
  ${OF_MANY_POSTS}
  SELECT 'author', author_id, audience, count(*) FROM posts WHERE ${where} AND author_id IS NOT NULL GROUP BY 2, 3`

/** The totals of all posts. */
export const ALL_COUNTED = countedPosts(sql`true`).text

function counted(which: SomePosts): Query<never> {
  if ('id' in which) return countedPost(which.id)
  if ('ids' in which) return countedPosts(sql`id IN (SELECT value FROM json_each(${which.ids}))`)
  return countedPosts(sql`author_id = ${which.authorId}`)
}

/**
 * Runs `change` and updates the totals. Everything that adds or removes posts or moves them between lists (topic,
 * branch, privacy, moderation state, author) goes through here, for one post, for those of a JSON array of ids whose
 * texts and readers stay, or for all posts of an author.
 */
export function keepingPostCounts<T>(tx: Tx, which: SomePosts, change: () => T): T {
  const listed = counted(which)
  // The unary pluses keep the planner from looking up each total in the listed rows, which takes milliseconds.
  sql`
    UPDATE post_counts SET count = post_counts.count - listed.count
    FROM (${listed}) listed
    WHERE post_counts.facet = +listed.facet AND post_counts.value = +listed.value
      AND post_counts.audience = +listed.audience`.run(tx)
  const changed = change()
  keepOpenQuestions(tx, which)
  sql`
    INSERT INTO post_counts (facet, value, audience, count) SELECT * FROM (${listed}) WHERE true
    ON CONFLICT (facet, value, audience) DO UPDATE SET count = post_counts.count + excluded.count`.run(tx)
  postListsChanged(tx, which)
  return changed
}

/** Call for a deleted account, once it has no posts, so that its id is stored nowhere. */
export function deleteAuthorCounts(tx: Tx, authorId: string): void {
  sql`DELETE FROM post_counts WHERE facet = 'author' AND value = ${authorId}`.run(tx)
  const hidden = `author:${authorId}`
  // Reads all totals, but few accounts ever had a shadow-banned post.
  if (hasRow(tx, sql`FROM post_counts WHERE facet = 'all' AND value = '' AND audience = ${hidden}`))
    sql`DELETE FROM post_counts WHERE audience = ${hidden}`.run(tx)
}

/** The number of posts in a list for the viewer, block relations aside; by the primary key. Throws for one without totals. */
export function totalOf(viewers: Viewers, filter: PostFilter) {
  const filters = filtersOf(filter)
  const facet = FACET_BY.get(filters.map(([name]) => name).join())
  if (facet === undefined) throw new Error('This combination of filters has no stored totals.')
  const values = filters.map(([, value]) => value)
  return sql({ total: orNull(INTEGER) })`
    SELECT sum(count) AS total FROM post_counts p
    WHERE facet = ${facet} AND value = ${values.length > 1 ? JSON.stringify(values) : (values[0] ?? '')}
      AND ${audienceOf(viewers)}`
}

export const postTotal = (db: Connection, viewers: Viewers, filter: PostFilter): number =>
  totalOf(viewers, filter).get(db)?.total ?? 0
