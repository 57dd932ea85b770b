import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { comments } from './comments'
import { posts } from './posts'
import { users } from './users'

/** News for one user. Unseen votes on one text share one entry, with a count and without names. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: ['general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted'] }).notNull(),
    postId: text('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: text('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** Who replied. */
    actorId: text('actor_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The number of votes of an entry about votes. */
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
    index('notifications_post').on(table.postId),
    index('notifications_comment').on(table.commentId),
    index('notifications_actor').on(table.actorId),
    check(
      'notifications_type',
      sql`${table.type} in ('general', 'upvoted_post', 'upvoted_comment', 'replied', 'posted')`,
    ),
    check('notifications_seen_flag', sql`${table.seen} in (0, 1)`),
    check('notifications_count', sql`${table.count} > 0`),
    check(
      'notifications_votes_name_nobody',
      sql`${table.type} not in ('upvoted_post', 'upvoted_comment') or ${table.actorId} is null`,
    ),
  ],
)
