import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known } from './known'

/** What came of the backups that Quad makes by itself. Nothing of their content, and not where they are. */
export const backups = sqliteTable(
  'backups',
  {
    id: integer().primaryKey(),
    startedAt: text('started_at').notNull(),
    outcome: text({ enum: ['proven', 'doubtful', 'failed'] }).notNull(),
    /** Why there is none, or why it is in doubt. */
    reason: text(),
    bytes: integer(),
    makeMs: integer('make_ms'),
    proveMs: integer('prove_ms'),
    storeMs: integer('store_ms'),
    /** When superadmins were told of it. */
    mailedAt: text('mailed_at'),
  },
  (table) => [
    known('backups_outcome', table.outcome),
    check('backups_reason', sql`(${table.outcome} = 'proven') = (${table.reason} is null)`),
  ],
)
