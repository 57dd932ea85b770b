// The orders of comments. `best_score` and `top_score` are computed columns of the table, from the counted votes:
// db/schema/comments.ts has them in SQL.

export type SortBy = 'createdAt' | 'updatedAt' | 'best' | 'top'

/** What `sort` of a list or tree of comments means; ids decide between equals, in the same direction. */
export const COMMENT_SORTS = {
  best: { sortBy: 'best', sortOrder: 'desc' },
  new: { sortBy: 'createdAt', sortOrder: 'desc' },
  old: { sortBy: 'createdAt', sortOrder: 'asc' },
  top: { sortBy: 'top', sortOrder: 'desc' },
} as const satisfies Record<string, { sortBy: SortBy; sortOrder: 'asc' | 'desc' }>
export type CommentSort = keyof typeof COMMENT_SORTS

const Z = 1.96

/**
 * Wilson's lower bound, in millionths: the least share of upvotes that the votes make 95 % certain. The author stands
 * for one upvote, so that a comment without votes is neither last nor equal to one with downvotes only.
 */
export function bestScore({ upvotes, downvotes }: { upvotes: number; downvotes: number }): number {
  const up = upvotes + 1
  const all = up + downvotes
  const margin = Z * Math.sqrt((up * (all - up)) / all + Z ** 2 / 4)
  return Math.trunc((1_000_000 * (up + Z ** 2 / 2 - margin)) / (all + Z ** 2))
}
