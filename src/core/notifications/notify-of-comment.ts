import { comments } from '../../../db/schema/comments'
import { notifications } from '../../../db/schema/notifications'
import { FLAG, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { readAccount } from '../access/account'
import { isBlockRelation } from '../access/blocks'
import { readMuted } from '../mutes/muted'
import { type PostFacts, threadAccess } from '../posts/visibility'
import { readChoices } from './choices'
import { addNotification } from './entries'
import { queuePush } from './push-queue'
import { publish, recipientOf } from './recipient'
import { MENTIONED } from './record'

/** `authorId`: null for what is said officially. */
export type ToldComment = { id: string; post: PostFacts; topic: string; authorId: string | null; content: string }

/** Of this comment, be it as a reply. By notifications_comment. */
const isNotified = sqlStatement(
  `SELECT 1 AS found FROM notifications WHERE comment_id = $commentId AND user_id = $userId AND type = 'replied' LIMIT 1`,
  { returns: { found: FLAG }, params: { commentId: comments.id, userId: notifications.userId } },
)

/**
 * Notifies the author whom a comment answers, or whom it names, unless it is their own, they have a block relation with
 * its author, may not read the thread, or muted it. Blocks stand between names: who heard nothing of an alias because of
 * whom it belongs to would know whose it is.
 */
export async function notifyOfComment(
  tx: Tx,
  toldId: string,
  { id: commentId, post, topic, authorId, content }: ToldComment,
  as: 'reply' | typeof MENTIONED,
): Promise<void> {
  const recipient = recipientOf(tx, toldId, authorId)
  if (recipient === null) return
  const { userId } = recipient
  if (authorId !== null)
    for (const name of new Set([userId, toldId])) if (await isBlockRelation(tx, name, authorId)) return
  if (as === MENTIONED && isNotified(tx).get({ commentId, userId }) !== undefined) return
  const account = await readAccount(tx, userId)
  // Of an alias that is left when its account is gone, nobody is told.
  if (account === undefined || account.status === 'ALIAS' || threadAccess(post, account) !== 'readable') return
  if (!readChoices(tx, userId).replies) return
  if (readMuted(tx, userId)({ postId: post.id, topic, texts: [content] })) return
  const stored = { postId: post.id, commentId, actorId: authorId, content: as === MENTIONED ? MENTIONED : '' }
  const id = addNotification(tx, { userId, type: 'replied', ...stored })
  publish(tx, recipient, id)
  queuePush(tx, recipient, id, 'replied')
}
