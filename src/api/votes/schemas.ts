import { t } from 'elysia'
import { voteType } from '../../core/posts/vote-type'
import { targetType, voteCounts, voteRecord } from '../../core/votes/record'
import { named, recordId, uuid } from '../../lib/schema'

const target = { targetType, targetId: uuid() }

export const VoteTarget = named('VoteTarget', t.Object(target))
export const CastVote = named('CastVote', t.Object({ ...target, voteType }))
export const VoteCast = t.Object({ vote: voteRecord })
export const VoteSwitched = t.Object({ vote: voteRecord, before: voteRecord })
export const VoteWithdrawn = t.Object({ id: recordId, target: voteCounts })
