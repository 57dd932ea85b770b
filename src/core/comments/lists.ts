import { type Connection, storage } from '../../../db/storage'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { isAdministrator, type Viewer } from '../access/account'
import type { CachedPost } from '../posts/cache'
import { feedVisibility } from '../posts/feed-visibility'
import { type ModerationFilter, refuseUnlessMayFilter } from '../posts/moderation-filter'
import { cachedThread } from '../posts/record'
import { auditPrivateRead } from '../posts/visibility'
import type { SortBy } from './order'
import { countComments, type ListShape, pageOfComments, parentReplies } from './queries'
import { type CommentRecord, toRecord } from './record'

export type Paging = {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  cursor?: string
  state?: ModerationFilter
  /** `none` for the top level, or the id of a comment for its replies. */
  parent?: string
}

export type CommentList = { comments: CommentRecord[]; meta: CursoredMeta }

/** A page of a post's thread, flat; 403 for a `state` from anybody but an administrator. */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  { page, limit, sortBy, sortOrder, cursor, state, parent }: Paging,
): Promise<CommentList> {
  refuseUnlessMayFilter(viewer, state)
  const db = storage.reader
  const post = await cachedThread(viewer, postId)
  const scope = parent === undefined ? 'post' : parent === 'none' ? 'top' : 'replies'
  const under = scope === 'replies' ? (parent ?? postId) : postId
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const shape: ListShape = {
    scope,
    sortBy,
    sortOrder,
    filter: isAdministrator(viewer) ? (state ?? 'all') : 'visible',
    afterCursor: after !== undefined,
  }
  const total = await listTotal(db, post, shape, under)
  const { place, ...walk } = pageWindow(page, limit, after)
  const params = { under, viewer: viewer?.id ?? null, ...walk, ...place }
  const rows = walk.offset < total ? await pageOfComments(db, shape, params) : []
  const { blocked } = await feedVisibility(viewer)
  const comments = rows.slice(0, limit).map((row) => toRecord(row, viewer, blocked))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  await auditPrivateRead(viewer, post)
  const next = last && { value: last.value, id: last.id }
  return { comments, meta: cursoredMeta(total, page, limit, after, next) }
}

/** Of a level or of the thread. Stored counts for what everybody sees; for administrators, who also see hidden comments, counted in the index. */
async function listTotal(
  db: Connection,
  post: CachedPost,
  shape: Pick<ListShape, 'scope' | 'filter'>,
  under: string,
): Promise<number> {
  const { scope, filter } = shape
  if (scope === 'replies') {
    const parent = await parentReplies(db, under)
    if (parent?.postId !== post.id) return 0
    return filter === 'visible' ? parent.repliesCount : countComments(db, shape, under)
  }
  if (filter !== 'visible') return countComments(db, shape, under)
  return scope === 'top' ? post.row.threadTopCount : post.row.threadCount
}
