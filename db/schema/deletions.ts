import { primaryKey } from 'drizzle-orm/sqlite-core'
import { known, sqliteTable, string, word } from './columns'

/**
 * Accounts, and posts with long threads, that are being deleted in steps. The last step deletes the row with what it
 * names.
 */
export const deletions = sqliteTable(
  'deletions',
  {
    subject: word(['account', 'post']),
    id: string(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] }), known('deletions_subject', table.subject)],
)
