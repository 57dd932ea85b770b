import { comments } from '../../../db/schema/comments'
import { INTEGER, type Raw, sqlVariants, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { authorJoins } from '../posts/author'
import type { CommentSort } from './order'
import { COMMENT_SELECTION, COMMENT_TYPES, FILTERS, SCOPES, VIEWER } from './queries'

// SQL text: the builder has no recursive queries.

/** The orders of a thread: the suffix of their indexes, the column that they sort by, and which way. */
export const TREE_SORTS = {
  new: { index: 'newest', column: 'created_at', direction: 'desc' },
  old: { index: 'newest', column: 'created_at', direction: 'asc' },
  best: { index: 'best', column: 'best_score', direction: 'desc' },
  top: { index: 'highest', column: 'top_score', direction: 'desc' },
} as const satisfies Record<CommentSort, object>

export type TreeSort = CommentSort

/** The shape of a tree: each combination is one text, prepared once. */
export type TreeShape = {
  /** What it begins with: the top level of the post, the replies to one comment, or one comment; `$root` names it. */
  root: 'top' | 'replies' | 'comment'
  sort: TreeSort
  filter: 'visible' | 'all'
  /** The first level continues after the comment of `$afterValue` and `$afterId`. */
  afterCursor?: boolean
}

const TYPES = {
  ...COMMENT_TYPES,
  depth: INTEGER,
  /** The value that the level is sorted by, for a cursor. */
  place: TEXT_OR_INTEGER,
  /** Replies that the viewer may list. */
  children: INTEGER,
}

export type TreeRow = Raw<typeof TYPES>

/** Administrators list hidden comments, too, which `replies_count` does not count. */
const CHILDREN = {
  visible: 'm.replies_count',
  all: `(
    SELECT count(*) FROM comments reply INDEXED BY comments_replies_newest
    WHERE reply.parent_comment_id = m.id)`,
} as const

/** The first comment of a level, or the next one after a comment of it: a scalar subquery of its row number. */
function first(level: 'top' | 'replies', under: string, { sort, filter }: TreeShape, after?: [string, string]): string {
  const { index, column, direction } = TREE_SORTS[sort]
  const beyond = after === undefined ? '' : `AND (m.${column}, m.id) ${direction === 'desc' ? '<' : '>'} (${after})`
  return `(
      SELECT m.rowid FROM comments m INDEXED BY comments_${level}_${index}
      WHERE ${SCOPES[level].replace('$under', under)} AND ${FILTERS[filter]} ${beyond}
      ORDER BY m.${column} ${direction}, m.id ${direction} LIMIT 1)`
}

/**
 * The `$limit` nearest comments. A step to the next comment of a level and a step to the first reply cost 1 each, and
 * the cheapest comments come first: so the beginning of a thread is open far down, no branch crowds out the others, and
 * of each level there is a beginning without gaps. Each step is one look-up in an index that holds scope, order and
 * `hidden`.
 */
export function treeText(shape: TreeShape): string {
  const { root, filter, sort, afterCursor } = shape
  const { column } = TREE_SORTS[sort]
  const after: [string, string] | undefined = afterCursor ? ['$afterValue', '$afterId'] : undefined
  const start =
    root === 'comment' ? '(SELECT rowid FROM comments WHERE id = $root)' : first(root, '$root', shape, after)
  const sibling = first('replies', 'page.parent', shape, ['page.place', 'page.id'])
  const next =
    root === 'top'
      ? `CASE WHEN page.depth = 0 THEN ${first('top', '$root', shape, ['page.place', 'page.id'])} ELSE ${sibling} END`
      : sibling
  const step = (depth: string, cost: string) =>
    `SELECT n.rowid, n.id, n.parent_comment_id, n.${column}, ${depth}, ${cost} FROM `
  return `
  WITH RECURSIVE page (number, id, parent, place, depth, cost) AS (
    ${step('0', '0')} comments n WHERE n.rowid = ${start}
    UNION ALL
    ${step('page.depth', 'page.cost + 1')} page CROSS JOIN comments n ON n.rowid = ${next}
    ${root === 'comment' ? 'WHERE page.depth > 0' : ''}
    UNION ALL
    ${step('page.depth + 1', 'page.cost + 1')} page CROSS JOIN comments n ON n.rowid = ${first('replies', 'page.id', shape)}
    WHERE page.depth + 1 < $depth
    ORDER BY 6, 2
    LIMIT $limit
  )
  SELECT ${COMMENT_SELECTION}, page.depth, page.place, ${CHILDREN[filter]} AS children
  FROM page CROSS JOIN comments m ON m.rowid = page.number ${authorJoins('m')}`
}

/** The comment `$root` of the post `$postId` and at most `$limit` comments above it, upwards. By primary key. */
export function pathText({ sort, filter }: Pick<TreeShape, 'sort' | 'filter'>): string {
  const step = 'SELECT m.rowid, m.parent_comment_id'
  return `
  WITH RECURSIVE page (number, parent, depth) AS (
    ${step}, 0 FROM comments m WHERE m.id = $root AND m.post_id = $postId AND ${FILTERS[filter]}
    UNION ALL
    ${step}, page.depth - 1 FROM page CROSS JOIN comments m ON m.id = page.parent
    LIMIT $limit + 1
  )
  SELECT ${COMMENT_SELECTION}, page.depth, m.${TREE_SORTS[sort].column} AS place, ${CHILDREN[filter]} AS children
  FROM page CROSS JOIN comments m ON m.rowid = page.number ${authorJoins('m')}`
}

/** How many comments of the level follow after a cursor: a range of its index. */
export function restText({ root, sort, filter }: TreeShape): string {
  const { index, column, direction } = TREE_SORTS[sort]
  const level = root === 'top' ? 'top' : 'replies'
  return `
  SELECT count(*) AS count FROM comments m INDEXED BY comments_${level}_${index}
  WHERE ${SCOPES[level].replace('$under', '$root')} AND ${FILTERS[filter]}
    AND (m.${column}, m.id) ${direction === 'desc' ? '<' : '>'} ($afterValue, $afterId)`
}

const PARAMS = {
  root: TEXT,
  viewer: VIEWER,
  depth: INTEGER,
  limit: INTEGER,
  afterValue: TEXT_OR_INTEGER,
  afterId: comments.id,
}
type Params = Partial<Raw<typeof PARAMS>>

const trees = sqlVariants(treeText, { returns: TYPES, params: PARAMS })

const paths = sqlVariants(pathText, { returns: TYPES, params: { ...PARAMS, postId: comments.postId } })
const rests = sqlVariants(restText, { returns: { count: INTEGER }, params: PARAMS })

export async function treeRows(db: Connection, shape: TreeShape, params: Params): Promise<TreeRow[]> {
  return trees(db, shape).all(params)
}

export async function pathRows(
  db: Connection,
  shape: Pick<TreeShape, 'sort' | 'filter'>,
  params: Params & { postId: string },
): Promise<TreeRow[]> {
  return paths(db, shape).all(params)
}

export async function countRest(db: Connection, shape: TreeShape, params: Params): Promise<number> {
  return rests(db, shape).get(params)?.count ?? 0
}
