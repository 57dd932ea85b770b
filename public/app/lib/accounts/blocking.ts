import { api, envelope, type Failure } from '../api'
import type { CommentNode } from '../comments/thread'
import type { Listing } from '../listing'
import { hidePostsBy } from '../posts/posts'
import { forgetHistoryEntries } from '../scroll-restoration'

/** Blocks the person; no list that was read before is shown again, and none that is shown keeps their posts. */
export async function block(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.block({ userId: encodeURIComponent(userId) }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  hidePostsBy(userId)
  return undefined
}

/** Takes the block back; lists that were read without their posts are read anew. */
export async function unblock(userId: string): Promise<Failure | undefined> {
  const answer = await envelope(api.users.unblock({ userId: encodeURIComponent(userId) }).post())
  if (!answer.success) return answer
  forgetHistoryEntries()
  return undefined
}

/** Folds what the person has said in the thread, as the server says it from now on. */
export function foldCommentsBy(userId: string, level: Listing<CommentNode>): void {
  for (const { comment, replies } of level.items.value) {
    if (comment.value?.commentedBy?.id === userId) comment.value = { ...comment.value, isBlocked: true }
    foldCommentsBy(userId, replies)
  }
}
