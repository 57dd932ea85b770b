import { posts } from '../../../db/schema/posts'
import { postVotes, voteRecounts } from '../../../db/schema/votes'
import { hasRow, type Query, raw, sql } from '../../../db/sql'
import { pick, toFlag } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { changeVotes, VOTED, type Voted, votesOf } from './stats'

// Votes that go, with their target or with their voter: whoever deletes them first subtracts their karma here, while the
// rows still exist. And those that no longer rank, because their voter is banned.

/** Subtracts from each author's karma the rows (`author`, a key, and `score`) of the query. */
const subtract = (scores: Query<never>): Query<never> => sql`
  UPDATE user_stats SET karma = karma - lost.score
  FROM (
    SELECT author, sum(score) AS score FROM (${scores}) WHERE author IS NOT NULL AND score <> 0 GROUP BY author
  ) lost
  WHERE user_stats.user = lost.author`

const AUTHOR_OF = { post: raw('(SELECT key FROM users WHERE id = t.author_id)'), comment: raw('t.author') }
const OF_COMMENTS = raw('SELECT author, upvote_count - downvote_count AS score FROM comments')

const scoreOfPost = (id: string) => sql`
  SELECT ${AUTHOR_OF.post} AS author, s.upvote_count - s.downvote_count AS score
  FROM posts t CROSS JOIN post_stats s ON s.post = t.key WHERE t.id = ${id}`
const inThread = (postId: string) => sql`${OF_COMMENTS} WHERE post = (SELECT key FROM posts WHERE id = ${postId})`

const VOTES_AT_ONCE = 20

/** The next votes of an account, by their primary key. */
const someVotes = (type: Voted, userId: string) => sql`
  SELECT ${raw(type)} AS key, value, is_counted AS isCounted FROM ${raw(`${type}_votes`)}
  WHERE user = (SELECT key FROM users WHERE id = ${userId}) ORDER BY ${raw(type)} LIMIT ${VOTES_AT_ONCE}`

export const subtractKarma = {
  ofComment: (id: string) => subtract(sql`${OF_COMMENTS} WHERE id = ${id}`),
  ofNewestComments: (postId: string, limit: number) =>
    subtract(sql`${inThread(postId)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`),
  /** Foreign keys then delete its thread and the votes on both. */
  ofPostAndThread: (id: string) => subtract(sql`${scoreOfPost(id)} UNION ALL ${inThread(id)}`),
  ofPost: (id: string) => subtract(scoreOfPost(id)),
  bySomeVotes: (type: Voted, userId: string) =>
    subtract(sql`
    SELECT ${AUTHOR_OF[type]} AS author, v.value AS score
    FROM (${someVotes(type, userId)}) v CROSS JOIN ${raw(`${type}s`)} t ON t.key = v.key`),
}

/** Before a comment is deleted or emptied, or for a post that stays, emptied; whoever empties it clears its counts. */
export function revokeVotesOn(tx: Tx, type: Voted, id: string): void {
  const karma = type === 'post' ? subtractKarma.ofPost(id) : subtractKarma.ofComment(id)
  karma.run(tx)
  sql`DELETE FROM ${raw(`${type}_votes`)} WHERE ${raw(type)} = (SELECT key FROM ${raw(`${type}s`)} WHERE id = ${id})`.run(
    tx,
  )
}

const byUser = (type: Voted, userId: string, key: number) =>
  sql`WHERE user = (SELECT key FROM users WHERE id = ${userId}) AND ${raw(type)} = ${key}`

/** Withdraws some of the votes that the user has cast; returns whether there were any. */
export function withdrawSomeVotes(tx: Tx, userId: string): boolean {
  for (const type of VOTED) {
    const votes = sql({ ...pick(posts, 'id', 'key'), ...pick(postVotes, 'value', 'isCounted') })`
      SELECT t.id, v.* FROM (${someVotes(type, userId)}) v CROSS JOIN ${raw(`${type}s`)} t ON t.key = v.key`.all(tx)
    if (votes.length === 0) continue
    subtractKarma.bySomeVotes(type, userId).run(tx)
    for (const { id, key, value, isCounted } of votes) {
      changeVotes(tx, type, id, votesOf(value, -1, isCounted - 1))
      sql`DELETE FROM ${raw(`${type}_votes`)} ${byUser(type, userId, key)}`.run(tx)
    }
    return true
  }
  return false
}

// The votes of a banned account are shown and do not rank: hot, top and best go by the counted votes. A ban and its end
// enter the account in `vote_recounts`. Its votes follow in steps, each a short transaction, and each vote
// says whether it counts, so that a step that a killed process did not take is taken later.

const STEP = 500

/** Takes the next step for an account that was banned or unbanned. Call after that, in the same transaction. */
export function recountVotes(tx: Tx, userId: string, limit = STEP): void {
  if (!hasRow(tx, sql`FROM vote_recounts WHERE user_id = ${userId}`)) return
  const counted = toFlag(!hasRow(tx, sql`FROM sanctions WHERE user_id = ${userId} AND kind = 'block'`))
  const changed = VOTED.map((type) => {
    const [votes, target] = [raw(`${type}_votes`), raw(type)]
    // By the primary key of the votes.
    const some = sql({ ...pick(posts, 'id', 'key'), ...pick(postVotes, 'value') })`
      SELECT t.id, t.key, v.value FROM ${votes} v CROSS JOIN ${raw(`${type}s`)} t ON t.key = v.${target}
      WHERE v.user = (SELECT key FROM users WHERE id = ${userId}) AND v.is_counted <> ${counted}
      ORDER BY v.${target} LIMIT ${limit}`.all(tx)
    for (const { id, key, value } of some) {
      changeVotes(tx, type, id, votesOf(value, 0, counted === 1 ? -1 : 1))
      sql`UPDATE ${votes} SET is_counted = ${counted} ${byUser(type, userId, key)}`.run(tx)
    }
    return some.length
  })
  if (changed.every((votes) => votes < limit)) sql`DELETE FROM vote_recounts WHERE user_id = ${userId}`.run(tx)
}

/** Takes the steps that are left. */
export async function recountWaitingVotes(limit = STEP): Promise<void> {
  for (;;) {
    const waiting = sql(pick(voteRecounts, 'userId'))`SELECT user_id AS userId FROM vote_recounts LIMIT 1`
    const userId = waiting.get(storage.reader)?.userId
    if (userId === undefined) return
    await storage.write((tx) => recountVotes(tx, userId, limit))
  }
}
