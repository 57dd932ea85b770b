import { type Static, t } from 'elysia'
import { choice, integer, named, recordId, timestamp } from '../../lib/schema'
import { voteType } from '../posts/vote-type'

export const targetType = named('VoteTargetType', choice(['post', 'comment']))

export const voteCounts = named('VoteCounts', t.Object({ upvoteCount: integer(), downvoteCount: integer() }))

export const voteRecord = named(
  'Vote',
  t.Object({
    id: recordId,
    targetType,
    targetId: recordId,
    voteType,
    createdAt: timestamp,
    target: voteCounts,
  }),
)

export type VoteRecord = Static<typeof voteRecord>

export type VoteCounts = Static<typeof voteCounts>
