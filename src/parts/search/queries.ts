import { type Query, raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, isoTime, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { audienceOf, type Viewers } from '../../forum/posts/visibility'
import type { Subject } from '../../ground/search-index'
import { CLOSE, OPEN } from './record'

// Row numbers of the FTS5 tables are the keys of posts and comments.

/** As a number, because what stands in quotes in a statement stands so in a source. */
const sqlChar = (character: string) => `char(0x${character.charCodeAt(0).toString(16)})`
const highlighted = (table: string, column: number) =>
  `highlight(${table}, ${column}, ${sqlChar(OPEN)}, ${sqlChar(CLOSE)})`

const OF = {
  posts: {
    rows: raw('posts'),
    index: raw('posts_search'),
    words: raw('posts_words'),
    found: raw('CROSS JOIN posts p ON p.key = found.number'),
    id: raw('p.id'),
    marked: raw(`${highlighted('posts_search', 0)} AS title, ${highlighted('posts_search', 1)} AS content,
      row.created_at AS createdAt`),
  },
  comments: {
    rows: raw('comments'),
    index: raw('comments_search'),
    words: raw('comments_words'),
    found: raw('CROSS JOIN comments m ON m.key = found.number CROSS JOIN posts p ON p.key = m.post'),
    id: raw('m.id'),
    marked: raw(`'' AS title, ${highlighted('comments_search', 0)} AS content,
      ${isoTime('row.created_at')} AS createdAt`),
  },
}

/** What a search leaves out, beside what the viewer may not read; `blocked` as JSON. */
type Narrowing = {
  topic?: string | undefined
  branchKey?: string | undefined
  times?: { from: number; until: number } | undefined
  blocked?: string | undefined
}

/** The texts of somebody who searches: `isFound` tells whether they find a row. */
export type Reader = { subject: Subject; isFound: Query<never> }

/** What lists show of posts, and what threads show of comments. */
export function readerOf(subject: Subject, viewers: Viewers, { topic, branchKey, times, blocked }: Narrowing): Reader {
  const isThread = subject === 'comments'
  const [from, until] = times ? [times.from, times.until].map((time) => new Date(time).toISOString()) : []
  const conditions = [
    audienceOf(viewers),
    isThread && sql`m.deleted_at IS NULL`,
    // The thread of a post that is not active is missing for everybody but administrators.
    isThread && viewers.kind !== 'all' && sql`m.is_banned = 0 AND p.moderation_state = 'active'`,
    topic !== undefined && sql`p.topic = ${topic}`,
    branchKey !== undefined && sql`p.branch_key = ${branchKey}`,
    times && isThread && sql`m.created_at >= ${times.from} AND m.created_at < ${times.until}`,
    times && !isThread && sql`p.created_at >= ${from!} AND p.created_at < ${until!}`,
    blocked && sql`(p.author_id IS NULL OR p.author_id NOT IN (SELECT value FROM json_each(${blocked})))`,
    blocked &&
      isThread &&
      sql`(m.author IS NULL OR m.author NOT IN (
        SELECT key FROM users WHERE id IN (SELECT value FROM json_each(${blocked}))))`,
  ].filter((each) => typeof each === 'object')
  return { subject, isFound: conditions.reduce((all, each) => sql`${all} AND ${each}`) }
}

/** Above every row number. */
export const TOP = 2 ** 48

/** The newest rows with the words, from `before` down, and which of them the reader finds. */
export function matches({ subject, isFound }: Reader, match: string, limit: number, before = TOP, lowest = 0) {
  const { index, id, found } = OF[subject]
  return sql({ number: INTEGER, id: TEXT, isFound: FLAG })`
  SELECT found.number, ${id}, ${isFound} AS isFound
  FROM (
    SELECT rowid AS number FROM ${index}
    WHERE ${index} MATCH ${match} AND rowid < ${before} AND rowid >= ${lowest} ORDER BY rowid DESC LIMIT ${limit}
  ) found ${found}`
}

export type MarkedText = { number: number; title: string; content: string; createdAt: string }

/**
 * The texts of some matches, from the highest number down, with what was found between two marks. The unary plus keeps
 * FTS5 from running the query once for each number.
 */
export function markedTexts(subject: Subject, match: string, numbers: readonly number[]) {
  const { rows, index, marked } = OF[subject]
  return sql({ number: INTEGER, title: TEXT, content: TEXT, createdAt: TEXT })`
  SELECT ${index}.rowid AS number, ${marked} FROM ${index} CROSS JOIN ${rows} row ON row.key = ${index}.rowid
  WHERE ${index} MATCH ${match} AND ${index}.rowid BETWEEN ${numbers.at(-1) ?? 0} AND ${numbers[0] ?? 0}
    AND +${index}.rowid IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`
}

/** Sorts after every word that begins with what is before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The next word of the index. Each is a seek, while counting them would read every row that has them. */
export const nextWord = (subject: Subject, prefix: string, from: string) => sql({ word: TEXT })`
  SELECT term AS word FROM ${OF[subject].words} WHERE term >= ${from} AND term < ${prefix + LAST_CHARACTER} LIMIT 1`

/** The first `most` words of the index that begin with the prefix, in their order. */
export function wordsFrom(db: Connection, subject: Subject, prefix: string, most: number): string[] {
  const words: string[] = []
  let from = prefix
  while (words.length < most) {
    const word = nextWord(subject, prefix, from).get(db)?.word
    if (word === undefined) break
    words.push(word)
    from = `${word}\u{1}`
  }
  return words
}

/** Of the first row whose id is not below. By the primary key: ids are in the order of their minutes, as numbers are. */
export const firstNumber = (subject: Subject, id: string) => sql({ number: INTEGER })`
  SELECT key AS number FROM ${OF[subject].rows} WHERE id >= ${id} ORDER BY id LIMIT 1`
