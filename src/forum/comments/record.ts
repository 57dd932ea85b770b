import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { users } from '../../../db/schema/users'
import { commentVotes } from '../../../db/schema/votes'
import { type Query, raw, sql } from '../../../db/sql'
import { FLAG, orNull, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { isAdministrator } from '../../ground/access/account'
import { isoOf, minuteOf } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, recordId, timestamp } from '../../lib/text/schema'
import { careMark, heldMark } from '../held/texts'
import type { CachedPost } from '../posts/cache'
import { author, officialMark, shownOfficial, toAuthor } from '../posts/fields'
import { seesExactTimes } from '../posts/record'
import { toVoteType, userVote } from '../posts/stats'
import { type AnyViewer, NO_BLOCKS } from '../posts/visibility'
import { missing, PLACE } from './visibility'

const COLUMNS = {
  ...pick(comments, 'id', 'content', 'isBanned', 'isOfficial', 'createdAt', 'updatedAt'),
  ...pick(comments, 'upvoteCount', 'downvoteCount', 'repliesCount'),
}

export const COMMENT = {
  ...COLUMNS,
  ...PLACE,
  isDeleted: FLAG,
  authorId: orNull(users.id),
  vote: orNull(commentVotes.value),
}
export type CommentRow = Raw<typeof COMMENT>

const OWN_COLUMNS = raw(`${selectList(COLUMNS, 'm')},
  (SELECT id FROM comments WHERE key = m.parent_comment) AS parentCommentId,
  m.deleted_at IS NOT NULL AS isDeleted, (SELECT id FROM users WHERE key = m.author) AS authorId`)

const POST_ID = sql`(SELECT id FROM posts WHERE key = m.post)`

/**
 * Of `comments m`, and of SQL that has the id of its post. What depends on the viewer (null without a session) is a scalar subquery by primary key: joined instead,
 * the planner may build a Bloom filter over all that the viewer has voted on, for every query.
 */
export const commentSelection = (viewer: string | null, postId: Query<never> = POST_ID) => sql`
  ${OWN_COLUMNS}, ${postId} AS postId, (SELECT value FROM comment_votes
    WHERE user = (SELECT key FROM users WHERE id = ${viewer}) AND comment = m.key) AS vote`

/** Whoever may read it: the caller decides. */
export const commentRow = (db: Connection, viewer: AnyViewer, id: string): CommentRow | undefined =>
  sql(COMMENT)`SELECT ${commentSelection(viewer?.id ?? null)} FROM comments m WHERE m.id = ${id}`.get(db)

/** A deleted comment becomes a placeholder; a removed one, too, unless the viewer is an administrator. */
export function toRecord(row: CommentRow, viewer: AnyViewer, blocked: ReadonlySet<string>): CommentRecord {
  const isDeleted = row.isDeleted === 1
  const isBanned = row.isBanned === 1
  const isRemoved = isBanned && !isAdministrator(viewer)
  const isPlaceholder = isDeleted || isRemoved
  const shownTime = seesExactTimes(viewer, row.authorId) ? isoOf : (ms: number) => minuteOf(isoOf(ms))
  return {
    id: row.id,
    content: isDeleted ? '[deleted]' : isRemoved ? '[removed]' : row.content,
    postId: row.postId,
    parentCommentId: row.parentCommentId,
    isBanned,
    isDeleted,
    isBlocked: !isPlaceholder && row.authorId !== null && blocked.has(row.authorId),
    createdAt: shownTime(row.createdAt),
    updatedAt: shownTime(row.updatedAt),
    commentedBy: isPlaceholder ? null : toAuthor(row.authorId, viewer),
    ...(isPlaceholder ? {} : shownOfficial(row)),
    upvoteCount: row.upvoteCount,
    downvoteCount: row.downvoteCount,
    userVote: row.vote === null ? null : toVoteType(row.vote),
    repliesCount: row.repliesCount,
  }
}

/** Of the viewer's own, past every cache. */
export const ownRecord = (db: Connection, viewer: AnyViewer, id: string): CommentRecord =>
  toRecord(commentRow(db, viewer, id) ?? missing(), viewer, NO_BLOCKS)

export const commentRecord = namedObject('Comment', {
  id: recordId,
  content: t.String({ description: '"[deleted]" or "[removed]" in a placeholder that holds replies together' }),
  postId: recordId,
  parentCommentId: nullable(recordId),
  isBanned: t.Boolean(),
  isDeleted: t.Boolean(),
  isBlocked: t.Boolean({ description: 'The viewer and the author have a block relation' }),
  createdAt: timestamp,
  updatedAt: timestamp,
  commentedBy: nullable(author),
  official: officialMark,
  upvoteCount: integer(),
  downvoteCount: integer(),
  userVote,
  repliesCount: integer(),
  held: heldMark,
  care: careMark,
})

export type CommentRecord = Static<typeof commentRecord>

/** The answer to a question, on the first page of its thread. */
export function answerOf({ answerId }: CachedPost, viewer: AnyViewer, blocked: ReadonlySet<string>) {
  const answer = answerId === null ? undefined : commentRow(storage.reader, viewer, answerId)
  return answer === undefined ? {} : { answer: toRecord(answer, viewer, blocked) }
}

/** In a tree, deeper comments are not looked for by `comment`. */
export const MOST_ABOVE = 100

/** In a tree: with its place, and what is left of its replies. */
export const treeComment = namedObject('TreeComment', {
  ...commentRecord.properties,
  depth: integer('0 on the first level of this response'),
  repliesLeft: integer('Replies to it that are not in this response: `parent` lists them'),
  repliesCursor: nullable(t.String({ description: 'For `cursor` beside `parent`; null begins with the first reply' })),
})

export const treeMeta = namedObject('CommentTreeMeta', {
  total: integer('Comments on the first level of this response'),
  left: integer('Those of them that follow'),
  nextCursor: nullable(t.String({ description: 'For `cursor`; null at the end' })),
  apart: t.Array(recordId, {
    maxItems: MOST_ABOVE + 1,
    description: 'Comments before which others of their level may be missing',
  }),
})

export type CommentTree = {
  answer?: CommentRecord
  comments: Static<typeof treeComment>[]
  meta: Static<typeof treeMeta>
}
