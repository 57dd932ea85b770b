import { type Static, t } from 'elysia'
import { comments } from '../../../db/schema/comments'
import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { FLAG, INTEGER, orNull, pick, type Raw, selectList, sqlStatement } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { named, nullable, timestamp } from '../../lib/schema'
import { message, type PlainKey, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import type { Account } from '../access/account'
import { postAccess } from '../posts/visibility'

// SQL text: the builder would map rows of four joined tables.

export const notificationRecord = named(
  'Notification',
  t.Object({
    id: t.String(),
    type: t.UnionEnum(['general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted']),
    seen: t.Boolean(),
    postId: nullable(t.String()),
    commentId: nullable(t.String()),
    actorUsernames: t.Array(t.String(), { description: 'Who replied; votes carry a number, never a name' }),
    content: t.String({
      description: 'Of a reply its beginning; of anything else a sentence in the language of the account',
    }),
    createdAt: timestamp,
  }),
)

export type NotificationRecord = Static<typeof notificationRecord>

const ENTRY = pick(notifications, 'id', 'type', 'seen', 'postId', 'commentId', 'content', 'createdAt')
const POST = {
  authorId: posts.authorId,
  collegeId: orNull(posts.collegeId),
  isPrivate: orNull(posts.isPrivate),
  moderationState: orNull(posts.moderationState),
  title: orNull(posts.title),
}
const TYPES = {
  ...ENTRY,
  ...POST,
  /** As many of the votes as still stand. */
  votes: INTEGER,
  actor: orNull(users.username),
  isBlocked: FLAG,
  reply: orNull(comments.content),
  isBanned: orNull(comments.isBanned),
  isDeleted: FLAG,
}
type Row = Raw<typeof TYPES>

// What a reply says and who wrote it is looked up when it is read: it may have been edited, banned or deleted since, and
// reader and writer may have blocked each other.
const COLUMNS = `
  ${selectList(ENTRY, 'n')}, ${selectList(POST, 'p')},
  max(1, min(n.count, coalesce(m.upvote_count, p.upvote_count, 1))) AS votes, a.username AS actor,
  EXISTS (
    SELECT 1 FROM user_blocks b
    WHERE (b.blocker_id = n.user_id AND b.blocked_id = n.actor_id) OR (b.blocker_id = n.actor_id AND b.blocked_id = n.user_id)
  ) AS isBlocked,
  m.content AS reply, m.is_banned AS isBanned, m.deleted_at IS NOT NULL AS isDeleted`
const JOINS = `
  LEFT JOIN posts p ON p.id = n.post_id
  LEFT JOIN comments m ON m.id = n.comment_id
  LEFT JOIN users a ON a.id = n.actor_id`

/** By the index notifications_newest; exported so that a test can look at its plan. */
export const PAGE_TEXT = `
  SELECT ${COLUMNS}
  FROM (
    SELECT rowid AS number FROM notifications INDEXED BY notifications_newest
    WHERE user_id = $userId ORDER BY created_at DESC, id DESC LIMIT $limit OFFSET $offset
  ) page CROSS JOIN notifications n ON n.rowid = page.number ${JOINS}`

const page = sqlStatement(PAGE_TEXT, {
  returns: TYPES,
  params: { userId: notifications.userId, limit: INTEGER, offset: INTEGER },
})
const byId = sqlStatement(`SELECT ${COLUMNS} FROM notifications n ${JOINS} WHERE n.id = $id`, {
  returns: TYPES,
  params: { id: notifications.id },
})

const EXCERPT = 140
/** Of one's own words, which one knows. */
const QUOTE = 60
const excerpt = (text: string, length = EXCERPT): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`

type Reader = Pick<Account, 'id' | 'role' | 'collegeId' | 'language'>

/** To its author a shadow-banned post goes on as it was: a reply that turned blank would tell of the ban. */
function mayReadPost({ postId, authorId, collegeId, isPrivate, moderationState }: Row, reader: Reader): boolean {
  if (postId === null || collegeId === null || moderationState === null) return false
  const post = { id: postId, authorId, collegeId, isPrivate: isPrivate === 1, moderationState }
  return postAccess(post, reader) === 'readable'
}

/** Who replied with what, as far as the reader may know it still. */
function replyShown(row: Row, reader: Reader): Pick<NotificationRecord, 'actorUsernames' | 'content'> {
  const hidden = (key: PlainKey) => ({ actorUsernames: [], content: resolveMessage(key, reader.language) })
  if (row.isDeleted === 1) return hidden('notifications.replyDeleted')
  if (row.isBanned === 1) return hidden('notifications.replyRemoved')
  if (row.isBlocked === 1 || row.reply === null || !mayReadPost(row, reader)) return { actorUsernames: [], content: '' }
  return { actorUsernames: row.actor === null ? [] : [row.actor], content: excerpt(row.reply) }
}

/** What a moderator did, as `content` holds it. */
export type ModerationNews = keyof typeof NEWS

const NEWS = { removed: 'Removed', restored: 'Restored' } as const
const isNews = (content: string): content is ModerationNews => Object.hasOwn(NEWS, content)

/** A sentence about one's own words, with their beginning where they still stand. */
function sentenceOf(row: Row, language: Language): string {
  const { type, content, votes: count, commentId } = row
  // Another version of Quad may have stored whole sentences.
  if (type === 'posted' || (type === 'general' && !isNews(content))) return content
  const happened = type === 'general' && isNews(content) ? NEWS[content] : 'Upvoted'
  const title = excerpt(row.title ?? '', QUOTE)
  const comment = row.isDeleted === 1 || row.reply === null ? null : excerpt(row.reply, QUOTE)
  if (commentId === null) return resolveMessage(message(`notifications.post${happened}`, { count, title }), language)
  if (comment === null) return resolveMessage(message(`notifications.deletedComment${happened}`, { count }), language)
  return resolveMessage(message(`notifications.comment${happened}`, { count, comment }), language)
}

function toRecord(row: Row, reader: Reader): NotificationRecord {
  const { id, type, postId, commentId, createdAt } = row
  const told =
    type === 'replied' ? replyShown(row, reader) : { actorUsernames: [], content: sentenceOf(row, reader.language) }
  return { id, type, seen: row.seen === 1, postId, commentId, ...told, createdAt }
}

export async function notificationById(
  db: Connection,
  reader: Reader,
  id: string,
): Promise<NotificationRecord | undefined> {
  const row = byId(db).get({ id })
  return row && toRecord(row, reader)
}

export async function pageOfNotifications(
  db: Connection,
  reader: Reader,
  limit: number,
  offset: number,
): Promise<NotificationRecord[]> {
  return page(db)
    .all({ userId: reader.id, limit, offset })
    .map((row) => toRecord(row, reader))
}
