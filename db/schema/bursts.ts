import { sql } from 'drizzle-orm'
import { check, index, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, idOrNull, known, number, sqliteTable, string, word } from './columns'
import { users } from './users'

/** What moderators are told of: many texts within minutes. Until one of them dismisses it. */
export const bursts = sqliteTable(
  'bursts',
  {
    id: id(),
    kind: word(['account', 'text', 'link']),
    /** What its texts have in common: the account, the first of the texts that are the same, or the domain. */
    about: string(),
    /** Of kind `account`. */
    authorId: idOrNull(() => users.id),
    accounts: number(),
    texts: number(),
    /** The newest texts: a JSON array of type and id. */
    named: string(),
    since: string(),
    until: string(),
  },
  (table) => [
    uniqueIndex('bursts_about').on(table.kind, table.about),
    index('bursts_author').on(table.authorId),
    index('bursts_until').on(table.until),
    known('bursts_kind', table.kind),
    check('bursts_author_of_account', sql`(${table.kind} = 'account') = (${table.authorId} is not null)`),
  ],
)
