import { sql } from 'drizzle-orm'
import { check, index, text } from 'drizzle-orm/sqlite-core'
import { id, off, sqliteTable, string } from './columns'
import { ofPost, written } from './posts'
import { ofUser } from './users'

/** Posts that their authors wrote and that appear later. When they were written is stored nowhere. */
export const delayedPosts = sqliteTable(
  'delayed_posts',
  {
    /** UUIDv4: the post gets its id when it appears. */
    id: id(),
    authorId: ofUser(),
    ...written(),
    /** It appears under an alias of its author. */
    isAliased: off(),
    /** When it appears. Null once its author might not write at that time: then the author decides. */
    publishAt: text(),
  },
  (table) => [
    index('delayed_posts_author').on(table.authorId),
    index('delayed_posts_due').on(table.publishAt).where(sql`publish_at is not null`),
    check('delayed_posts_flags', sql`${table.isPrivate} in (0, 1) and ${table.isQuestion} in (0, 1)`),
  ],
)

/** Comments that their authors wrote and that appear later. When they were written is stored nowhere. */
export const delayedComments = sqliteTable(
  'delayed_comments',
  {
    /** UUIDv4: the comment gets its id when it appears. */
    id: id(),
    authorId: ofUser(),
    postId: ofPost().notNull(),
    /** No foreign key: what becomes of the reply when this is gone is decided when it is due. */
    parentCommentId: text(),
    content: string(),
    /** It appears under the alias of its author in the thread. */
    isAliased: off(),
    /** When it appears. Null once its author might not write it at that time: then the author decides. */
    publishAt: text(),
  },
  (table) => [
    index('delayed_comments_author').on(table.authorId),
    index('delayed_comments_post').on(table.postId),
    index('delayed_comments_due').on(table.publishAt).where(sql`publish_at is not null`),
    check('delayed_comments_alias_flag', sql`${table.isAliased} in (0, 1)`),
  ],
)
