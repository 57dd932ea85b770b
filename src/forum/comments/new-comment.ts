import type { Tx } from '../../../db/storage'
import { aliasIn } from '../../campus/authorship/aliases'
import { findCollegeSummary } from '../../campus/colleges/directory'
import { refuse, refuseField } from '../../errors'
import type { Account } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { type Actor, audit } from '../../ground/audit/audit'
import { tell } from '../../ground/parts'
import { ownAuthor } from '../posts/author'
import { shownOfficial } from '../posts/official'
import { broadcastComment } from '../posts/subscriptions'
import { readableThread } from '../posts/visibility'
import type { CommentRecord } from './record'
import { addComment, type NewComment, nextCommentId } from './threads'
import { type CommentFacts, commentById } from './visibility'

// What writing a comment (service.ts), publishing a delayed one (delayed.ts) and releasing a held one (order/moderation)
// have in common.

/** The id and the time of a comment that appears now. */
export function nextPlace(tx: Tx): Pick<NewComment, 'id' | 'now'> {
  const now = new Date()
  return { id: nextCommentId(tx, now.getTime()), now: now.toISOString() }
}

/** The caller checks its place. */
export function publishComment(tx: Tx, author: Actor, comment: NewComment): void {
  const { id, postId, parentCommentId } = comment
  addComment(tx, comment)
  broadcastComment(tx, postId, id)
  tell(tx, 'comment.published', comment)
  audit(tx, author, {
    action: comment.isOfficial === 1 ? 'admin:wrote:comment' : 'user:created:comment',
    entityType: 'comment',
    entityId: id,
    metadata: { postId, parentCommentId },
  })
}

type Place = Pick<NewComment, 'postId' | 'parentCommentId'>

/**
 * Whether somebody may write there, and if so, whether under the alias: where nothing is said of it, wherever there is one.
 * Refuses as reading the thread does, 404 without the parent, and 403 `BLOCK_RELATION` with the author of the post or of
 * the parent. Blocks stand between names: if an alias that stands in the thread fell silent when somebody blocks the
 * account, one would find the account by blocking. One that is not there yet nobody misses, and the account's block holds.
 */
export function openPlace(
  tx: Tx,
  user: Account,
  { postId, parentCommentId }: Place,
  { alias, isOfficial = false }: { alias?: boolean | undefined; isOfficial?: boolean },
): { usesAlias: boolean } {
  const present = isOfficial ? undefined : aliasIn(tx, user.id, postId)
  const usesAlias = !isOfficial && (alias ?? present !== undefined)
  // Where no student of the college writes, an alias would be seen to be a moderator's.
  const post = readableThread(tx, usesAlias ? { ...user, role: 'user' } : user, postId)
  // Nobody has a block relation with the moderators: by a refusal one would know whose words they are.
  const name = usesAlias && present !== undefined ? present : user.id
  if (!isOfficial) refuseBlockRelation(tx, name, post.authorId)
  if (parentCommentId === null) return { usesAlias }
  const parent = readableParent(tx, postId, parentCommentId)
  if (!isOfficial) refuseBlockRelation(tx, name, parent.authorId)
  return { usesAlias }
}

/** 404 for a parent that does not exist or was deleted or removed; 400 for one below another post. */
function readableParent(tx: Tx, postId: string, id: string): CommentFacts {
  const parent = commentById(tx, id)
  if (parent === undefined || parent.isBanned || parent.deletedAt !== null)
    return refuse('NOT_FOUND', 'comments.parentMissing')
  if (parent.postId !== postId) refuseField('parentCommentId', 'comments.parentElsewhere')
  return parent
}

/** The record of a new comment, without a query: reading it back takes a fifth of the whole write. */
export function newRecord(
  { id, content, postId, parentCommentId, isOfficial, now }: Omit<NewComment, 'authorId'>,
  author: Account,
): CommentRecord {
  const college = findCollegeSummary(author.collegeId) ?? refuse('INTERNAL')
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
