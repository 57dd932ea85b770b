import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, orNull, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { postListsChanged, type SomePosts } from './cache'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience, type Viewers } from './feed-visibility'

// SQL text: every write of a post runs these, with UPDATE … FROM and upserts of a SELECT.

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

/** The values of several filters as one SQL value. */
function oneValue(filters: readonly Filter[], each: (name: Filter) => string): string {
  const [first = "''", ...others] = filters.map(each)
  return others.length === 0 ? first : `json_array(${[first, ...others].join(', ')})`
}

/** Each facet with the SQL of its value. */
const LISTS = Object.entries(FACETS).map(([facet, filters]) => ({
  facet,
  value: oneValue(filters, (name) => COLUMNS[name]),
}))

/** The totals that one post counts in. The post is read once; grouping would take half as long again. */
const listsOfPost = `
  WITH post AS MATERIALIZED (SELECT ${Object.values(COLUMNS)}, audience FROM posts WHERE id = $key)
  ${LISTS.map(
    ({ facet, value }) => `
  SELECT '${facet}' AS facet, ${value} AS value, audience, 1 AS count FROM post WHERE ${value} IS NOT NULL`,
  ).join(' UNION ALL ')}`

/**
 * The totals of the posts that `where` picks, counted from the rows. Posts that differ only in their author are counted
 * first, which takes a sixth of the time for a million posts.
 */
export const countedPosts = (where: string): string => `
  WITH alike AS MATERIALIZED (
    SELECT branch_key, topic, college_id, audience, count(*) AS count FROM posts WHERE ${where} GROUP BY 1, 2, 3, 4
  )
  ${LISTS.filter(({ facet }) => facet !== 'author')
    .map(
      ({ facet, value }) => `
  SELECT '${facet}' AS facet, ${value} AS value, audience, sum(count) AS count FROM alike GROUP BY 2, 3 UNION ALL`,
    )
    .join('')}
  SELECT 'author', author_id, audience, count(*) FROM posts WHERE ${where} AND author_id IS NOT NULL GROUP BY 2, 3`

/** The unary pluses keep the planner from looking up each total in the listed rows, which takes milliseconds. */
const subtract = (listed: string): string => `
  UPDATE post_counts SET count = post_counts.count - listed.count
  FROM (${listed}) listed
  WHERE post_counts.facet = +listed.facet AND post_counts.value = +listed.value
    AND post_counts.audience = +listed.audience`

const add = (listed: string): string => `
  INSERT INTO post_counts (facet, value, audience, count) SELECT * FROM (${listed}) WHERE true
  ON CONFLICT (facet, value, audience) DO UPDATE SET count = post_counts.count + excluded.count`

const keeping = (listed: string) => ({
  subtract: sqlStatement(subtract(listed), { params: { key: TEXT } }),
  add: sqlStatement(add(listed), { params: { key: TEXT } }),
})
const ofPost = keeping(listsOfPost)
const ofAuthor = keeping(countedPosts('author_id = $key'))
const ofPosts = keeping(countedPosts('id IN (SELECT value FROM json_each($key))'))

function totalsOf(which: SomePosts) {
  if ('id' in which) return { ...ofPost, key: which.id }
  return 'ids' in which ? { ...ofPosts, key: which.ids } : { ...ofAuthor, key: which.authorId }
}

/**
 * Runs `change` and updates the totals. Everything that adds or removes posts or moves them between lists (topic,
 * branch, privacy, moderation state, author) goes through here, for one post, for those of a JSON array of ids whose
 * texts and readers stay, or for all posts of an author.
 */
export function keepingPostCounts<T>(tx: Tx, which: SomePosts, change: () => T): T {
  const { subtract, add, key } = totalsOf(which)
  subtract(tx).run({ key })
  const changed = change()
  add(tx).run({ key })
  postListsChanged(tx, which)
  return changed
}

const params = { authorId: users.id }
const forgetWritten = sqlStatement("DELETE FROM post_counts WHERE facet = 'author' AND value = $authorId", { params })
const hasHidden = sqlStatement(
  "SELECT 1 AS found FROM post_counts WHERE facet = 'all' AND value = '' AND audience = 'author:' || $authorId",
  { returns: { found: FLAG }, params },
)
/** Reads all totals, but few accounts ever had a shadow-banned post. */
const forgetHidden = sqlStatement("DELETE FROM post_counts WHERE audience = 'author:' || $authorId", { params })

/** Call for a deleted account, once it has no posts, so that its id is stored nowhere. */
export function deleteAuthorCounts(tx: Tx, authorId: string): void {
  forgetWritten(tx).run({ authorId })
  if (hasHidden(tx).get({ authorId }) !== undefined) forgetHidden(tx).run({ authorId })
}

/** By the primary key. */
export const totalText = (facet: Facet, audience: Audience): string => `
  SELECT sum(count) AS total FROM post_counts
  WHERE facet = '${facet}' AND value = ${oneValue(FACETS[facet], (name) => `$${name}`)} AND ${AUDIENCES[audience]}`

/** The parameters of `COLUMNS`. */
export const FILTER_PARAMS = { authorId: users.id, branchKey: TEXT, topic: posts.topic, collegeId: posts.collegeId }

const totals = sqlVariants(totalText, {
  returns: { total: orNull(INTEGER) },
  params: { ...FILTER_PARAMS, ...AUDIENCE_PARAMS },
})

/** The number of posts in a list for the viewer, block relations aside. Throws for a list without totals. */
export function postTotal(db: Connection, { kind, params }: Viewers, filter: PostFilter): number {
  const facet = FACET_BY.get(filterNames(filter).join())
  if (facet === undefined) throw new Error('This combination of filters has no stored totals.')
  return totals(db, facet, kind).get({ ...params, ...filter })?.total ?? 0
}
