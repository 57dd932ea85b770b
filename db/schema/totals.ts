import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Numbers of rows that would take too long to count on a request. Triggers maintain them, so that no write or cascade
 * can miss one; that costs a new comment two microseconds.
 */
export const totals = sqliteTable(
  'totals',
  {
    /** `users`, and `comments` that are not deleted, in any moderation state. */
    name: text({ enum: ['users', 'comments'] }).primaryKey(),
    count: integer().notNull(),
  },
  (table) => [
    check('totals_name', sql`${table.name} in ('users', 'comments')`),
    check('totals_count', sql`${table.count} >= 0`),
  ],
)
