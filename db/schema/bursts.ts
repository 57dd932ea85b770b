import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known } from './known'
import { users } from './users'

/** What moderators are told of: many texts within minutes. Until one of them dismisses it. */
export const bursts = sqliteTable(
  'bursts',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['account', 'text', 'link'] }).notNull(),
    /** What its texts have in common: the account, the first of the texts that are the same, or the domain. */
    about: text().notNull(),
    /** Of kind `account`. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'cascade' }),
    accounts: integer().notNull(),
    texts: integer().notNull(),
    /** The newest texts: a JSON array of type and id. */
    named: text().notNull(),
    since: text().notNull(),
    until: text().notNull(),
  },
  (table) => [
    uniqueIndex('bursts_about').on(table.kind, table.about),
    index('bursts_author').on(table.authorId),
    index('bursts_until').on(table.until),
    known('bursts_kind', table.kind),
    check('bursts_author_of_account', sql`(${table.kind} = 'account') = (${table.authorId} is not null)`),
  ],
)
