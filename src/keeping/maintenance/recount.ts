import { raw, sql } from '../../../db/sql'
import { INTEGER, idOf, type Raw, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { ALL_COUNTED } from '../../forum/posts/counts'
import { ALL_OPEN, renewOpenQuestions } from '../../forum/posts/questions'
import { correctHotScores, wrongHotScores } from '../../forum/posts/stats'
import { dayOf, monthOf } from '../../lib/text/coarse-time'

const DRIFT = { id: TEXT, stored: INTEGER, actual: INTEGER }
/** A counter that differs from what its rows say. */
export type Drift = Raw<typeof DRIFT> & { counter: string }

const votesOn = (on: 'post' | 'comment') => {
  const count = (value: 1 | -1, and = '') =>
    `(SELECT count(*) FROM ${on}_votes v WHERE v.${on} = row.key AND v.value = ${value} ${and})`
  return {
    upvote_count: count(1),
    downvote_count: count(-1),
    uncounted_upvotes: count(1, 'AND v.is_counted = 0'),
    uncounted_downvotes: count(-1, 'AND v.is_counted = 0'),
  }
}

/** A post whose deletion goes on in steps keeps its counts until the last one, as its comments do. */
const unlessDeleted = (post: string): string =>
  `AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'post' AND d.id = ${post})`

type Counted = { counts: string; key: string; from: string; unless: string; actual: Record<string, string> }

/** SQL: `counts` is the `row`, or the one beside it, which may be missing; and by column what it should say. */
const COUNTED: Record<'posts' | 'comments' | 'users', Counted> = {
  posts: {
    counts: 'post_stats',
    key: 'post',
    from: 'posts row LEFT JOIN post_stats counts ON counts.post = row.key',
    unless: unlessDeleted('row.id'),
    actual: {
      comments_count:
        '(SELECT count(*) FROM comments c WHERE c.post = row.key AND c.deleted_at IS NULL AND c.is_banned = 0)',
      thread_count: '(SELECT count(*) FROM comments c WHERE c.post = row.key AND c.hidden = 0)',
      thread_top_count:
        '(SELECT count(*) FROM comments c WHERE c.post = row.key AND c.hidden = 0 AND c.parent_comment IS NULL)',
      ...votesOn('post'),
    },
  },
  comments: {
    counts: 'comments',
    key: 'key',
    from: 'comments row JOIN comments counts ON counts.key = row.key',
    unless: unlessDeleted(idOf('posts', 'row.post')),
    actual: {
      replies_count: '(SELECT count(*) FROM comments c WHERE c.parent_comment = row.key AND c.hidden = 0)',
      ...votesOn('comment'),
    },
  },
  users: {
    counts: 'user_stats',
    key: 'user',
    from: 'users row LEFT JOIN user_stats counts ON counts.user = row.key',
    unless: '',
    actual: {
      karma: `(SELECT coalesce(sum(v.value), 0) FROM (
        SELECT v.value FROM posts p CROSS JOIN post_votes v ON v.post = p.key WHERE p.author_id = row.id
        UNION ALL SELECT v.value FROM comments c CROSS JOIN comment_votes v ON v.comment = c.key
          WHERE c.author = row.key) v)`,
    },
  },
}

const LIST_TOTALS = 'post_counts'
const TOTALS_DRIFT = `
  SELECT facet || ' ' || value || ' ' || audience AS id, sum(stored) AS stored, sum(actual) AS actual
  FROM (
    SELECT facet, value, audience, count AS stored, 0 AS actual FROM post_counts
    UNION ALL
    SELECT facet, value, audience, 0, count FROM (${ALL_COUNTED})
  )
  GROUP BY facet, value, audience
  HAVING sum(stored) <> sum(actual)`

/** Rows of the list of open questions that are not as their posts, or are missing. */
const OPEN_DRIFT = `
  SELECT id, sum(stored) AS stored, sum(actual) AS actual
  FROM (
    SELECT *, 1 AS stored, 0 AS actual FROM (SELECT * FROM open_questions EXCEPT ${ALL_OPEN})
    UNION ALL
    SELECT *, 0, 1 FROM (${ALL_OPEN} EXCEPT SELECT * FROM open_questions)
  )
  GROUP BY key`

/** Recounts every counter and returns those that differ, at most 1,000 of a kind. Reads the whole database. */
export function driftedCounters(db: Connection): Drift[] {
  const find = (counter: string, text: string): Drift[] =>
    sql(DRIFT)`${raw(text)} LIMIT 1000`.all(db).map((drift) => ({ counter, ...drift }))
  const drifted = Object.entries(COUNTED).flatMap(([table, { from, unless, actual }]) =>
    Object.entries(actual).flatMap(([column, sum]) => {
      const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const stored = `coalesce(counts.${column}, 0) AS stored`
      const text = `SELECT row.id AS id, ${stored}, ${sum} AS actual FROM ${from} WHERE counts.${column} IS NOT ${sum}`
      return find(`${table}.${name}`, `${text} ${unless}`)
    }),
  )
  const hot = wrongHotScores(db).map(({ key: _, ...drift }) => ({ counter: 'posts.hotScore', ...drift }))
  return [...drifted, ...find(LIST_TOTALS, TOTALS_DRIFT), ...find('open_questions', OPEN_DRIFT), ...hot.slice(0, 1000)]
}

/** Corrects the counters of a table, and returns the keys of its rows that were wrong. */
function repair(tx: Tx, table: keyof typeof COUNTED): Set<number> {
  const { counts, key, unless, actual } = COUNTED[table]
  const own = Object.entries(actual)
  const set = own.map(([column, sum]) => `${column} = ${sum}`).join(', ')
  const drifted = own.map(([column, sum]) => `counts.${column} <> ${sum}`).join(' OR ')
  // One statement for all of a row, because checks of the schema compare some of them.
  const rows = sql({ key: INTEGER })`${raw(`UPDATE ${counts} AS counts SET ${set} FROM ${table} row
    WHERE row.rowid = counts.${key} AND (${drifted}) ${unless} RETURNING ${key} AS key`)}`
  return new Set(rows.all(tx).map(({ key }) => key))
}

/** Returns how many rows of each table were wrong. While no server runs, because it drops no caches. */
export function recountCounters(tx: Tx): Record<string, number> {
  const before = driftedCounters(tx)
  const wrong = (counted: string): number => before.filter(({ counter }) => counter === counted).length
  const [driftedTotals, open] = [wrong(LIST_TOTALS), wrong('open_questions')]
  if (driftedTotals > 0) {
    sql`DELETE FROM post_counts`.run(tx)
    sql`INSERT INTO post_counts (facet, value, audience, count) ${raw(ALL_COUNTED)}`.run(tx)
  }
  if (open > 0) renewOpenQuestions(tx)
  sql`INSERT INTO post_stats (post, hot_score)
    SELECT key, 0 FROM posts WHERE key NOT IN (SELECT post FROM post_stats)`.run(tx)
  sql`INSERT INTO user_stats (user) SELECT key FROM users WHERE key NOT IN (SELECT user FROM user_stats)`.run(tx)
  const [posts, comments, users] = [repair(tx, 'posts'), repair(tx, 'comments'), repair(tx, 'users')]
  for (const key of correctHotScores(tx)) posts.add(key)
  const sizes = { posts: posts.size, comments: comments.size, users: users.size }
  const counts = { ...sizes, [LIST_TOTALS]: driftedTotals, open_questions: open }
  return Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0))
}

// What was written while the clock was ahead leads its list once the clock is right. Only an operator knows that it is
// (`bun quad doctor --fix`): if it is behind, everything is from the future. Ids keep their time, and with it their
// order.

/**
 * The times by which lists are ordered. Not those at which something is due: each gets a moment of its own again, and
 * one for all would show which are of one person.
 */
const COLUMNS = {
  posts: ['created_at', 'updated_at'],
  comments: ['created_at', 'updated_at'],
  bookmarks: ['created_at'],
  follows: ['through', 'created_at'],
  follow_news: ['through'],
  mutes: ['created_at'],
  notifications: ['created_at'],
  account_notices: ['created_at'],
  reports: ['created_at', 'updated_at', 'closed_at'],
  moderation_records: ['created_at'],
  appeals: ['created_at', 'decided_at'],
  held_texts: ['created_at', 'refused_at'],
  feedbacks: ['created_at', 'updated_at'],
  users: ['verified_at', 'reminded_at'],
  aliases: ['created_at'],
} as const

/** Those whose times are milliseconds. */
const IN_MS = new Set(['comments', 'bookmarks', 'aliases'])
const storedTime = (table: string, time: string): string | number => (IN_MS.has(table) ? Date.parse(time) : time)

const COARSE: Record<string, (time: string) => string> = { verified_at: monthOf, reminded_at: dayOf }

/** A synchronized clock may be corrected by less. */
const TOLERANCE_MS = 3_600_000

const latest = (now: number): string => new Date(now + TOLERANCE_MS).toISOString()

/** Rows with a time of the future, by table. Reads every row. */
export function futureRows({ sqlite }: Connection, now = Date.now()): Record<string, number> {
  const counts = Object.entries(COLUMNS).map(([table, columns]) => {
    const isFuture = columns.map((column) => `${column} > ?1`).join(' OR ')
    const query = sqlite.query<{ rows: number }, [string | number]>(
      `SELECT count(*) AS rows FROM ${table} WHERE ${isFuture}`,
    )
    return [table, query.get(storedTime(table, latest(now)))?.rows ?? 0] as const
  })
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0))
}

export function correctFutureTimes(tx: Tx, now = Date.now()): Record<string, number> {
  const rows = futureRows(tx, now)
  const [present, limit] = [new Date(now).toISOString(), latest(now)]
  const presentOf = (column: string) => COARSE[column]?.(present) ?? present
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns)
      tx.sqlite.run(`UPDATE ${table} SET ${column} = ?1 WHERE ${column} > ?2`, [
        storedTime(table, presentOf(column)),
        storedTime(table, limit),
      ])
  correctHotScores(tx)
  renewOpenQuestions(tx)
  return rows
}
