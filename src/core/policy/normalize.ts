import { glyphs, Kind } from './confusables'

/**
 * A text as the search for words sees it: the characters that count, in parallel arrays for speed. `starts` and `ends`
 * are UTF-16 offsets into the text as given.
 */
export type Normalized = { length: number; codes: Int32Array; kinds: Uint8Array; starts: Int32Array; ends: Int32Array }

/** Longer runs of one character count as three: enough for any word, and they cannot make the search slow. */
export const LONGEST_RUN = 3

/** A capital I among small letters, which is there to look like an l. No character has this code. */
export const POSING_I = 0x110000

const CAPITAL_I = 0x49
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** Invisible characters go, accents join their letters, look-alikes become what they look like, long runs shrink. */
export function fold(text: string): Normalized {
  const room = new Folder(text.length)
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const end = at + (code > 0xffff ? 2 : 1)
    if (code === CAPITAL_I && at > 0 && isLower(text.charCodeAt(at - 1))) room.add(Kind.LETTER, POSING_I, at, end)
    else for (const glyph of glyphs(code)) room.add(glyph.kind, glyph.code, at, end)
    at = end
  }
  return room
}

class Folder implements Normalized {
  length = 0
  codes: Int32Array
  kinds: Uint8Array
  starts: Int32Array
  ends: Int32Array

  constructor(size: number) {
    this.codes = new Int32Array(size)
    this.kinds = new Uint8Array(size)
    this.starts = new Int32Array(size)
    this.ends = new Int32Array(size)
  }

  add(kind: Kind, code: number, start: number, end: number): void {
    if (kind === Kind.IGNORED) return
    const { length } = this
    if (length > 0 && (kind === Kind.MARK || this.isRun(kind, code))) {
      this.ends[length - 1] = end
      return
    }
    if (kind === Kind.MARK) return
    if (length === this.codes.length) this.grow()
    this.codes[length] = code
    this.kinds[length] = kind
    this.starts[length] = start
    this.ends[length] = end
    this.length++
  }

  /** White space is one, however much of it there is. */
  private isRun(kind: Kind, code: number): boolean {
    const last = this.length - 1
    if (kind === Kind.GAP) return this.kinds[last] === Kind.GAP
    for (let back = 0; back < LONGEST_RUN; back++) if (this.codes[last - back] !== code) return false
    return true
  }

  /** Ligatures have more characters than there is text. */
  private grow(): void {
    const size = this.codes.length * 2 + 32
    const grown = new Folder(size)
    grown.codes.set(this.codes)
    grown.kinds.set(this.kinds)
    grown.starts.set(this.starts)
    grown.ends.set(this.ends)
    this.codes = grown.codes
    this.kinds = grown.kinds
    this.starts = grown.starts
    this.ends = grown.ends
  }
}

/** Stands in a folded word for the space between the words of a phrase. */
export const PHRASE_GAP = 0

const DROPPED_IN_WORDS = new Set([...'.,-_*~·•/\\'].map((each) => each.charCodeAt(0)))

/**
 * A word to look for, as codes: folded like a text, without what an evader puts between letters. Empty when nothing
 * is left that one could look for. A word of signs alone (an emoji) keeps them.
 */
export function normalizeWord(word: string): number[] {
  const { length, codes, kinds } = fold(word.trim().toLowerCase())
  const spoken: Kind[] = [Kind.LETTER, Kind.IDEOGRAPH, Kind.DIGIT]
  const isSpoken = kinds.subarray(0, length).some((kind) => spoken.includes(kind as Kind))
  const folded: number[] = []
  for (let at = 0; at < length; at++) {
    const code = codes[at] ?? 0
    if (kinds[at] === Kind.GAP) folded.push(PHRASE_GAP)
    else if (!isSpoken || (kinds[at] !== Kind.APOSTROPHE && !DROPPED_IN_WORDS.has(code))) folded.push(code)
  }
  const single = folded.filter((code, at) => code !== PHRASE_GAP || (at > 0 && folded[at - 1] !== PHRASE_GAP))
  while (single.at(-1) === PHRASE_GAP) single.pop()
  return single
}

/** Two words with one key are one word: `Blorp`, `blörp` and `b.l.o.r.p`. */
export const wordKey = (word: string): string =>
  normalizeWord(word)
    .map((code) => (code === PHRASE_GAP ? ' ' : String.fromCodePoint(code)))
    .join('')
