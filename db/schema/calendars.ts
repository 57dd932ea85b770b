import { uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sqliteTable, string } from './columns'
import { ofUser } from './users'

/** The secret address of a calendar with what its user follows: its hash, and the day of its making. */
export const calendars = sqliteTable(
  'calendars',
  {
    userId: ofUser().primaryKey(),
    hash: string(),
    createdAt: string(),
  },
  (table) => [uniqueIndex('calendars_hash').on(table.hash)],
)
