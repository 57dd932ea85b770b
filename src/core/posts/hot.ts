import { HOT } from '../../../db/schema/posts'
import type { Tx } from '../../../db/storage'
import { hotChanged } from './cache'

// The hot score of a post is the minute of its publication plus a lead that grows with the logarithm of its points. So
// a stored score never goes out of date: all posts grow older at the same rate, and their order stays. `HOT` and the
// computed column `hot_lead` in db/schema/posts.ts are the same in SQL.

/** `votes`: counted upvotes minus counted downvotes. */
export type HotParts = { votes: number; comments: number }

/** By how many minutes the post stands before one without votes and comments; below zero it stands behind. */
export function hotLead({ votes, comments }: HotParts): number {
  const points = HOT.votePoints * votes + Math.min(comments, HOT.mostCommentPoints)
  const above = HOT.ladder.findIndex((from) => Math.abs(points) < from)
  // Without -0, which is not the 0 of SQLite.
  return HOT.stepMinutes * Math.sign(points) * (above === -1 ? HOT.ladder.length : above) || 0
}

/** In minutes. */
export const MOST_LEAD = HOT.stepMinutes * HOT.ladder.length

export const hotScore = (publishedAt: string, parts: HotParts): number =>
  Math.floor(Date.parse(publishedAt) / 60_000) + hotLead(parts)

/** Call after a change of votes or comments: pages by hot go on while no lead changes, as after most votes. */
export function hotPartsChanged(tx: Tx, before: HotParts, after: HotParts): void {
  if (hotLead(before) !== hotLead(after)) hotChanged(tx)
}
