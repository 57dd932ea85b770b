import { randomInt } from 'node:crypto'
import { storage } from '../../../db/storage'
import { positionText, readPosition } from '../../lib/text/cursor'
import { type MarkedText, markedTexts, matches, type Reader, TOP, wordsFrom } from './queries'
import { hitsIn } from './record'
import { allBegun, phraseOf, prefixOf, type Term, tiersOf } from './terms'

// A search walks windows: the newest matches that the viewer finds, ranked, then the next newest. So its cost is bounded
// however many rows have a word, and every match is on some page. A word that few texts have fits one window.
//
// What the viewer does not find changes neither the order of what they find, nor whether a page is the last one: with a
// text of one's own that has the same words one could ask for each phrase of a private post
// (https://doi.org/10.1145/1103022.1103030). Where a bound counts hidden rows, it is drawn anew each time.

/** Ranked together. */
const WINDOW = 128
/** Read for a window at first, and at most for a page: where the viewer finds few, a page may be short, or empty. */
const FIRST_READ = 192
const MOST_READ = 2000
const DRAWN_READ = 400
/** Characters of texts that a window holds: a post may have ten thousand. */
const WINDOW_LENGTH = 200_000
/** So many rows tell a common word from a rare one. */
const COUNTED = 128
/** That a word may begin, and of how many words of the index they are chosen. */
const WORDS = 64
const WORDS_READ = 192
/** Among the newest with a word there is one that the viewer finds, or it is none of those. */
const WORD_MATCHES = 8
/** `reader`: what somebody finds without narrowing the search. Rows are below `top`, and not below `lowest`. */
type Query = Reader & {
  terms: readonly Term[]
  reader: Reader
  top?: number | undefined
  lowest: number
  sort: 'relevance' | 'new'
  limit: number
  cursor: string | undefined
}

export type Found = { id: string; title: string; content: string }

export function searchWindows(query: Query): { found: Found[]; nextCursor: string | null } {
  const { reader, terms, sort, limit, cursor, top = TOP } = query
  const words = wordsOf(reader, terms)
  const tiers = sort === 'new' ? [allBegun(terms, words)] : tiersOf(terms, words)
  const weighed = sort === 'new' ? [] : weigh(reader, terms)

  const found: Found[] = []
  // Where a page begins: in which tier, below which row, after how many of the window there.
  let [tier = 0, before = top, offset = 0] = cursor === undefined ? [] : readPosition(cursor)
  let budget = MOST_READ - randomInt(DRAWN_READ)
  while (tier < tiers.length && found.length < limit && budget > 0) {
    const window = readWindow(query, tiers[tier] ?? '', before, budget)
    budget -= window.read
    const ranked = sort === 'new' ? window.rows : rank(window.rows, weighed)
    const rest = ranked.slice(offset, offset + limit - found.length)
    found.push(...rest)
    offset += rest.length
    // What is written meanwhile must not shift a window on its next page.
    if (offset < ranked.length) before = Math.min(before, 1 + Math.max(...ranked.map(({ number }) => number)))
    else [tier, before, offset] = window.end === undefined ? [tier + 1, top, 0] : [tier, window.end, 0]
  }
  return { found, nextCursor: tier >= tiers.length ? null : positionText([tier, before, offset]) }
}

/** The words that begin with a term that may be a beginning, in texts that the reader finds. */
export function wordsOf(reader: Reader, terms: readonly Term[]) {
  const prefixes = terms.flatMap((term) => prefixOf(term) ?? [])
  const known = new Map(prefixes.map((prefix) => [prefix, readableWords(reader, prefix)]))
  return (prefix: string): readonly string[] => known.get(prefix) ?? []
}

function readableWords(reader: Reader, prefix: string): string[] {
  const most = WORDS_READ - randomInt(WORDS)
  const readable: string[] = []
  for (const word of wordsFrom(storage.reader, reader.subject, prefix, most)) {
    if (countFound(reader, { words: [word] }, WORD_MATCHES) > 0) readable.push(word)
    if (readable.length === WORDS) break
  }
  return readable
}

/** How many of the newest `limit` rows with the words the reader finds. */
function countFound(reader: Reader, term: Term, limit: number): number {
  const rows = matches(reader, phraseOf(term), limit).all(storage.reader)
  return rows.filter(({ isFound }) => isFound === 1).length
}

const weigh = (reader: Reader, terms: readonly Term[]): WeighedTerm[] =>
  terms.map((term) => {
    const count = terms.length === 1 ? 0 : countFound(reader, term, COUNTED)
    return { word: term.words.join(' '), weight: weightOf(count, COUNTED) }
  })

type Window = {
  rows: (MarkedText & { id: string })[]
  read: number
  /** Where the next one begins; undefined at the end of the matches. */
  end: number | undefined
}

function readWindow(query: Query, match: string, before: number, budget: number): Window {
  const most = query.sort === 'new' ? query.limit : WINDOW
  const visible = new Map<number, string>()
  let [read, end]: [number, number | undefined] = [0, before]
  // One more than the window holds tells whether there is another for this viewer.
  while (visible.size <= most && read < budget && end !== undefined) {
    const amount = Math.min(read === 0 ? FIRST_READ : MOST_READ, budget - read)
    const rows = matches(query, match, amount, end, query.lowest).all(storage.reader)
    read += rows.length
    end = rows.length < amount ? undefined : rows.at(-1)?.number
    for (const { number, id, isFound } of rows) {
      if (isFound === 1) visible.set(number, id)
      if (visible.size > most) break
    }
  }
  const numbers = [...visible.keys()].slice(0, most)
  if (visible.size > most) end = numbers.at(-1)
  const texts = numbers.length === 0 ? [] : markedTexts(query.subject, match, numbers).all(storage.reader)
  const byNumber = new Map(texts.map((text) => [text.number, text]))
  const rows = numbers.flatMap((number) => {
    const [text, id] = [byNumber.get(number), visible.get(number)]
    return text === undefined || id === undefined ? [] : [{ ...text, id }]
  })
  return cut({ rows, read, end })
}

/** The window ends where its texts become too long. */
function cut(window: Window): Window {
  let length = 0
  for (const [at, { content, number }] of window.rows.entries()) {
    length += content.length
    if (length > WINDOW_LENGTH && at + 1 < window.rows.length)
      return { ...window, rows: window.rows.slice(0, at + 1), end: number }
  }
  return window
}

function rank(rows: Window['rows'], terms: readonly WeighedTerm[]): Window['rows'] {
  const now = Date.now()
  const scored = rows.map((row) => ({ row, score: scoreOf(row, terms, now) }))
  scored.sort((one, other) => other.score - one.score || other.row.number - one.row.number)
  return scored.map(({ row }) => row)
}

// BM25 over two fields (https://en.wikipedia.org/wiki/Okapi_BM25, BM25F): a word in the title counts as three in the
// text. FTS5's own bm25() reads every row that has one of the words, seconds for a common one among a million posts; this
// reads the window that is ranked, and of each word whether it is rare.

const TITLE = { weight: 3, length: 40, b: 0.5 }
const CONTENT = { weight: 1, length: 300, b: 0.6 }
const SATURATION = 1.2
/** What a text gains that was written today; half of that after three months. */
const FRESHNESS = 0.4
const HALF_LIFE_DAYS = 90
const DAY_MS = 86_400_000

type Candidate = { title?: string; content: string; createdAt: string }

/** A word that was searched for, and how telling it is: see `weightOf`. */
type WeighedTerm = { word: string; weight: number }

/** Of a word in `count` of the `most` newest rows; `most` for one in so many or more. */
export const weightOf = (count: number, most: number): number => Math.log(1 + (most - count + 0.5) / (count + 0.5))

/** Higher is better. `terms` is not empty; what was found belongs to the word with which it begins alike. */
export function scoreOf({ title = '', content, createdAt }: Candidate, terms: readonly WeighedTerm[], now: number) {
  const frequencies = new Float64Array(terms.length)
  for (const [marked, { weight, length, b }] of [
    [title, TITLE],
    [content, CONTENT],
  ] as const) {
    const norm = weight / (1 - b + (b * marked.length) / length)
    for (const hit of hitsIn(marked)) {
      const at = nearest(hit, terms)
      frequencies[at] = (frequencies[at] ?? 0) + norm
    }
  }
  const relevance = terms.reduce((sum, { weight }, at) => {
    const frequency = frequencies[at] ?? 0
    return sum + ((0.2 + weight) * frequency) / (SATURATION + frequency)
  }, 0)
  const days = Math.max(0, Math.floor((now - Date.parse(createdAt)) / DAY_MS))
  return relevance * (1 + FRESHNESS * 2 ** (-days / HALF_LIFE_DAYS))
}

function nearest(hit: string, terms: readonly WeighedTerm[]): number {
  const word = hit.toLowerCase()
  let [best, longest] = [0, -1]
  for (const [at, term] of terms.entries()) {
    const length = commonLength(word, term.word)
    if (length > longest) [best, longest] = [at, length]
  }
  return best
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
