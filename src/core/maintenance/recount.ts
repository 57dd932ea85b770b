import { INTEGER, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { countedPosts } from '../posts/counts'

const DRIFT = { id: TEXT, stored: INTEGER, actual: INTEGER }
/** A counter that does not say what its rows say. */
export type Drift = Raw<typeof DRIFT> & { counter: string }

/** A column of `table` and what it should be; `actual` may refer to the row as `row`. */
type Counter = { table: 'posts' | 'comments' | 'users'; name: string; column: string; actual: string }

const live = 'SELECT count(*) FROM comments c WHERE c.post_id = row.id AND c.deleted_at IS NULL AND c.is_banned = 0'
const shown = 'SELECT count(*) FROM comments c WHERE c.post_id = row.id AND c.hidden = 0'

const votes = (on: 'post' | 'comment', value: 1 | -1) =>
  `(SELECT count(*) FROM ${on}_votes v WHERE v.${on}_id = row.id AND v.value = ${value})`

/** The sum over the votes that exist on all that the user has written. */
const karma = `(
  SELECT coalesce(sum(v.value), 0) FROM (
    SELECT v.value FROM posts p CROSS JOIN post_votes v ON v.post_id = p.id WHERE p.author_id = row.id
    UNION ALL SELECT v.value FROM comments c CROSS JOIN comment_votes v ON v.comment_id = c.id WHERE c.author_id = row.id
  ) v)`

const COUNTERS: readonly Counter[] = [
  { table: 'posts', name: 'commentsCount', column: 'comments_count', actual: `(${live})` },
  { table: 'posts', name: 'threadCount', column: 'thread_count', actual: `(${shown})` },
  {
    table: 'posts',
    name: 'threadTopCount',
    column: 'thread_top_count',
    actual: `(${shown} AND c.parent_comment_id IS NULL)`,
  },
  { table: 'posts', name: 'upvoteCount', column: 'upvote_count', actual: votes('post', 1) },
  { table: 'posts', name: 'downvoteCount', column: 'downvote_count', actual: votes('post', -1) },
  {
    table: 'comments',
    name: 'repliesCount',
    column: 'replies_count',
    actual: '(SELECT count(*) FROM comments c WHERE c.parent_comment_id = row.id AND c.hidden = 0)',
  },
  { table: 'comments', name: 'upvoteCount', column: 'upvote_count', actual: votes('comment', 1) },
  { table: 'comments', name: 'downvoteCount', column: 'downvote_count', actual: votes('comment', -1) },
  { table: 'users', name: 'karma', column: 'karma', actual: karma },
]

const LIST_TOTALS = 'post_counts'

/** What `totals` should say. */
const counted = `
  SELECT 'users' AS name, count(*) AS actual FROM users
  UNION ALL SELECT 'comments', count(*) FROM comments WHERE deleted_at IS NULL`

const CHECKS: readonly { counter: string; sql: string }[] = [
  ...COUNTERS.map(({ table, name, column, actual }) => ({
    counter: `${table}.${name}`,
    sql: `
  SELECT row.id AS id, row.${column} AS stored, ${actual} AS actual FROM ${table} row
  WHERE row.${column} <> ${actual} LIMIT 1000`,
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
  SELECT name AS id, coalesce(count, 0) AS stored, actual FROM (${counted}) LEFT JOIN totals USING (name)
  WHERE count IS NOT actual`,
  },
]

const checks = CHECKS.map(({ counter, sql }) => ({ counter, drifted: sqlStatement(sql, { returns: DRIFT }) }))

/**
 * Recounts every counter from its rows; answers those that differ, at most 1,000 of a kind. Reads everything: it is for
 * `doctor` and for tests.
 */
export async function driftedCounters(db: Connection): Promise<Drift[]> {
  return checks.flatMap(({ counter, drifted }) =>
    drifted(db)
      .all()
      .map((drift) => ({ counter, ...drift })),
  )
}

/** All of a row's at once, for the schema compares some of them with each other. */
const repairs = (['posts', 'comments', 'users'] as const).map((table) => {
  const own = COUNTERS.filter((counter) => counter.table === table)
  const set = own.map(({ column, actual }) => `${column} = ${actual}`).join(', ')
  const drifted = own.map(({ column, actual }) => `row.${column} <> ${actual}`).join(' OR ')
  return { table, repair: sqlStatement(`UPDATE ${table} AS row SET ${set} WHERE ${drifted}`) }
})
const forgetTotals = sqlStatement('DELETE FROM post_counts')
const countTotals = sqlStatement(`INSERT INTO post_counts (facet, value, audience, count) ${countedPosts('true')}`)
const putTotals = sqlStatement(`
  INSERT INTO totals (name, count) SELECT name, actual FROM (${counted}) WHERE true
  ON CONFLICT (name) DO UPDATE SET count = excluded.count WHERE totals.count <> excluded.count`)

/**
 * Sets every counter that has drifted to what its rows say; answers how many rows of which table were wrong. For
 * `doctor --fix`, with no server beside it: caches are not dropped.
 */
export async function recountCounters(tx: Tx): Promise<Record<string, number>> {
  const totals = (await driftedCounters(tx)).filter(({ counter }) => counter === LIST_TOTALS).length
  if (totals > 0) {
    forgetTotals(tx).run()
    countTotals(tx).run()
  }
  const repaired = repairs.map(({ table, repair }) => [table, repair(tx).run().changes] as const)
  const recounted = [
    [LIST_TOTALS, totals],
    ['totals', putTotals(tx).run().changes],
  ] as const
  return Object.fromEntries([...repaired, ...recounted].filter(([, rows]) => rows > 0))
}
