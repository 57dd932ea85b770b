import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './users'

/**
 * Whose an alias is: a name for one thread, which has a row of its own in `users` (`status` is `ALIAS`). The only place
 * that leads from one to the other, so that whatever does not ask for it cannot. An account has one alias in a thread.
 */
export const aliases = sqliteTable(
  'aliases',
  {
    aliasId: text('alias_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: a post that waits for a moderator has its id before it has a row. */
    postId: text('post_id').notNull(),
    /** What moderators read of the account's removals: as many as enough others had, too, when the alias was made. */
    removalsBefore: integer('removals_before').notNull().default(0),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('aliases_account_post').on(table.accountId, table.postId),
    index('aliases_account_newest').on(table.accountId, table.createdAt),
    index('aliases_post').on(table.postId),
  ],
)
