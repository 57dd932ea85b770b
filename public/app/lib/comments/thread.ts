import { type Signal, signal } from '@preact/signals'
import { type Data, endpointAt } from '../../../../client/api'
import { api, envelope, type Failure, under } from '../api'
import { sendingKey } from '../drafts'
import { Listing } from '../listing'
import { cachedPost } from '../posts/posts'
import { countUpdates } from '../realtime/subscriptions'

export const commentsOn = (postId: string) => endpointAt(api.comments, 'post', { postId })

export const fetchComment = (id: string) => envelope(api.comments({ commentId: id }).get())

/** A comment with its replies, which are loaded when somebody opens them; null once it is gone. */
export type CommentNode = {
  comment: Signal<Comment | null>
  replies: Listing<CommentNode>
  isOpen: Signal<boolean>
  parent: CommentNode | undefined
}

const PAGE = 20

/** The id of the comment; empty once it is gone. */
export const commentId = ({ comment }: CommentNode): string => comment.peek()?.id ?? ''

/** One level of a thread: the top newest first, replies oldest first. */
export function listLevel(postId: string, parent?: CommentNode): Listing<CommentNode> {
  const where = parent ? { parent: commentId(parent), sortOrder: 'asc' as const } : { parent: 'none' as const }
  return new Listing(async (cursor) => {
    const query = { limit: PAGE, ...where, ...(cursor ? { cursor } : {}) }
    const answer = await envelope(commentsOn(postId).get({ query }))
    // A post that only its author still sees has no comments, which is no failure.
    if (!answer.success) return answer.code === 'NOT_FOUND' ? { items: [], next: null } : answer
    return { items: answer.data.comments.map((each) => newNode(each, parent)), next: answer.data.meta.nextCursor }
  }, commentId)
}

export function newNode(comment: Comment, parent: CommentNode | undefined): CommentNode {
  const node = { comment: signal<Comment | null>(comment), isOpen: signal(false), parent } as CommentNode
  node.replies = listLevel(comment.postId, node)
  return node
}

export function toggleReplies(node: CommentNode): void {
  node.isOpen.value = !node.isOpen.value
  if (node.isOpen.value && !node.replies.begun.value) node.replies.more()
}

const isFailure = (answer: object): answer is Failure => 'code' in answer

const ownCommentIds = new Set<string>()
const pendingWrites = new Set<Promise<unknown>>()

/** Whether the comment was written in this tab; waits for the writes under way. */
export async function isOwnNewComment(id: string): Promise<boolean> {
  await Promise.all(pendingWrites)
  return ownCommentIds.has(id)
}

/**
 * Adds a comment to the post, or a reply to `parent`, and shows it where the reader looks. Its draft is about what it
 * answers.
 */
export async function writeComment(
  postId: string,
  top: Listing<CommentNode>,
  parent: CommentNode | undefined,
  content: string,
) {
  const parentCommentId = parent ? commentId(parent) : null
  const countOnce = countChange(postId, 1)
  const request = envelope(
    commentsOn(postId).post({ content, parentCommentId }, under(sendingKey(parentCommentId ?? postId))),
  )
  pendingWrites.add(request)
  const answer = await request
  if (!isFailure(answer)) ownCommentIds.add(answer.data.comment.id)
  pendingWrites.delete(request)
  if (isFailure(answer)) return answer
  const node = newNode(answer.data.comment, parent)
  countOnce()
  if (parent === undefined) top.addFirst(node)
  else {
    if (!parent.replies.begun.value && parent.comment.value?.repliesCount) await parent.replies.more()
    parent.comment.value = withReplies(parent.comment.value, 1)
    parent.replies.addLast(node)
    parent.isOpen.value = true
  }
  return answer
}

export async function editComment(node: CommentNode, content: string) {
  const answer = await envelope(api.comments({ commentId: commentId(node) }).patch({ content }))
  if (!isFailure(answer)) node.comment.value = answer.data.comment
  return answer
}

/** What `deleteLater` needs to delete the comment, which leaves a placeholder if it has replies. */
export const commentDeletion = (node: CommentNode, comment: Comment) => ({
  hide: () => {
    node.comment.value = afterDeletion(comment)
  },
  restore: () => {
    node.comment.value = comment
  },
  send: async (): Promise<Failure | undefined> => {
    const countOnce = countChange(comment.postId, -1)
    const { id: commentId } = comment
    const answer = await envelope(api.comments({ commentId }).delete(undefined, { fetch: { keepalive: true } }))
    if (isFailure(answer) && answer.code !== 'NOT_FOUND') return answer
    countOnce()
    replaceWithRemains(node, afterDeletion(comment))
    return undefined
  },
})

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

export type Comment = Data<ReturnType<typeof api.comments>['get']>['comment']

/** What remains of a deleted comment: a placeholder if it has replies, else nothing. */
export const afterDeletion = (comment: Comment): Comment | null =>
  comment.repliesCount === 0 ? null : { ...comment, isDeleted: true, content: '', commentedBy: null }

export const isPlaceholder = ({ isDeleted, isBanned, commentedBy }: Comment): boolean =>
  isDeleted || (isBanned && commentedBy === null)

export const withReplies = (comment: Comment | null, change: number): Comment | null =>
  comment && { ...comment, repliesCount: Math.max(0, comment.repliesCount + change) }
