import { type Glyph, glyphs, Kind } from './glyphs'

/**
 * A text as the search for words sees it: one entry a character that counts, in parallel arrays for speed. `starts`
 * and `ends` are UTF-16 offsets into the text as given.
 */
export type Folded = {
  codes: number[]
  kinds: Kind[]
  also: (readonly number[])[]
  starts: number[]
  ends: number[]
}

/** Longer runs of one character count as three: enough for any word, and they cannot make the search slow. */
const LONGEST_RUN = 3

const CAPITAL_I = 0x49
const LETTER_L: readonly number[] = [0x6c]
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** Invisible characters go, accents join their letters, look-alikes become what they look like, long runs shrink. */
export function fold(text: string): Folded {
  const folded: Folded = { codes: [], kinds: [], also: [], starts: [], ends: [] }
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const end = at + (code > 0xffff ? 2 : 1)
    for (const glyph of glyphs(code)) {
      // In the middle of small letters a capital I is there to look like an l.
      const posing = code === CAPITAL_I && at > 0 && isLower(text.charCodeAt(at - 1))
      add(folded, posing ? { ...glyph, also: LETTER_L } : glyph, at, end)
    }
    at = end
  }
  return folded
}

function add({ codes, kinds, also, starts, ends }: Folded, glyph: Glyph, start: number, end: number): void {
  const { kind, code } = glyph
  const last = codes.length - 1
  if (kind === Kind.IGNORED) return
  if (kind === Kind.MARK) {
    if (last >= 0) ends[last] = end
    return
  }
  let run = 0
  while (run < LONGEST_RUN && codes[last - run] === code) run++
  const repeated = run === LONGEST_RUN || (kind === Kind.GAP && kinds[last] === Kind.GAP)
  if (repeated) {
    ends[last] = end
    return
  }
  codes.push(code)
  kinds.push(kind)
  also.push(glyph.also)
  starts.push(start)
  ends.push(end)
}

/** Stands in a folded word for the space between the words of a phrase. */
export const PHRASE_GAP = 0

const DROPPED_IN_WORDS = new Set([...'.,-_*~·•/\\'].map((each) => each.charCodeAt(0)))

/**
 * A word to look for, as codes: folded like a text, without what an evader puts between letters. Empty when nothing
 * is left that one could look for. A word of signs alone (an emoji) keeps them.
 */
export function foldWord(word: string): number[] {
  const { codes, kinds } = fold(word.trim())
  const hasLetters = kinds.some((kind) => kind === Kind.LETTER || kind === Kind.IDEOGRAPH || kind === Kind.DIGIT)
  const kept = codes.flatMap((code, at) => {
    if (kinds[at] === Kind.GAP) return [PHRASE_GAP]
    const dropped = hasLetters && (kinds[at] === Kind.APOSTROPHE || DROPPED_IN_WORDS.has(code))
    return dropped ? [] : [code]
  })
  const words = kept.filter((code, at) => code !== PHRASE_GAP || (at > 0 && kept[at - 1] !== PHRASE_GAP))
  while (words.at(-1) === PHRASE_GAP) words.pop()
  return words
}

/** Two words with one key are one word: `Blorp`, `blörp` and `b.l.o.r.p`. */
export const wordKey = (word: string): string =>
  foldWord(word)
    .map((code) => (code === PHRASE_GAP ? ' ' : String.fromCodePoint(code)))
    .join('')
