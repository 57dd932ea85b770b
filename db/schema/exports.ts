import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known, oneOf } from './known'
import { ofUser } from './users'

/** The copy of their data that people asked for, one for each. The file is in DATA_DIR/exports, encrypted. */
export const exports = sqliteTable(
  'exports',
  {
    userId: ofUser().primaryKey(),
    /** UUIDv4: the name of its file. */
    id: text().notNull(),
    state: oneOf(['waiting', 'ready', 'failed'], 'waiting'),
    /** How often its making was begun: a killed process counts, too. */
    attempts: integer().notNull().default(0),
    /** The age identity that opens the file, sealed for this row: without the row the file is noise. */
    keySealed: text('key_sealed'),
    /** Of the archive. */
    bytes: integer(),
    requestedAt: text('requested_at').notNull(),
  },
  (table) => [
    uniqueIndex('exports_id').on(table.id),
    index('exports_waiting').on(table.requestedAt).where(sql`state = 'waiting'`),
    index('exports_requested').on(table.requestedAt),
    known('exports_state', table.state),
    check(
      'exports_ready',
      sql`(${table.state} = 'ready') = (${table.keySealed} is not null and ${table.bytes} is not null)`,
    ),
    check('exports_attempts', sql`${table.attempts} >= 0`),
  ],
)
