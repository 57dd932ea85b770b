import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { userStats, users } from '../../../db/schema/users'
import { FLAG, INTEGER, idOf, orNull, pick, type Raw, sqlStatement, sqlVariants } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { notByViewer } from '../names/own-names'

const COMMENT = { ...pick(comments, 'id', 'content', 'createdAt'), authorId: orNull(users.id), isBanned: FLAG }
const CONTEXT = { ...COMMENT, authorName: orNull(users.username) }
export type ContextRow = Raw<typeof CONTEXT>

const COLUMNS = 'c.id, c.content, author.id AS authorId, c.created_at AS createdAt, c.is_banned AS isBanned'
const JOINED = 'LEFT JOIN users author ON author.key = c.author'

const byKey = sqlStatement(
  `SELECT ${COLUMNS}, author.username AS authorName FROM comments c ${JOINED} WHERE c.key = $key`,
  { returns: CONTEXT, params: { key: comments.key } },
)

/** A deleted one holds its replies together, and has no words. */
export const commentIn = (db: Connection, key: number): ContextRow | undefined => byKey(db).get({ key })

const PLACE = pick(comments, 'id', 'post', 'parentComment', 'createdAt')
type Place = Raw<typeof PLACE>

const place = sqlStatement(
  `SELECT id, post, ${idOf('posts', 'post')} AS postId, parent_comment AS parentComment, created_at AS createdAt
  FROM comments WHERE id = $id AND deleted_at IS NULL`,
  { returns: { ...PLACE, postId: posts.id }, params: { id: comments.id } },
)

export const commentFacts = (db: Connection, id: string): (Place & { postId: string }) | undefined =>
  place(db).get({ id })

type Side = 'before' | 'after'
type Level = 'top' | 'replies'

const LEVELS = {
  top: 'c.post = $post AND c.parent_comment IS NULL',
  replies: 'c.parent_comment = $parentComment',
}
const SIDES = { before: ['<', 'DESC'], after: ['>', 'ASC'] } as const

/** Sorts what the indexes comments_post_newest and comments_replies find. */
export function neighbourText(side: Side, level: Level): string {
  const [sign, order] = SIDES[side]
  return `
  SELECT ${COLUMNS}, author.username AS authorName FROM comments c ${JOINED}
  WHERE ${LEVELS[level]} AND c.deleted_at IS NULL AND (c.created_at, c.id) ${sign} ($createdAt, $id)
  ORDER BY c.created_at ${order}, c.id ${order} LIMIT 1`
}

const neighbours = sqlVariants(neighbourText, { returns: CONTEXT, params: PLACE })

/** The nearest comment of the same level. */
export function neighbour(
  db: Connection,
  side: Side,
  { parentComment, post, id, createdAt }: Place,
): ContextRow | undefined {
  if (parentComment === null) return neighbours(db, side, 'top').get({ post, id, createdAt })
  return neighbours(db, side, 'replies').get({ parentComment, id, createdAt })
}

const POST = { ...pick(posts, 'key', 'id', 'title'), isPrivate: FLAG }
const post = sqlStatement('SELECT key, id, title, is_private AS isPrivate FROM posts WHERE id = $id', {
  returns: POST,
  params: { id: posts.id },
})

export const postFacts = (db: Connection, id: string) => post(db).get({ id })

const AUTHOR = {
  karma: userStats.karma,
  joinedAt: users.createdAt,
  removals: INTEGER,
  sanctions: INTEGER,
  openTargets: INTEGER,
  removalsBefore: orNull(INTEGER),
}

/** Reads the comments of the author: up to a few thousand. */
const AUTHOR_TEXT = `
  SELECT CASE u.status WHEN 'ALIAS' THEN 0 ELSE s.karma END AS karma, u.created_at AS joinedAt,
    (SELECT count(*) FROM posts WHERE author_id = u.id AND moderation_state <> 'active')
      + (SELECT count(*) FROM comments WHERE author = u.key AND is_banned = 1) AS removals,
    (SELECT count(*) FROM moderation_records
      WHERE resource_id = u.id AND state IN ('blocked', 'suspended')) AS sanctions,
    (SELECT count(DISTINCT target_id) FROM reports INDEXED BY reports_author
      WHERE target_author_id = u.id AND status = 'pending' AND ${notByViewer('target_author_id')}) AS openTargets,
    CASE u.status WHEN 'ALIAS' THEN coalesce(
      (SELECT removals_before FROM aliases WHERE alias = u.key),
      (SELECT removals_before FROM alias_endings WHERE alias_id = u.id), 0) END AS removalsBefore
  FROM users u CROSS JOIN user_stats s ON s.user = u.key WHERE u.id = $id`
const author = sqlStatement(AUTHOR_TEXT, { returns: AUTHOR, params: { id: users.id, viewer: users.id } })

export const authorFacts = (db: Connection, params: { id: string; viewer: string }) => author(db).get(params)
