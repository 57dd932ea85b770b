import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, number, sqliteTable, string } from './columns'
import { ofUser, userKey } from './users'

/**
 * Whose an alias is: a name for one thread, with a row of its own in `users`. Nothing else leads from one to the other.
 */
export const aliases = sqliteTable(
  'aliases',
  {
    alias: userKey().primaryKey(),
    account: userKey(),
    /** No foreign key: a post that waits for a moderator has its id before it has a row. */
    postId: string(),
    /** What moderators read of the account's removals: as many as enough others had, too, when the alias was made. */
    removalsBefore: counter(),
    /** In milliseconds. */
    createdAt: number(),
  },
  (table) => [
    uniqueIndex('aliases_account_post').on(table.account, table.postId),
    index('aliases_post').on(table.postId),
  ],
)

/**
 * Aliases whose account is deleted, until they are. WITHOUT ROWID: the order of rows would show which were of one
 * account.
 */
export const aliasEndings = sqliteTable(
  'alias_endings',
  {
    aliasId: ofUser().primaryKey(),
    /** Null once its deletion has begun, and afterwards while a sanction holds it. */
    dueAt: text(),
    /** As it was: a number that fell with the account would tell which account it was. */
    removalsBefore: counter(),
    /**
     * Keyed hashes by which the person is known on return. They differ between aliases: no two are seen to be of one
     * person.
     */
    persons: string().default(''),
  },
  (table) => [index('alias_endings_due').on(table.dueAt).where(sql`due_at is not null`)],
)
