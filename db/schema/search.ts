import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * How far the search index of a table reaches back: the rows from this row number on are in it. The FTS5 tables
 * (`posts_search`, `comments_search`) and the triggers that keep them are in the migrations only.
 */
export const searchProgress = sqliteTable(
  'search_progress',
  {
    subject: text({ enum: ['posts', 'comments'] }).primaryKey(),
    below: integer().notNull(),
  },
  (table) => [check('search_progress_subject', sql`${table.subject} in ('posts', 'comments')`)],
)
