import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { comments } from './comments'
import { known } from './known'
import { ofPost } from './posts'
import { ofUser, users } from './users'

/**
 * News for one user. Unseen votes on one text share one entry, with a count and without names, and so does the unseen
 * news of one followed post (`posted` with a post) or topic (`posted`, the topic in `content`).
 */
export const notifications = sqliteTable(
  'notifications',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    type: text({ enum: ['general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted'] }).notNull(),
    postId: ofPost(),
    commentId: text('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Who replied. */
    actorId: text('actor_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The number of votes, or of new comments or posts. */
    count: integer().notNull().default(1),
    content: text().notNull(),
    seen: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: text('created_at').notNull(),
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

const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull()

/** What a user is notified of, in the inbox and by push; without a row the defaults apply. */
export const notificationSettings = sqliteTable(
  'notification_settings',
  {
    userId: ofUser().primaryKey(),
    replies: flag('replies').default(true),
    upvotes: flag('upvotes').default(true),
    followedPosts: flag('followed_posts').default(true),
    followedTopics: flag('followed_topics').default(true),
    pushReplies: flag('push_replies').default(true),
    pushUpvotes: flag('push_upvotes').default(false),
    pushFollowedPosts: flag('push_followed_posts').default(true),
    pushFollowedTopics: flag('push_followed_topics').default(false),
    /** Pushes say what was written, not only that something was. */
    pushText: flag('push_text').default(false),
    /** When the next weekly digest is mailed; null while it is off. */
    digestDueAt: text('digest_due_at'),
    /** Tries of this digest that failed. */
    digestAttempts: integer('digest_attempts').notNull().default(0),
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
