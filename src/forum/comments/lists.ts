import { comments } from '../../../db/schema/comments'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import { type Cursor, type CursoredMeta, cursoredPage } from '../../lib/text/cursor'
import type { CachedPost } from '../posts/cache'
import { cachedThread } from '../posts/record'
import { auditPrivateRead, feedVisibility, type ModerationFilter, refuseUnlessMayFilter } from '../posts/visibility'
import { answerOf, COMMENT, type CommentRecord, commentSelection, toRecord } from './record'

// The comments on a post, as a flat list. The thread in its order of reading is in tree.ts.

/** `best_score` and `top_score` are computed columns of the table, from the counted votes. */
export const SORTS = {
  createdAt: raw('m.created_at'),
  updatedAt: raw('m.updated_at'),
  best: raw('m.best_score'),
  top: raw('m.top_score'),
} as const
type SortBy = keyof typeof SORTS

/** What `sort` of a list or tree of comments means; ids decide between equals, in the same direction. */
export const COMMENT_SORTS = {
  best: { sortBy: 'best', sortOrder: 'desc' },
  new: { sortBy: 'createdAt', sortOrder: 'desc' },
  old: { sortBy: 'createdAt', sortOrder: 'asc' },
  top: { sortBy: 'top', sortOrder: 'desc' },
} as const satisfies Record<string, { sortBy: SortBy; sortOrder: 'asc' | 'desc' }>
export type CommentSort = keyof typeof COMMENT_SORTS

/** `visible` is what everybody sees; the others are for administrators. */
export const FILTERS = {
  visible: raw('m.hidden = 0'),
  all: raw('true'),
  active: raw('m.deleted_at IS NULL AND m.is_banned = 0'),
  banned: raw('m.is_banned = 1'),
  /** Only posts can be. */
  shadow_banned: raw('false'),
} as const satisfies Record<ModerationFilter | 'visible', unknown>

/** The whole thread, its top level, or the replies to one comment; `under` is the post or that comment. */
export type CommentList = { scope: 'post' | 'top' | 'replies'; under: string; filter: keyof typeof FILTERS }
export type CommentOrder = { sortBy: SortBy; sortOrder: 'asc' | 'desc'; after?: Cursor | undefined }

/** A thread is in the order of writing; in any other, what is found is sorted. */
const listed = ({ scope, under, filter }: CommentList) =>
  scope === 'replies'
    ? sql`FROM comments m INDEXED BY comments_replies
        WHERE m.parent_comment = (SELECT key FROM comments WHERE id = ${under}) AND ${FILTERS[filter]}`
    : sql`FROM comments m INDEXED BY comments_post_newest WHERE m.post = (SELECT key FROM posts WHERE id = ${under})
        ${scope === 'top' ? sql`AND m.parent_comment IS NULL` : sql``} AND ${FILTERS[filter]}`

const ROW = { ...COMMENT, value: INTEGER }

/** Only the rows of the page are joined. */
export function pageOfComments(
  viewer: string | null,
  list: CommentList,
  { sortBy, sortOrder, after }: CommentOrder,
  { limit, offset }: { limit: number; offset: number },
) {
  const [column, direction] = [SORTS[sortBy], raw(sortOrder)]
  const isAfter = sortOrder === 'desc' ? raw('<') : raw('>')
  return sql(ROW)`
    SELECT ${commentSelection(viewer, list.scope === 'replies' ? undefined : sql`${list.under}`)}, page.value
    FROM (
      SELECT m.key AS number, ${column} AS value, m.id ${listed(list)}
        ${after === undefined ? sql`` : sql`AND (${column}, m.id) ${isAfter} (${after.value}, ${after.id})`}
      ORDER BY value ${direction}, m.id ${direction}
      LIMIT ${limit} OFFSET ${offset}
    ) page CROSS JOIN comments m ON m.key = page.number`
}

/** Of all a thread, in an index; else it reads the rows of the thread. */
export const countOfComments = (list: CommentList) => sql({ count: INTEGER })`SELECT count(*) AS count ${listed(list)}`

type Paging = {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  cursor?: string
  state?: ModerationFilter
  /** `none` for the top level, or the id of a comment for its replies. */
  parent?: string
}

/** 403 for a `state` from anybody but an administrator. */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  paging: Paging,
): Promise<{ answer?: CommentRecord; comments: CommentRecord[]; meta: CursoredMeta }> {
  const { page, sortBy, sortOrder, cursor, state, parent } = paging
  refuseUnlessMayFilter(viewer, state)
  const db = storage.reader
  const post = cachedThread(viewer, postId)
  const filter = isAdministrator(viewer) ? (state ?? 'all') : 'visible'
  const list: CommentList =
    parent === undefined || parent === 'none'
      ? { scope: parent === undefined ? 'post' : 'top', under: postId, filter }
      : { scope: 'replies', under: parent, filter }
  const { rows, meta } = cursoredPage(paging, listTotal(db, post, list), (span, after) =>
    pageOfComments(viewer?.id ?? null, list, { sortBy, sortOrder, after }, span).all(db),
  )
  const { blocked } = feedVisibility(viewer)
  const comments = rows.map((row) => toRecord(row, viewer, blocked))
  await auditPrivateRead(viewer, post)
  const isFirst = page === 1 && cursor === undefined && parent === undefined
  const answer = isFirst ? answerOf(post, viewer, blocked) : {}
  return { ...answer, comments, meta }
}

/** Stored counts for what everybody sees; for administrators, who also see hidden comments, counted in the index. */
function listTotal(db: Connection, post: CachedPost, list: CommentList): number {
  const { scope, under, filter } = list
  if (scope === 'replies') {
    const parent = sql({ isHere: INTEGER, ...pick(comments, 'repliesCount') })`
      SELECT post = ${post.key} AS isHere, replies_count AS repliesCount FROM comments WHERE id = ${under}`.get(db)
    if (parent?.isHere !== 1) return 0
    if (filter === 'visible') return parent.repliesCount
  }
  if (filter !== 'visible') return countOfComments(list).get(db)?.count ?? 0
  return scope === 'top' ? post.threadTopCount : post.threadCount
}
