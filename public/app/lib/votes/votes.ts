export type VoteType = 'upvote' | 'downvote'
export type Votable = { id: string; userVote: VoteType | null; upvoteCount: number; downvoteCount: number }

/** The posts and comments on which one's own vote has not been answered yet. */
export const pendingVotes = new Set<string>()

const counts = (vote: VoteType | null, type: VoteType) => (vote === type ? 1 : 0)

/** As it reads once one's own vote is `to`: counted before the server has. */
export function withVote<Item extends Votable>(item: Item, to: VoteType | null): Item {
  const change = (type: VoteType) => counts(to, type) - counts(item.userVote, type)
  return {
    ...item,
    userVote: to,
    upvoteCount: item.upvoteCount + change('upvote'),
    downvoteCount: item.downvoteCount + change('downvote'),
  }
}
