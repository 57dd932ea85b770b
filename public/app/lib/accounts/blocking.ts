import { api, envelope, type Failure } from '../api'
import type { CommentNode } from '../comments/thread'
import type { Listing } from '../listing'
import { hidePostsBy } from '../posts/posts'
import { forgetHistoryEntries } from '../scroll-restoration'

/** Blocks the person. Lists that were loaded before are dropped, and those on the page hide the person's posts. */
export async function block(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.block({ userId: encodeURIComponent(userId) }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  hidePostsBy(userId)
  return undefined
}

/** Lists that were loaded without the person's posts are loaded again. */
export async function unblock(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.unblock({ userId: encodeURIComponent(userId) }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  return undefined
}

/** Folds the person's comments in a thread that is already loaded, as the server would. */
export function foldCommentsBy(userId: string, level: Listing<CommentNode>): void {
  for (const { comment, replies } of level.items.value) {
    if (comment.value?.commentedBy?.id === userId) comment.value = { ...comment.value, isBlocked: true }
    foldCommentsBy(userId, replies)
  }
}
