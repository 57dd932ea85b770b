import { comments } from '../../../db/schema/comments'
import { postStats, posts } from '../../../db/schema/posts'
import { INTEGER, keyOf, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { hotChanged, postChanged } from './cache'
import { hotLead, hotScore } from './hot'
import type { VoteValue } from './vote-type'

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
/** What is added to the counts. */
type Change = Partial<typeof NO_CHANGE>
export type VotesChange = Partial<typeof NO_VOTES>

/** What so many votes of this value add, and how many of them do not rank. */
export const votesOf = (value: VoteValue, votes: number, uncounted: number): VotesChange =>
  value === 1 ? { upvotes: votes, uncountedUpvotes: uncounted } : { downvotes: votes, uncountedDownvotes: uncounted }

const VOTES = { upvotes: INTEGER, downvotes: INTEGER, uncountedUpvotes: INTEGER, uncountedDownvotes: INTEGER }
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
    params: {
      id: posts.id,
      ...VOTES,
      views: INTEGER,
      comments: INTEGER,
      thread: INTEGER,
      threadTop: INTEGER,
    },
  },
)
const move = sqlStatement('UPDATE post_stats SET hot_score = hot_score + $minutes WHERE post = $key', {
  params: { key: posts.key, minutes: INTEGER },
})

/** Returns the counts; undefined where there is no such post. */
export function changePostStats(tx: Tx, id: string, some: Change): Raw<typeof AFTER> | undefined {
  const added = { ...NO_CHANGE, ...some }
  const after = change(tx).get({ id, ...added })
  if (after === undefined) return undefined
  postChanged(tx, id)
  const votes = added.upvotes - added.uncountedUpvotes - added.downvotes + added.uncountedDownvotes
  const minutes = hotLead(after) - hotLead({ votes: after.votes - votes, comments: after.comments - added.comments })
  if (minutes === 0) return after
  // Pages by hot go on while no lead changes, as after most votes.
  move(tx).run({ key: after.key, minutes })
  hotChanged(tx)
  return after
}

const SHOWN = pick(postStats, 'threadCount', 'threadTopCount')
const ALL_VOTES = {
  upvotes: postStats.upvoteCount,
  downvotes: postStats.downvoteCount,
  uncountedUpvotes: postStats.uncountedUpvotes,
  uncountedDownvotes: postStats.uncountedDownvotes,
}
const STATS = 'FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.id = $id'
const params = { id: TEXT }
const thread = sqlStatement(`SELECT ${selectList(SHOWN, 's')} ${STATS}`, { returns: SHOWN, params })
const votes = sqlStatement(`SELECT ${selectList(ALL_VOTES, 's')} ${STATS}`, { returns: ALL_VOTES, params })

export const threadCounts = (db: Connection, id: string): Raw<typeof SHOWN> | undefined => thread(db).get({ id })

/** For a post that stays when the votes on it go. */
export function clearVotes(tx: Tx, id: string): void {
  const { upvotes = 0, downvotes = 0, uncountedUpvotes = 0, uncountedDownvotes = 0 } = votes(tx).get({ id }) ?? {}
  changePostStats(tx, id, {
    upvotes: -upvotes,
    downvotes: -downvotes,
    uncountedUpvotes: -uncountedUpvotes,
    uncountedDownvotes: -uncountedDownvotes,
  })
}

const HOT = {
  ...pick(posts, 'key', 'id', 'createdAt'),
  ...pick(postStats, 'commentsCount', 'hotScore'),
  votes: INTEGER,
}
const hotScores = sqlStatement(
  `SELECT p.key, p.id, p.created_at AS createdAt, s.comments_count AS commentsCount, s.hot_score AS hotScore,
    s.top_score AS votes
  FROM posts p CROSS JOIN post_stats s ON s.post = p.key`,
  { returns: HOT },
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
