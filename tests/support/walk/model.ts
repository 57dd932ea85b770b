// A forum in memory, as plainly as its rules can be said: nothing is counted ahead, everything is derived when asked.

/** Who looks: null for a stranger. */
export type Reader = { id: string; college: string; isAdmin: boolean } | null
export type Outcome =
  | 'ok'
  | 'NOT_FOUND'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_OWNER'
  | 'BLOCK_RELATION'
  | 'ALREADY_VOTED'
  | 'ALREADY_BOOKMARKED'
export type State = 'active' | 'banned' | 'shadow_banned'
export type Kind = 'post' | 'comment'
type Votes = Map<string, 1 | -1>
export type Post = {
  kind: 'post'
  id: string
  author: string | null
  college: string
  branch: string
  topic: string
  isPrivate: boolean
  state: State
  views: number
  votes: Votes
}
export type Comment = {
  kind: 'comment'
  id: string
  postId: string
  parentId: string | null
  author: string | null
  isBanned: boolean
  isDeleted: boolean
  votes: Votes
}
export type Text = Post | Comment

export const sum = (votes: Votes) => [...votes.values()].reduce((total: number, value) => total + value, 0)
export const countOf = (votes: Votes, value: 1 | -1) => [...votes.values()].filter((each) => each === value).length

export class Forum {
  /** In the order in which they were made. */
  readonly posts = new Map<string, Post>()
  readonly comments = new Map<string, Comment>()
  readonly blocks: { by: string; of: string }[] = []
  readonly bookmarks: { by: string; postId: string }[] = []
  /** Of those who have changed theirs. */
  readonly branches = new Map<string, string>()

  branchOf(userId: string) {
    return this.branches.get(userId) ?? 'CSE'
  }

  /** Posts go with their author. */
  changeBranch(userId: string, branch: string) {
    this.branches.set(userId, branch)
    for (const post of this.posts.values()) if (post.author === userId) post.branch = branch
  }

  reading(post: Post | undefined, reader: Reader): Outcome {
    if (post === undefined) return 'NOT_FOUND'
    if (reader?.isAdmin) return 'ok'
    const isOwn = reader !== null && post.author === reader.id
    if (post.state === 'banned' || (post.state === 'shadow_banned' && !isOwn)) return 'NOT_FOUND'
    if (!post.isPrivate) return 'ok'
    if (reader === null) return 'UNAUTHENTICATED'
    return reader.college === post.college ? 'ok' : 'FORBIDDEN'
  }

  /** An author also reads the own post that a moderator removed, and does nothing else with it but delete it. */
  readingById(post: Post | undefined, reader: Reader): Outcome {
    const isOwn = reader !== null && post?.author === reader.id
    return isOwn && post.state === 'banned' ? 'ok' : this.reading(post, reader)
  }

  threadReading(post: Post | undefined, reader: Reader): Outcome {
    return post !== undefined && post.state !== 'active' && !reader?.isAdmin ? 'NOT_FOUND' : this.reading(post, reader)
  }

  commentReading(comment: Comment | undefined, reader: Reader): Outcome {
    if (comment === undefined || comment.isDeleted || (comment.isBanned && !reader?.isAdmin)) return 'NOT_FOUND'
    return this.threadReading(this.posts.get(comment.postId), reader)
  }

  textReading(text: Text | undefined, reader: Reader): Outcome {
    return text?.kind === 'comment' ? this.commentReading(text, reader) : this.reading(text, reader)
  }

  hasBlocked(by: string, of: string | null) {
    return this.blocks.some((block) => block.by === by && block.of === of)
  }

  isBlockRelation(reader: Reader, other: string | null) {
    return reader !== null && other !== null && (this.hasBlocked(reader.id, other) || this.hasBlocked(other, reader.id))
  }

  /** The posts in the reader's lists, oldest first. */
  listed(reader: Reader): Post[] {
    return [...this.posts.values()].filter(
      (post) =>
        post.state !== 'banned' && this.reading(post, reader) === 'ok' && !this.isBlockRelation(reader, post.author),
    )
  }

  repliesTo(id: string): Comment[] {
    return [...this.comments.values()].filter(({ parentId }) => parentId === id)
  }

  isLive({ isDeleted, isBanned }: Comment) {
    return !isDeleted && !isBanned
  }

  isShown(comment: Comment): boolean {
    return this.isLive(comment) || this.repliesTo(comment.id).some((reply) => this.isShown(reply))
  }

  thread(postId: string, reader: Reader): Comment[] {
    return [...this.comments.values()].filter(
      (comment) => comment.postId === postId && (reader?.isAdmin || this.isShown(comment)),
    )
  }

  bookmarked(reader: NonNullable<Reader>): Post[] {
    return this.bookmarks
      .filter(({ by }) => by === reader.id)
      .flatMap(({ postId }) => this.posts.get(postId) ?? [])
      .filter((post) => this.reading(post, reader) === 'ok' && !this.hasBlocked(reader.id, post.author))
      .toReversed()
  }

  karma(userId: string) {
    const written = [...this.posts.values(), ...this.comments.values()].filter(({ author }) => author === userId)
    return written.reduce((total, { votes }) => total + sum(votes), 0)
  }

  /** What a write on something is refused with, before its own rules. */
  approach(text: Text | undefined, by: NonNullable<Reader>): Outcome {
    const reading = this.textReading(text, by)
    if (reading !== 'ok') return reading
    return this.isBlockRelation(by, text?.author ?? null) ? 'BLOCK_RELATION' : 'ok'
  }

  owning(text: Text | undefined, by: NonNullable<Reader>): Outcome {
    const reading = this.textReading(text, by)
    if (reading !== 'ok') return reading
    return text?.author === by.id ? 'ok' : 'NOT_OWNER'
  }

  deleting(post: Post | undefined, by: NonNullable<Reader>): Outcome {
    return post?.author === by.id ? this.readingById(post, by) : this.owning(post, by)
  }

  commenting(post: Post | undefined, parent: Comment | null, by: NonNullable<Reader>): Outcome {
    const reading = this.threadReading(post, by)
    if (reading !== 'ok') return reading
    if (this.isBlockRelation(by, post?.author ?? null)) return 'BLOCK_RELATION'
    if (parent === null) return 'ok'
    if (!this.isLive(parent)) return 'NOT_FOUND'
    return this.isBlockRelation(by, parent.author) ? 'BLOCK_RELATION' : 'ok'
  }

  cast(text: Text | undefined, by: NonNullable<Reader>, value: 1 | -1): Outcome {
    const approach = this.approach(text, by)
    if (approach !== 'ok') return approach
    if (text?.votes.has(by.id)) return 'ALREADY_VOTED'
    text?.votes.set(by.id, value)
    return 'ok'
  }

  switch(text: Text | undefined, by: NonNullable<Reader>, value: 1 | -1): Outcome {
    const approach = this.approach(text, by)
    if (approach !== 'ok') return approach
    if (!text?.votes.has(by.id)) return 'NOT_FOUND'
    text.votes.set(by.id, value)
    return 'ok'
  }

  withdraw(text: Text | undefined, by: NonNullable<Reader>): Outcome {
    const reading = this.textReading(text, by)
    if (reading !== 'ok') return reading
    return text?.votes.delete(by.id) ? 'ok' : 'NOT_FOUND'
  }

  bookmark(post: Post | undefined, by: NonNullable<Reader>): Outcome {
    const approach = this.approach(post, by)
    if (approach !== 'ok' || post === undefined) return approach
    if (this.bookmarks.some((each) => each.by === by.id && each.postId === post.id)) return 'ALREADY_BOOKMARKED'
    this.bookmarks.push({ by: by.id, postId: post.id })
    return 'ok'
  }

  unbookmark(postId: string, by: NonNullable<Reader>): Outcome {
    const index = this.bookmarks.findIndex((each) => each.by === by.id && each.postId === postId)
    if (index < 0) return 'NOT_FOUND'
    this.bookmarks.splice(index, 1)
    return 'ok'
  }

  removePost(id: string) {
    this.posts.delete(id)
    for (const comment of [...this.comments.values()]) if (comment.postId === id) this.comments.delete(comment.id)
    keepOnly(this.bookmarks, ({ postId }) => postId !== id)
  }

  /** It stays while anything replies to it, and takes along what stayed for it alone. */
  removeComment(comment: Comment) {
    Object.assign(comment, { author: null, isDeleted: true, isBanned: false })
    comment.votes.clear()
    let left: Comment | undefined = comment
    while (left?.isDeleted && this.repliesTo(left.id).length === 0) {
      this.comments.delete(left.id)
      left = left.parentId === null ? undefined : this.comments.get(left.parentId)
    }
  }

  leave(userId: string) {
    for (const { votes } of [...this.posts.values(), ...this.comments.values()]) votes.delete(userId)
    for (const comment of [...this.comments.values()]) if (comment.author === userId) this.removeComment(comment)
    for (const post of [...this.posts.values()].filter(({ author }) => author === userId))
      if (this.thread(post.id, null).length === 0) this.removePost(post.id)
      else {
        post.author = null
        post.branch = ''
        post.votes.clear()
      }
    keepOnly(this.blocks, ({ by, of }) => by !== userId && of !== userId)
    keepOnly(this.bookmarks, ({ by }) => by !== userId)
  }
}

function keepOnly<T>(list: T[], keep: (item: T) => boolean) {
  list.splice(0, list.length, ...list.filter(keep))
}
