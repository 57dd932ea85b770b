import type { Connection } from '../../../db/connection'
import { searchProgress } from '../../../db/schema/search'
import { INTEGER, sqlVariants, TEXT } from '../../../db/statement'
import { log } from '../../lib/log'
import type { Subject } from './queries'

// The index knows rows by their rowid, which SQLite promises to keep for an INTEGER PRIMARY KEY only. `VACUUM` does keep
// it for tables with an index, but a restore from the dump of the sqlite3 shell does not, nor does a migration that
// makes a table anew. Then a search would find a row by the words of another.

const SUBJECTS: readonly Subject[] = ['posts', 'comments']
/** Numbers are given anew from the first gap on, so that the newest rows move whenever any does. */
export const NEWEST = 4
export const SPREAD = 12
/** Of a text: as many words as tell it from others. */
const COMPARED_CHARACTERS = 80

const TEXT_OF = { posts: 'title', comments: 'content' } as const

export const sampleText = (subject: Subject): string => `
  WITH RECURSIVE span (low, high) AS (
    SELECT (SELECT below FROM search_progress WHERE subject = '${subject}'), (SELECT max(rowid) FROM ${subject})
  ), step (at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM step WHERE at + 1 < $spread),
  number (rowid) AS (
    SELECT (SELECT min(rowid) FROM ${subject} WHERE rowid >= low + (high - low) * at / $spread) FROM span, step
    UNION
    SELECT rowid FROM (SELECT rowid FROM ${subject} ORDER BY rowid DESC LIMIT $newest)
  )
  SELECT row.rowid AS number, substr(row.${TEXT_OF[subject]}, 1, $characters) AS text
  FROM number CROSS JOIN ${subject} row ON row.rowid = number.rowid
  WHERE row.rowid >= (SELECT low FROM span)`

const sample = sqlVariants(sampleText, {
  returns: { number: INTEGER, text: TEXT },
  params: { spread: INTEGER, newest: INTEGER, characters: INTEGER },
})

export const hasWordsText = (subject: Subject): string =>
  `SELECT count(*) AS count FROM ${subject}_search WHERE ${subject}_search MATCH $match AND rowid = $number`

const hasWords = sqlVariants(hasWordsText, {
  returns: { count: INTEGER },
  params: { match: TEXT, number: INTEGER },
})

/** As the tokenizer splits a text: nothing else goes into a query, so that no text is an error. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
/** Letters that SQLite's tables of Unicode surely know: a text without a word is in no index. */
const KNOWN = /[a-z0-9\u0905-\u0939]/i

/** The words of a text side by side, without the last one of a text that was cut. */
function phraseOf(text: string): string | undefined {
  const words =
    text
      .match(WORD)
      ?.slice(0, text.length < COMPARED_CHARACTERS ? undefined : -1)
      .join(' ') ?? ''
  return KNOWN.test(words) ? `"${words}"` : undefined
}

/** Whether the index has some rows, the newest among them, under their numbers. */
export function agrees(db: Connection, subject: Subject): boolean {
  const rows = sample(db, subject).all({ spread: SPREAD, newest: NEWEST, characters: COMPARED_CHARACTERS })
  return rows.every(({ number, text }) => {
    const phrase = phraseOf(text)
    return phrase === undefined || hasWords(db, subject).get({ match: phrase, number })?.count === 1
  })
}

export const fillFromTopText = (subject: Subject): string =>
  `UPDATE search_progress SET below = (SELECT coalesce(max(rowid) + 1, 0) FROM ${subject}) WHERE subject = $subject`

const fillFromTop = sqlVariants(fillFromTopText, { returns: {}, params: { subject: searchProgress.subject } })

/** At each start, before anything is searched: an index of other rows is emptied, and filled while the server answers. */
export function emptyIndexThatDisagrees(db: Connection): void {
  for (const subject of SUBJECTS) {
    if (agrees(db, subject)) continue
    db.sqlite.transaction(() => {
      db.sqlite.run(`INSERT INTO ${subject}_search (${subject}_search) VALUES ('delete-all')`)
      fillFromTop(db, subject).run({ subject })
    })()
    log.warn({ subject }, 'the search index was of other row numbers: it is made anew')
  }
}
