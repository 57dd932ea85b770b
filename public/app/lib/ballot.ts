import { api, envelope, type Failure } from './api'

export type VoteType = 'upvote' | 'downvote'

type Counts = { upvoteCount: number; downvoteCount: number }
export type Target = { targetType: 'post' | 'comment'; targetId: string }

/** Takes out an older vote that waits, and returns what puts it back; does nothing before the outbox is there. */
export let takeOlder: (targetId: string) => (() => void) | undefined = () => undefined

export const onVote = (take: typeof takeOlder) => {
  takeOlder = take
}

/** Makes the viewer's vote the one that is wanted, whichever it was. */
export async function sendVote(from: VoteType | null, to: VoteType | null, target: Target): Promise<Counts | Failure> {
  if (to === null) {
    const answer = await envelope(api.votes.delete(target))
    if (answer.success) return answer.data.target
    return answer.code === 'NOT_FOUND' ? readCounts(target) : answer
  }
  const ballot = { ...target, voteType: to }
  const cast = () => envelope(api.votes.post(ballot))
  const change = () => envelope(api.votes.patch(ballot))
  const [first, other] = from === null ? [cast, change] : [change, cast]
  const answer = await first()
  if (answer.success) return answer.data.vote.target
  // On another device somebody voted meanwhile, or took the vote back; the one here counts.
  const isElsewhere = answer.code === (from === null ? 'ALREADY_VOTED' : 'NOT_FOUND')
  const again = isElsewhere ? await other() : answer
  return again.success ? again.data.vote.target : again
}

async function readCounts({ targetType, targetId }: Target): Promise<Counts | Failure> {
  if (targetType === 'post') {
    const answer = await envelope(api.posts({ id: targetId }).get())
    return answer.success ? countsOf(answer.data.post) : answer
  }
  const answer = await envelope(api.comments({ commentId: targetId }).get())
  return answer.success ? countsOf(answer.data.comment) : answer
}

const countsOf = ({ upvoteCount, downvoteCount }: Counts): Counts => ({ upvoteCount, downvoteCount })
