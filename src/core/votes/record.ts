import { type Static, t } from 'elysia'
import { choice, integer, named, timestamp } from '../../lib/schema'
import { voteType } from '../posts/vote-type'

export const targetType = choice(['post', 'comment'])

export const voteCounts = t.Object({ upvoteCount: integer(), downvoteCount: integer() })

export const voteRecord = named(
  'Vote',
  t.Object({
    id: t.String(),
    targetType,
    targetId: t.String(),
    voteType,
    createdAt: timestamp,
    target: voteCounts,
  }),
)

export type VoteRecord = Static<typeof voteRecord>

export type VoteCounts = Static<typeof voteCounts>
