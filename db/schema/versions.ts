import { primaryKey, text } from 'drizzle-orm/sqlite-core'
import { idOf, number, sqliteTable, string } from './columns'
import { comments } from './comments'
import { ofPost } from './posts'

// What a text was before its author changed it. Rows go with the text, and are overwritten like it (secure_delete).

export const postVersions = sqliteTable(
  'post_versions',
  {
    postId: ofPost().notNull(),
    /** From 1, the text as it was published. */
    number: number(),
    title: string(),
    content: string(),
    startsAt: text(),
    place: text(),
    writtenAt: string(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.number] })],
)

export const commentVersions = sqliteTable(
  'comment_versions',
  {
    commentId: idOf(() => comments.id),
    number: number(),
    content: string(),
    writtenAt: string(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.number] })],
)
