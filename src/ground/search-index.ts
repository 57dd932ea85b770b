import type { searchProgress } from '../../db/schema/server'
import { type Query, raw, sql } from '../../db/sql'
import { INTEGER, orNull } from '../../db/statement'
import type { Connection, Tx } from '../../db/storage'

// The words of posts and comments, in one FTS5 table each, by the keys of their rows. New rows are indexed after their
// commit; what is indexed is taken out in the write that changes or deletes it, so that no word outlives its text.

export type Subject = (typeof searchProgress.$inferSelect)['subject']

/** `atOnce`: in one write, some milliseconds at most, merging included. */
const tableOf = (subject: Subject, words: string, atOnce: number) => ({
  rows: raw(subject),
  index: raw(`${subject}_search`),
  words: raw(words),
  indexedTo: raw(`(SELECT indexed_to FROM search_progress WHERE subject = '${subject}')`),
  atOnce,
})
const TABLES = { posts: tableOf('posts', 'title, content', 20), comments: tableOf('comments', 'content', 250) }

function takeOut(tx: Tx, subject: Subject, which: Query<never>): void {
  const { rows, index, words, indexedTo } = TABLES[subject]
  sql`
    INSERT INTO ${index} (${index}, rowid, ${words})
    SELECT 'delete', key, ${words} FROM ${rows} WHERE ${which} AND key <= ${indexedTo}`.run(tx)
}

/** Before the row is deleted. */
export const takeOutOfSearch = (tx: Tx, subject: Subject, id: string): void => takeOut(tx, subject, sql`id = ${id}`)

/** Before a post is deleted, and its thread by the foreign key. */
export function takeThreadOutOfSearch(tx: Tx, postId: string): void {
  takeOutOfSearch(tx, 'posts', postId)
  takeOut(tx, 'comments', sql`post = (SELECT key FROM posts WHERE id = ${postId})`)
}

export function keepingSearch(tx: Tx, subject: Subject, id: string, change: () => void): void {
  const { rows, index, words, indexedTo } = TABLES[subject]
  takeOutOfSearch(tx, subject, id)
  change()
  sql`
    INSERT INTO ${index} (rowid, ${words})
    SELECT key, ${words} FROM ${rows} WHERE id = ${id} AND key <= ${indexedTo}`.run(tx)
}

/** The newest row, and the first that waits for the index; nulls where there is none. */
export function waitingForSearch(db: Connection, subject: Subject) {
  const { rows, indexedTo } = TABLES[subject]
  const waiting = sql({ first: orNull(INTEGER), newest: orNull(INTEGER) })`
    SELECT (SELECT min(key) FROM ${rows} WHERE key > ${indexedTo}) AS first, max(key) AS newest FROM ${rows}`
  return waiting.get(db)!
}

/** Indexes the next rows that wait, as one segment, and merges some of the segments there are. */
export function indexNext(tx: Tx, subject: Subject): void {
  const { rows, index, words, indexedTo, atOnce } = TABLES[subject]
  const { last } = sql({ last: orNull(INTEGER) })`
    SELECT max(key) AS last FROM (SELECT key FROM ${rows} WHERE key > ${indexedTo} ORDER BY key LIMIT ${atOnce})`.get(
    tx,
  )!
  if (last === null) return
  sql`
    INSERT INTO ${index} (rowid, ${words})
    SELECT key, ${words} FROM ${rows} WHERE key > ${indexedTo} AND key <= ${last} ORDER BY key`.run(tx)
  sql`UPDATE search_progress SET indexed_to = ${last} WHERE subject = ${subject}`.run(tx)
  // FTS5 itself would now and then merge hundreds of pages within a write. Only the list of a word that most texts have
  // takes long here, too: it is merged in one go, 15 ms of 150,000 texts, when such segments become one.
  sql`INSERT INTO ${index} (${index}, rank) VALUES ('merge', 16)`.run(tx)
}
