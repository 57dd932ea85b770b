import { signal } from '@preact/signals'
import { envelope, type Failure } from '../../lib/api'
import { cachedPost, readPost } from '../posts/posts'
import { commentsOn, isOwnNewComment } from './requests'
import type { Thread } from './thread'
import { type CommentNode, isVisible } from './tree'

const BATCH_SIZE = 6
/** The maximum of one page of comments. */
const PAGE = 100

/** Comments by others that came while the thread is open. They wait until the reader wants to see them. */
export class NewComments {
  readonly ids = signal<readonly string[]>([])
  readonly #thread: Thread

  constructor(thread: Thread) {
    this.#thread = thread
  }

  async add(commentId: string): Promise<void> {
    if (await isOwnNewComment(commentId)) return
    if (this.ids.value.includes(commentId) || this.#thread.find(commentId)) return
    this.ids.value = [...this.ids.value, commentId]
  }

  /** Loads the post again, and the comments that no message announced. */
  async catchUp(): Promise<void> {
    const { postId } = this.#thread
    const before = cachedPost(postId)?.peek()?.commentsCount ?? 0
    const post = await readPost(postId)
    const missed = 'code' in post ? 0 : (post.peek()?.commentsCount ?? 0) - before
    if (missed <= 0) return
    const answer = await envelope(commentsOn(postId).get({ query: { limit: Math.min(PAGE, missed) } }))
    if (answer.success) for (const { id } of answer.data.comments) await this.add(id)
  }

  /** Inserts the waiting comments. Returns the newest one, or the folded comment above it. */
  async show(): Promise<CommentNode | Failure | undefined> {
    // Ids of comments sort by time.
    const ids = this.ids.value.toSorted()
    for (let next = 0; next < ids.length; next += BATCH_SIZE) {
      const answers = await Promise.all(ids.slice(next, next + BATCH_SIZE).map((id) => this.#thread.read(id)))
      for (const answer of answers) {
        if (answer.success) this.#thread.insert(answer.data)
        else if (answer.code !== 'NOT_FOUND') return answer
      }
    }
    // Comments that came meanwhile keep waiting.
    this.ids.value = this.ids.value.filter((id) => !ids.includes(id))
    const node = ids.flatMap((id) => this.#thread.find(id) ?? []).at(-1)
    return node && shownIn(node)
  }
}

/** The comment, or the outermost folded one above it. */
function shownIn(node: CommentNode): CommentNode {
  return node.parent === undefined || isVisible(node) ? node : shownIn(node.parent)
}
