import { effect } from '@preact/signals'
import type { PostSignal } from '../posts/posts'
import { unanswered } from '../votes/votes'
import type { Counts } from './subscriptions'

const heard = new Map<string, number>()

/** How often the server has told the counts of the post: whoever counts along stops where it has. */
export const timesTold = (postId: string): number => heard.get(postId) ?? 0

export type CountsOf = { tell: (counts: Counts) => void; stop: () => void }

/**
 * Brings counts that the server tells into a post that is shown. One's own vote shows before it is counted: the votes of
 * others wait until it is answered, and the last that were told are right, for the server tells once more after each
 * change.
 */
export function countsOf(post: PostSignal): CountsOf {
  let waiting: Omit<Counts, 'commentsCount'> | undefined
  const settle = () => {
    // What the answer to a vote changes.
    const present = post.value
    if (present === null || waiting === undefined || unanswered.has(present.id)) return
    const told = waiting
    waiting = undefined
    post.value = { ...present, ...told }
  }
  const stop = effect(settle)
  return {
    tell({ upvoteCount, downvoteCount, commentsCount }) {
      const present = post.peek()
      if (present === null) return
      heard.set(present.id, timesTold(present.id) + 1)
      if (present.commentsCount !== commentsCount) post.value = { ...present, commentsCount }
      waiting = { upvoteCount, downvoteCount }
      settle()
    },
    stop,
  }
}
