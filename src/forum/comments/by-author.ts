import { type Static, t } from 'elysia'
import { posts } from '../../../db/schema/posts'
import { raw, sql } from '../../../db/sql'
import { INTEGER, type Raw, selectList } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { isoOf } from '../../lib/text/coarse-time'
import { type Cursor, cursoredPage } from '../../lib/text/cursor'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { readRemoval, removal } from '../posts/record'
import { toVoteType, userVote } from '../posts/stats'
import { auditPrivateReads, auditRead, feedVisibility, type PostFacts, readAccess } from '../posts/visibility'
import { COMMENT, commentRecord, commentSelection, toRecord } from './record'

// The comments of one account over all threads: for itself, and for moderators. Students list nobody's but their own.

export const ownComment = namedObject('OwnComment', {
  id: recordId,
  content: t.String(),
  postId: recordId,
  postTitle: nullable(
    t.String({ description: 'Null where one may not read the post, or no longer, and across a block' }),
  ),
  parentCommentId: nullable(recordId),
  upvoteCount: integer(),
  downvoteCount: integer(),
  userVote,
  repliesCount: integer(),
  createdAt: timestamp,
  updatedAt: timestamp,
  removal: t.Optional(removal),
})

export const authoredComment = namedObject('AuthoredComment', { ...commentRecord.properties, postTitle: t.String() })

const POST = {
  postTitle: posts.title,
  postAuthorId: posts.authorId,
  postCollegeId: posts.collegeId,
  postIsPrivate: posts.isPrivate,
  postState: posts.moderationState,
}
const ROW = { ...COMMENT, ...POST, value: INTEGER }
type Row = Raw<typeof ROW>

const postOf = ({ postId, postAuthorId, postCollegeId, postIsPrivate, postState }: Row): PostFacts => ({
  id: postId,
  authorId: postAuthorId,
  collegeId: postCollegeId,
  isPrivate: postIsPrivate,
  moderationState: postState,
})

/**
 * Newest first; removed ones, too, but a deleted one has no author any more. By the index comments_author; only what is on
 * the page is joined.
 */
export const commentsBy = (
  author: string,
  viewer: string,
  after: Cursor | undefined,
  { limit, offset }: { limit: number; offset: number },
) => sql(ROW)`
  SELECT ${commentSelection(viewer, sql`p.id`)}, ${raw(selectList(POST, 'p'))}, m.created_at AS value
  FROM (
    SELECT m.key AS number FROM comments m INDEXED BY comments_author
    WHERE m.author = (SELECT key FROM users WHERE id = ${author})
      ${after === undefined ? sql`` : sql`AND (m.created_at, m.id) < (${after.value}, ${after.id})`}
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN comments m ON m.key = page.number CROSS JOIN posts p ON p.key = m.post`

/** In the same index. */
export const countBy = (author: string) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM comments WHERE author = (SELECT key FROM users WHERE id = ${author})`

type Paging = { page: number; limit: number; cursor?: string | undefined }

function pageBy(author: string, viewer: Viewer, paging: Paging) {
  const { count } = countBy(author).get(storage.reader)!
  return cursoredPage(paging, count, (span, after) => commentsBy(author, viewer.id, after, span).all(storage.reader))
}

/** With exact times. */
export function listOwnComments(viewer: Viewer, paging: Paging) {
  const { rows, meta } = pageBy(viewer.id, viewer, paging)
  const { blocked } = feedVisibility(viewer)
  return { comments: rows.map((row) => toOwnRecord(row, viewer, blocked)), meta }
}

function toOwnRecord(row: Row, viewer: Viewer, blocked: ReadonlySet<string>): Static<typeof ownComment> {
  const { id, content, postId, parentCommentId, upvoteCount, downvoteCount, repliesCount, postAuthorId, vote } = row
  // Not as an administrator: this list is no way to read what others may not, and writes no audit entry.
  const reader = { ...viewer, role: 'user' as const }
  const isBlocked = postAuthorId !== null && blocked.has(postAuthorId)
  return {
    ...{ id, content, postId, parentCommentId, upvoteCount, downvoteCount, repliesCount },
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    postTitle: readAccess(postOf(row), reader) === 'readable' && !isBlocked ? row.postTitle : null,
    userVote: vote === null ? null : toVoteType(vote),
    ...(row.isBanned === 1 ? { removal: readRemoval(storage.reader, id) } : {}),
  }
}

/** Audited, because nobody else can read together what somebody said in many threads; private posts as usual, too. */
export async function listCommentsBy(moderator: Viewer, userId: string, paging: Paging) {
  if (readAccount(storage.reader, userId) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  const { rows, meta } = pageBy(userId, moderator, paging)
  if (rows.length > 0 && !isSelf(moderator, userId)) {
    const posts = new Map(rows.map((row) => [row.postId, postOf(row)]))
    const entry = { entityType: 'user', entityId: userId, metadata: { count: rows.length } } as const
    await auditRead(moderator, { action: 'admin:read:comments', ...entry })
    await auditPrivateReads(moderator, [...posts.values()])
  }
  const { blocked } = feedVisibility(moderator)
  return {
    comments: rows.map((row) => ({ ...toRecord(row, moderator, blocked), postTitle: row.postTitle })),
    meta,
  }
}
