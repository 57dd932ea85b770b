import { postStats, posts } from '../../../db/schema/posts'
import { postVotes, voteRecounts } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, pick, type Raw, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { runEvery } from '../../lib/process/background'
import { hotPageCache, postChanged } from './cache'
import type { VoteValue } from './vote-type'

// The hot score of a post is the minute of its publication plus a lead that grows with the logarithm of its points. So
// a stored score never goes out of date: all posts grow older at the same rate, and their order stays.

/**
 * The lead is an hour and a half for each step on this ladder, two of which double the points. A vote is worth two points;
 * comments are worth one each, up to ten.
 */
export const HOT = { stepMinutes: 90, votePoints: 2, mostCommentPoints: 10, ladder: hotLadder(2 ** 17) }

/** 1, 2, 3, 4, 6, 8, 12, 16 …: integers, because a logarithm may differ by a bit from machine to machine. */
function hotLadder(end: number): number[] {
  const ladder = [1]
  for (let power = 2; power < end; power *= 2) ladder.push(power, (power * 3) / 2)
  return ladder
}

/** `votes`: counted upvotes minus counted downvotes. */
type HotParts = { votes: number; comments: number }

/** By how many minutes the post stands before one without votes and comments; below zero it stands behind. */
export function hotLead({ votes, comments }: HotParts): number {
  const points = HOT.votePoints * votes + Math.min(comments, HOT.mostCommentPoints)
  const above = HOT.ladder.findIndex((from) => Math.abs(points) < from)
  // Without -0, which is not the 0 of SQLite.
  return HOT.stepMinutes * Math.sign(points) * (above === -1 ? HOT.ladder.length : above) || 0
}

/** In minutes. */
export const MOST_LEAD = HOT.stepMinutes * HOT.ladder.length

export const hotScore = (publishedAt: string, parts: HotParts): number =>
  Math.floor(Date.parse(publishedAt) / 60_000) + hotLead(parts)

// The counts of a post, its hot score, which follows from them, and the votes on a comment. Every change goes through here.

/** For a post that this transaction inserted. */
export function addPostStats(tx: Tx, id: string, publishedAt: string): void {
  const score = hotScore(publishedAt, { votes: 0, comments: 0 })
  sql`INSERT INTO post_stats (post, hot_score) SELECT key, ${score} FROM posts WHERE id = ${id}`.run(tx)
}

const NO_VOTES = { upvotes: 0, downvotes: 0, uncountedUpvotes: 0, uncountedDownvotes: 0 }
const NO_CHANGE = { ...NO_VOTES, views: 0, comments: 0, thread: 0, threadTop: 0 }
type VotesChange = Partial<typeof NO_VOTES>

/** What so many votes of this value add, and how many of them do not rank. */
export const votesOf = (value: VoteValue, votes: number, uncounted: number): VotesChange =>
  value === 1 ? { upvotes: votes, uncountedUpvotes: uncounted } : { downvotes: votes, uncountedDownvotes: uncounted }

const addVotes = ({ upvotes, downvotes, uncountedUpvotes, uncountedDownvotes }: typeof NO_VOTES) => sql`
  upvote_count = upvote_count + ${upvotes}, downvote_count = downvote_count + ${downvotes},
  uncounted_upvotes = uncounted_upvotes + ${uncountedUpvotes},
  uncounted_downvotes = uncounted_downvotes + ${uncountedDownvotes}`

const COUNTS = pick(postStats, 'upvoteCount', 'downvoteCount')
const COUNTS_LIST = raw('upvote_count AS upvoteCount, downvote_count AS downvoteCount')
const AFTER = { ...COUNTS, key: posts.key, votes: INTEGER, comments: postStats.commentsCount }

const moveHot = (tx: Tx, post: number, minutes: number) =>
  sql`UPDATE post_stats SET hot_score = hot_score + ${minutes} WHERE post = ${post}`.run(tx)

/** Returns the counts; undefined where there is no such post. */
export function changePostStats(tx: Tx, id: string, some: Partial<typeof NO_CHANGE>): Raw<typeof AFTER> | undefined {
  const added = { ...NO_CHANGE, ...some }
  const after = sql(AFTER)`
    UPDATE post_stats SET ${addVotes(added)},
      views = views + ${added.views}, comments_count = comments_count + ${added.comments},
      thread_count = thread_count + ${added.thread}, thread_top_count = thread_top_count + ${added.threadTop}
    WHERE post = (SELECT key FROM posts WHERE id = ${id})
    RETURNING ${COUNTS_LIST}, post AS key, top_score AS votes, comments_count AS comments`.get(tx)
  if (after === undefined) return undefined
  postChanged(tx, id)
  const votes = added.upvotes - added.uncountedUpvotes - added.downvotes + added.uncountedDownvotes
  const minutes = hotLead(after) - hotLead({ votes: after.votes - votes, comments: after.comments - added.comments })
  if (minutes === 0) return after
  // Pages by hot go on while no lead changes, as after most votes.
  moveHot(tx, after.key, minutes)
  tx.afterCommit(() => hotPageCache.clear())
  return after
}

const SHOWN = pick(postStats, 'threadCount', 'threadTopCount')

export const threadCounts = (db: Connection, id: string): Raw<typeof SHOWN> | undefined =>
  sql(SHOWN)`
  SELECT s.thread_count AS threadCount, s.thread_top_count AS threadTopCount
  FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.id = ${id}`.get(db)

/** For a post that stays when the votes on it go. */
export function clearVotes(tx: Tx, id: string): void {
  const stored = sql({ upvotes: INTEGER, downvotes: INTEGER, uncountedUpvotes: INTEGER, uncountedDownvotes: INTEGER })`
    SELECT -s.upvote_count AS upvotes, -s.downvote_count AS downvotes, -s.uncounted_upvotes AS uncountedUpvotes,
      -s.uncounted_downvotes AS uncountedDownvotes
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.id = ${id}`.get(tx)
  changePostStats(tx, id, stored ?? {})
}

/** Reads every post. */
export const wrongHotScores = (db: Connection) =>
  sql({ ...pick(posts, 'key', 'id', 'createdAt'), comments: postStats.commentsCount, stored: INTEGER, votes: INTEGER })`
    SELECT p.key, p.id, p.created_at AS createdAt, s.comments_count AS comments, s.hot_score AS stored,
      s.top_score AS votes
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key`
    .all(db)
    .map(({ createdAt, comments, votes, ...post }) => ({ ...post, actual: hotScore(createdAt, { votes, comments }) }))
    .filter(({ stored, actual }) => stored !== actual)

/** For a repair, which drops no caches. Returns the keys of the posts. */
export const correctHotScores = (tx: Tx): number[] =>
  wrongHotScores(tx).map(({ key, stored, actual }) => {
    moveHot(tx, key, actual - stored)
    return key
  })

export type Voted = 'post' | 'comment'

/** Returns the votes as they are shown; undefined where there is no such post or comment. */
export const changeVotes = (tx: Tx, type: Voted, id: string, some: VotesChange): Raw<typeof COUNTS> | undefined =>
  type === 'post'
    ? changePostStats(tx, id, some)
    : sql(COUNTS)`
        UPDATE comments SET ${addVotes({ ...NO_VOTES, ...some })} WHERE id = ${id} RETURNING ${COUNTS_LIST}`.get(tx)

export const votesOn = (db: Connection, type: Voted, id: string): Raw<typeof COUNTS> | undefined =>
  type === 'post'
    ? sql(COUNTS)`
        SELECT ${COUNTS_LIST} FROM post_stats WHERE post = (SELECT key FROM posts WHERE id = ${id})`.get(db)
    : sql(COUNTS)`SELECT ${COUNTS_LIST} FROM comments WHERE id = ${id}`.get(db)

// The votes of a banned account are shown and do not rank: hot, top and best go by the counted votes. A ban and its end
// enter the account in `vote_recounts`. Its votes follow in steps, each a short transaction, and each vote
// says whether it counts, so that a step that a killed process did not take is taken later.

const STEP = 500
const INTERVAL_MS = 5000

/** Takes the next step for an account that was banned or unbanned. Call after that, in the same transaction. */
export function recountVotes(tx: Tx, userId: string, limit = STEP): void {
  const isWaiting = sql({ found: FLAG })`SELECT 1 AS found FROM vote_recounts WHERE user_id = ${userId}`.get(tx)
  if (isWaiting === undefined) return
  const isBanned = sql({ found: FLAG })`
    SELECT 1 AS found FROM sanctions WHERE user_id = ${userId} AND kind = 'block'`.get(tx)
  const counted = isBanned === undefined ? 1 : 0
  const changed = (['post', 'comment'] as const).map((type) => {
    const target = raw(type)
    const user = sql`(SELECT key FROM users WHERE id = ${userId})`
    // By the primary key of the votes.
    const votes = sql({ id: TEXT, key: INTEGER, value: postVotes.value })`
      SELECT t.id, t.key, v.value FROM ${target}_votes v CROSS JOIN ${target}s t ON t.key = v.${target}
      WHERE v.user = ${user} AND v.is_counted <> ${counted} ORDER BY v.${target} LIMIT ${limit}`.all(tx)
    for (const { id, key, value } of votes) {
      changeVotes(tx, type, id, votesOf(value, 0, counted === 1 ? -1 : 1))
      sql`UPDATE ${target}_votes SET is_counted = ${counted} WHERE user = ${user} AND ${target} = ${key}`.run(tx)
    }
    return votes.length
  })
  if (changed.every((votes) => votes < limit)) sql`DELETE FROM vote_recounts WHERE user_id = ${userId}`.run(tx)
}

/** Takes the steps that are left. */
export async function recountWaitingVotes(limit = STEP): Promise<void> {
  for (;;) {
    const next = sql({ userId: voteRecounts.userId })`SELECT user_id AS userId FROM vote_recounts LIMIT 1`
    const userId = next.get(storage.reader)?.userId
    if (userId === undefined) return
    await storage.write((tx) => recountVotes(tx, userId, limit))
  }
}

/** Now and every five seconds. The returned function stops that and waits for a run in progress. */
export const startVoteRecounts = (): (() => Promise<void>) =>
  runEvery(INTERVAL_MS, 'vote recounts', () => recountWaitingVotes())
