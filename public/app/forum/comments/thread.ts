import { batch, type Signal, signal } from '@preact/signals'
import { requestDeletion } from '../../campus/auth/deletions'
import { api, envelope, type Failure } from '../../lib/api'
import { sendingKey } from '../../lib/draft-forms'
import { careFor } from '../../parts/care/care-note'
import { countUpdates } from '../../parts/realtime/subscriptions'
import { noteHeld } from '../held/held'
import { cachedPost } from '../posts/posts'
import { createDelayedComment } from './delayed'
import { type Comment, fetchTree, type NewComment, postComment, type TreeResponse } from './requests'
import {
  addToTree,
  afterDeletion,
  type CommentNode,
  isPlaceholder,
  type Level,
  newNode,
  newTree,
  noteAuthors,
  type Tree,
  withReplies,
} from './tree'

export const THREAD_SORTS = ['best', 'new', 'old', 'top'] as const
export type ThreadSort = (typeof THREAD_SORTS)[number]
const DEFAULT_SORT: ThreadSort = 'best'

/** Exactly what the document preloads: another address would be loaded twice. */
const FIRST_PAGE = { depth: 50, limit: 100 }
/** How many follow when the reader goes on. */
const NEXT_PAGE = { depth: 50, limit: 250 }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The comment that the address names: as a parameter, or after `#comment-` as links were before. */
export function linkedComment({ search, hash }: Pick<Location, 'search' | 'hash'>): string | undefined {
  const id = new URLSearchParams(search).get('comment') ?? hash.replace(/^#comment-/, '')
  return UUID.test(id) ? id : undefined
}

export function sortInAddress(search: string): ThreadSort {
  const named = new URLSearchParams(search).get('sort')
  return THREAD_SORTS.find((sort) => sort === named) ?? DEFAULT_SORT
}

/** The address with the order in it, unless it is the usual one. */
export function addressSortedBy(sort: ThreadSort, { pathname, search, hash }: Location): string {
  const query = new URLSearchParams(search)
  query.delete('sort')
  if (sort !== DEFAULT_SORT) query.set('sort', sort)
  return `${pathname}${query.size === 0 ? '' : `?${query}`}${hash}`
}

/** The comments of a post, as one history entry shows them. */
export class Thread {
  readonly postId: string
  readonly sort: Signal<ThreadSort>
  /** Another tree with each order. */
  readonly tree: Signal<Tree> = signal(newTree())
  /** Whether the first comments have been loaded. */
  readonly begun = signal(false)
  /** Of a question, as the first page had it. */
  readonly answer: Signal<Comment | undefined> = signal(undefined)
  /** The comment that the link names. */
  readonly linked: string | undefined

  constructor(postId: string, linked?: string, sort = DEFAULT_SORT) {
    this.postId = postId
    this.sort = signal(sort)
    this.linked = linked
  }

  get top(): Level {
    return this.tree.value.top
  }

  find(id: string): CommentNode | undefined {
    return this.tree.peek().nodes.get(id)
  }

  /** Loads the first comments, or the next ones of the level below a comment. */
  more(parent?: CommentNode): Promise<void> {
    const level = parent?.replies ?? this.tree.peek().top
    level.page ??= this.#load(level, parent)
    return level.page
  }

  async #load(level: Level, parent: CommentNode | undefined): Promise<void> {
    const tree = this.tree.peek()
    level.loading.value = true
    level.failure.value = null
    const isFirst = parent === undefined && level.cursor === null
    const sort = this.sort.peek()
    const page = isFirst ? { ...FIRST_PAGE, sort, comment: this.linked } : { ...NEXT_PAGE, sort, parent: parent?.id }
    const answer = await fetchTree(this.postId, { ...page, cursor: level.cursor ?? undefined })
    level.page = undefined
    batch(() => {
      level.loading.value = false
      // A post that only its author still sees has no comments, which is no failure.
      if (answer.success) {
        addToTree(tree, answer.data, parent)
        if (isFirst) this.answer.value = answer.data.answer
      }
      if (!answer.success && answer.code !== 'NOT_FOUND') level.failure.value = answer
      if (level.failure.value === null) this.begun.value = true
    })
  }

  /** Shows the thread in another order once its beginning has come. */
  async sortBy(sort: ThreadSort): Promise<void> {
    if (sort === this.sort.peek()) return
    batch(() => {
      this.sort.value = sort
      this.tree.value = newTree()
      this.begun.value = false
    })
    await this.more()
  }

  /** Reads a comment with all above it. */
  read(id: string) {
    return fetchTree(this.postId, { depth: 1, limit: 1, comment: id })
  }

  /** Inserts what `read` returned where the order has what is new. */
  insert(response: TreeResponse): void {
    addToTree(this.tree.peek(), response, undefined, this.sort.peek() === 'old' ? 'last' : 'first')
  }
}

/**
 * Sends a comment on the post, or a reply to `parent`, and adds it as the first of its level, where the reader looks;
 * one that is to appear later waits there. Its draft is about what it answers.
 */
export async function writeComment(
  thread: Thread,
  parent: CommentNode | undefined,
  comment: NewComment,
  isDelayed = false,
) {
  const { postId, parentCommentId } = comment
  const countOnce = countChange(postId, 1)
  const key = await sendingKey(parentCommentId ?? postId)
  if (isDelayed) return createDelayedComment(comment, key)
  const answer = await postComment(comment, key)
  if (!answer.success) return answer
  if (answer.data.comment.held) {
    noteHeld()
    return answer
  }
  batch(() => {
    countOnce()
    addOwnComment(thread, parent, answer.data.comment)
  })
  return answer
}

/** Shows a comment that waited for a network and was sent, where the thread has what it answers. */
export function addSentComment(thread: Thread, comment: Comment): void {
  const { id, postId, parentCommentId } = comment
  const parent = parentCommentId === null ? undefined : thread.find(parentCommentId)
  if (comment.held || postId !== thread.postId || !thread.begun.peek() || thread.find(id)) return
  if (parentCommentId === null || parent !== undefined) addOwnComment(thread, parent, comment)
}

function addOwnComment(thread: Thread, parent: CommentNode | undefined, comment: Comment): void {
  const node = newNode(comment, parent, true)
  const tree = thread.tree.peek()
  batch(() => {
    tree.nodes.set(node.id, node)
    noteAuthors(tree, [comment])
    const { items } = parent?.replies ?? tree.top
    node.group = items.value[0]?.group ?? 0
    items.value = [node, ...items.value]
    if (parent === undefined) return
    parent.comment.value = withReplies(parent.comment.value, 1)
    parent.isOpen.value = true
  })
}

export async function editComment(node: CommentNode, content: string) {
  const answer = await envelope(api.comments({ commentId: node.id }).patch({ content }))
  if (answer.success) {
    node.comment.value = answer.data.comment
    careFor(answer.data.comment)
  }
  return answer
}

/** What `deleteLater` needs to delete the comment, which leaves a placeholder if it has replies. */
export function commentDeletion(node: CommentNode, comment: Comment) {
  const target = { targetType: 'comment', targetId: comment.id } as const
  return {
    target,
    hide: () => {
      node.comment.value = afterDeletion(comment)
    },
    restore: () => {
      node.comment.value = comment
    },
    send: async (): Promise<Failure | undefined> => {
      const countOnce = countChange(comment.postId, -1)
      const failure = await requestDeletion(target)
      if (failure) return failure
      countOnce()
      replaceWithRemains(node, afterDeletion(comment))
      return undefined
    },
  }
}

/** Takes away what was deleted in a document before, and is shown all the same. */
export function removeDeleted(thread: Thread, id: string): void {
  const node = thread.find(id)
  const comment = node?.comment.peek()
  if (node && comment) replaceWithRemains(node, afterDeletion(comment))
}

/** Removes a placeholder together with its last reply, and so on upwards. */
function replaceWithRemains(node: CommentNode, remains: Comment | null): void {
  node.comment.value = remains
  const { parent } = node
  if (remains !== null || !parent?.comment.value) return
  const above = withReplies(parent.comment.value, -1)
  parent.comment.value = above
  if (above !== null && isPlaceholder(above) && above.repliesCount === 0) replaceWithRemains(parent, null)
}

/** Prepares a change of the comment count; it does nothing if the server sends the new count before the response. */
function countChange(postId: string, change: number): () => void {
  const updatesBefore = countUpdates(postId)
  return () => {
    const post = cachedPost(postId)
    if (!post?.value || countUpdates(postId) !== updatesBefore) return
    post.value = { ...post.value, commentsCount: Math.max(0, post.value.commentsCount + change) }
  }
}
