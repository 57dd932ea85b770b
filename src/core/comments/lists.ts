import { type Connection, storage } from '../../../db/storage'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { isAdministrator, type Viewer } from '../access/account'
import { feedVisibility } from '../posts/feed-visibility'
import type { ModerationFilter } from '../posts/moderation-filter'
import { refuseUnlessMayFilter } from '../posts/moderation-filter'
import { auditPrivateRead, readableThread, type ThreadFacts } from '../posts/visibility'
import { countChosen, type ListShape, pageOfComments, repliesTo } from './queries'
import { type CommentRecord, toRecord } from './record'

/** The page that was asked for. */
export type Paging = {
  page: number
  limit: number
  sortBy: 'createdAt' | 'updatedAt'
  sortOrder: 'asc' | 'desc'
  cursor?: string
  state?: ModerationFilter
  /** `none` for the top level, the id of a comment for the replies to it. */
  parent?: string
}

export type CommentList = { comments: CommentRecord[]; meta: CursoredMeta }

/** 403 for a state that the viewer may not ask for. The thread beneath a post, flat; or its top level (`parent` none), or the replies to one comment of it. */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  { page, limit, ...asked }: Paging,
): Promise<CommentList> {
  refuseUnlessMayFilter(viewer, asked.state)
  const db = storage.reader
  const post = await readableThread(db, viewer, postId)
  const scope = asked.parent === undefined ? 'post' : asked.parent === 'none' ? 'top' : 'replies'
  const under = scope === 'replies' ? (asked.parent ?? postId) : postId
  const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
  const shape: ListShape = {
    scope,
    sortBy: asked.sortBy,
    sortOrder: asked.sortOrder,
    choice: isAdministrator(viewer) ? (asked.state ?? 'all') : 'shown',
    afterCursor: after !== undefined,
  }
  const total = await totalOf(db, post, shape, under)
  const { place, ...walk } = pageWindow(page, limit, after)
  const bound = { under, viewer: viewer?.id ?? null, ...walk, ...place }
  const rows = walk.offset < total ? await pageOfComments(db, shape, bound) : []
  const { blocked } = await feedVisibility(viewer)
  const comments = rows.slice(0, limit).map((row) => toRecord(row, viewer, blocked))
  const last = rows.length > limit ? comments.at(-1) : undefined
  await auditPrivateRead(viewer, post)
  const left = last && { value: last[asked.sortBy], id: last.id }
  return { comments, meta: cursoredMeta(total, page, limit, after, left) }
}

/** Kept counts for what everybody sees; administrators, who see what is hidden too, have it counted in the thread's index. */
async function totalOf(db: Connection, post: ThreadFacts, shape: ListShape, under: string): Promise<number> {
  const { scope, choice } = shape
  if (scope === 'replies') {
    const parent = await repliesTo(db, under)
    if (parent?.postId !== post.id) return 0
    return choice === 'shown' ? parent.repliesCount : countChosen(db, shape, under)
  }
  if (choice !== 'shown') return countChosen(db, shape, under)
  return scope === 'top' ? post.threadTopCount : post.threadCount
}
