import { postStats, posts } from '../../../db/schema/posts'
import { type Query, raw, sql } from '../../../db/sql'
import { INTEGER, pick, type Raw, selectList } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { choice, named, nullable } from '../../lib/text/schema'
import { hotPageCache, postChanged } from './cache'

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

/** Reads every post. */
export const wrongHotScores = (db: Connection) =>
  sql({ ...pick(posts, 'key', 'id', 'createdAt'), stored: INTEGER, votes: INTEGER, comments: INTEGER })`
    SELECT p.key, p.id, p.created_at AS createdAt, s.hot_score AS stored, s.top_score AS votes,
      s.comments_count AS comments
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key`
    .all(db)
    .map(({ key, id, stored, createdAt, ...parts }) => ({ key, id, stored, actual: hotScore(createdAt, parts) }))
    .filter(({ stored, actual }) => stored !== actual)

/** For a repair, which drops no caches. Returns the keys of the posts. */
export const correctHotScores = (tx: Tx): number[] =>
  wrongHotScores(tx).map(({ key, stored, actual }) => {
    changeHotScore(tx, key, actual - stored)
    return key
  })

const changeHotScore = (tx: Tx, key: number, minutes: number) =>
  sql`UPDATE post_stats SET hot_score = hot_score + ${minutes} WHERE post = ${key}`.run(tx)

// Votes, and the counts of a post, from which its hot score follows. Every change goes through here.

export const VOTED = ['post', 'comment'] as const
export type Voted = (typeof VOTED)[number]

export const voteType = named('VoteType', choice(['upvote', 'downvote']))
export const userVote = nullable(voteType)
export type VoteType = 'upvote' | 'downvote'

/** The stored value of a vote, which is also added to the author's karma. */
export type VoteValue = 1 | -1

export const toVoteValue = (type: VoteType): VoteValue => (type === 'upvote' ? 1 : -1)

export const toVoteType = (value: VoteValue): VoteType => (value === 1 ? 'upvote' : 'downvote')

/** For a post that this transaction inserted. */
export function addPostStats(tx: Tx, id: string, publishedAt: string): void {
  const score = hotScore(publishedAt, { votes: 0, comments: 0 })
  sql`INSERT INTO post_stats (post, hot_score) SELECT key, ${score} FROM posts WHERE id = ${id}`.run(tx)
}

const VOTES = {
  upvotes: postStats.upvoteCount,
  downvotes: postStats.downvoteCount,
  uncountedUpvotes: postStats.uncountedUpvotes,
  uncountedDownvotes: postStats.uncountedDownvotes,
}
type Votes = Raw<typeof VOTES>
const NO_VOTES: Votes = { upvotes: 0, downvotes: 0, uncountedUpvotes: 0, uncountedDownvotes: 0 }
const NO_CHANGE = { ...NO_VOTES, views: 0, comments: 0, thread: 0, threadTop: 0 }

/** What so many votes of this value add, and how many of them do not rank. */
export const votesOf = (value: VoteValue, votes: number, uncounted: number): Partial<Votes> =>
  value === 1 ? { upvotes: votes, uncountedUpvotes: uncounted } : { downvotes: votes, uncountedDownvotes: uncounted }

const addVotes = ({ upvotes, downvotes, uncountedUpvotes, uncountedDownvotes }: Votes) => sql`
  upvote_count = upvote_count + ${upvotes}, downvote_count = downvote_count + ${downvotes},
  uncounted_upvotes = uncounted_upvotes + ${uncountedUpvotes},
  uncounted_downvotes = uncounted_downvotes + ${uncountedDownvotes}`

const COUNTS = pick(postStats, 'upvoteCount', 'downvoteCount')
const SHOWN = raw(selectList(COUNTS))
const AFTER = { ...COUNTS, key: posts.key, votes: INTEGER, comments: postStats.commentsCount }

/** Returns the counts; undefined where there is no such post. */
export function changePostStats(tx: Tx, id: string, some: Partial<typeof NO_CHANGE>): Raw<typeof COUNTS> | undefined {
  const added = { ...NO_CHANGE, ...some }
  const after = sql(AFTER)`
    UPDATE post_stats SET ${addVotes(added)}, views = views + ${added.views},
      comments_count = comments_count + ${added.comments},
      thread_count = thread_count + ${added.thread}, thread_top_count = thread_top_count + ${added.threadTop}
    WHERE post = (SELECT key FROM posts WHERE id = ${id})
    RETURNING ${SHOWN}, post AS key, top_score AS votes, comments_count AS comments`.get(tx)
  if (after === undefined) return undefined
  postChanged(tx, id)
  const votes = added.upvotes - added.uncountedUpvotes - added.downvotes + added.uncountedDownvotes
  const minutes = hotLead(after) - hotLead({ votes: after.votes - votes, comments: after.comments - added.comments })
  if (minutes === 0) return after
  // Pages by hot go on while no lead changes, as after most votes.
  changeHotScore(tx, after.key, minutes)
  tx.afterCommit(() => hotPageCache.clear())
  return after
}

/** Returns the votes as they are shown; undefined where there is no such post or comment. */
export const changeVotes = (tx: Tx, type: Voted, id: string, some: Partial<Votes>): Raw<typeof COUNTS> | undefined =>
  type === 'post'
    ? changePostStats(tx, id, some)
    : sql(COUNTS)`
      UPDATE comments SET ${addVotes({ ...NO_VOTES, ...some })} WHERE id = ${id} RETURNING ${SHOWN}`.get(tx)

const statsOf = (id: string): Query<never> => sql`FROM post_stats WHERE post = (SELECT key FROM posts WHERE id = ${id})`

export const votesOn = (db: Connection, type: Voted, id: string): Raw<typeof COUNTS> | undefined =>
  sql(COUNTS)`SELECT ${SHOWN} ${type === 'post' ? statsOf(id) : sql`FROM comments WHERE id = ${id}`}`.get(db)

/** For a post that stays when the votes on it go. */
export function clearVotes(tx: Tx, id: string): void {
  const stored: Partial<Votes> = sql(VOTES)`SELECT ${raw(selectList(VOTES))} ${statsOf(id)}`.get(tx) ?? {}
  changePostStats(tx, id, Object.fromEntries(Object.entries(stored).map(([name, count]) => [name, -count])))
}

/** Of the visible thread, placeholders too. */
export const threadCount = (db: Connection, id: string): number | undefined =>
  sql(pick(postStats, 'threadCount'))`SELECT thread_count AS threadCount ${statsOf(id)}`.get(db)?.threadCount

/** A user's karma is the sum of all votes on the user's posts and comments. */
export const changeKarma = (tx: Tx, userId: string, karma: number) =>
  sql`UPDATE user_stats SET karma = karma + ${karma} WHERE user = (SELECT key FROM users WHERE id = ${userId})`.run(tx)
