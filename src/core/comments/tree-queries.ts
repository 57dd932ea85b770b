import { comments } from '../../../db/schema/comments'
import { pick, type Raw, sqlStatement, sqlVariants, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { authorJoins } from '../posts/author'
import type { CommentSort } from './order'
import { COMMENT_SELECTION, COMMENT_TYPES, type CommentRow, FILTERS, VIEWER } from './queries'

// SQL text: it reads every comment of a thread.

/** The orders of a thread: the column that they sort by, and which way. */
export const TREE_SORTS = {
  new: { column: 'created_at', direction: 'desc' },
  old: { column: 'created_at', direction: 'asc' },
  best: { column: 'best_score', direction: 'desc' },
  top: { column: 'top_score', direction: 'desc' },
} as const satisfies Record<CommentSort, object>

export type TreeSort = CommentSort
export type TreeFilter = 'visible' | 'all'

/** `place`: the value that its level is sorted by, for a cursor. */
const NODE = { ...pick(comments, 'id', 'parentCommentId', 'key'), place: TEXT_OR_INTEGER }
export type TreeNode = Raw<typeof NODE>

/** The whole thread, without its texts, in order. */
export function threadText(sort: TreeSort, filter: TreeFilter): string {
  const { column, direction } = TREE_SORTS[sort]
  return `
  SELECT m.id, m.parent_comment_id AS parentCommentId, m.key, m.${column} AS place
  FROM comments m INDEXED BY comments_post_newest WHERE m.post_id = $postId AND ${FILTERS[filter]}
  ORDER BY m.${column} ${direction}, m.id ${direction}`
}

const threads = sqlVariants(threadText, { returns: NODE, params: { postId: comments.postId } })

export const nodesOf = (db: Connection, postId: string, sort: TreeSort, filter: TreeFilter): TreeNode[] =>
  threads(db, sort, filter).all({ postId })

export const rowsText = `
  SELECT ${COMMENT_SELECTION}
  FROM json_each($keys) CROSS JOIN comments m ON m.key = json_each.value ${authorJoins('m')}`
const rows = sqlStatement(rowsText, { returns: COMMENT_TYPES, params: { keys: TEXT, viewer: VIEWER } })

export const rowsOf = (db: Connection, viewer: string | null, nodes: readonly TreeNode[]): CommentRow[] =>
  rows(db).all({ viewer, keys: JSON.stringify(nodes.map(({ key }) => key)) })
