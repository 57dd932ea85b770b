import { text } from 'drizzle-orm/sqlite-core'
import { counter, known, sqliteTable } from './columns'

/** Up to which key the rows of a table are in its search index, an FTS5 table (beyond-drizzle.sql). */
export const searchProgress = sqliteTable(
  'search_progress',
  {
    subject: text({ enum: ['posts', 'comments'] }).primaryKey(),
    indexedTo: counter(),
  },
  (table) => [known('search_progress_subject', table.subject)],
)
