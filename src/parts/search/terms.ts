// What somebody typed, as queries of FTS5. Only letters, digits and their marks go into a query, each word in quotes,
// so no text is an error or an operator (https://sqlite.org/fts5.html#full_text_query_syntax).

/** Of a query; what is longer is cut off. */
const MAX_QUERY_LENGTH = 200
const MAX_TERMS = 8
/** So many words in any combination of half of them make 20 combinations. */
const MAX_COMBINED = 6
/** Shorter beginnings fit too many words to say anything. */
const MIN_PREFIX_LENGTH = 3

/** As the tokenizer of the index splits a text. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const PART = /"([^"]*)"|([^"\s]+)/g

/** Words that most texts have: they find nothing by themselves, and everything beside others. */
const STOP_WORDS = new Set(
  `a an and are as at be by can do does for from has have how i in is it me my of on or our so that the there this to
  was we what when where which who why will with you your
  ka ki ke ko se me mein hai hain kya aur ye yeh wo woh bhi ho hi to par
  का की के को से में है हैं क्या और यह ये वह वो भी हो ही तो पर`.split(/\s+/),
)

/** A word, or several that stand side by side. */
export type Term = { words: readonly string[] }

/** The terms of a query; none for a text without a letter or digit. */
export function parseQuery(text: string): Term[] {
  const terms = [...text.slice(0, MAX_QUERY_LENGTH).normalize('NFC').matchAll(PART)].flatMap(
    ([, phrase, rest = '']) => {
      const words = (phrase ?? rest).toLowerCase().match(WORD) ?? []
      if (words.length === 0) return []
      return phrase === undefined ? words.map((word) => ({ words: [word] })) : [{ words: words.slice(0, MAX_TERMS) }]
    },
  )
  const unlike = terms.filter((term, at) => terms.findIndex((other) => keyOf(other) === keyOf(term)) === at)
  const telling = unlike.filter(({ words }) => words.length > 1 || !STOP_WORDS.has(words[0] ?? ''))
  return (telling.length > 0 ? telling : unlike).slice(0, MAX_TERMS)
}

const keyOf = ({ words }: Term): string => words.join(' ')

export const phraseOf = ({ words }: Term): string => `"${words.join(' ')}"`

/**
 * The beginning of words that a term may be; undefined for a phrase, a short one, and a word that most texts have: the
 * index is read through all its rows to find the next word.
 */
export function prefixOf({ words: [word = '', ...rest] }: Term): string | undefined {
  return rest.length === 0 && [...word].length >= MIN_PREFIX_LENGTH && !STOP_WORDS.has(word) ? word : undefined
}

export const all = (parts: readonly string[]): string => parts.join(' AND ')
export const any = (parts: readonly string[]): string => `(${parts.join(' OR ')})`

/**
 * Queries, each for what those before it do not find: all words; all words or words that begin with them; half of the
 * words. `wordsFrom` are the words of the index that begin so.
 */
export function tiersOf(terms: readonly Term[], wordsFrom: (prefix: string) => readonly string[]): string[] {
  const begun = begunBy(terms, wordsFrom)
  const tiers = [all(terms.map(phraseOf))]
  // Whatever words there are: that a page is the last one must not tell.
  if (terms.some((term) => prefixOf(term) !== undefined)) tiers.push(all(begun))
  if (terms.length > 1) tiers.push(half(begun.slice(0, MAX_COMBINED)))
  return tiers.map((tier, at) => (at === 0 ? tier : `(${tier}) NOT (${tiers[at - 1]})`))
}

/** Each term, or any word that begins with it. */
const begunBy = (terms: readonly Term[], wordsFrom: (prefix: string) => readonly string[]): string[] =>
  terms.map((term) => {
    const prefix = prefixOf(term)
    const words = prefix === undefined ? [] : wordsFrom(prefix).map((word) => `"${word}"`)
    return any([phraseOf(term), ...words])
  })

/** All words, or words that begin with them. */
export const allBegun = (...from: Parameters<typeof begunBy>): string => all(begunBy(...from))

/** Any half of the parts. */
export function half(parts: readonly string[]): string {
  const least = Math.ceil(parts.length / 2)
  return any(combinations(parts, least).map((some) => `(${all(some)})`))
}

function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return items.flatMap((item, at) => combinations(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]))
}
