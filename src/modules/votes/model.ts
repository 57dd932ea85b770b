import { type Static, t } from 'elysia'
import { choice, integer, named, timestamp, uuid } from '../../domain/shapes'
import { voteType } from '../../domain/votes'

const targetType = choice(['post', 'comment'])
const target = { targetType, targetId: uuid() }

export const VoteTarget = named('VoteTarget', t.Object(target))
export const Ballot = named('Ballot', t.Object({ ...target, voteType }))

export type Target = Static<typeof VoteTarget>

const votesCounted = t.Object({ upvoteCount: integer(), downvoteCount: integer() })

const voteRecord = named(
  'Vote',
  t.Object({
    id: t.String(),
    targetType,
    targetId: t.String(),
    voteType,
    createdAt: timestamp,
    target: votesCounted,
  }),
)

export type VoteRecord = Static<typeof voteRecord>
export type VotesCounted = Static<typeof votesCounted>

export const VoteCast = t.Object({ vote: voteRecord })
export const VoteSwitched = t.Object({ vote: voteRecord, before: voteRecord })
export const VoteWithdrawn = t.Object({ id: t.String(), target: votesCounted })
