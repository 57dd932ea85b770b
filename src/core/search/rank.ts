import { hitsIn } from './marks'

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

export type Candidate = { title?: string; content: string; createdAt: string }

/** A word that was searched for, and how telling it is: see `weightOf`. */
export type WeighedTerm = { word: string; weight: number }

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
