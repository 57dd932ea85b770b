import { sql } from 'drizzle-orm'
import { check, index, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, flag, id, idOf, idOrNull, known, number, off, sanction, sqliteTable, string, word } from './columns'
import { comments } from './comments'
import { ofPost } from './posts'
import { sessions } from './sessions'
import { ofUser, users } from './users'

/** What an account is told by Quad, whether or not notifications are on. */
export const accountNotices = sqliteTable(
  'account_notices',
  {
    id: id(),
    /** Or one of its aliases, where that is what it concerns. */
    userId: ofUser(),
    /** No CHECK lists the kinds: each new one would rebuild the table. */
    kind: word([
      'email_revealed',
      'account_revealed',
      'password_changed',
      'passkeys_changed',
      'suspended',
      'banned',
      'sanction_lifted',
      'post_removed',
      'comment_removed',
      'texts_removed',
      'webhook_disabled',
      'text_refused',
      'appeal_upheld',
      'appeal_overturned',
      'export_ready',
      'became_moderator',
      'invitation_taken',
    ]),
    /** In the words of the administrator who acted. */
    ...sanction(),
    postId: ofPost(),
    commentId: idOrNull(() => comments.id),
    createdAt: string(),
    acknowledgedAt: text(),
  },
  (table) => [
    index('account_notices_user').on(table.userId, table.id),
    index('account_notices_unacknowledged').on(table.userId).where(sql`acknowledged_at is null`),
    index('account_notices_post').on(table.postId),
    index('account_notices_comment').on(table.commentId),
  ],
)

/** When an account is next mailed about moderation, and when it last was: at most once a day. */
export const moderationMails = sqliteTable(
  'moderation_mails',
  {
    userId: ofUser().primaryKey(),
    /** Null while nothing waits. */
    dueAt: text(),
    sentAt: text(),
  },
  (table) => [index('moderation_mails_due').on(table.dueAt).where(sql`due_at is not null`)],
)

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

const choices = () => ({
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
})
/** The columns in which a user says what to be notified of. */
export const NOTIFICATION_CHOICES = Object.keys(choices()) as (keyof ReturnType<typeof choices>)[]

/** What a user is notified of, in the inbox and by push; without a row the defaults apply. */
export const notificationSettings = sqliteTable(
  'notification_settings',
  {
    userId: ofUser().primaryKey(),
    ...choices(),
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

/** Browsers that get pushes. One ends with its session. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: ofUser(),
    sessionId: idOf(() => sessions.id),
    /** Keyed hash of the endpoint: a browser gets the pushes of one account. It names its key. */
    endpointIndex: string(),
    /** Endpoint and keys of the browser, sealed for this row: whoever knows an endpoint can follow the device. */
    sealed: string(),
    /** The key of the ring whose public half the browser was given: a push service takes no other's pushes. */
    keyId: string(),
    failures: counter(),
    createdAt: string(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointIndex),
    index('push_subscriptions_user').on(table.userId),
    check('push_subscriptions_failures', sql`${table.failures} >= 0`),
  ],
)

/** Notifications on their way to browsers. What is sent is read when it is sent. */
export const pushDeliveries = sqliteTable(
  'push_deliveries',
  {
    subscriptionId: idOf(() => pushSubscriptions.id),
    notificationId: idOf(() => notifications.id),
    attempts: counter(),
    dueAt: string(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notificationId] }),
    index('push_deliveries_notification').on(table.notificationId),
    index('push_deliveries_due').on(table.dueAt),
    check('push_deliveries_attempts', sql`${table.attempts} >= 0`),
  ],
)
