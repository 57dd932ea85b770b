import { sql } from 'drizzle-orm'
import { check, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, known, oneOf, sqliteTable, string } from './columns'
import { ofUser } from './users'

/** The copy of their data that people asked for, one for each. The file is in DATA_DIR/exports, encrypted. */
export const exports = sqliteTable(
  'exports',
  {
    userId: ofUser().primaryKey(),
    /** UUIDv4: the name of its file. */
    id: string(),
    state: oneOf(['waiting', 'ready', 'failed'], 'waiting'),
    /** How often its making was begun: a killed process counts, too. */
    attempts: counter(),
    /** The age identity that opens the file, sealed for this row: without the row the file is noise. */
    keySealed: text(),
    /** Of the archive. */
    bytes: integer(),
    requestedAt: string(),
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
