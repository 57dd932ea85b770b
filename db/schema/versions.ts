import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { comments } from './comments'
import { ofPost } from './posts'

// What a text was before its author changed it. Rows go with the text, and are overwritten like it (secure_delete).

export const postVersions = sqliteTable(
  'post_versions',
  {
    postId: ofPost().notNull(),
    /** From 1, the text as it was published. */
    number: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** Of an event. */
    startsAt: text('starts_at'),
    place: text(),
    writtenAt: text('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.number] })],
)

export const commentVersions = sqliteTable(
  'comment_versions',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    content: text().notNull(),
    writtenAt: text('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.number] })],
)
