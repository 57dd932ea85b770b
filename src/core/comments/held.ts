import type { Tx } from '../../../db/storage'
import type { Account } from '../access/account'
import type { Writer } from '../aliases/writers'
import { type HeldRow, heldState, holdText } from '../held/texts'
import type { Doubt } from '../policy/check-texts'
import { newRecord } from './new-comment'
import type { CommentRecord } from './record'
import type { NewComment } from './threads'

/** Keeps the comment for a moderator to decide, at the place that it will have. */
export async function holdComment(
  tx: Tx,
  writer: Writer,
  comment: Omit<NewComment, 'authorId' | 'isOfficial'>,
  doubts: readonly Doubt[],
): Promise<CommentRecord> {
  const { id, content, postId, parentCommentId, now } = comment
  await holdText(tx, writer, { type: 'comment', id, content, postId, parentCommentId, createdAt: now }, doubts)
  return { ...(await newRecord({ ...comment, ...UNOFFICIAL }, writer.author)), held: 'waiting' }
}

/** What is official is not held. */
const UNOFFICIAL = { isOfficial: 0 } as const

/** As its author sees it: like a comment that nobody has found yet. */
export async function heldCommentRecord(author: Account, row: HeldRow): Promise<CommentRecord> {
  const { id, content, parentCommentId, createdAt: now } = row
  const comment = { id, content, postId: row.postId ?? '', parentCommentId, now, ...UNOFFICIAL }
  return { ...(await newRecord(comment, author)), held: heldState(row) }
}
