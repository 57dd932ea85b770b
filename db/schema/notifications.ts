import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, flag, id, idOrNull, known, number, off, sqliteTable, string, word } from './columns'
import { comments } from './comments'
import { ofPost } from './posts'
import { ofUser, users } from './users'

/**
 * News for one user. Unseen votes on one text share one entry, without names, and so does news of one followed target.
 */
export const notifications = sqliteTable(
  'notifications',
  {
    id: id(),
    userId: ofUser(),
    type: word(['general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted', 'answered']),
    postId: ofPost(),
    commentId: idOrNull(() => comments.id),
    actorId: idOrNull(() => users.id),
    /** The number of votes, or of new comments or posts. */
    count: number().default(1),
    content: string(),
    seen: off(),
    createdAt: string(),
  },
  (table) => [
    index('notifications_newest').on(table.userId, table.createdAt, table.id),
    index('notifications_unseen').on(table.userId).where(sql`seen = 0`),
    uniqueIndex('notifications_votes_post')
      .on(table.userId, table.postId)
      .where(sql`type = 'upvoted_post' and seen = 0`),
    uniqueIndex('notifications_votes_comment')
      .on(table.userId, table.commentId)
      .where(sql`type = 'upvoted_comment' and seen = 0`),
    uniqueIndex('notifications_followed_post')
      .on(table.userId, table.postId)
      .where(sql`type = 'posted' and seen = 0 and post_id is not null`),
    uniqueIndex('notifications_followed_topic')
      .on(table.userId, table.content)
      .where(sql`type = 'posted' and seen = 0 and post_id is null`),
    index('notifications_post').on(table.postId),
    index('notifications_comment').on(table.commentId),
    index('notifications_actor').on(table.actorId),
    known('notifications_type', table.type),
    check('notifications_seen_flag', sql`${table.seen} in (0, 1)`),
    check('notifications_count', sql`${table.count} > 0`),
    check(
      'notifications_votes_name_nobody',
      sql`${table.type} not in ('upvoted_post', 'upvoted_comment') or ${table.actorId} is null`,
    ),
  ],
)

/** What a user is notified of, in the inbox and by push; without a row the defaults apply. */
export const notificationSettings = sqliteTable(
  'notification_settings',
  {
    userId: ofUser().primaryKey(),
    replies: flag().default(true),
    upvotes: flag().default(true),
    followedPosts: flag().default(true),
    followedTopics: flag().default(true),
    pushReplies: flag().default(true),
    pushUpvotes: off(),
    pushFollowedPosts: flag().default(true),
    pushFollowedTopics: off(),
    /** Pushes say what was written, not only that something was. */
    pushText: off(),
    /** When the next weekly digest is mailed; null while it is off. */
    digestDueAt: text(),
    digestAttempts: counter(),
  },
  (table) => [
    index('notification_settings_digest').on(table.digestDueAt).where(sql`digest_due_at is not null`),
    check(
      'notification_settings_flags',
      sql`${table.replies} in (0, 1) and ${table.upvotes} in (0, 1) and ${table.followedPosts} in (0, 1) and ${table.followedTopics} in (0, 1)`,
    ),
    check(
      'notification_settings_push_flags',
      sql`${table.pushReplies} in (0, 1) and ${table.pushUpvotes} in (0, 1) and ${table.pushFollowedPosts} in (0, 1) and ${table.pushFollowedTopics} in (0, 1) and ${table.pushText} in (0, 1)`,
    ),
    check('notification_settings_digest_attempts', sql`${table.digestAttempts} >= 0`),
  ],
)

/** The columns in which a user says what to be notified of. */
export const NOTIFICATION_CHOICES = [
  'replies',
  'upvotes',
  'followedPosts',
  'followedTopics',
  'pushReplies',
  'pushUpvotes',
  'pushFollowedPosts',
  'pushFollowedTopics',
  'pushText',
] as const satisfies (keyof typeof notificationSettings.$inferSelect)[]
