import { type Static, t } from 'elysia'
import { author } from '../../domain/authors'
import {
  clamped,
  cursor,
  cursoredPagination,
  integer,
  named,
  nullable,
  timestamp,
  untrimmed,
  uuid,
} from '../../domain/shapes'
import { userVote } from '../../domain/votes'

/** Interface, Limits: comment content. */
const content = untrimmed(1, 1000, 'The comment')

const commentRecord = named(
  'Comment',
  t.Object({
    id: t.String(),
    content: t.String({ description: '"[deleted]" or "[removed]" in a placeholder that holds replies together' }),
    postId: t.String(),
    parentCommentId: nullable(t.String()),
    isBanned: t.Boolean(),
    isDeleted: t.Boolean(),
    isBlocked: t.Boolean({ description: 'The reader and the author have a block relation' }),
    createdAt: timestamp,
    updatedAt: timestamp,
    commentedBy: nullable(author),
    upvoteCount: integer(),
    downvoteCount: integer(),
    userVote,
    repliesCount: integer(),
  }),
)

export type CommentRecord = Static<typeof commentRecord>

export const NewComment = named(
  'NewComment',
  t.Object({
    content,
    parentCommentId: t.Union([uuid(), t.Null()], { error: 'Must be the UUID of a comment, or null' }),
  }),
)
export const CommentChanges = named('CommentChanges', t.Object({ content }))

export const CommentParams = t.Object({ commentId: uuid() })
export const ThreadParams = t.Object({ postId: uuid() })

export const CommentsPaged = t.Object({
  page: clamped(1, 1, 1_000_000_000),
  limit: clamped(10, 1, 100),
  sortBy: t.UnionEnum(['createdAt', 'updatedAt'], { default: 'createdAt', error: 'Must be createdAt or updatedAt' }),
  sortOrder: t.UnionEnum(['desc', 'asc'], { default: 'desc', error: 'Must be asc or desc' }),
  cursor,
  parent: t.Optional(
    t.Union([t.Literal('none'), uuid()], {
      description: '`none` for the top level, the id of a comment for the replies to it',
      error: 'Must be none or the UUID of a comment',
    }),
  ),
})

export type Paging = Static<typeof CommentsPaged>

export const OneComment = t.Object({ comment: commentRecord })
export const CommentPage = t.Object({ comments: t.Array(commentRecord, { maxItems: 100 }), meta: cursoredPagination })
