import { type Connection, storage } from '../../../db/storage'
import { cursorText, readCursor } from '../../lib/cursor'
import { isAdministrator, type Viewer } from '../access/account'
import { feedVisibility } from '../posts/feed-visibility'
import { auditPrivateRead, readableThread } from '../posts/visibility'
import { listTotal } from './lists'
import { type CommentTree, MOST_ABOVE, toRecord } from './record'
import { countRest, pathRows, type TreeRow, type TreeShape, type TreeSort, treeRows } from './tree-queries'

export type TreeQuery = {
  depth: number
  limit: number
  sort: TreeSort
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

/** The nearest comments of a thread, of all its levels, in reading order: each followed by its replies. */
export async function readTree(viewer: Viewer | null, postId: string, query: TreeQuery): Promise<CommentTree> {
  const { depth, limit, sort, parent, comment } = query
  const db = storage.reader
  const post = await readableThread(db, viewer, postId)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const shape: TreeShape = {
    root: parent === undefined ? 'top' : 'replies',
    sort,
    filter: isAdministrator(viewer) ? 'all' : 'visible',
    afterCursor: after !== undefined,
  }
  const scope = { scope: parent === undefined ? 'top' : 'replies', filter: shape.filter } as const
  const root = parent ?? postId
  const total = await listTotal(db, post, scope, root)
  const place = after && { afterValue: after.value, afterId: after.id }
  const page = { root, viewer: viewer?.id ?? null, depth, limit, ...place }
  const rows = total === 0 ? [] : await treeRows(db, shape, page)
  const isFirst = parent === undefined && after === undefined
  const more =
    isFirst && comment !== undefined ? await context(db, shape, { ...page, postId, comment }, rows) : NO_CONTEXT
  const rest = after === undefined ? total : await countRest(db, shape, { root, ...place })
  const { blocked } = await feedVisibility(viewer)
  await auditPrivateRead(viewer, post)
  const { top, comments } = inReadingOrder(rows, more)
  const { left, cursor } = cutOf(top, rest)
  return {
    comments: comments.map(({ row, replies }) => {
      const { left, cursor } = cutOf(replies, row.children)
      return { ...toRecord(row, viewer, blocked), depth: row.depth, repliesLeft: left, repliesCursor: cursor }
    }),
    meta: { total, left, nextCursor: cursor, apart: more.path.map(({ id }) => id) },
  }
}

/** The path to the comment, and the first comments below it, as far as they are not among the first of the thread. */
async function context(
  db: Connection,
  shape: TreeShape,
  page: { postId: string; comment: string; viewer: string | null; depth: number },
  rows: readonly TreeRow[],
): Promise<Context> {
  const { viewer, depth, postId, comment: root } = page
  const named = rows.find(({ id }) => id === root)
  if (named?.children === 0 || rows.some(({ parentCommentId }) => parentCommentId === root)) return NO_CONTEXT
  const path = await pathRows(db, shape, { postId, root, viewer, limit: MOST_ABOVE })
  const top = path.at(-1)
  if (top === undefined || top.parentCommentId !== null) return NO_CONTEXT
  const known = new Set(rows.map(({ id }) => id))
  const [, ...below] = await treeRows(db, { ...shape, root: 'comment' }, { root, viewer, depth, limit: MOST_BELOW + 1 })
  // Depths on the path count upwards from the comment, those below it downwards.
  const placed = (row: TreeRow) => ({ ...row, depth: row.depth - top.depth })
  return {
    path: path
      .reverse()
      .map(placed)
      .filter(({ id }) => !known.has(id)),
    below: below.map(placed),
  }
}

/** `path` from the top down. */
type Context = { path: readonly TreeRow[]; below: readonly TreeRow[] }
const NO_CONTEXT: Context = { path: [], below: [] }

/** The beginning of a level without gaps, and the comment of a path, before which some may be missing. */
type Level = { inPlace: TreeRow[]; apart: TreeRow[] }
const emptyLevel = (): Level => ({ inPlace: [], apart: [] })

/** Each comment followed by its replies. */
function inReadingOrder(rows: readonly TreeRow[], { path, below }: Context = NO_CONTEXT) {
  const top = emptyLevel()
  const levels = new Map<string, Level>(rows.concat(path, below).map(({ id }) => [id, emptyLevel()]))
  const levelOf = ({ depth, parentCommentId: id }: TreeRow) => (depth > 0 && id !== null && levels.get(id)) || top
  for (const row of [...rows, ...below]) levelOf(row).inPlace.push(row)
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
