import { sql } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/sqlite-core'
import { known, sqliteTable, string, word } from './columns'

/** What came of the backups that Quad makes by itself. Nothing of their content, and not where they are. */
export const backups = sqliteTable(
  'backups',
  {
    id: integer().primaryKey(),
    startedAt: string(),
    outcome: word(['proven', 'doubtful', 'failed']),
    /** Why there is none, or why it is in doubt. */
    reason: text(),
    bytes: integer(),
    makeMs: integer(),
    proveMs: integer(),
    storeMs: integer(),
    /** When superadmins were told of it. */
    mailedAt: text(),
  },
  (table) => [
    known('backups_outcome', table.outcome),
    check('backups_reason', sql`(${table.outcome} = 'proven') = (${table.reason} is null)`),
  ],
)
