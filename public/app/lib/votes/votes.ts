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
