import { INTEGER, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { countedPosts } from '../posts/counts'

const DRIFT = { id: TEXT, stored: INTEGER, actual: INTEGER }
/** A counter that differs from what its rows say. */
export type Drift = Raw<typeof DRIFT> & { counter: string }

/** A column of `table`, and SQL for its actual value, in which `row` is the row. */
type Counter = { table: 'posts' | 'comments' | 'users'; name: string; column: string; actual: string }

const visibleComments =
  'SELECT count(*) FROM comments c WHERE c.post_id = row.id AND c.deleted_at IS NULL AND c.is_banned = 0'
const threadComments = 'SELECT count(*) FROM comments c WHERE c.post_id = row.id AND c.hidden = 0'

const votes = (on: 'post' | 'comment', value: 1 | -1) =>
  `(SELECT count(*) FROM ${on}_votes v WHERE v.${on}_id = row.id AND v.value = ${value})`
const uncounted = (on: 'post' | 'comment', value: 1 | -1) =>
  `(SELECT count(*) FROM ${on}_votes v WHERE v.${on}_id = row.id AND v.value = ${value} AND v.is_counted = 0)`

/** The sum of the votes on everything that the user wrote. */
const karma = `(
  SELECT coalesce(sum(v.value), 0) FROM (
    SELECT v.value FROM posts p CROSS JOIN post_votes v ON v.post_id = p.id WHERE p.author_id = row.id
    UNION ALL SELECT v.value FROM comments c CROSS JOIN comment_votes v ON v.comment_id = c.id WHERE c.author_id = row.id
  ) v)`

const COUNTERS: readonly Counter[] = [
  { table: 'posts', name: 'commentsCount', column: 'comments_count', actual: `(${visibleComments})` },
  { table: 'posts', name: 'threadCount', column: 'thread_count', actual: `(${threadComments})` },
  {
    table: 'posts',
    name: 'threadTopCount',
    column: 'thread_top_count',
    actual: `(${threadComments} AND c.parent_comment_id IS NULL)`,
  },
  { table: 'posts', name: 'upvoteCount', column: 'upvote_count', actual: votes('post', 1) },
  { table: 'posts', name: 'downvoteCount', column: 'downvote_count', actual: votes('post', -1) },
  { table: 'posts', name: 'uncountedUpvotes', column: 'uncounted_upvotes', actual: uncounted('post', 1) },
  { table: 'posts', name: 'uncountedDownvotes', column: 'uncounted_downvotes', actual: uncounted('post', -1) },
  { table: 'posts', name: 'hotScore', column: 'hot_score', actual: '(unixepoch(row.created_at) / 60 + row.hot_lead)' },
  {
    table: 'comments',
    name: 'repliesCount',
    column: 'replies_count',
    actual: '(SELECT count(*) FROM comments c WHERE c.parent_comment_id = row.id AND c.hidden = 0)',
  },
  { table: 'comments', name: 'upvoteCount', column: 'upvote_count', actual: votes('comment', 1) },
  { table: 'comments', name: 'downvoteCount', column: 'downvote_count', actual: votes('comment', -1) },
  { table: 'comments', name: 'uncountedUpvotes', column: 'uncounted_upvotes', actual: uncounted('comment', 1) },
  { table: 'comments', name: 'uncountedDownvotes', column: 'uncounted_downvotes', actual: uncounted('comment', -1) },
  { table: 'users', name: 'karma', column: 'karma', actual: karma },
]

const LIST_TOTALS = 'post_counts'

/** The actual values of `totals`; an alias is nobody more. */
const actualTotals = `
  SELECT 'users' AS name, count(*) AS actual FROM users WHERE status <> 'ALIAS'
  UNION ALL SELECT 'comments', count(*) FROM comments WHERE deleted_at IS NULL`

/** A post whose deletion goes on in steps keeps its counts until the last one, as its comments do. */
const BEING_DELETED: Partial<Record<Counter['table'], string>> = {
  posts: 'row.id',
  comments: 'row.post_id',
}
const notBeingDeleted = (table: Counter['table']): string => {
  const post = BEING_DELETED[table]
  return post === undefined
    ? ''
    : `AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'post' AND d.id = ${post})`
}

const CHECKS: readonly { counter: string; sql: string }[] = [
  ...COUNTERS.map(({ table, name, column, actual }) => ({
    counter: `${table}.${name}`,
    sql: `
  SELECT row.id AS id, row.${column} AS stored, ${actual} AS actual FROM ${table} row
  WHERE row.${column} <> ${actual} ${notBeingDeleted(table)} LIMIT 1000`,
  })),
  {
    counter: LIST_TOTALS,
    sql: `
  SELECT facet || ' ' || value || ' ' || audience AS id, sum(stored) AS stored, sum(actual) AS actual
  FROM (
    SELECT facet, value, audience, count AS stored, 0 AS actual FROM post_counts
    UNION ALL
    SELECT facet, value, audience, 0, count FROM (${countedPosts('true')})
  )
  GROUP BY facet, value, audience
  HAVING sum(stored) <> sum(actual) LIMIT 1000`,
  },
  {
    counter: 'totals',
    sql: `
  SELECT name AS id, coalesce(count, 0) AS stored, actual FROM (${actualTotals}) LEFT JOIN totals USING (name)
  WHERE count IS NOT actual`,
  },
]

const checks = CHECKS.map(({ counter, sql }) => ({ counter, findDrift: sqlStatement(sql, { returns: DRIFT }) }))

/**
 * Recounts every counter from its rows and returns those that differ, at most 1,000 of a kind. For `doctor` and tests,
 * because it reads the whole database.
 */
export async function driftedCounters(db: Connection): Promise<Drift[]> {
  return checks.flatMap(({ counter, findDrift }) =>
    findDrift(db)
      .all()
      .map((drift) => ({ counter, ...drift })),
  )
}

/** One statement for all counters of a row, because checks of the schema compare some of them. */
const repairs = (['posts', 'comments', 'users'] as const).map((table) => {
  const own = COUNTERS.filter((counter) => counter.table === table)
  const set = own.map(({ column, actual }) => `${column} = ${actual}`).join(', ')
  const drifted = own.map(({ column, actual }) => `row.${column} <> ${actual}`).join(' OR ')
  return {
    table,
    repair: sqlStatement(`UPDATE ${table} AS row SET ${set} WHERE (${drifted}) ${notBeingDeleted(table)}`),
  }
})
const deleteListTotals = sqlStatement('DELETE FROM post_counts')
const insertListTotals = sqlStatement(`INSERT INTO post_counts (facet, value, audience, count) ${countedPosts('true')}`)
const upsertTotals = sqlStatement(`
  INSERT INTO totals (name, count) SELECT name, actual FROM (${actualTotals}) WHERE true
  ON CONFLICT (name) DO UPDATE SET count = excluded.count WHERE totals.count <> excluded.count`)

/**
 * Corrects every drifted counter and returns how many rows of each table were wrong. For `doctor --fix` while no server
 * runs, because it drops no caches.
 */
export async function recountCounters(tx: Tx): Promise<Record<string, number>> {
  const driftedTotals = (await driftedCounters(tx)).filter(({ counter }) => counter === LIST_TOTALS).length
  if (driftedTotals > 0) {
    deleteListTotals(tx).run()
    insertListTotals(tx).run()
  }
  const repaired = repairs.map(({ table, repair }) => [table, repair(tx).run().changes] as const)
  const recounted = [
    [LIST_TOTALS, driftedTotals],
    ['totals', upsertTotals(tx).run().changes],
  ] as const
  return Object.fromEntries([...repaired, ...recounted].filter(([, rows]) => rows > 0))
}
