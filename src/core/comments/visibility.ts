import { comments } from '../../../db/schema/comments'
import { users } from '../../../db/schema/users'
import { idOf, orNull, pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { refuse } from '../../errors'
import { isAdministrator } from '../access/account'
import { type AnyViewer, type PostFacts, postFacts, refuseUnlessReadable, threadAccess } from '../posts/visibility'
import { PLACE, placeColumns } from './queries'

const COLUMNS = pick(comments, 'id', 'isBanned', 'deletedAt')
const FACTS = { ...COLUMNS, ...PLACE, authorId: orNull(users.id) }

export type CommentFacts = Omit<Raw<typeof FACTS>, 'isBanned'> & { isBanned: boolean }

const commentRow = sqlStatement(
  `SELECT ${selectList(COLUMNS, 'm')}, ${placeColumns('m')}, ${idOf('users', 'm.author')} AS authorId
  FROM comments m WHERE m.id = $id`,
  { returns: FACTS, params: { id: comments.id } },
)

/** Deleted and removed comments, too. */
export async function commentById(db: Connection, id: string): Promise<CommentFacts | undefined> {
  const row = commentRow(db).get({ id })
  return row && { ...row, isBanned: row.isBanned === 1 }
}

/** 404 for a placeholder; for a removed comment, too, unless the viewer is an administrator. */
export async function readableComment(
  db: Connection,
  viewer: AnyViewer,
  id: string,
): Promise<{ comment: CommentFacts; post: PostFacts }> {
  const comment = (await commentById(db, id)) ?? missing()
  if (comment.deletedAt !== null || (comment.isBanned && !isAdministrator(viewer))) return missing()
  const post = postFacts(db, comment.postId) ?? missing()
  refuseUnlessReadable(threadAccess(post, viewer), 'comments.missing')
  return { comment, post }
}

const missing = (): never => refuse('NOT_FOUND', 'comments.missing')
