import { toVoteValue, type VoteType } from '../posts/vote-type'

/** What is added to the counts of the target and to the karma of its author. */
export type VoteChange = { upvotes: number; downvotes: number; karma: number }

/** The change when a vote goes from `before` to `after`; null is no vote. */
export function voteChange(before: VoteType | null, after: VoteType | null): VoteChange {
  const added = (type: VoteType) => Number(after === type) - Number(before === type)
  return { upvotes: added('upvote'), downvotes: added('downvote'), karma: score(after) - score(before) }
}

const score = (vote: VoteType | null): number => (vote === null ? 0 : toVoteValue(vote))
