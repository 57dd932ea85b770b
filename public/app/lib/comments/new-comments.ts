import { batch, signal } from '@preact/signals'
import { envelope, type Failure } from '../api'
import type { Listing } from '../listing'
import { cachedPost, readPost } from '../posts/posts'
import { type Comment, type CommentNode, commentsOn, fetchComment, isOwnNewComment } from './thread'
import { findComment, insertComment, pathTo } from './thread-paths'

const BATCH_SIZE = 6
/** The maximum of one page of comments. */
const PAGE = 100

/** Comments by others that came while the thread is open. They wait until the reader wants to see them. */
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

  /** Loads the post again, and the comments that no message announced. */
  async catchUp(): Promise<void> {
    const before = cachedPost(this.#postId)?.peek()?.commentsCount ?? 0
    const post = await readPost(this.#postId)
    const missed = 'code' in post ? 0 : (post.peek()?.commentsCount ?? 0) - before
    if (missed <= 0) return
    const answer = await envelope(commentsOn(this.#postId).get({ query: { limit: Math.min(PAGE, missed) } }))
    if (answer.success) for (const { id } of answer.data.comments) await this.add(id)
  }

  /** Inserts the waiting comments. Returns the newest one that is visible now, or the folded comment above it. */
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
      // Comments that came meanwhile keep waiting.
      this.ids.value = this.ids.value.filter((id) => !ids.includes(id))
      return nodes.findLast((node) => node !== undefined)
    })
  }

  /**
   * Loads the reply counts of the parents on the page, and the nearest loaded ancestor of replies whose parent is not.
   */
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

  /** At the top, or on a level that has been loaded; other levels load the comment when they are opened. */
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

/** Ids of comments sort by time. */
const byAge = (one: Comment, other: Comment): number => (one.id < other.id ? -1 : 1)

async function inBatches<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (let next = 0; next < all.length; next += BATCH_SIZE)
    done.push(...(await Promise.all(all.slice(next, next + BATCH_SIZE).map(work))))
  return done
}
