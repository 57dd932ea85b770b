import { index, primaryKey } from 'drizzle-orm/sqlite-core'
import { number, sqliteTable } from './columns'
import { postKey } from './posts'
import { userKey } from './users'

/** WITHOUT ROWID, by its migration, because Drizzle cannot declare it. */
export const bookmarks = sqliteTable(
  'bookmarks',
  {
    user: userKey(),
    post: postKey(),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.post] }),
    index('bookmarks_newest').on(table.user, table.createdAt),
    index('bookmarks_post').on(table.post),
  ],
)
