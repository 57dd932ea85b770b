import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { commentVotes } from '../../../db/schema/votes'
import { raw, sql } from '../../../db/sql'
import { INTEGER, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { isoOf } from '../../lib/text/coarse-time'
import { type Cursor, cursoredMeta, pageWindow, readCursor } from '../../lib/text/cursor'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { feedVisibility } from '../posts/feed-visibility'
import { readRemoval, removal } from '../posts/record'
import { auditCommentsRead, auditPrivateReads, FACTS, type PostFacts, readAccess } from '../posts/visibility'
import { toVoteType, userVote, voteOnComment } from '../posts/vote-type'
import { COMMENT_TYPES, commentSelection, PLACE, placeColumns } from './queries'
import { commentRecord, toRecord } from './record'

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
  postAuthorId: FACTS.authorId,
  postCollegeId: FACTS.collegeId,
  postIsPrivate: FACTS.isPrivate,
  postState: FACTS.moderationState,
}
const POST_COLUMNS = raw(selectList(POST, 'p'))
const toFacts = ({ postId, postAuthorId, postCollegeId, postIsPrivate, postState }: PostRow): PostFacts => ({
  id: postId,
  authorId: postAuthorId,
  collegeId: postCollegeId,
  isPrivate: postIsPrivate === 1,
  moderationState: postState,
})
type PostRow = Raw<typeof POST> & { postId: string }

const COLUMNS = pick(comments, 'id', 'content', 'isBanned', 'upvoteCount', 'downvoteCount', 'repliesCount')
const TIMES = pick(comments, 'createdAt', 'updatedAt')
const OWN = { ...COLUMNS, ...TIMES, ...PLACE, ...POST, vote: orNull(commentVotes.value) }
const OWN_COLUMNS = raw(selectList({ ...COLUMNS, ...TIMES }, 'm'))
const POST_ID = raw('p.id')
const AUTHORED = { ...COMMENT_TYPES, ...POST }

type Window = { limit: number; offset: number; after?: Cursor | undefined }

/** By the index comments_author; only what is on the page is joined. */
const pageBy = (author: string, { limit, offset, after }: Window) => sql`
  FROM (
    SELECT m.key AS number FROM comments m INDEXED BY comments_author
    WHERE m.author = (SELECT key FROM users WHERE id = ${author})
      ${after ? sql`AND (m.created_at, m.id) < (${after.value}, ${after.id})` : raw('')}
    ORDER BY m.created_at DESC, m.id DESC
    LIMIT ${limit} OFFSET ${offset}
  ) page CROSS JOIN comments m ON m.key = page.number CROSS JOIN posts p ON p.key = m.post`

export const ownPage = (viewer: string, window: Window) => sql(OWN)`
  SELECT ${OWN_COLUMNS}, ${placeColumns(POST_ID)}, ${POST_COLUMNS}, ${voteOnComment(viewer)} ${pageBy(viewer, window)}`

/** Removed ones, too; a deleted one has no author any more. */
export const authorPage = (author: string, viewer: string, window: Window) => sql(AUTHORED)`
  SELECT ${commentSelection(viewer, POST_ID)}, ${POST_COLUMNS} ${pageBy(author, window)}`

/** In the same index. */
export const countBy = (author: string) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM comments WHERE author = (SELECT key FROM users WHERE id = ${author})`

type Paging = { page: number; limit: number; cursor?: string | undefined }

/** Newest first. */
function pageOf<Row extends Raw<typeof TIMES> & { id: string }>(
  author: string,
  { page, limit, cursor }: Paging,
  read: (window: Window) => Row[],
) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const total = countBy(author).get(storage.reader)?.count ?? 0
  const rows = read({ ...pageWindow(page, limit, after), after })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last && { value: last.createdAt, id: last.id }
  return { rows: rows.slice(0, limit), meta: cursoredMeta(total, page, limit, after, next) }
}

/** With exact times. */
export function listOwnComments(viewer: Viewer, paging: Paging) {
  const { rows, meta } = pageOf(viewer.id, paging, (window) => ownPage(viewer.id, window).all(storage.reader))
  const { blocked } = feedVisibility(viewer)
  return { comments: rows.map((row) => toOwnRecord(row, viewer, blocked)), meta }
}

function toOwnRecord(row: Raw<typeof OWN>, viewer: Viewer, blocked: ReadonlySet<string>): Static<typeof ownComment> {
  const { id, content, postId, parentCommentId, upvoteCount, downvoteCount, repliesCount, postAuthorId, vote } = row
  // Not as an administrator: this list is no way to read what others may not, and writes no audit entry.
  const reader = { ...viewer, role: 'user' as const }
  const isBlocked = postAuthorId !== null && blocked.has(postAuthorId)
  return {
    ...{ id, content, postId, parentCommentId, upvoteCount, downvoteCount, repliesCount },
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    postTitle: readAccess(toFacts(row), reader) === 'readable' && !isBlocked ? row.postTitle : null,
    userVote: vote === null ? null : toVoteType(vote),
    ...(row.isBanned === 1 ? { removal: readRemoval(storage.reader, id) } : {}),
  }
}

/** Audited, because nobody else can read together what somebody said in many threads; private posts as usual, too. */
export async function listCommentsBy(moderator: Viewer, userId: string, paging: Paging) {
  if (readAccount(storage.reader, userId) === undefined) refuse('NOT_FOUND', 'accounts.missing')
  const { rows, meta } = pageOf(userId, paging, (window) =>
    authorPage(userId, moderator.id, window).all(storage.reader),
  )
  await auditRead(moderator, userId, rows)
  const { blocked } = feedVisibility(moderator)
  return {
    comments: rows.map((row) => ({ ...toRecord(row, moderator, blocked), postTitle: row.postTitle })),
    meta,
  }
}

async function auditRead(moderator: Viewer, userId: string, rows: readonly PostRow[]): Promise<void> {
  if (rows.length === 0 || isSelf(moderator, userId)) return
  const posts = new Map(rows.map((row) => [row.postId, toFacts(row)]))
  await Promise.all([
    auditCommentsRead(moderator, userId, rows.length),
    auditPrivateReads(moderator, [...posts.values()]),
  ])
}
