import { posts } from '../../db/schema/posts'
import { searchProgress } from '../../db/schema/search'
import { INTEGER, keyOf, orNull, pick, sqlStatement, sqlVariants } from '../../db/statement'
import type { Connection, Tx } from '../../db/storage'

// The words of posts and comments, in one FTS5 table each, by the keys of their rows. New rows are indexed after their
// commit; what is indexed is taken out in the write that changes or deletes it, so that no word outlives its text.

export type Subject = (typeof searchProgress.$inferSelect)['subject']

const WORDS_OF = { posts: 'title, content', comments: 'content' } as const satisfies Record<Subject, string>

const indexedTo = (subject: Subject): string => `(SELECT indexed_to FROM search_progress WHERE subject = '${subject}')`

const PARAMS = { params: { id: posts.id }, returns: {} }
const WHICH = { itself: 'id = $id', thread: `post = ${keyOf('posts', 'id')}` } as const

export const takeOutText = (subject: Subject, which: keyof typeof WHICH): string => `
  INSERT INTO ${subject}_search (${subject}_search, rowid, ${WORDS_OF[subject]})
  SELECT 'delete', key, ${WORDS_OF[subject]} FROM ${subject} WHERE ${WHICH[which]} AND key <= ${indexedTo(subject)}`

const takeOut = sqlVariants(takeOutText, PARAMS)

export const putBackText = (subject: Subject): string => `
  INSERT INTO ${subject}_search (rowid, ${WORDS_OF[subject]})
  SELECT key, ${WORDS_OF[subject]} FROM ${subject} WHERE id = $id AND key <= ${indexedTo(subject)}`

const putBack = sqlVariants(putBackText, PARAMS)

/** Before the row is deleted. */
export function takeOutOfSearch(tx: Tx, subject: Subject, id: string): void {
  takeOut(tx, subject, 'itself').run({ id })
}

/** Before a post is deleted, and its thread by the foreign key. */
export function takeThreadOutOfSearch(tx: Tx, postId: string): void {
  takeOut(tx, 'posts', 'itself').run({ id: postId })
  takeOut(tx, 'comments', 'thread').run({ id: postId })
}

export function keepingSearch(tx: Tx, subject: Subject, id: string, change: () => void): void {
  takeOut(tx, subject, 'itself').run({ id })
  change()
  putBack(tx, subject).run({ id })
}

export const waitingText = (subject: Subject): string => `
  SELECT (SELECT min(key) FROM ${subject} WHERE key > ${indexedTo(subject)}) AS first, max(key) AS newest
  FROM ${subject}`

const waiting = sqlVariants(waitingText, { returns: { first: orNull(INTEGER), newest: orNull(INTEGER) }, params: {} })

/** The newest row, and the first that waits for the index; nulls where there is none. */
export const waitingForSearch = (db: Connection, subject: Subject) =>
  waiting(db, subject).get({}) ?? { first: null, newest: null }

/** In one write: some milliseconds at most, merging included. */
const AT_ONCE = { posts: 20, comments: 250 } as const satisfies Record<Subject, number>

export const lastOfNextText = (subject: Subject): string => `
  SELECT max(key) AS last
  FROM (SELECT key FROM ${subject} WHERE key > ${indexedTo(subject)} ORDER BY key LIMIT ${AT_ONCE[subject]})`

const lastOfNext = sqlVariants(lastOfNextText, { returns: { last: orNull(INTEGER) }, params: {} })

export const putInText = (subject: Subject): string => `
  INSERT INTO ${subject}_search (rowid, ${WORDS_OF[subject]})
  SELECT key, ${WORDS_OF[subject]} FROM ${subject} WHERE key > ${indexedTo(subject)} AND key <= $last ORDER BY key`

const putIn = sqlVariants(putInText, { returns: {}, params: { last: INTEGER } })

const setIndexedTo = sqlStatement('UPDATE search_progress SET indexed_to = $indexedTo WHERE subject = $subject', {
  params: pick(searchProgress, 'subject', 'indexedTo'),
})

/**
 * FTS5 itself would now and then merge hundreds of pages within a write. Only the list of a word that most texts have
 * takes long here, too: it is merged in one go, 15 ms of 150,000 texts, when such segments become one.
 */
export const mergeText = (subject: Subject): string =>
  `INSERT INTO ${subject}_search (${subject}_search, rank) VALUES ('merge', 16)`

const merge = sqlVariants(mergeText, { returns: {}, params: {} })

/** Indexes the next rows that wait, as one segment, and merges some of the segments there are. */
export function indexNext(tx: Tx, subject: Subject): void {
  const last = lastOfNext(tx, subject).get({})?.last
  if (last == null) return
  putIn(tx, subject).run({ last })
  setIndexedTo(tx).run({ subject, indexedTo: last })
  merge(tx, subject).run({})
}
