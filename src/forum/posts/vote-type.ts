import { sql } from '../../../db/sql'
import { choice, named, nullable } from '../../lib/text/schema'

export const voteType = named('VoteType', choice(['upvote', 'downvote']))
export const userVote = nullable(voteType)

export type VoteType = 'upvote' | 'downvote'

/** The stored value of a vote, which is also added to the author's karma. */
export type VoteValue = 1 | -1

export const toVoteValue = (type: VoteType): VoteValue => (type === 'upvote' ? 1 : -1)

export const toVoteType = (value: VoteValue): VoteType => (value === 1 ? 'upvote' : 'downvote')

// What depends on the viewer (null without a session) is a scalar subquery by primary key: joined instead,
// the planner may build a Bloom filter over all that the viewer has voted on, for every query.

/** The viewer's vote on the comment `m`. */
export const voteOnComment = (viewer: string | null) => sql`(SELECT value FROM comment_votes
  WHERE user = (SELECT key FROM users WHERE id = ${viewer}) AND comment = m.key) AS vote`
