import { sql } from 'drizzle-orm'
import { index, text } from 'drizzle-orm/sqlite-core'
import { id, idOrNull, sqliteTable, string, word } from './columns'
import { comments } from './comments'
import { ofPost } from './posts'
import { ofUser } from './users'

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
    reason: text(),
    /** Of a removal: the rule, and the removal reason in each language as JSON. */
    rule: text(),
    preset: text(),
    /** Of a bulk removal: the id in its moderation records. */
    bulkId: text(),
    /** The end of a suspension. */
    endsAt: text(),
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
