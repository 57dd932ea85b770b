import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known } from './known'

/**
 * Accounts, and posts with long threads, that are being deleted in steps: a step that a killed process did not take is
 * taken later. WITHOUT ROWID, by its migration. No foreign key: the last step deletes the row with what it names.
 */
export const deletions = sqliteTable(
  'deletions',
  {
    subject: text({ enum: ['account', 'post'] }).notNull(),
    id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] }), known('deletions_subject', table.subject)],
)
