import { isAdministrator } from '../../domain/accounts'
import { toAuthor } from '../../domain/authors'
import type { Reader } from '../../domain/visibility'
import { voteTypeOf } from '../../domain/votes'
import type { CommentRecord } from './model'
import type { CommentRow } from './queries'

/** The comment as the reader gets it: a placeholder where it was deleted or, but for administrators, banned. */
export function toRecord(row: CommentRow, reader: Reader, blocked: ReadonlySet<string>): CommentRecord {
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
