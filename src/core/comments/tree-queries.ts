import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { INTEGER, keyOf, orNull, pick, type Raw, sqlStatement, sqlVariants, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import type { CommentSort } from './order'
import { AUTHOR_JOINS, COMMENT_SELECTION, COMMENT_TYPES, type CommentRow, FILTERS, VIEWER } from './queries'

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
const NODE = { ...pick(comments, 'id', 'key'), parentKey: orNull(INTEGER), place: INTEGER }
export type TreeNode = Raw<typeof NODE>

/** The whole thread, without its texts, in order. */
export function threadText(sort: TreeSort, filter: TreeFilter): string {
  const { column, direction } = TREE_SORTS[sort]
  return `
  SELECT m.id, m.key, m.parent_comment AS parentKey, m.${column} AS place
  FROM comments m INDEXED BY comments_post_newest WHERE m.post = ${keyOf('posts', 'postId')} AND ${FILTERS[filter]}
  ORDER BY m.${column} ${direction}, m.id ${direction}`
}

const threads = sqlVariants(threadText, { returns: NODE, params: { postId: posts.id } })

export const nodesOf = (db: Connection, postId: string, sort: TreeSort, filter: TreeFilter): TreeNode[] =>
  threads(db, sort, filter).all({ postId })

export const rowsText = `
  SELECT ${COMMENT_SELECTION}
  FROM json_each($keys) CROSS JOIN comments m ON m.key = json_each.value ${AUTHOR_JOINS}`
const rows = sqlStatement(rowsText, { returns: COMMENT_TYPES, params: { keys: TEXT, viewer: VIEWER } })

export const rowsOf = (db: Connection, viewer: string | null, nodes: readonly TreeNode[]): CommentRow[] =>
  rows(db).all({ viewer, keys: JSON.stringify(nodes.map(({ key }) => key)) })
