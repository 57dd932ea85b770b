import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { known } from './known'

/** The moderators' banned words. */
export const bannedWords = sqliteTable(
  'banned_words',
  {
    id: text().primaryKey(),
    /** As entered. */
    word: text().notNull(),
    /** Normalized: the same for all spellings of a word (`wordKey`). */
    key: text().notNull(),
    /** Matches inside other words, too. */
    strictMode: integer('strict_mode', { mode: 'boolean' }).notNull().default(false),
    severity: text({ enum: ['mild', 'moderate', 'severe'] }).notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('banned_words_key').on(table.key),
    check('banned_words_strict_flag', sql`${table.strictMode} in (0, 1)`),
    known('banned_words_severity', table.severity),
    check('banned_words_key_length', sql`length(${table.key}) > 0`),
  ],
)
