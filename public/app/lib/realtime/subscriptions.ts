import { signal } from '@preact/signals'

export type Counts = { upvoteCount: number; downvoteCount: number; commentsCount: number }

/** What a page that shows a post wants to be told while it does. */
export type Subscriber = {
  onCounts: (counts: Counts) => void
  onComment: (commentId: string) => void
  /** Something may have happened that nobody told of. */
  onMissed: () => void
}

/** Who follows which post in this tab; the socket asks the server for these, where there is a socket. */
export const subscribers = signal<ReadonlyMap<string, Subscriber>>(new Map())

/** Follows the post until what is returned is called. */
export function subscribe(postId: string, subscriber: Subscriber): () => void {
  subscribers.value = new Map(subscribers.peek()).set(postId, subscriber)
  return () => {
    // The next page may have begun to follow the same post before this one has left.
    if (subscribers.peek().get(postId) !== subscriber) return
    const others = new Map(subscribers.peek())
    others.delete(postId)
    subscribers.value = others
  }
}
