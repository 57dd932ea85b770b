import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Words that moderators refuse in posts and comments. */
export const bannedWords = sqliteTable(
  'banned_words',
  {
    id: text().primaryKey(),
    /** As it was entered. */
    word: text().notNull(),
    /** What is left of it when its disguises are taken off; two words with one key are one word. */
    key: text().notNull(),
    /** Refused inside of other words, too. */
    strictMode: integer('strict_mode', { mode: 'boolean' }).notNull().default(false),
    severity: text({ enum: ['mild', 'moderate', 'severe'] }).notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('banned_words_key').on(table.key),
    check('banned_words_strict_flag', sql`${table.strictMode} in (0, 1)`),
    check('banned_words_severity', sql`${table.severity} in ('mild', 'moderate', 'severe')`),
    check('banned_words_key_length', sql`length(${table.key}) > 0`),
  ],
)
