import { signal } from '@preact/signals'

export type Counts = { upvoteCount: number; downvoteCount: number; commentsCount: number }

/** What a page with a post wants to hear. */
export type Subscriber = {
  onCounts: (counts: Counts) => void
  onComment: (commentId: string) => void
  /** Messages may have been missed. */
  onMissed: () => void
}

/** The subscriber of each post in this tab; the socket subscribes to these posts. */
export const subscribers = signal<ReadonlyMap<string, Subscriber>>(new Map())

/** Subscribes to the post until the returned function is called. */
export function subscribe(postId: string, subscriber: Subscriber): () => void {
  subscribers.value = new Map(subscribers.peek()).set(postId, subscriber)
  return () => {
    // The next page may have subscribed to the same post before this one has left.
    if (subscribers.peek().get(postId) !== subscriber) return
    const others = new Map(subscribers.peek())
    others.delete(postId)
    subscribers.value = others
  }
}
