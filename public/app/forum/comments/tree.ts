import { batch, type Signal, signal } from '@preact/signals'
import type { Failure } from '../../lib/api'
import { text } from '../../texts/core'
import { numberGroups } from './groups'
import type { Comment, TreeResponse } from './requests'

/** A comment with its replies; null once it is gone. */
export type CommentNode = {
  id: string
  comment: Signal<Comment | null>
  replies: Level
  isOpen: Signal<boolean>
  parent: CommentNode | undefined
  /** Came before its page did, by a link or because it was written since; it stays where it was shown. */
  isApart: boolean
  /** See `groups.ts`. */
  group: number
}

/** The loaded comments of one level of a thread. */
export class Level {
  readonly items = signal<readonly CommentNode[]>([])
  /** How many more there are. */
  readonly left = signal(0)
  readonly loading = signal(false)
  readonly failure = signal<Failure | null>(null)
  cursor: string | null = null
  /** What is loading. */
  page: Promise<void> | undefined
}

export const newNode = (comment: Comment, parent: CommentNode | undefined, isApart: boolean): CommentNode => ({
  id: comment.id,
  comment: signal<Comment | null>(comment),
  replies: new Level(),
  isOpen: signal(true),
  parent,
  isApart,
  group: 0,
})

export const newTree = () => ({
  top: new Level(),
  nodes: new Map<string, CommentNode>(),
  /** The ids of those who wrote, by their Quad names. */
  people: signal<ReadonlyMap<string, string>>(new Map()),
  /** The own name for this thread. */
  alias: signal<string | undefined>(undefined),
})
export type Tree = ReturnType<typeof newTree>

/** Where comments go that are no part of the page that was asked for. */
export type Place = 'first' | 'last'

/**
 * Adds a response to the tree: as the next page of the level below `under`, or, with `place`, only the comments that are
 * new, each on its level. What is loaded stays where it is, with the records as they are now.
 */
export function addToTree(tree: Tree, response: TreeResponse, under: CommentNode | undefined, place?: Place): void {
  const levelOf = (node: CommentNode | undefined) => node?.replies ?? tree.top
  const apart = new Set(response.meta.apart)
  const fresh = new Set<CommentNode | undefined>()
  const additions = new Map<CommentNode | undefined, CommentNode[]>()
  batch(() => {
    noteAuthors(tree, response.comments)
    for (const { depth, repliesLeft, repliesCursor, ...comment } of response.comments) {
      const parent = depth === 0 ? under : tree.nodes.get(comment.parentCommentId ?? '')
      const known = tree.nodes.get(comment.id)
      if (known) {
        known.comment.value = comment
        if (place === undefined && parent === under) known.isApart &&= apart.has(comment.id)
        continue
      }
      const node = newNode(comment, parent, apart.has(comment.id))
      additions.set(parent, [...(additions.get(parent) ?? []), node])
      fresh.add(node)
      node.replies.left.value = repliesLeft
      node.replies.cursor = repliesCursor
      tree.nodes.set(node.id, node)
    }
    for (const [parent, nodes] of additions) {
      const { items } = levelOf(parent)
      numberGroups(items.value, nodes)
      if (fresh.has(parent)) items.value = nodes
      else if (parent === under && place === undefined) items.value = [...items.value, ...nodes]
      else {
        const beside = items.value.at(place === 'first' ? 0 : -1)
        for (const node of nodes) Object.assign(node, { isApart: true, group: beside?.group ?? 0 })
        items.value = place === 'first' ? [...nodes, ...items.value] : [...items.value, ...nodes]
      }
    }
    if (place === undefined) {
      const { left, nextCursor } = response.meta
      const level = levelOf(under)
      level.cursor = nextCursor
      level.left.value = nextCursor === null ? 0 : Math.max(1, left - waiting(level, response))
    }
    for (const parent of additions.keys()) if (parent && !fresh.has(parent) && parent !== under) recount(parent)
  })
}

/** The same map while nobody else has joined in. A name for one thread leads nowhere, and is not in it. */
export function noteAuthors({ people, alias }: Tree, comments: readonly Pick<Comment, 'commentedBy'>[]): void {
  const known = people.peek()
  alias.value ??= comments.find(({ commentedBy }) => commentedBy?.alias === 'own')?.commentedBy?.username
  const fresh = comments.flatMap(({ commentedBy: by }) => (by && !by.alias && !known.has(by.username) ? [by] : []))
  if (fresh.length > 0) people.value = new Map([...known, ...fresh.map(({ id, username }) => [username, id] as const)])
}

/** Comments that stand apart on a level and are counted among those that follow its page. */
const waiting = (level: Level, { comments }: TreeResponse): number => {
  const paged = new Set(comments.map(({ id }) => id))
  return level.items.value.filter(({ id, isApart }) => isApart && !paged.has(id)).length
}

/** After a reply that stands apart was loaded, one less is left; that none is left, only the server says. */
function recount({ comment, replies: { left, items } }: CommentNode): void {
  if (left.value === 0 || comment.value === null) return
  left.value = Math.max(1, comment.value.repliesCount - items.value.length)
}

/** What remains of a deleted comment: a placeholder if it has replies, else nothing. */
export const afterDeletion = (comment: Comment): Comment | null =>
  comment.repliesCount === 0 ? null : { ...comment, isDeleted: true, content: '', commentedBy: null }

export const isPlaceholder = ({ isDeleted, isBanned, commentedBy, official }: Comment): boolean =>
  isDeleted || (isBanned && commentedBy === null && !official)

/** Who said it, for people. */
export const speakerOf = ({ commentedBy, official }: Comment): string =>
  commentedBy?.username ?? (official ? text.post.moderators : text.post.gone)

export const withReplies = (comment: Comment | null, change: number): Comment | null =>
  comment && { ...comment, repliesCount: Math.max(0, comment.repliesCount + change) }

/** Whether everything above the comment is open. */
export function isVisible({ parent }: CommentNode): boolean {
  return parent === undefined || (parent.isOpen.peek() && isVisible(parent))
}
