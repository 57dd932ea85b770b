import { comments } from '../../../db/schema/comments'
import { postStats, posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { postVotes, voteRecounts } from '../../../db/schema/votes'
import { FLAG, INTEGER, keyOf, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
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

// The counts of a post, its hot score, which follows from them, and the votes on a comment. Every change goes through here. SQL text: every
// vote, view and comment runs it.

const add = sqlStatement('INSERT INTO post_stats (post, hot_score) SELECT key, $hotScore FROM posts WHERE id = $id', {
  params: { id: posts.id, hotScore: INTEGER },
})

/** For a post that this transaction inserted. */
export function addPostStats(tx: Tx, id: string, publishedAt: string): void {
  add(tx).run({ id, hotScore: hotScore(publishedAt, { votes: 0, comments: 0 }) })
}

const NO_VOTES = { upvotes: 0, downvotes: 0, uncountedUpvotes: 0, uncountedDownvotes: 0 }
const NO_CHANGE = { ...NO_VOTES, views: 0, comments: 0, thread: 0, threadTop: 0 }
type VotesChange = Partial<typeof NO_VOTES>

/** What so many votes of this value add, and how many of them do not rank. */
export const votesOf = (value: VoteValue, votes: number, uncounted: number): VotesChange =>
  value === 1 ? { upvotes: votes, uncountedUpvotes: uncounted } : { downvotes: votes, uncountedDownvotes: uncounted }

const VOTES = {
  upvotes: postStats.upvoteCount,
  downvotes: postStats.downvoteCount,
  uncountedUpvotes: postStats.uncountedUpvotes,
  uncountedDownvotes: postStats.uncountedDownvotes,
}
const ADD_VOTES = `upvote_count = upvote_count + $upvotes, downvote_count = downvote_count + $downvotes,
    uncounted_upvotes = uncounted_upvotes + $uncountedUpvotes,
    uncounted_downvotes = uncounted_downvotes + $uncountedDownvotes`

const COUNTS = pick(postStats, 'upvoteCount', 'downvoteCount')
const AFTER = { ...COUNTS, key: posts.key, votes: INTEGER, comments: postStats.commentsCount }
const change = sqlStatement(
  `UPDATE post_stats SET
    ${ADD_VOTES}, views = views + $views, comments_count = comments_count + $comments,
    thread_count = thread_count + $thread, thread_top_count = thread_top_count + $threadTop
  WHERE post = ${keyOf('posts', 'id')}
  RETURNING ${selectList(COUNTS)}, post AS key, top_score AS votes, comments_count AS comments`,
  {
    returns: AFTER,
    params: { id: posts.id, ...VOTES, views: INTEGER, comments: INTEGER, thread: INTEGER, threadTop: INTEGER },
  },
)
const move = sqlStatement('UPDATE post_stats SET hot_score = hot_score + $minutes WHERE post = $key', {
  params: { key: posts.key, minutes: INTEGER },
})

/** Returns the counts; undefined where there is no such post. */
export function changePostStats(tx: Tx, id: string, some: Partial<typeof NO_CHANGE>): Raw<typeof AFTER> | undefined {
  const added = { ...NO_CHANGE, ...some }
  const after = change(tx).get({ id, ...added })
  if (after === undefined) return undefined
  postChanged(tx, id)
  const votes = added.upvotes - added.uncountedUpvotes - added.downvotes + added.uncountedDownvotes
  const minutes = hotLead(after) - hotLead({ votes: after.votes - votes, comments: after.comments - added.comments })
  if (minutes === 0) return after
  // Pages by hot go on while no lead changes, as after most votes.
  move(tx).run({ key: after.key, minutes })
  tx.afterCommit(() => hotPageCache.clear())
  return after
}

const SHOWN = pick(postStats, 'threadCount', 'threadTopCount')
const STATS = 'FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.id = $id'
const params = { id: TEXT }
const thread = sqlStatement(`SELECT ${selectList(SHOWN, 's')} ${STATS}`, { returns: SHOWN, params })
const votes = sqlStatement(`SELECT ${selectList(VOTES, 's')} ${STATS}`, { returns: VOTES, params })

export const threadCounts = (db: Connection, id: string): Raw<typeof SHOWN> | undefined => thread(db).get({ id })

/** For a post that stays when the votes on it go. */
export function clearVotes(tx: Tx, id: string): void {
  const stored = Object.entries(votes(tx).get({ id }) ?? {})
  changePostStats(tx, id, Object.fromEntries(stored.map(([name, count]) => [name, -count])))
}

const SCORED = {
  ...pick(posts, 'key', 'id', 'createdAt'),
  ...pick(postStats, 'commentsCount', 'hotScore'),
  votes: INTEGER,
}
const hotScores = sqlStatement(
  `SELECT p.key, p.id, p.created_at AS createdAt, s.comments_count AS commentsCount, s.hot_score AS hotScore,
    s.top_score AS votes
  FROM posts p CROSS JOIN post_stats s ON s.post = p.key`,
  { returns: SCORED },
)

/** Reads every post. */
export const wrongHotScores = (db: Connection) =>
  hotScores(db)
    .all()
    .map(({ key, id, createdAt, hotScore: stored, votes, commentsCount: comments }) => {
      return { key, id, stored, actual: hotScore(createdAt, { votes, comments }) }
    })
    .filter(({ stored, actual }) => stored !== actual)

/** For a repair, which drops no caches. Returns the keys of the posts. */
export const correctHotScores = (tx: Tx): number[] =>
  wrongHotScores(tx).map(({ key, stored, actual }) => {
    move(tx).run({ key, minutes: actual - stored })
    return key
  })

const changeComment = sqlStatement(`UPDATE comments SET ${ADD_VOTES} WHERE id = $id RETURNING ${selectList(COUNTS)}`, {
  returns: COUNTS,
  params: { ...VOTES, id: comments.id },
})

export type Voted = 'post' | 'comment'

/** Returns the votes as they are shown; undefined where there is no such post or comment. */
export const changeVotes = (tx: Tx, type: Voted, id: string, some: VotesChange): Raw<typeof COUNTS> | undefined =>
  type === 'post' ? changePostStats(tx, id, some) : changeComment(tx).get({ ...NO_VOTES, ...some, id })

const counts = {
  post: sqlStatement(`SELECT ${selectList(COUNTS, 's')} ${STATS}`, { returns: COUNTS, params }),
  comment: sqlStatement(`SELECT ${selectList(COUNTS)} FROM comments WHERE id = $id`, { returns: COUNTS, params }),
}

export const votesOn = (db: Connection, type: Voted, id: string): Raw<typeof COUNTS> | undefined =>
  counts[type](db).get({ id })

// The votes of a banned account are shown and do not rank: hot, top and best go by the counted votes. A ban and its end
// enter the account in `vote_recounts`. Its votes follow in steps, each a short transaction, and each vote
// says whether it counts, so that a step that a killed process did not take is taken later.

const STEP = 500
const INTERVAL_MS = 5000

const OF_USER = { userId: users.id }
const isBanned = sqlStatement("SELECT 1 AS banned FROM sanctions WHERE user_id = $userId AND kind = 'block'", {
  returns: { banned: FLAG },
  params: OF_USER,
})
const waiting = sqlStatement('SELECT user_id AS userId FROM vote_recounts LIMIT 1', {
  returns: { userId: voteRecounts.userId },
})
const isWaiting = sqlStatement('SELECT 1 AS found FROM vote_recounts WHERE user_id = $userId', {
  returns: { found: FLAG },
  params: OF_USER,
})
const done = sqlStatement('DELETE FROM vote_recounts WHERE user_id = $userId', { params: OF_USER })

const USER = keyOf('users', 'userId')
const STEP_PARAMS = { userId: users.id, counted: FLAG, limit: INTEGER }
/** By the primary key of the votes. `$counted` is what they are to say. */
const steps = (['post', 'comment'] as const).map((type) => ({
  type,
  next: sqlStatement(
    `SELECT t.id, t.key, v.value FROM ${type}_votes v CROSS JOIN ${type}s t ON t.key = v.${type}
    WHERE v.user = ${USER} AND v.is_counted <> $counted ORDER BY v.${type} LIMIT $limit`,
    { returns: { id: TEXT, key: INTEGER, value: postVotes.value }, params: STEP_PARAMS },
  ),
  count: sqlStatement(`UPDATE ${type}_votes SET is_counted = $counted WHERE user = ${USER} AND ${type} = $key`, {
    params: { userId: users.id, counted: FLAG, key: INTEGER },
  }),
}))

/** Takes the next step for an account that was banned or unbanned. Call after that, in the same transaction. */
export function recountVotes(tx: Tx, userId: string, limit = STEP): void {
  if (isWaiting(tx).get({ userId }) === undefined) return
  const counted = isBanned(tx).get({ userId }) === undefined ? 1 : 0
  const changed = steps.map(({ type, next, count }) => {
    const votes = next(tx).all({ userId, counted, limit })
    for (const { id, key, value } of votes) {
      changeVotes(tx, type, id, votesOf(value, 0, counted === 1 ? -1 : 1))
      count(tx).run({ userId, counted, key })
    }
    return votes.length
  })
  if (changed.every((votes) => votes < limit)) done(tx).run({ userId })
}

/** Takes the steps that are left. */
export async function recountWaitingVotes(limit = STEP): Promise<void> {
  for (;;) {
    const userId = waiting(storage.reader).get()?.userId
    if (userId === undefined) return
    await storage.write((tx) => recountVotes(tx, userId, limit))
  }
}

/** Now and every five seconds. The returned function stops that and waits for a run in progress. */
export const startVoteRecounts = (): (() => Promise<void>) =>
  runEvery(INTERVAL_MS, 'vote recounts', () => recountWaitingVotes())
