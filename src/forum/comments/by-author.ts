import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { commentVotes } from '../../../db/schema/votes'
import {
  INTEGER,
  keyOf,
  orNull,
  pick,
  type Raw,
  selectList,
  sqlStatement,
  sqlVariants,
  TEXT,
} from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { isSelf, readAccount, type Viewer } from '../../ground/access/account'
import { isoOf } from '../../lib/text/coarse-time'
import { cursoredMeta, pageWindow, readCursor } from '../../lib/text/cursor'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { feedVisibility } from '../posts/feed-visibility'
import { readRemoval, removal } from '../posts/record'
import { auditCommentsRead, auditPrivateReads, FACTS, type PostFacts, readAccess } from '../posts/visibility'
import { toVoteType, userVote, VOTE_ON_COMMENT } from '../posts/vote-type'
import { COMMENT_TYPES, commentSelection, PLACE, placeColumns, VIEWER, WINDOW } from './queries'
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
const POST_COLUMNS = selectList(POST, 'p')
const toFacts = ({ postId, postAuthorId, postCollegeId, postIsPrivate, postState }: PostRow): PostFacts => ({
  id: postId,
  authorId: postAuthorId,
  collegeId: postCollegeId,
  isPrivate: postIsPrivate === 1,
  moderationState: postState,
})
type PostRow = Raw<typeof POST> & { postId: string }

const AFTER_CURSOR = 'AND (m.created_at, m.id) < ($afterValue, $afterId)'

const COLUMNS = pick(comments, 'id', 'content', 'isBanned', 'upvoteCount', 'downvoteCount', 'repliesCount')
const TIMES = pick(comments, 'createdAt', 'updatedAt')
const OWN = { ...COLUMNS, ...TIMES, ...PLACE, ...POST, vote: orNull(commentVotes.value) }

/** By the index comments_author; only what is on the page is joined. */
const page = (author: string, isAfterCursor: boolean): string => `
  FROM (
    SELECT m.key AS number FROM comments m INDEXED BY comments_author
    WHERE m.author = ${keyOf('users', author)} ${isAfterCursor ? AFTER_CURSOR : ''}
    ORDER BY m.created_at DESC, m.id DESC
    LIMIT $limit OFFSET $offset
  ) page CROSS JOIN comments m ON m.key = page.number CROSS JOIN posts p ON p.key = m.post`

export const ownPageText = (isAfterCursor: boolean): string => `
  SELECT ${selectList({ ...COLUMNS, ...TIMES }, 'm')}, ${placeColumns('p.id')}, ${POST_COLUMNS}, ${VOTE_ON_COMMENT}
  ${page('viewer', isAfterCursor)}`
const ownPages = sqlVariants(ownPageText, { returns: OWN, params: { viewer: TEXT, ...WINDOW } })

const AUTHORED = { ...COMMENT_TYPES, ...POST }

/** Removed ones, too; a deleted one has no author any more. */
export const authorPageText = (isAfterCursor: boolean): string => `
  SELECT ${commentSelection('p.id')}, ${POST_COLUMNS}
  ${page('author', isAfterCursor)}`
const authorPages = sqlVariants(authorPageText, {
  returns: AUTHORED,
  params: { author: users.id, viewer: VIEWER, ...WINDOW },
})

/** In the same index. */
export const OWN_COUNT_TEXT = `SELECT count(*) AS count FROM comments WHERE author = ${keyOf('users', 'viewer')}`
const count = sqlStatement(OWN_COUNT_TEXT, { returns: { count: INTEGER }, params: { viewer: TEXT } })

type Paging = { page: number; limit: number; cursor?: string | undefined }
type Pages<Row> = (db: Connection, isAfterCursor: boolean) => { all(params: Partial<Raw<typeof WINDOW>>): Row[] }

/** Newest first. `who` names the author, and who looks. */
function pageOf<Row extends Raw<typeof TIMES> & { id: string }>(
  pages: Pages<Row>,
  who: { viewer: string; author?: string },
  { page, limit, cursor }: Paging,
) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { place, ...window } = pageWindow(page, limit, after)
  const total = count(storage.reader).get({ viewer: who.author ?? who.viewer })?.count ?? 0
  const rows = pages(storage.reader, after !== undefined).all({ ...who, ...window, ...place })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last && { value: last.createdAt, id: last.id }
  return { rows: rows.slice(0, limit), meta: cursoredMeta(total, page, limit, after, next) }
}

/** With exact times. */
export function listOwnComments(viewer: Viewer, paging: Paging) {
  const { rows, meta } = pageOf(ownPages, { viewer: viewer.id }, paging)
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
  const { rows, meta } = pageOf(authorPages, { author: userId, viewer: moderator.id }, paging)
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
