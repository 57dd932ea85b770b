import { sql } from 'drizzle-orm'
import { check, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, known, off, sqliteTable, string, times, word } from './columns'

export const bannedWords = sqliteTable(
  'banned_words',
  {
    id: id(),
    word: string(),
    /** Normalized: the same for all spellings of a word (`wordKey`). */
    key: string(),
    /** Matches inside other words, too. */
    strictMode: off(),
    severity: word(['mild', 'moderate', 'severe']),
    ...times(),
  },
  (table) => [
    uniqueIndex('banned_words_key').on(table.key),
    check('banned_words_strict_flag', sql`${table.strictMode} in (0, 1)`),
    known('banned_words_severity', table.severity),
    check('banned_words_key_length', sql`length(${table.key}) > 0`),
  ],
)
