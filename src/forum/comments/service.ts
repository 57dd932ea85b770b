import { sql } from '../../../db/sql'
import { toFlag } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { actorOn, editorOf, ownName, type Writer, withPresentAliases, writerIn } from '../../campus/authorship/writers'
import { AppError, refuse } from '../../errors'
import { type Account, isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { type Doubt, refuseByPolicy } from '../../ground/policy/check-texts'
import { keepingSearch } from '../../ground/search-index'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/text/cursor'
import { type HeldRow, heldState, holdText, ownHeldRow } from '../held/texts'
import type { CachedPost } from '../posts/cache'
import { feedVisibility } from '../posts/feed-visibility'
import { refuseOfficialAlias, refuseUnlessModerator } from '../posts/official'
import { cachedThread } from '../posts/record'
import { auditPrivateRead, type ModerationFilter, readableThread, refuseUnlessMayFilter } from '../posts/visibility'
import { publish, replace } from '../publication'
import { newRecord, nextPlace, openPlace, publishComment } from './new-comment'
import { commentRow, countQuery, type Filter, pageQuery, parentReplies, type Scope, type SortBy } from './queries'
import { type CommentRecord, toRecord } from './record'
import { deleteFromThread, type NewComment } from './threads'
import { type CommentFacts, keepCommentVersion, readableComment } from './visibility'

// Comments: read, listed, written, edited, deleted. visibility.ts has who may read a comment, and threads.ts every change
// of the tree and its counts.

/** 404, 401 or 403 for what the viewer may not read. */
export async function readComment(viewer: Viewer | null, id: string): Promise<CommentRecord> {
  const { post } = readableComment(storage.reader, viewer, id)
  const { blocked } = feedVisibility(viewer)
  const row = commentRow(storage.reader, viewer?.id ?? null, id) ?? missing()
  await auditPrivateRead(viewer, post)
  return toRecord(row, viewer, blocked)
}

const missing = (): never => refuse('NOT_FOUND', 'comments.missing')

/** Past every cache. */
const ownRecord = (db: Connection, user: Viewer, id: string): CommentRecord =>
  toRecord(commentRow(db, user.id, id) ?? missing(), user, new Set())

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

/** Flat; 403 for a `state` from anybody but an administrator. */
export async function listComments(
  viewer: Viewer | null,
  postId: string,
  { page, limit, sortBy, sortOrder, cursor, state, parent }: Paging,
): Promise<{ comments: CommentRecord[]; meta: CursoredMeta }> {
  refuseUnlessMayFilter(viewer, state)
  const db = storage.reader
  const post = cachedThread(viewer, postId)
  const scope = parent === undefined ? 'post' : parent === 'none' ? 'top' : 'replies'
  const list = { scope, under: scope === 'replies' ? (parent ?? postId) : postId } as const
  const filter: Filter = isAdministrator(viewer) ? (state ?? 'all') : 'visible'
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const total = listTotal(db, post, list, filter)
  const walk = pageWindow(page, limit, after)
  const wanted = { ...list, ...walk, filter, sortBy, sortOrder, after }
  const rows = walk.offset < total ? pageQuery(wanted, viewer?.id ?? null).all(db) : []
  const { blocked } = feedVisibility(viewer)
  const comments = rows.slice(0, limit).map((row) => toRecord(row, viewer, blocked))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  await auditPrivateRead(viewer, post)
  const next = last && { value: last.value, id: last.id }
  return { comments, meta: cursoredMeta(total, page, limit, after, next) }
}

/** Of a level or of the thread. Stored counts for what everybody sees; for administrators, who also see hidden comments, counted in the index. */
function listTotal(db: Connection, post: CachedPost, list: Scope, filter: Filter): number {
  if (list.scope === 'replies') {
    const parent = parentReplies(db, list.under)
    if (parent?.postId !== post.id) return 0
    if (filter === 'visible') return parent.repliesCount
  }
  if (filter !== 'visible') return countQuery(list, filter).get(db)?.count ?? 0
  return list.scope === 'top' ? post.row.threadTopCount : post.row.threadCount
}

type NewCommentInput = {
  content: string
  parentCommentId: string | null
  official?: boolean
  /** Under the alias in this thread; left out, so too where there is one. */
  alias?: boolean
}

/** Refuses as reading the thread does, and 403 `BLOCK_RELATION` with the author of the post or of the parent. */
export async function writeComment(
  user: Viewer,
  postId: string,
  { content: input, parentCommentId, official: isOfficial = false, alias }: NewCommentInput,
): Promise<CommentRecord> {
  const create = async () => {
    if (isOfficial) refuseUnlessModerator(user)
    refuseOfficialAlias({ official: isOfficial, alias })
    const checked = await refuseByPolicy({ content: input }, { author: user, mayHold: !isOfficial })
    const { content } = checked.texts
    const write = () =>
      writeCreation(user, 'author', (tx, user) => {
        if (isOfficial) refuseUnlessModerator(user)
        const { usesAlias } = openPlace(tx, user, { postId, parentCommentId }, { alias, isOfficial })
        checked.recheck()
        const writer = writerIn(tx, user, postId, usesAlias)
        const place = { ...nextPlace(tx), postId, parentCommentId, content }
        if (checked.doubts.length > 0) return holdComment(tx, writer, place, checked.doubts)
        const comment = { ...place, authorId: isOfficial ? null : writer.author.id, isOfficial: toFlag(isOfficial) }
        publishComment(tx, writer.actor, comment)
        return newRecord(comment, writer.author)
      })
    const authorOf = ({ commentedBy }: CommentRecord) => commentedBy?.id ?? user.id
    return publish({ author: user, kind: 'comment', texts: checked.texts, authorOf }, write)
  }
  const read = async (id: string) => {
    const self = await withPresentAliases(storage.reader, user)
    const held = ownHeldRow(storage.reader, self, id)
    if (held !== undefined) return heldCommentRecord(ownName(storage.reader, self, held.authorId), held)
    const record = ownRecord(storage.reader, self, id)
    return record.isDeleted ? missing() : record
  }
  return createOnce(user.creation, { create: () => refusedAsReading(user, postId, create), read })
}

/** Keeps the comment for a moderator to decide, at the place that it will have. */
function holdComment(
  tx: Tx,
  writer: Writer,
  comment: Omit<NewComment, 'authorId' | 'isOfficial'>,
  doubts: readonly Doubt[],
): CommentRecord {
  const { id, content, postId, parentCommentId, now } = comment
  holdText(tx, writer, { type: 'comment', id, content, postId, parentCommentId, createdAt: now }, doubts)
  return { ...newRecord({ ...comment, ...UNOFFICIAL }, writer.author), held: 'waiting' }
}

/** What is official is not held. */
const UNOFFICIAL = { isOfficial: 0 } as const

/** As its author sees it: like a comment that nobody has found yet. */
function heldCommentRecord(author: Account, row: HeldRow): CommentRecord {
  const { id, content, parentCommentId, createdAt: now } = row
  const comment = { id, content, postId: row.postId ?? '', parentCommentId, now, ...UNOFFICIAL }
  return { ...newRecord(comment, author), held: heldState(row) }
}

/** A thread that the viewer may not read is refused first. A text that is written is compared with it in the write. */
async function refusedAsReading<Result>(user: Viewer, postId: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError) readableThread(storage.reader, user, postId)
    throw error
  }
}

/** Refuses as reading the comment does, then 403 `NOT_OWNER`. Official comments are those of all moderators. */
function ownComment(db: Connection, user: Viewer, id: string): CommentFacts {
  const { comment } = readableComment(db, user, id)
  // A comment without an author that is not deleted is an official one.
  const isOwn = isSelf(user, comment.authorId) || (comment.authorId === null && isAdministrator(user))
  return isOwn ? comment : refuse('NOT_OWNER')
}

export async function editComment(user: Viewer, id: string, input: string): Promise<CommentRecord> {
  ownComment(storage.reader, user, id)
  const checked = await refuseByPolicy({ content: input }, { author: user, mayHold: false })
  const write = () =>
    writeAs(user, 'author', (tx, user) => {
      const { postId, authorId } = ownComment(tx, user, id)
      const editor = editorOf(tx, user, authorId)
      checked.recheck()
      keepCommentVersion(tx, id, checked.texts.content)
      const change = sql`UPDATE comments SET content = ${checked.texts.content}, updated_at = ${Date.now()} WHERE id = ${id}`
      keepingSearch(tx, 'comments', id, () => change.run(tx))
      tell(tx, 'comment.edited', { id, postId, authorId, content: checked.texts.content })
      audit(tx, editor, {
        action: 'user:updated:comment',
        entityType: 'comment',
        entityId: id,
        metadata: { postId },
      })
      return ownRecord(tx, user, id)
    })
  return replace({ author: user, kind: 'comment', texts: checked.texts, replaces: id }, write)
}

/** Banned and suspended users may delete their comments. */
export async function deleteComment(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    const { postId, authorId } = ownComment(tx, user, id)
    deleteFromThread(tx, id)
    audit(tx, actorOn(user, authorId), {
      action: 'user:deleted:comment',
      entityType: 'comment',
      entityId: id,
      metadata: { postId },
    })
  })
}
