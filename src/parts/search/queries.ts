import { posts } from '../../../db/schema/posts'
import {
  FLAG,
  INTEGER,
  isoTime,
  millisecondsOf,
  pick,
  type Raw,
  sqlStatement,
  sqlVariants,
  TEXT,
} from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience } from '../../forum/posts/feed-visibility'
import type { Subject } from '../../ground/search-index'

// SQL text: the FTS5 tables are not in the Drizzle schema. Their row numbers are the keys of posts and comments.

/** What a search leaves out, beside what the viewer may not read. */
type Narrowing = { hasTopic: boolean; hasBranch: boolean; hasTimes: boolean; hasBlocked: boolean }
export type Shape = { subject: Subject; audience: Audience; narrowing: Narrowing }

const BLOCKED = '(SELECT value FROM json_each($blocked))'
const NOT_BLOCKED = {
  posts: `(p.author_id IS NULL OR p.author_id NOT IN ${BLOCKED})`,
  comments: `(m.author IS NULL OR m.author NOT IN (SELECT key FROM users WHERE id IN ${BLOCKED}))`,
} as const satisfies Record<Subject, string>

const WITHIN = {
  posts: 'p.created_at >= $from AND p.created_at < $until',
  comments: `m.created_at >= ${millisecondsOf('$from')} AND m.created_at < ${millisecondsOf('$until')}`,
} as const satisfies Record<Subject, string>

/** Whether the viewer finds the row: what lists show of posts, and what threads show of comments. */
function conditions({ subject, audience, narrowing }: Shape): string {
  const isThread = subject === 'comments'
  return [
    `p.${AUDIENCES[audience]}`,
    isThread && 'm.deleted_at IS NULL',
    // The thread of a post that is not active is missing for everybody but administrators.
    isThread && audience !== 'all' && "m.is_banned = 0 AND p.moderation_state = 'active'",
    narrowing.hasTopic && 'p.topic = $topic',
    narrowing.hasBranch && 'p.branch_key = $branchKey',
    narrowing.hasTimes && WITHIN[subject],
    narrowing.hasBlocked && NOT_BLOCKED.posts,
    narrowing.hasBlocked && isThread && NOT_BLOCKED.comments,
  ]
    .filter((one) => one !== false)
    .join(' AND ')
}

/** The newest rows with the words, from `$before` down, and which of them the viewer finds. */
export function matchesText(shape: Shape): string {
  const { subject } = shape
  const joins =
    subject === 'posts'
      ? 'CROSS JOIN posts p ON p.key = found.number'
      : 'CROSS JOIN comments m ON m.key = found.number CROSS JOIN posts p ON p.key = m.post'
  return `
  SELECT found.number, ${subject === 'posts' ? 'p' : 'm'}.id, ${conditions(shape)} AS isFound
  FROM (
    SELECT rowid AS number FROM ${subject}_search
    WHERE ${subject}_search MATCH $match AND rowid < $before AND rowid >= $lowest ORDER BY rowid DESC LIMIT $limit
  ) found ${joins}`
}

const MATCH = {
  ...AUDIENCE_PARAMS,
  match: TEXT,
  topic: posts.topic,
  branchKey: TEXT,
  from: TEXT,
  until: TEXT,
  blocked: TEXT,
  before: INTEGER,
  lowest: INTEGER,
  limit: INTEGER,
}

/** The parameters of `matchesText`; which of them it has depends on its shape. */
export type MatchParams = Partial<Raw<typeof MATCH>>

export const matches = sqlVariants(matchesText, {
  returns: { number: INTEGER, id: TEXT, isFound: FLAG },
  params: MATCH,
})

/** The unary plus keeps FTS5 from running the query once for each number. */
const MARKED_TEXTS = {
  posts: `
  SELECT posts_search.rowid AS number, highlight(posts_search, 0, $open, $close) AS title,
    highlight(posts_search, 1, $open, $close) AS content, p.created_at AS createdAt
  FROM posts_search CROSS JOIN posts p ON p.key = posts_search.rowid
  WHERE posts_search MATCH $match AND posts_search.rowid BETWEEN $low AND $high
    AND +posts_search.rowid IN (SELECT value FROM json_each($numbers))`,
  comments: `
  SELECT comments_search.rowid AS number, '' AS title,
    highlight(comments_search, 0, $open, $close) AS content, ${isoTime('m.created_at')} AS createdAt
  FROM comments_search CROSS JOIN comments m ON m.key = comments_search.rowid
  WHERE comments_search MATCH $match AND comments_search.rowid BETWEEN $low AND $high
    AND +comments_search.rowid IN (SELECT value FROM json_each($numbers))`,
} as const satisfies Record<Subject, string>

export const markedTextsText = (subject: Subject): string => MARKED_TEXTS[subject]

const MARKED = { number: INTEGER, title: TEXT, content: TEXT, createdAt: TEXT }
export type MarkedText = Raw<typeof MARKED>

/** The texts of some matches, with what was found between two marks. */
export const markedTexts = sqlVariants(markedTextsText, {
  returns: MARKED,
  params: { match: TEXT, numbers: TEXT, low: INTEGER, high: INTEGER, open: TEXT, close: TEXT },
})

/** The next word of the index. Each is a seek, while counting them would read every row that has them. */
export const nextWordText = (subject: Subject): string =>
  `SELECT term AS word FROM ${subject}_words WHERE term >= $from AND term < $end LIMIT 1`

const nextWord = sqlVariants(nextWordText, { returns: { word: TEXT }, params: { from: TEXT, end: TEXT } })

/** Sorts after every word that begins with what is before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The first `most` words of the index that begin with the prefix, in their order. */
export function wordsFrom(db: Connection, subject: Subject, prefix: string, most: number): string[] {
  const words: string[] = []
  let from = prefix
  while (words.length < most) {
    const word = nextWord(db, subject).get({ from, end: prefix + LAST_CHARACTER })?.word
    if (word === undefined) break
    words.push(word)
    from = `${word}\u{1}`
  }
  return words
}

/** By the primary key: ids are in the order of their minutes, and so are row numbers. */
export const firstNumberText = (subject: Subject): string =>
  `SELECT key AS number FROM ${subject} WHERE id >= $id ORDER BY id LIMIT 1`

/** Of the first row whose id is not below. */
export const firstNumber = sqlVariants(firstNumberText, { returns: { number: INTEGER }, params: { id: TEXT } })

const titles = sqlStatement('SELECT p.id, p.title FROM json_each($ids) CROSS JOIN posts p ON p.id = json_each.value', {
  returns: pick(posts, 'id', 'title'),
  params: { ids: TEXT },
})

/** Of posts that the viewer may read: the caller has seen to that. */
export const readTitles = (db: Connection, ids: readonly string[]) => titles(db).all({ ids: JSON.stringify(ids) })
