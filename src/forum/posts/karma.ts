import { postVotes } from '../../../db/schema/votes'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, pick, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { changeVotes, type Voted, votesOf } from './stats'

// A user's karma is the sum of all votes on the user's posts and comments. Whoever deletes votes, with their target or
// with their voter, first subtracts their karma here, while the rows still exist.

export const changeKarma = (tx: Tx, id: string, karma: number) =>
  sql`UPDATE user_stats SET karma = karma + ${karma} WHERE user = (SELECT key FROM users WHERE id = ${id})`.run(tx)

/** Subtracts from each author's karma the rows (`author`, a key, and `score`) of the query. */
const subtractScores = (scores: Query<never>) => sql`
  UPDATE user_stats SET karma = karma - lost.score
  FROM (
    SELECT author, sum(score) AS score FROM (${scores}) WHERE author IS NOT NULL AND score <> 0 GROUP BY author
  ) lost
  WHERE user_stats.user = lost.author`

const scoreOfPost = (id: string) => sql`
  SELECT (SELECT key FROM users WHERE id = t.author_id) AS author, s.upvote_count - s.downvote_count AS score
  FROM posts t CROSS JOIN post_stats s ON s.post = t.key WHERE t.id = ${id}`

const scoresOfThread = (id: string) => sql`
  SELECT author, upvote_count - downvote_count AS score FROM comments
  WHERE post = (SELECT key FROM posts WHERE id = ${id})`

/** The next votes of an account, by their primary key. */
const someVotes = (type: Voted, userId: string, limit: number) => sql`
  SELECT ${raw(type)} AS key, value, is_counted AS isCounted FROM ${raw(type)}_votes
  WHERE user = (SELECT key FROM users WHERE id = ${userId}) ORDER BY ${raw(type)} LIMIT ${limit}`

const AUTHOR_OF = { post: raw('(SELECT key FROM users WHERE id = t.author_id)'), comment: raw('t.author') }

/** What each deletion takes from the karma of authors. A test looks at their plans. */
export const lostKarma = {
  comment: (id: string) =>
    subtractScores(sql`SELECT author, upvote_count - downvote_count AS score FROM comments WHERE id = ${id}`),
  newestComments: (id: string, limit: number) =>
    subtractScores(sql`${scoresOfThread(id)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`),
  postAlone: (id: string) => subtractScores(scoreOfPost(id)),
  post: (id: string) => subtractScores(sql`${scoreOfPost(id)} UNION ALL ${scoresOfThread(id)}`),
  voter: (type: Voted, userId: string, limit: number) =>
    subtractScores(sql`
      SELECT ${AUTHOR_OF[type]} AS author, v.value AS score
      FROM (${someVotes(type, userId, limit)}) v CROSS JOIN ${raw(type)}s t ON t.key = v.key`),
}

/** Call before a comment is deleted or emptied. Who empties it sets its counts to 0. */
export function revokeVotesOnComment(tx: Tx, id: string): void {
  lostKarma.comment(id).run(tx)
  sql`DELETE FROM comment_votes WHERE comment = (SELECT key FROM comments WHERE id = ${id})`.run(tx)
}

/** For a post that stays, emptied and without its author. Who empties it clears its votes. */
export function revokeVotesOnPost(tx: Tx, id: string): void {
  lostKarma.postAlone(id).run(tx)
  sql`DELETE FROM post_votes WHERE post = (SELECT key FROM posts WHERE id = ${id})`.run(tx)
}

const VOTES_AT_ONCE = 20

/** Withdraws some of the votes that the user has cast; returns whether there were any. */
export function withdrawSomeVotes(tx: Tx, userId: string): boolean {
  const limit = VOTES_AT_ONCE
  for (const type of ['post', 'comment'] as const) {
    const votes = sql({ id: TEXT, key: INTEGER, ...pick(postVotes, 'value', 'isCounted') })`
      SELECT t.id, v.* FROM (${someVotes(type, userId, limit)}) v CROSS JOIN ${raw(type)}s t ON t.key = v.key`.all(tx)
    if (votes.length === 0) continue
    lostKarma.voter(type, userId, limit).run(tx)
    for (const { id, key, value, isCounted } of votes) {
      changeVotes(tx, type, id, votesOf(value, -1, isCounted - 1))
      sql`
        DELETE FROM ${raw(type)}_votes
        WHERE user = (SELECT key FROM users WHERE id = ${userId}) AND ${raw(type)} = ${key}`.run(tx)
    }
    return true
  }
  return false
}
