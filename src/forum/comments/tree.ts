import { comments } from '../../../db/schema/comments'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import { type Cursor, cursorText, readCursor } from '../../lib/text/cursor'
import { cachedThread } from '../posts/record'
import { auditPrivateRead, feedVisibility } from '../posts/visibility'
import { COMMENT_SORTS, type CommentSort, FILTERS, SORTS } from './lists'
import { answerOf, COMMENT, type CommentRow, type CommentTree, commentSelection, MOST_ABOVE, toRecord } from './record'

/** `place`: the value that its level is sorted by, for a cursor. */
const NODE = { ...pick(comments, 'id', 'key'), parentKey: orNull(INTEGER), place: INTEGER }
type TreeNode = Raw<typeof NODE>

/** Every comment of a thread, without its texts. */
export function threadOf(postId: string, sort: CommentSort, filter: 'visible' | 'all') {
  const { sortBy, sortOrder } = COMMENT_SORTS[sort]
  const [column, direction] = [SORTS[sortBy], raw(sortOrder)]
  return sql(NODE)`
    SELECT m.id, m.key, m.parent_comment AS parentKey, ${column} AS place
    FROM comments m INDEXED BY comments_post_newest
    WHERE m.post = (SELECT key FROM posts WHERE id = ${postId}) AND ${FILTERS[filter]}
    ORDER BY ${column} ${direction}, m.id ${direction}`
}

export const commentsOf = (viewer: string | null, postId: string, keys: readonly number[]) => sql(COMMENT)`
  SELECT ${commentSelection(viewer, sql`${postId}`)}
  FROM json_each(${JSON.stringify(keys)}) CROSS JOIN comments m ON m.key = json_each.value`

export type TreeQuery = {
  depth: number
  limit: number
  sort: CommentSort
  /** Begins with the replies to this comment instead of the top level. */
  parent?: string
  cursor?: string
  /** Also holds this comment, all above it and the first comments below it; without `parent` and `cursor` only. */
  comment?: string
}

/** Below the comment of `comment`, where it is not among the first of the thread. */
const MOST_BELOW = 50

/** The most comments of one response. */
export const MAX_OF_TREE = { limit: 500, comments: 500 + MOST_ABOVE + MOST_BELOW + 1 }

/** The thread in its levels, each in order. */
type Levels = Map<number | null, TreeNode[]>
type Placed = { node: TreeNode; depth: number }

/**
 * The `limit` nearest comments from the beginning of a level on. A step to the next comment of a level and a step to the
 * first reply cost 1 each, and the cheapest comments come first: so the beginning of a thread is open far down, no branch
 * crowds out the others, and of each level there is a beginning without gaps.
 */
function nearest(levels: Levels, start: readonly TreeNode[], depth: number, limit: number): Placed[] {
  const found: Placed[] = []
  let steps = [{ level: start, at: 0, depth: 0 }]
  while (found.length < limit) {
    const there = steps.flatMap((step) => {
      const node = step.level[step.at]
      return node === undefined ? [] : [{ ...step, node }]
    })
    if (there.length === 0) break
    const taken = there.sort((one, other) => (one.node.id < other.node.id ? -1 : 1)).slice(0, limit - found.length)
    found.push(...taken)
    steps = taken.flatMap(({ level, at, depth: down, node }) => [
      { level, at: at + 1, depth: down },
      ...(down + 1 < depth ? [{ level: levels.get(node.key) ?? [], at: 0, depth: down + 1 }] : []),
    ])
  }
  return found
}

function levelAfter(level: readonly TreeNode[], sort: CommentSort, after: Cursor): readonly TreeNode[] {
  const sign = COMMENT_SORTS[sort].sortOrder === 'desc' ? -1 : 1
  const compare = (one: string | number, other: string | number) => sign * (one === other ? 0 : one < other ? -1 : 1)
  const first = level.findIndex(({ place, id }) => (compare(place, after.value) || compare(id, after.id)) > 0)
  return first === -1 ? [] : level.slice(first)
}

/** In reading order: each comment followed by its replies. */
export async function readTree(viewer: Viewer | null, postId: string, query: TreeQuery): Promise<CommentTree> {
  const { depth, limit, sort, parent = null, comment } = query
  const db = storage.reader
  const post = cachedThread(viewer, postId)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const nodes = threadOf(postId, sort, isAdministrator(viewer) ? 'all' : 'visible').all(db)
  const levels: Levels = Map.groupBy(nodes, ({ parentKey }) => parentKey)
  const above = parent === null ? null : nodes.find(({ id }) => id === parent)?.key
  const level = (above !== undefined && levels.get(above)) || []
  const rest = after === undefined ? level : levelAfter(level, sort, after)
  const near = nearest(levels, rest, depth, limit)
  const isFirst = parent === null && after === undefined
  const more = isFirst && comment !== undefined ? contextOf(nodes, levels, comment, near, depth) : NO_CONTEXT
  const shown = [...near, ...more.path, ...more.below]
  const keys = shown.map(({ node }) => node.key)
  const found = commentsOf(viewer?.id ?? null, postId, keys).all(db)
  const rows = new Map(found.map((row) => [row.id, row]))
  const placed = (some: readonly Placed[]): TreeRow[] =>
    some.flatMap(({ node, depth }) => {
      const row = rows.get(node.id)
      return row ? [{ ...row, depth, place: node.place, children: levels.get(node.key)?.length ?? 0 }] : []
    })
  const { blocked } = feedVisibility(viewer)
  await auditPrivateRead(viewer, post)
  const { top, comments } = inReadingOrder([...placed(near), ...placed(more.below)], placed(more.path))
  const { left, cursor } = cutOf(top, rest.length)
  return {
    ...(isFirst ? answerOf(post, viewer, blocked) : {}),
    comments: comments.map(({ row, replies }) => {
      const { left, cursor } = cutOf(replies, row.children)
      return { ...toRecord(row, viewer, blocked), depth: row.depth, repliesLeft: left, repliesCursor: cursor }
    }),
    meta: { total: level.length, left, nextCursor: cursor, apart: more.path.map(({ node }) => node.id) },
  }
}

type TreeRow = CommentRow & { depth: number; place: number; children: number }

/** The path to the comment, and the first comments below it, as far as they are not among the first of the thread. */
function contextOf(
  nodes: readonly TreeNode[],
  levels: Levels,
  comment: string,
  near: readonly Placed[],
  depth: number,
): Context {
  const sought = nodes.find(({ id }) => id === comment)
  if (sought === undefined || near.some(({ node }) => node.parentKey === sought.key)) return NO_CONTEXT
  const byKey = new Map<number | null, TreeNode>(nodes.map((node) => [node.key, node]))
  const path: TreeNode[] = []
  for (let node: TreeNode | undefined = sought; node && path.length <= MOST_ABOVE; node = byKey.get(node.parentKey))
    path.unshift(node)
  const [top] = path
  const known = new Set(near.map(({ node }) => node.id))
  if (top === undefined || top.parentKey !== null) return NO_CONTEXT
  if (known.has(comment) && !levels.has(sought.key)) return NO_CONTEXT
  const [, ...below] = nearest(levels, path.slice(-1), depth, MOST_BELOW + 1)
  return {
    path: path.map((node, depth) => ({ node, depth })).filter(({ node }) => !known.has(node.id)),
    below: below.map(({ node, depth }) => ({ node, depth: depth + path.length - 1 })),
  }
}

/** `path` from the top down. */
type Context = { path: readonly Placed[]; below: readonly Placed[] }
const NO_CONTEXT: Context = { path: [], below: [] }

/** The beginning of a level without gaps, and the comment of a path, before which some may be missing. */
type Level = { inPlace: TreeRow[]; apart: TreeRow[] }
const emptyLevel = (): Level => ({ inPlace: [], apart: [] })

/** Each comment followed by its replies. */
function inReadingOrder(rows: readonly TreeRow[], path: readonly TreeRow[]) {
  const top = emptyLevel()
  const levels = new Map<string, Level>(rows.concat(path).map(({ id }) => [id, emptyLevel()]))
  const levelOf = ({ depth, parentCommentId: id }: TreeRow) => (depth > 0 && id !== null && levels.get(id)) || top
  for (const row of rows) levelOf(row).inPlace.push(row)
  for (const row of path) levelOf(row).apart.push(row)
  const comments: { row: TreeRow; replies: Level }[] = []
  const visit = ({ inPlace, apart }: Level): void => {
    for (const row of [...inPlace, ...apart]) {
      const replies = levels.get(row.id) ?? emptyLevel()
      comments.push({ row, replies })
      visit(replies)
    }
  }
  visit(top)
  return { top, comments }
}

/** What of `count` comments of a level is not there, and the cursor behind its beginning. */
function cutOf({ inPlace, apart }: Level, count: number): { left: number; cursor: string | null } {
  const left = Math.max(0, count - inPlace.length - apart.length)
  const last = inPlace.at(-1)
  return { left, cursor: left > 0 && last ? cursorText({ value: last.place, id: last.id }) : null }
}
