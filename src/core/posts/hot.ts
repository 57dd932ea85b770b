// The hot score of a post is the minute of its publication plus a lead that grows with the logarithm of its points. So
// a stored score never goes out of date: all posts grow older at the same rate, and their order stays.

/**
 * The lead is an hour and a half for each step on this ladder, two of which double the points. A vote is worth two points;
 * comments are worth one each, up to ten.
 */
export const HOT = { stepMinutes: 90, votePoints: 2, mostCommentPoints: 10, ladder: hotLadder(2 ** 17) }

/** 1, 2, 3, 4, 6, 8, 12, 16 …: integers, because a logarithm may differ by a bit from machine to machine. */
function hotLadder(end: number): number[] {
  const ladder = [1]
  for (let power = 2; power < end; power *= 2) ladder.push(power, (power * 3) / 2)
  return ladder
}

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
