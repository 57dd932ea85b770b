import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { INTEGER, keyOf, type Raw, sqlVariants, TEXT_OR_INTEGER } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { named } from '../../lib/schema'
import { isSelf, readAccount, type Viewer } from '../access/account'
import { feedVisibility } from '../posts/feed-visibility'
import { auditCommentsRead, auditPrivateReads, FACTS } from '../posts/visibility'
import { countCommentsBy } from './own'
import { AUTHOR_JOINS, COMMENT_SELECTION, COMMENT_TYPES, VIEWER } from './queries'
import { commentRecord, toRecord } from './record'

// The comments of one account over all threads, for moderators. Students list nobody's but their own.

export const authoredComment = named(
  'AuthoredComment',
  t.Object({ ...commentRecord.properties, postTitle: t.String() }),
)
type AuthoredComment = Static<typeof authoredComment>

const { authorId, collegeId, isPrivate, moderationState } = FACTS
const POST = {
  postTitle: posts.title,
  postAuthorId: authorId,
  postCollegeId: collegeId,
  postIsPrivate: isPrivate,
  postState: moderationState,
}
const ROW = { ...COMMENT_TYPES, ...POST }

/** Index: comments_author. Removed ones, too; a deleted one has no author any more. */
export const authorPageText = (isAfterCursor: boolean): string => `
  SELECT ${COMMENT_SELECTION}, p.title AS postTitle, p.author_id AS postAuthorId, p.college_id AS postCollegeId,
    p.is_private AS postIsPrivate, p.moderation_state AS postState
  FROM (
    SELECT m.key AS number FROM comments m INDEXED BY comments_author
    WHERE m.author = ${keyOf('users', 'author')} ${isAfterCursor ? 'AND (m.created_at, m.id) < ($afterValue, $afterId)' : ''}
    ORDER BY m.created_at DESC, m.id DESC
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.key = page.number CROSS JOIN posts p ON p.key = m.post ${AUTHOR_JOINS}`

const PAGE = {
  author: users.id,
  viewer: VIEWER,
  afterValue: TEXT_OR_INTEGER,
  afterId: comments.id,
  limit: INTEGER,
  offset: INTEGER,
}
const pages = sqlVariants(authorPageText, { returns: ROW, params: PAGE })

export type AuthoredComments = { comments: AuthoredComment[]; meta: CursoredMeta }

/**
 * Newest first. Nobody else can read together what somebody said in many threads, so each page that shows the words of
 * another leaves an audit entry; comments on private posts of another college leave the usual one, too.
 */
export async function listCommentsBy(
  moderator: Viewer,
  userId: string,
  { page, limit, cursor }: { page: number; limit: number; cursor?: string | undefined },
): Promise<AuthoredComments> {
  if ((await readAccount(storage.reader, userId)) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { place, ...window } = pageWindow(page, limit, after)
  const rows = pages(storage.reader, place.afterId !== undefined).all({
    author: userId,
    viewer: moderator.id,
    ...window,
    ...(after ? { afterValue: after.value, afterId: after.id } : {}),
  })
  const listed = rows.slice(0, limit)
  const last = rows.length > limit ? listed.at(-1) : undefined
  await auditRead(moderator, userId, listed)
  const { blocked } = await feedVisibility(moderator)
  const records = listed.map((row) => ({ ...toRecord(row, moderator, blocked), postTitle: row.postTitle }))
  const next = last && { value: last.createdAt, id: last.id }
  return { comments: records, meta: cursoredMeta(countCommentsBy(userId), page, limit, after, next) }
}

async function auditRead(moderator: Viewer, userId: string, rows: readonly Raw<typeof ROW>[]): Promise<void> {
  if (rows.length === 0 || isSelf(moderator, userId)) return
  const posts = new Map(rows.map((row) => [row.postId, toFacts(row)]))
  await Promise.all([
    auditCommentsRead(moderator, userId, rows.length),
    auditPrivateReads(moderator, [...posts.values()]),
  ])
}

const toFacts = ({ postId, postAuthorId, postCollegeId, postIsPrivate, postState }: Raw<typeof ROW>) => ({
  id: postId,
  authorId: postAuthorId,
  collegeId: postCollegeId,
  isPrivate: postIsPrivate === 1,
  moderationState: postState,
})
