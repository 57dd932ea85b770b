import { t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { users } from '../../../db/schema/users'
import { commentVersions } from '../../../db/schema/versions'
import { raw, sql } from '../../../db/sql'
import { idOf, isoTime, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { namedObject, timestamp } from '../../lib/text/schema'
import { MAX_VERSIONS } from '../posts/versions'
import {
  type AnyViewer,
  auditPrivateRead,
  auditVersionsRead,
  type PostFacts,
  postFacts,
  refuseUnlessReadable,
  threadAccess,
} from '../posts/visibility'
import { PLACE, placeColumns } from './queries'

const FACT_COLUMNS = pick(comments, 'id', 'isBanned', 'deletedAt')
const FACTS = { ...FACT_COLUMNS, ...PLACE, authorId: orNull(users.id) }

export type CommentFacts = Omit<Raw<typeof FACTS>, 'isBanned'> & { isBanned: boolean }

const FACTS_LIST = raw(`${selectList(FACT_COLUMNS, 'm')}, ${idOf('users', 'm.author')} AS authorId`)

/** Deleted and removed comments, too. */
export function commentById(db: Connection, id: string): CommentFacts | undefined {
  const row = sql(FACTS)`SELECT ${FACTS_LIST}, ${placeColumns()} FROM comments m WHERE m.id = ${id}`.get(db)
  return row && { ...row, isBanned: row.isBanned === 1 }
}

/** 404 for a placeholder; for a removed comment, too, unless the viewer is an administrator. */
export function readableComment(
  db: Connection,
  viewer: AnyViewer,
  id: string,
): { comment: CommentFacts; post: PostFacts } {
  const comment = commentById(db, id) ?? missing()
  if (comment.deletedAt !== null || (comment.isBanned && !isAdministrator(viewer))) return missing()
  const post = postFacts(db, comment.postId) ?? missing()
  refuseUnlessReadable(threadAccess(post, viewer), 'comments.missing')
  return { comment, post }
}

const missing = (): never => refuse('NOT_FOUND', 'comments.missing')

// What a comment was before its author changed it, for the author and moderators.

export const commentVersion = namedObject('CommentVersion', { content: t.String(), writtenAt: timestamp })

/** Keeps the stored content, unless the change leaves it as it is. Call before the update. */
export function keepCommentVersion(tx: Tx, id: string, content: string): void {
  const { changes } = sql`
    INSERT INTO comment_versions (comment_id, number, content, written_at)
    SELECT id, 1 + coalesce((SELECT max(number) FROM comment_versions WHERE comment_id = ${id}), 0), content,
      ${raw(isoTime('updated_at'))}
    FROM comments WHERE id = ${id} AND content <> ${content}`.run(tx)
  if (changes > 0)
    sql`
      DELETE FROM comment_versions WHERE comment_id = ${id} AND number > 1
        AND number <= (SELECT max(number) FROM comment_versions WHERE comment_id = ${id}) - ${MAX_VERSIONS - 1}`.run(tx)
}

/** For a comment that becomes a placeholder. With a deleted row its versions go by themselves. */
export const deleteCommentVersions = (tx: Tx, id: string) =>
  sql`DELETE FROM comment_versions WHERE comment_id = ${id}`.run(tx)

/** Newest first. Refuses as reading the comment does, then 403 `NOT_OWNER`. */
export async function readCommentHistory(viewer: Viewer, id: string) {
  const { comment, post } = readableComment(storage.reader, viewer, id)
  if (!isSelf(viewer, comment.authorId) && !isAdministrator(viewer)) refuse('NOT_OWNER')
  await auditPrivateRead(viewer, post)
  const found = sql(pick(commentVersions, 'content', 'writtenAt'))`
    SELECT content, written_at AS writtenAt FROM comment_versions
    WHERE comment_id = ${id} ORDER BY number DESC`.all(storage.reader)
  if (found.length > 0 && !isSelf(viewer, comment.authorId)) await auditVersionsRead(viewer, 'comment', id)
  return found
}
