import type { Tx } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { type HeldRow, heldState, holdText } from '../held/texts'
import type { Doubt } from '../policy/check-texts'
import { newRecord } from './new-comment'
import type { CommentRecord } from './record'
import type { NewComment } from './threads'

/** Keeps the comment for a moderator to decide, at the place that it will have. */
export async function holdComment(
  tx: Tx,
  author: Viewer,
  comment: Omit<NewComment, 'authorId' | 'isOfficial'>,
  doubts: readonly Doubt[],
): Promise<CommentRecord> {
  const { id, content, postId, parentCommentId, now } = comment
  await holdText(tx, author, { type: 'comment', id, content, postId, parentCommentId, createdAt: now }, doubts)
  return { ...(await newRecord({ ...comment, ...UNOFFICIAL }, author)), held: 'waiting' }
}

/** What is official is not held. */
const UNOFFICIAL = { isOfficial: 0 } as const

/** As its author sees it: like a comment that nobody has found yet. */
export async function heldCommentRecord(author: Viewer, row: HeldRow): Promise<CommentRecord> {
  const { id, content, parentCommentId, createdAt: now } = row
  const comment = { id, content, postId: row.postId ?? '', parentCommentId, now, ...UNOFFICIAL }
  return { ...(await newRecord(comment, author)), held: heldState(row) }
}
