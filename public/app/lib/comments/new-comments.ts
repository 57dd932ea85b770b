import { batch, signal } from '@preact/signals'
import { envelope, type Failure } from '../api'
import type { Listing } from '../listing'
import { cachedPost, readPost } from '../posts/posts'
import { type Comment, type CommentNode, commentId, commentsOn, fetchComment, isOwnNewComment, newNode } from './thread'

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

/** Deeper threads are not walked to show one comment. */
const MOST_ABOVE = 20

/** The comment, if it has been loaded. */
function findComment(level: Listing<CommentNode>, id: string): CommentNode | undefined {
  for (const node of level.items.peek()) {
    const found = commentId(node) === id ? node : findComment(node.replies, id)
    if (found) return found
  }
  return undefined
}

/** The nearest loaded comment on the way up, and the ones below it that are not loaded, downwards. */
type Path = { loaded: CommentNode | undefined; unread: Comment[] }

/** Walks from the comment up to a loaded one; undefined if a comment on the way is missing or the way is too long. */
async function pathTo(top: Listing<CommentNode>, id: string): Promise<Path | undefined> {
  const unread: Comment[] = []
  let next: string | null = id
  while (next !== null) {
    const loaded = findComment(top, next)
    if (loaded) return { loaded, unread }
    if (unread.length > MOST_ABOVE) return undefined
    const answer: Awaited<ReturnType<typeof fetchComment>> = await fetchComment(next)
    if (!answer.success) return undefined
    unread.unshift(answer.data.comment)
    next = answer.data.comment.parentCommentId
  }
  return { loaded: undefined, unread }
}

/** Opens the thread down to the comment; undefined if it cannot be shown. */
export async function reveal(top: Listing<CommentNode>, id: string): Promise<CommentNode | undefined> {
  const path = await pathTo(top, id)
  if (path === undefined) return undefined
  let node = path.loaded
  for (const comment of path.unread) {
    if (node && !node.replies.begun.value) await node.replies.more()
    node = insertComment(node, top, comment)
  }
  batch(() => {
    for (let above = node?.parent; above; above = above.parent) above.isOpen.value = true
  })
  return node
}

/** Returns the comment on its level, inserted if the loaded page does not hold it. */
function insertComment(parent: CommentNode | undefined, top: Listing<CommentNode>, comment: Comment): CommentNode {
  const level = parent?.replies ?? top
  const existing = level.items.peek().find((each) => commentId(each) === comment.id)
  if (existing) return existing
  const node = newNode(comment, parent)
  if (parent) level.addLast(node)
  else level.addFirst(node)
  return node
}
