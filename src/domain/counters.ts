import { sqlStatement } from '../../db/statement'
import type { Connection } from '../../db/storage'
import { countedPosts } from './post-counts'

/** A counter that does not say what its rows say. */
export type Drift = { counter: string; id: string; stored: number; actual: number }

type Text = { counter: string; sql: string }

/** A column of `table` against what it should be; `actual` may refer to the row as `row`. */
const column = (counter: string, table: string, name: string, actual: string): Text => ({
  counter,
  sql: `
  SELECT row.id AS id, row.${name} AS stored, ${actual} AS actual FROM ${table} row
  WHERE row.${name} <> ${actual} LIMIT 1000`,
})

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

const CHECKS: readonly Text[] = [
  column('posts.commentsCount', 'posts', 'comments_count', `(${live})`),
  column('posts.threadCount', 'posts', 'thread_count', `(${shown})`),
  column('posts.threadTopCount', 'posts', 'thread_top_count', `(${shown} AND c.parent_comment_id IS NULL)`),
  column('posts.upvoteCount', 'posts', 'upvote_count', votes('post', 1)),
  column('posts.downvoteCount', 'posts', 'downvote_count', votes('post', -1)),
  column(
    'comments.repliesCount',
    'comments',
    'replies_count',
    '(SELECT count(*) FROM comments c WHERE c.parent_comment_id = row.id AND c.hidden = 0)',
  ),
  column('comments.upvoteCount', 'comments', 'upvote_count', votes('comment', 1)),
  column('comments.downvoteCount', 'comments', 'downvote_count', votes('comment', -1)),
  column('users.karma', 'users', 'karma', karma),
  {
    counter: 'post_counts',
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
]

const checks = CHECKS.map(({ counter, sql }) => ({ counter, drifted: sqlStatement<Omit<Drift, 'counter'>>(sql) }))

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
