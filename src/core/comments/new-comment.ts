import type { Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Account } from '../access/account'
import { type Actor, audit } from '../audit/audit'
import { findCollegeSummary } from '../colleges/directory'
import { notifyMentions } from '../notifications/mentions'
import { notifyReply } from '../notifications/notify'
import { ownAuthor } from '../posts/author'
import { shownOfficial } from '../posts/official'
import type { CommentRecord } from './record'
import { addComment, type NewComment } from './threads'
import { type CommentFacts, commentById } from './visibility'

// What writing a comment (service.ts) and releasing a held one (core/moderation) have in common.

/** Adds the comment to its thread, and tells whom it answers. The caller checks its place. */
export async function publishComment(tx: Tx, author: Actor, comment: NewComment): Promise<void> {
  const { id, postId, parentCommentId } = comment
  await addComment(tx, comment)
  await notifyReply(tx, comment)
  await notifyMentions(tx, comment)
  await audit(tx, author, {
    action: comment.isOfficial === 1 ? 'admin:wrote:comment' : 'user:created:comment',
    entityType: 'comment',
    entityId: id,
    metadata: { postId, parentCommentId },
  })
}

/** 404 for a parent that does not exist or was deleted or removed; 400 for one below another post. */
export async function readableParent(tx: Tx, postId: string, id: string): Promise<CommentFacts> {
  const parent = await commentById(tx, id)
  if (parent === undefined || parent.isBanned || parent.deletedAt !== null)
    return refuse('NOT_FOUND', 'comments.parentMissing')
  if (parent.postId !== postId) refuseField('parentCommentId', 'comments.parentElsewhere')
  return parent
}

/** The record of a new comment, without a query: reading it back takes a fifth of the whole write. */
export async function newRecord(
  { id, content, postId, parentCommentId, isOfficial, now }: Omit<NewComment, 'authorId'>,
  author: Account,
): Promise<CommentRecord> {
  const college = (await findCollegeSummary(author.collegeId)) ?? refuse('INTERNAL')
  return {
    id,
    content,
    postId,
    parentCommentId,
    isBanned: false,
    isDeleted: false,
    isBlocked: false,
    createdAt: now,
    updatedAt: now,
    commentedBy: isOfficial === 1 ? null : ownAuthor(author, college),
    ...shownOfficial({ isOfficial }),
    upvoteCount: 0,
    downvoteCount: 0,
    userVote: null,
    repliesCount: 0,
  }
}
