import { type Static, t } from 'elysia'
import { sqlStatement } from '../../db/statement'
import type { Connection } from '../../db/storage'
import { isAdministrator } from './accounts'
import { AUTHOR_COLUMNS, type AuthorRow, author, authorJoins, toAuthor } from './authors'
import { integer, named, nullable, timestamp } from './shapes'
import type { PostFacts, Reader } from './visibility'
import { userVote, VOTE_ON_POST, type VoteValue, voteTypeOf } from './votes'

export const postRecord = named(
  'Post',
  t.Object({
    id: t.String(),
    title: t.String(),
    content: t.String(),
    topic: t.String(),
    isPrivate: t.Boolean(),
    views: integer(),
    upvoteCount: integer(),
    downvoteCount: integer(),
    commentsCount: integer(),
    userVote,
    bookmarked: t.Boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    postedBy: nullable(author),
    moderationState: t.Optional(
      t.UnionEnum(['active', 'banned', 'shadow_banned'], { description: 'For the author and administrators' }),
    ),
  }),
)

export type PostRecord = Static<typeof postRecord>

/** Of `posts p` with its author joined, as `$viewer` sees it; null for a stranger. */
export const POST_COLUMNS = `
  p.id, p.title, p.content, p.topic, p.is_private AS isPrivate, p.views, p.upvote_count AS upvoteCount,
  p.downvote_count AS downvoteCount, p.comments_count AS commentsCount, p.created_at AS createdAt, p.updated_at AS updatedAt,
  p.moderation_state AS moderationState, p.college_id AS postCollegeId, ${AUTHOR_COLUMNS}, ${VOTE_ON_POST},
  EXISTS (SELECT 1 FROM bookmarks WHERE user_id = $viewer AND post_id = p.id) AS bookmarked`

export type PostRow = AuthorRow & {
  id: string
  title: string
  content: string
  topic: string
  isPrivate: 0 | 1
  views: number
  upvoteCount: number
  downvoteCount: number
  commentsCount: number
  createdAt: string
  updatedAt: string
  moderationState: PostFacts['moderationState']
  postCollegeId: string
  vote: VoteValue | null
  bookmarked: 0 | 1
}

/** A shadow ban reads `active` to the author, who is not to learn of it. */
function stateShown({ moderationState, authorId }: PostRow, reader: Reader): PostFacts['moderationState'] | undefined {
  if (isAdministrator(reader)) return moderationState
  if (reader === null || reader.id !== authorId) return undefined
  return moderationState === 'shadow_banned' ? 'active' : moderationState
}

/** The post as the reader gets it. */
export function toPostRecord(row: PostRow, reader: Reader): PostRecord {
  const state = stateShown(row, reader)
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    topic: row.topic,
    isPrivate: row.isPrivate === 1,
    views: row.views,
    upvoteCount: row.upvoteCount,
    downvoteCount: row.downvoteCount,
    commentsCount: row.commentsCount,
    userVote: row.vote === null ? null : voteTypeOf(row.vote),
    bookmarked: row.bookmarked === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    postedBy: toAuthor(row),
    ...(state === undefined ? {} : { moderationState: state }),
  }
}

const byId = sqlStatement<PostRow, { id: string; viewer: string | null }>(
  `SELECT ${POST_COLUMNS} FROM posts p ${authorJoins('p')} WHERE p.id = $id`,
)

/** Any post, whatever became of it: whether it may be read is the caller's to ask, of `factsOf` the row. */
export async function postRowById(db: Connection, reader: Reader, id: string): Promise<PostRow | undefined> {
  return byId(db).get({ id, viewer: reader?.id ?? null })
}

export const factsOf = ({ id, authorId, postCollegeId, isPrivate, moderationState }: PostRow): PostFacts => ({
  id,
  authorId,
  collegeId: postCollegeId,
  isPrivate: isPrivate === 1,
  moderationState,
})
