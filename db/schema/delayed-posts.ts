import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofUser } from './users'

/** Posts that their authors wrote and that appear later. When they were written is stored nowhere. */
export const delayedPosts = sqliteTable(
  'delayed_posts',
  {
    /** UUIDv4: the post gets its id when it appears. */
    id: text().primaryKey(),
    authorId: ofUser('author_id'),
    title: text().notNull(),
    content: text().notNull(),
    topic: text().notNull(),
    startsAt: text('starts_at'),
    place: text(),
    isPrivate: integer('is_private', { mode: 'boolean' }).notNull().default(false),
    /** It appears under an alias of its author. */
    isAliased: integer('is_aliased', { mode: 'boolean' }).notNull().default(false),
    /** When it appears. Null once its author might not write at that time: then the author decides. */
    publishAt: text('publish_at'),
  },
  (table) => [
    index('delayed_posts_author').on(table.authorId),
    index('delayed_posts_due').on(table.publishAt).where(sql`publish_at is not null`),
    check('delayed_posts_private_flag', sql`${table.isPrivate} in (0, 1)`),
  ],
)
