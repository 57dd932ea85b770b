import { batch, signal } from '@preact/signals'
import { envelope, type Failure } from '../api'
import type { Listing } from '../listing'
import { cachedPost, readPost } from '../posts/posts'
import type { Comment } from './comments'
import { type CommentNode, commentsOn, fetchComment, isOwnNewComment } from './thread'
import { findComment, insertComment, pathTo } from './thread-paths'

/** As many as are read at the same time. */
const BATCH_SIZE = 6
/** The most that one page of a thread holds. */
const PAGE = 100

/** Comments by others that came while the thread is open, which wait until the reader wants to see them. */
export class NewComments {
  readonly ids = signal<readonly string[]>([])
  readonly #postId: string
  readonly #top: Listing<CommentNode>

  constructor(postId: string, top: Listing<CommentNode>) {
    this.#postId = postId
    this.#top = top
  }

  async add(commentId: string): Promise<void> {
    if (await isOwnNewComment(commentId)) return
    if (this.ids.value.includes(commentId) || findComment(this.#top, commentId)) return
    this.ids.value = [...this.ids.value, commentId]
  }

  /** Reads the post anew, and which of its comments nobody has told of. */
  async catchUp(): Promise<void> {
    const before = cachedPost(this.#postId)?.peek()?.commentsCount ?? 0
    const post = await readPost(this.#postId)
    const missed = 'code' in post ? 0 : (post.peek()?.commentsCount ?? 0) - before
    if (missed <= 0) return
    const answer = await envelope(commentsOn(this.#postId).get({ query: { limit: Math.min(PAGE, missed) } }))
    if (answer.success) for (const { id } of answer.data.comments) await this.add(id)
  }

  /** Brings them in at their places; answers the newest that one sees by that, or the comment that it is folded beneath. */
  async show(): Promise<CommentNode | Failure | undefined> {
    const ids = this.ids.value
    const answers = await inBatches(ids, fetchComment)
    const failed = answers.find((answer) => !answer.success && answer.code !== 'NOT_FOUND')
    if (failed && !failed.success) return failed
    const comments = answers.flatMap((answer) => (answer.success ? [answer.data.comment] : []))
    const above = await this.#above(comments)
    return batch(() => {
      for (const [node, repliesCount] of above.counts)
        if (node.comment.value) node.comment.value = { ...node.comment.value, repliesCount }
      const nodes = comments.sort(byAge).map((comment) => this.#place(comment) ?? above.nearest.get(comment.id))
      // What has come meanwhile waits.
      this.ids.value = this.ids.value.filter((id) => !ids.includes(id))
      return nodes.findLast((node) => node !== undefined)
    })
  }

  /** How many replies there are to what they reply to, and where those are that reply to something that was not read. */
  async #above(comments: Comment[]) {
    const counts: [CommentNode, number][] = []
    const nearest = new Map<string, CommentNode | undefined>()
    const parents = new Set(comments.flatMap(({ parentCommentId }) => parentCommentId ?? []))
    for (const { id } of comments) parents.delete(id)
    await inBatches([...parents], async (id) => {
      const node = findComment(this.#top, id)
      const answer = node && (await fetchComment(id))
      if (answer?.success) counts.push([node!, answer.data.comment.repliesCount])
      if (node) return
      const path = await pathTo(this.#top, id)
      for (const comment of comments) if (comment.parentCommentId === id) nearest.set(comment.id, path?.loaded)
    })
    return { counts, nearest }
  }

  /** At the top, or on a level of replies that has been read; whoever opens another reads it then. */
  #place(comment: Comment): CommentNode | undefined {
    if (comment.parentCommentId === null) return insertComment(undefined, this.#top, comment)
    const parent = findComment(this.#top, comment.parentCommentId)
    if (!parent?.replies.begun.value) return parent
    const node = insertComment(parent, this.#top, comment)
    return isVisible(node) ? node : parent
  }
}

function isVisible({ parent }: CommentNode): boolean {
  return parent === undefined || (parent.isOpen.peek() && isVisible(parent))
}

/** Ids of comments are in the order of time. */
const byAge = (one: Comment, other: Comment): number => (one.id < other.id ? -1 : 1)

/** A few at a time, in their order. */
async function inBatches<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (let next = 0; next < all.length; next += BATCH_SIZE)
    done.push(...(await Promise.all(all.slice(next, next + BATCH_SIZE).map(work))))
  return done
}
