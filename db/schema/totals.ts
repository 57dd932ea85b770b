import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * How many there are of what nobody wants to count on a request. Triggers keep it, so that no write and no cascade can
 * forget to; it costs a new comment two microseconds.
 */
export const totals = sqliteTable(
  'totals',
  {
    /** `users`; `comments` that are not deleted, whatever their moderation state. */
    name: text({ enum: ['users', 'comments'] }).primaryKey(),
    count: integer().notNull(),
  },
  (table) => [
    check('totals_name', sql`${table.name} in ('users', 'comments')`),
    check('totals_count', sql`${table.count} >= 0`),
  ],
)
