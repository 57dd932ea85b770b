import { Kind, plainCharacters } from './confusables'

export class Unsearchable extends Error {
  override name = 'Unsearchable'
  override message = 'The text takes too long to search'
}

/** For all word lists: 2 to 3 ms. Ordinary text takes one or two steps for each of at most 10,000 characters. */
const MAX_STEPS = 30_000

/** A post of 10,000 characters in Hangul has as many letters; only ligatures make more of it. */
const MAX_LENGTH = 30_000

/** Longer runs of a character shrink to three: enough for any word, and the search stays fast. */
export const LONGEST_RUN = 3

/** The code of a capital I after a small letter, where it looks like an l. No character has this code. */
export const CAPITAL_I_AS_L = 0x110000

const CAPITAL_I = 0x49
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** Drops invisible characters, joins accents to their letters, replaces look-alikes and shrinks long runs. */
export function normalize(source: string): NormalizedText {
  const text = new NormalizedText(source.length)
  for (let at = 0; at < source.length && !text.isCut; ) {
    const code = source.codePointAt(at) ?? 0
    const end = at + (code > 0xffff ? 2 : 1)
    if (code === CAPITAL_I && at > 0 && isLower(source.charCodeAt(at - 1)))
      text.add(Kind.LETTER, CAPITAL_I_AS_L, at, end)
    else for (const plain of plainCharacters(code)) text.add(plain.kind, plain.code, at, end)
    at = end
  }
  return text
}

/** A text as words are matched against it, in parallel arrays for speed. `starts` and `ends` are UTF-16 offsets. */
export class NormalizedText {
  length = 0
  codes: Int32Array<ArrayBuffer>
  kinds: Uint8Array<ArrayBuffer>
  starts: Int32Array<ArrayBuffer>
  ends: Int32Array<ArrayBuffer>
  /** The text is too long to be searched to its end. */
  isCut = false
  steps = 0
  private foundEdges: Edges | undefined

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
    if (length === MAX_LENGTH) {
      this.isCut = true
      return
    }
    if (length === this.codes.length) this.grow()
    this.codes[length] = code
    this.kinds[length] = kind
    this.starts[length] = start
    this.ends[length] = end
    this.length++
  }

  /** Any amount of white space counts as one. */
  private isRun(kind: Kind, code: number): boolean {
    const last = this.length - 1
    if (kind === Kind.GAP) return this.kinds[last] === Kind.GAP
    for (let back = 0; back < LONGEST_RUN; back++) if (this.codes[last - back] !== code) return false
    return true
  }

  /** Ligatures make the result longer than the source. */
  private grow(): void {
    const size = this.codes.length * 2 + 32
    this.codes = new Int32Array(this.codes.buffer.transfer(size * 4))
    this.kinds = new Uint8Array(this.kinds.buffer.transfer(size))
    this.starts = new Int32Array(this.starts.buffer.transfer(size * 4))
    this.ends = new Int32Array(this.ends.buffer.transfer(size * 4))
  }

  /** @throws Unsearchable */
  countStep(): void {
    if (++this.steps > MAX_STEPS) throw new Unsearchable()
  }

  /** Whether no letter precedes; digits count as part of what they touch. */
  beginsWord(at: number): boolean {
    return this.edges.letterBefore[at] === 0
  }

  endsWord(at: number): boolean {
    return this.edges.letterAfter[at] === 0
  }

  /** The next character that is not between words. */
  afterSeparators(at: number): number {
    return this.edges.nextSolid[at] ?? this.length
  }

  /** Looked up rather than searched: a text of digits alone would be read to its end at each of them. */
  private get edges(): Edges {
    this.foundEdges ??= findEdges(this)
    return this.foundEdges
  }
}

type Edges = { letterBefore: Uint8Array; letterAfter: Uint8Array; nextSolid: Int32Array }

function findEdges({ length, kinds }: NormalizedText): Edges {
  const letterBefore = new Uint8Array(length + 1)
  const letterAfter = new Uint8Array(length + 1)
  const nextSolid = new Int32Array(length + 1)
  for (let at = 0; at < length; at++)
    letterBefore[at + 1] = kinds[at] === Kind.DIGIT ? (letterBefore[at] ?? 0) : Number(kinds[at] === Kind.LETTER)
  nextSolid[length] = length
  for (let at = length - 1; at >= 0; at--) {
    const kind = kinds[at]
    letterAfter[at] = kind === Kind.DIGIT ? (letterAfter[at + 1] ?? 0) : Number(kind === Kind.LETTER)
    const isBetween = kind === Kind.GAP || kind === Kind.SEPARATOR || kind === Kind.APOSTROPHE
    nextSolid[at] = isBetween ? (nextSolid[at + 1] ?? length) : at
  }
  return { letterBefore, letterAfter, nextSolid }
}

/** The code of the space between the words of a phrase. */
export const PHRASE_GAP = 0

const IGNORED_IN_WORDS = new Set([...'.,-_*~·•/\\'].map((each) => each.charCodeAt(0)))

/** Without the signs that evaders put between letters; a word of signs alone (an emoji) keeps them. */
export function normalizeWord(word: string): number[] {
  const { length, codes, kinds } = normalize(word.trim().toLowerCase())
  const wordKinds: Kind[] = [Kind.LETTER, Kind.IDEOGRAPH, Kind.DIGIT]
  const hasLetters = kinds.subarray(0, length).some((kind) => wordKinds.includes(kind as Kind))
  const all: number[] = []
  for (let at = 0; at < length; at++) {
    const code = codes[at] ?? 0
    if (kinds[at] === Kind.GAP) all.push(PHRASE_GAP)
    else if (!hasLetters || (kinds[at] !== Kind.APOSTROPHE && !IGNORED_IN_WORDS.has(code))) all.push(code)
  }
  const result = all.filter((code, at) => code !== PHRASE_GAP || (at > 0 && all[at - 1] !== PHRASE_GAP))
  while (result.at(-1) === PHRASE_GAP) result.pop()
  return result
}

/** The same key for all spellings of a word: `Blorp`, `blörp` and `b.l.o.r.p`. */
export const wordKey = (word: string): string =>
  normalizeWord(word)
    .map((code) => (code === PHRASE_GAP ? ' ' : String.fromCodePoint(code)))
    .join('')
