import { effect, signal } from '@preact/signals'
import type { PostSignal } from '../../forum/posts/posts'
import { pendingVotes } from '../../forum/votes/votes'

type Counts = { upvoteCount: number; downvoteCount: number; commentsCount: number }

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

const updates = new Map<string, number>()

/** How many counts the server has sent for the post; local counting stops once it has. */
export const countUpdates = (postId: string): number => updates.get(postId) ?? 0

/**
 * Writes counts from the server into a post on the page. While the viewer's own vote is under way, they wait for its
 * response; the last ones are right, because the server sends them again after each change.
 */
export function liveCounts(post: PostSignal) {
  let waiting: Omit<Counts, 'commentsCount'> | undefined
  const settle = () => {
    // Reads the signal, so that the effect runs again when the response changes it.
    const current = post.value
    if (current === null || waiting === undefined || pendingVotes.has(current.id)) return
    const received = waiting
    waiting = undefined
    post.value = { ...current, ...received }
  }
  const stop = effect(settle)
  let last: Counts | undefined
  const receive = (counts: Counts) => {
    const { commentsCount, ...votes } = counts
    const current = post.peek()
    if (current === null) return
    last = counts
    updates.set(current.id, countUpdates(current.id) + 1)
    if (current.commentsCount !== commentsCount) post.value = { ...current, commentsCount }
    waiting = votes
    settle()
  }
  /** Keeps what came while the post was read again: the answer may be older. */
  const during = async (reading: Promise<unknown>) => {
    const before = last
    await reading
    if (last !== undefined && last !== before) receive(last)
  }
  return { receive, during, stop }
}
