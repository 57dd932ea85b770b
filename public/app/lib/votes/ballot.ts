import { api, envelope, type Failure } from '../api'

export type VoteType = 'upvote' | 'downvote'

type Counts = { upvoteCount: number; downvoteCount: number }
type Target = { targetType: 'post' | 'comment'; targetId: string }

/** Makes the viewer's vote the one that is wanted, whichever it was. */
export async function sendVote(from: VoteType | null, to: VoteType | null, target: Target): Promise<Counts | Failure> {
  if (to === null) {
    const answer = await envelope(api.votes.delete(target))
    return answer.success ? answer.data.target : answer
  }
  const ballot = { ...target, voteType: to }
  if (from === null) {
    const answer = await envelope(api.votes.post(ballot))
    if (answer.success) return answer.data.vote.target
    // Voted in another tab meanwhile; the vote here counts.
    if (answer.code !== 'ALREADY_VOTED') return answer
  }
  const answer = await envelope(api.votes.patch(ballot))
  return answer.success ? answer.data.vote.target : answer
}
