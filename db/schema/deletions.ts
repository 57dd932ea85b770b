import { primaryKey } from 'drizzle-orm/sqlite-core'
import { known, sqliteTable, string, word } from './columns'

/**
 * Accounts, and posts with long threads, that are being deleted in steps: a step that a killed process did not take is
 * taken later. WITHOUT ROWID, by its migration. No foreign key: the last step deletes the row with what it names.
 */
export const deletions = sqliteTable(
  'deletions',
  {
    subject: word(['account', 'post']),
    id: string(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] }), known('deletions_subject', table.subject)],
)
