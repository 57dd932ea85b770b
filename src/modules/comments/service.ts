import { type Connection, storage, type Tx } from '../../../db/storage'
import { isAdministrator, type Viewer } from '../../domain/accounts'
import { standingAuthor, toAuthor } from '../../domain/authors'
import { blockedAround, refuseBlockRelation } from '../../domain/blocks'
import { refuseByPolicy } from '../../domain/content-policy'
import { cursoredMeta, readCursor, walkOf } from '../../domain/cursor'
import { removeComment } from '../../domain/removal'
import type { paginate } from '../../domain/shapes'
import { addComment } from '../../domain/threads'
import {
  type CommentFacts,
  commentById,
  noteForeignReading,
  type Reader,
  readableComment,
  readableThread,
  type ThreadFacts,
} from '../../domain/visibility'
import { voteTypeOf } from '../../domain/votes'
import { refuse, refuseField } from '../../errors'
import { audit } from '../../services/audit'
import type { CommentRecord, Paging } from './model'
import {
  type CommentRow,
  commentRowById,
  countStored,
  type ListShape,
  pageOfComments,
  repliesTo,
  updateComment,
} from './queries'

/** With whom the reader has a block relation. */
const blockedBy = async (db: Connection, reader: Reader): Promise<ReadonlySet<string>> =>
  new Set(reader === null ? [] : await blockedAround(db, reader.id))

/** The comment as the reader gets it: a placeholder where it was deleted or, but for administrators, banned. */
function toRecord(row: CommentRow, reader: Reader, blocked: ReadonlySet<string>): CommentRecord {
  const isDeleted = row.isDeleted === 1
  const isBanned = row.isBanned === 1
  const isRemoved = isBanned && !isAdministrator(reader)
  const isPlaceholder = isDeleted || isRemoved
  return {
    id: row.id,
    content: isDeleted ? '[deleted]' : isRemoved ? '[removed]' : row.content,
    postId: row.postId,
    parentCommentId: row.parentCommentId,
    isBanned,
    isDeleted,
    isBlocked: !isPlaceholder && row.authorId !== null && blocked.has(row.authorId),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    commentedBy: isPlaceholder ? null : toAuthor(row),
    upvoteCount: row.upvoteCount,
    downvoteCount: row.downvoteCount,
    userVote: row.vote === null ? null : voteTypeOf(row.vote),
    repliesCount: row.repliesCount,
  }
}

async function recordOf(db: Connection, reader: Reader, id: string): Promise<CommentRecord> {
  const row = await commentRowById(db, reader?.id ?? null, id)
  return row === undefined
    ? refuse('NOT_FOUND', 'There is no such comment')
    : toRecord(row, reader, await blockedBy(db, reader))
}

/** 404, 401 or 403 for what the viewer may not read. */
export async function readComment(viewer: Viewer | null, id: string): Promise<CommentRecord> {
  const { post } = await readableComment(storage.reader, viewer, id)
  const record = await recordOf(storage.reader, viewer, id)
  await noteForeignReading(viewer, post)
  return record
}

export type CommentList = {
  comments: CommentRecord[]
  meta: ReturnType<typeof paginate> & { nextCursor: string | null }
}

/** The thread beneath a post, flat; or its top level (`parent` none), or the replies to one comment of it. */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  { page, limit, ...asked }: Paging,
): Promise<CommentList> {
  const db = storage.reader
  const post = await readableThread(db, viewer, postId)
  const scope = asked.parent === undefined ? 'post' : asked.parent === 'none' ? 'top' : 'replies'
  const under = scope === 'replies' ? (asked.parent ?? postId) : postId
  const after = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
  const shape: ListShape = {
    scope,
    sortBy: asked.sortBy,
    sortOrder: asked.sortOrder,
    withHidden: isAdministrator(viewer),
    afterCursor: after !== undefined,
  }
  const total = await totalOf(db, post, shape, under)
  const { place, ...walk } = walkOf(page, limit, after)
  const bound = { under, viewer: viewer?.id ?? null, ...walk, ...place }
  const rows = walk.offset < total ? await pageOfComments(db, shape, bound) : []
  const blocked = await blockedBy(db, viewer)
  const comments = rows.slice(0, limit).map((row) => toRecord(row, viewer, blocked))
  const last = rows.length > limit ? comments.at(-1) : undefined
  await noteForeignReading(viewer, post)
  const left = last && { value: last[asked.sortBy], id: last.id }
  return { comments, meta: cursoredMeta(total, page, limit, after, left) }
}

/** Kept counts for what everybody sees; administrators, who see what is hidden too, have it counted in the thread's index. */
async function totalOf(
  db: Connection,
  post: ThreadFacts,
  { scope, withHidden }: ListShape,
  under: string,
): Promise<number> {
  if (scope === 'replies') {
    const parent = await repliesTo(db, under)
    if (parent?.postId !== post.id) return 0
    return withHidden ? countStored(db, scope, under) : parent.repliesCount
  }
  if (withHidden) return countStored(db, scope, under)
  return scope === 'top' ? post.threadTopCount : post.threadCount
}

/** 404 for a parent that is not there (any more), 400 for one beneath another post. */
async function parentOf(tx: Tx, postId: string, id: string): Promise<CommentFacts> {
  const parent = await commentById(tx, id)
  if (parent === undefined || parent.isBanned || parent.deletedAt !== null)
    return refuse('NOT_FOUND', 'The comment that this replies to is not there any more')
  if (parent.postId !== postId) refuseField('parentCommentId', 'Must be a comment on the same post')
  return parent
}

export type NewCommentInput = { content: string; parentCommentId: string | null }

/** Refuses as reading the thread does, and 403 `BLOCK_RELATION` with the author of the post or of the parent. */
export async function writeComment(
  user: Viewer,
  postId: string,
  { content: sent, parentCommentId }: NewCommentInput,
): Promise<CommentRecord> {
  await readableThread(storage.reader, user, postId)
  const passed = await refuseByPolicy({ content: sent })
  const { content } = passed.texts
  return storage.write(async (tx) => {
    const post = await readableThread(tx, user, postId)
    await standingAuthor(tx, user)
    await passed.stillPasses()
    await refuseBlockRelation(tx, user.id, post.authorId)
    if (parentCommentId !== null) {
      const parent = await parentOf(tx, postId, parentCommentId)
      await refuseBlockRelation(tx, user.id, parent.authorId)
    }
    const id = Bun.randomUUIDv7()
    await addComment(tx, { id, postId, parentCommentId, authorId: user.id, content, now: new Date().toISOString() })
    await audit(tx, user, {
      action: 'user:created:comment',
      entityType: 'comment',
      entityId: id,
      metadata: { postId, parentCommentId },
    })
    return recordOf(tx, user, id)
  })
}

/** 404, 401 or 403 as reading it, then 403 `NOT_OWNER`. */
async function ownComment(db: Connection, user: Viewer, id: string): Promise<CommentFacts> {
  const { comment } = await readableComment(db, user, id)
  return comment.authorId === user.id ? comment : refuse('NOT_OWNER')
}

export async function editComment(user: Viewer, id: string, sent: string): Promise<CommentRecord> {
  await ownComment(storage.reader, user, id)
  const passed = await refuseByPolicy({ content: sent })
  return storage.write(async (tx) => {
    const { postId } = await ownComment(tx, user, id)
    await standingAuthor(tx, user)
    await passed.stillPasses()
    await updateComment(tx, id, passed.texts.content)
    await audit(tx, user, { action: 'user:updated:comment', entityType: 'comment', entityId: id, metadata: { postId } })
    return recordOf(tx, user, id)
  })
}

/** Blocked and suspended users may take back what they said. */
export async function deleteComment(user: Viewer, id: string): Promise<void> {
  await storage.write(async (tx) => {
    const { postId } = await ownComment(tx, user, id)
    await removeComment(tx, id)
    await audit(tx, user, { action: 'user:deleted:comment', entityType: 'comment', entityId: id, metadata: { postId } })
  })
}
