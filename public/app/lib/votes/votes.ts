import type { Signal } from '@preact/signals'
import { api, envelope, type Failure } from '../api'

export type VoteType = 'upvote' | 'downvote'
export type Votable = { id: string; userVote: VoteType | null; upvoteCount: number; downvoteCount: number }

/** Posts and comments with a vote under way. */
export const pendingVotes = new Set<string>()

const counts = (vote: VoteType | null, type: VoteType) => (vote === type ? 1 : 0)

/** The item with the viewer's vote changed, counted before the server responds. */
export function withVote<Item extends Votable>(item: Item, to: VoteType | null): Item {
  const change = (type: VoteType) => counts(to, type) - counts(item.userVote, type)
  return {
    ...item,
    userVote: to,
    upvoteCount: item.upvoteCount + change('upvote'),
    downvoteCount: item.downvoteCount + change('downvote'),
  }
}

/**
 * Casts or switches the viewer's vote, or withdraws it if the same button is pressed again. Shows it at once, reverts
 * it on refusal, and takes the counts from the response.
 */
export async function vote<Item extends Votable>(
  item: Signal<Item | null>,
  targetType: 'post' | 'comment',
  pressed: VoteType,
): Promise<Failure | undefined> {
  const before = item.value
  if (before === null || pendingVotes.has(before.id)) return undefined
  const to = before.userVote === pressed ? null : pressed
  pendingVotes.add(before.id)
  item.value = withVote(before, to)
  const answer = await send(before.userVote, to, { targetType, targetId: before.id })
  pendingVotes.delete(before.id)
  if (item.value === null) return undefined
  if ('code' in answer) {
    const { userVote, upvoteCount, downvoteCount } = before
    item.value = { ...item.value, userVote, upvoteCount, downvoteCount }
    return answer
  }
  item.value = { ...item.value, userVote: to, ...answer }
  return undefined
}

type Counts = { upvoteCount: number; downvoteCount: number }
type Target = { targetType: 'post' | 'comment'; targetId: string }

async function send(from: VoteType | null, to: VoteType | null, target: Target): Promise<Counts | Failure> {
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
