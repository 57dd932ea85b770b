import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { posts } from './posts'
import { users } from './users'

/** WITHOUT ROWID, by its migration, because Drizzle cannot declare it. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.postId] }),
    index('bookmarks_newest').on(table.userId, table.createdAt, table.id),
    index('bookmarks_post').on(table.postId),
  ],
)
