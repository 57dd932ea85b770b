import { signal } from '@preact/signals'

export type Counts = { upvoteCount: number; downvoteCount: number; commentsCount: number }

/** What a page that shows a post wants to be told while it does. */
export type Follower = {
  counted: (counts: Counts) => void
  commented: (commentId: string) => void
  /** Something may have happened that nobody told of. */
  missed: () => void
}

/** Who follows which post in this tab; the socket asks the server for these, where there is a socket. */
export const followers = signal<ReadonlyMap<string, Follower>>(new Map())

/** Follows the post until what is returned is called. */
export function follow(postId: string, follower: Follower): () => void {
  followers.value = new Map(followers.peek()).set(postId, follower)
  return () => {
    // The next page may have begun to follow the same post before this one has left.
    if (followers.peek().get(postId) !== follower) return
    const others = new Map(followers.peek())
    others.delete(postId)
    followers.value = others
  }
}
