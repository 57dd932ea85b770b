import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
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
  TEXT_OR_INTEGER,
} from '../../../db/statement'
import { storage } from '../../../db/storage'
import { isoOf } from '../../lib/coarse-time'
import { type CursoredMeta, cursoredMeta, pageWindow, readCursor } from '../../lib/cursor'
import { integer, named, nullable, recordId, timestamp } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { feedVisibility } from '../posts/feed-visibility'
import { readRemoval, removal } from '../posts/removals'
import { FACTS, readAccess } from '../posts/visibility'
import { toVoteType, userVote as userVoteSchema, VOTE_ON_COMMENT } from '../posts/vote-type'
import { PLACE, placeColumns } from './queries'

// The comments that an account wrote, for itself. Only moderators list those of others, in by-author.ts.

export const ownComment = named(
  'OwnComment',
  t.Object({
    id: recordId,
    content: t.String(),
    postId: recordId,
    postTitle: nullable(
      t.String({ description: 'Null where one may not read the post, or no longer, and across a block' }),
    ),
    parentCommentId: nullable(recordId),
    upvoteCount: integer(),
    downvoteCount: integer(),
    userVote: userVoteSchema,
    repliesCount: integer(),
    createdAt: timestamp,
    updatedAt: timestamp,
    removal: t.Optional(removal),
  }),
)
type OwnComment = Static<typeof ownComment>

const COLUMNS = pick(
  comments,
  'id',
  'content',
  'isBanned',
  'upvoteCount',
  'downvoteCount',
  'repliesCount',
  'createdAt',
  'updatedAt',
)
const { authorId, collegeId, isPrivate, moderationState } = FACTS
const POST = { postAuthorId: authorId, collegeId, isPrivate, moderationState, title: posts.title }
const ROW = { ...COLUMNS, ...PLACE, ...POST, vote: orNull(commentVotes.value) }

/** Index: comments_author. */
export const ownPageText = (isAfterCursor: boolean): string => `
  SELECT ${selectList(COLUMNS, 'm')}, ${placeColumns('m')}, p.author_id AS postAuthorId, p.college_id AS collegeId,
    p.is_private AS isPrivate, p.moderation_state AS moderationState, p.title, ${VOTE_ON_COMMENT}
  FROM comments m INDEXED BY comments_author CROSS JOIN posts p ON p.key = m.post
  WHERE m.author = ${keyOf('users', 'viewer')} ${isAfterCursor ? 'AND (m.created_at, m.id) < ($afterValue, $afterId)' : ''}
  ORDER BY m.created_at DESC, m.id DESC
  LIMIT $limit OFFSET $offset`

const PAGE = { viewer: TEXT, afterValue: TEXT_OR_INTEGER, afterId: comments.id, limit: INTEGER, offset: INTEGER }
const pages = sqlVariants(ownPageText, { returns: ROW, params: PAGE })

/** In the same index. */
export const OWN_COUNT_TEXT = `SELECT count(*) AS count FROM comments WHERE author = ${keyOf('users', 'viewer')}`
const count = sqlStatement(OWN_COUNT_TEXT, { returns: { count: INTEGER }, params: { viewer: TEXT } })
export const countCommentsBy = (userId: string): number => count(storage.reader).get({ viewer: userId })?.count ?? 0

export type OwnComments = { comments: OwnComment[]; meta: CursoredMeta }

/** Newest first, with exact times. */
export async function listOwnComments(
  viewer: Viewer,
  { page, limit, cursor }: { page: number; limit: number; cursor?: string },
): Promise<OwnComments> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { place, ...window } = pageWindow(page, limit, after)
  const params = {
    viewer: viewer.id,
    ...window,
    ...(after ? { afterValue: after.value, afterId: after.id } : {}),
  }
  const total = countCommentsBy(viewer.id)
  const rows = pages(storage.reader, place.afterId !== undefined).all(params)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last && { value: last.createdAt, id: last.id }
  const { blocked } = await feedVisibility(viewer)
  const records = await Promise.all(rows.slice(0, limit).map((row) => toRecord(row, viewer, blocked)))
  return { comments: records, meta: cursoredMeta(total, page, limit, after, next) }
}

async function toRecord(row: Raw<typeof ROW>, viewer: Viewer, blocked: ReadonlySet<string>): Promise<OwnComment> {
  const {
    isBanned,
    postAuthorId,
    collegeId,
    isPrivate,
    moderationState,
    title,
    vote,
    createdAt,
    updatedAt,
    ...fields
  } = row
  const post = { id: row.postId, authorId: postAuthorId, collegeId, isPrivate: isPrivate === 1, moderationState }
  // Not as an administrator: this list is no way to read what others may not, and writes no audit entry.
  const reader = { ...viewer, role: 'user' as const }
  const isBlocked = postAuthorId !== null && blocked.has(postAuthorId)
  return {
    ...fields,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
    postTitle: readAccess(post, reader) === 'readable' && !isBlocked ? title : null,
    userVote: vote === null ? null : toVoteType(vote),
    ...(isBanned === 1 ? { removal: await readRemoval(storage.reader, row.id) } : {}),
  }
}
