import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known } from './known'

/** Up to which key the rows of a table are in its search index, an FTS5 table (beyond-drizzle.sql). */
export const searchProgress = sqliteTable(
  'search_progress',
  {
    subject: text({ enum: ['posts', 'comments'] }).primaryKey(),
    indexedTo: integer('indexed_to').notNull().default(0),
  },
  (table) => [known('search_progress_subject', table.subject)],
)
