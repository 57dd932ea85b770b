import { effect } from '@preact/signals'
import type { PostSignal } from '../posts/posts'
import { pendingVotes } from '../votes/votes'
import type { Counts } from './subscriptions'

const updates = new Map<string, number>()

/** How often the server has told the counts of the post: whoever counts along stops where it has. */
export const countUpdates = (postId: string): number => updates.get(postId) ?? 0

export type LiveCounts = { receive: (counts: Counts) => void; stop: () => void }

/**
 * Brings counts that the server tells into a post that is shown. One's own vote shows before it is counted: the votes of
 * others wait until it is answered, and the last that were told are right, for the server tells once more after each
 * change.
 */
export function liveCounts(post: PostSignal): LiveCounts {
  let waiting: Omit<Counts, 'commentsCount'> | undefined
  const settle = () => {
    // What the answer to a vote changes.
    const current = post.value
    if (current === null || waiting === undefined || pendingVotes.has(current.id)) return
    const received = waiting
    waiting = undefined
    post.value = { ...current, ...received }
  }
  const stop = effect(settle)
  return {
    receive({ upvoteCount, downvoteCount, commentsCount }) {
      const current = post.peek()
      if (current === null) return
      updates.set(current.id, countUpdates(current.id) + 1)
      if (current.commentsCount !== commentsCount) post.value = { ...current, commentsCount }
      waiting = { upvoteCount, downvoteCount }
      settle()
    },
    stop,
  }
}
