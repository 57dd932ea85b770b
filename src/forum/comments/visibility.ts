import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { orNull, pick, type Raw } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator } from '../../ground/access/account'
import { type AnyViewer, type PostFacts, postFacts, refuseUnlessReadable, threadAccess } from '../posts/visibility'

/** Where a comment is. */
export const PLACE = { postId: posts.id, parentCommentId: orNull(comments.id) }

const FACTS = { ...pick(comments, 'id', 'isBanned', 'deletedAt'), ...PLACE, authorId: orNull(users.id) }
export type CommentFacts = Omit<Raw<typeof FACTS>, 'isBanned'> & { isBanned: boolean }

/** Deleted and removed comments, too. */
export function commentById(db: Connection, id: string): CommentFacts | undefined {
  const row = sql(FACTS)`
    SELECT m.id, m.is_banned AS isBanned, m.deleted_at AS deletedAt,
      (SELECT id FROM posts WHERE key = m.post) AS postId,
      (SELECT id FROM comments WHERE key = m.parent_comment) AS parentCommentId,
      (SELECT id FROM users WHERE key = m.author) AS authorId
    FROM comments m WHERE m.id = ${id}`.get(db)
  return row && { ...row, isBanned: row.isBanned === 1 }
}

export const missing = (): never => refuse('NOT_FOUND', 'comments.missing')

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
