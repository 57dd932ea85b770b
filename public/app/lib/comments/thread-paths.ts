import { batch } from '@preact/signals'
import type { Listing } from '../listing'
import { type Comment, type CommentNode, commentId, fetchComment, newNode } from './thread'

/** Deeper threads are not walked to show one comment. */
const MOST_ABOVE = 20

/** The comment, if it has been loaded. */
export function findComment(level: Listing<CommentNode>, id: string): CommentNode | undefined {
  for (const node of level.items.peek()) {
    const found = commentId(node) === id ? node : findComment(node.replies, id)
    if (found) return found
  }
  return undefined
}

/** The nearest loaded comment on the way up, and the ones below it that are not loaded, downwards. */
type Path = { loaded: CommentNode | undefined; unread: Comment[] }

/** Walks from the comment up to a loaded one; undefined if a comment on the way is missing or the way is too long. */
export async function pathTo(top: Listing<CommentNode>, id: string): Promise<Path | undefined> {
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
export function insertComment(
  parent: CommentNode | undefined,
  top: Listing<CommentNode>,
  comment: Comment,
): CommentNode {
  const level = parent?.replies ?? top
  const existing = level.items.peek().find((each) => commentId(each) === comment.id)
  if (existing) return existing
  const node = newNode(comment, parent)
  if (parent) level.addLast(node)
  else level.addFirst(node)
  return node
}
