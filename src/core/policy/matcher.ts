import { Kind, leetLetters } from './confusables'
import type { Range } from './finding'
import { CAPITAL_I_AS_L, LONGEST_RUN, type NormalizedText, normalize } from './normalize'
import { type Entry, type WordToFind, WordTree } from './word-tree'

export type Match<Label> = Range & { label: Label }

/** Ordinary text takes one or two steps a character; a text that takes more than this was made to be slow. */
const MAX_STEPS = 100_000

/** Searching the text would take too long. */
export class Unsearchable extends Error {
  override name = 'Unsearchable'
}

/** In shorter words a doubled letter makes another word (`god`, `good`); in longer ones it is a disguise. */
const LONG_WORD = 5

/** Shorter words are not found letter by letter: `a b` is a list. */
const MIN_SPELLED_LENGTH = 3

/** Between letters they can stand for a letter; at the end of a word they are punctuation (`tax!`). */
const INNER_SIGNS = new Set([...'!|+'].map((each) => each.charCodeAt(0)))

/** Endings of contractions: `he'll` is not `hell`. */
const CONTRACTIONS = ['s', 't', 'd', 'm', 'll', 're', 've']

const WHOLE_ONLY = 1
const ANYWHERE_TOO = 2

const SMALL_I = 0x69
const SMALL_L: readonly number[] = [0x6c]
const alternatives = (code: number): readonly number[] => (code === CAPITAL_I_AS_L ? SMALL_L : leetLetters(code))

// Flags of a path, which decide what can follow and whether a match counts.

/** A sign stands for a letter, or something is between two letters. */
const DISGUISED = 1
/** The text has a letter twice that the word has once. */
const DOUBLE = 2
/** Two letters are adjacent. */
const ADJACENT = 4
/** White space is between two letters: then something must be between all letters. */
const SPELLED = 8
/** The path begins where a word of the text begins. */
const BEGINS = 16
/** The last character was a letter of the word, not something between two. */
const LETTER_LAST = 32
/** The path has one letter. */
const FIRST = 64

/** A way through the text along the letters of a word. */
type Path = {
  flags: number
  /** The last letter, and how many times in a row the text has it. */
  last: number
  run: number
  letters: number
  /** How many digits stand for letters. */
  digits: number
}

/** Finds all words of a list at once, in text that may disguise them. */
export class Matcher<Label> {
  /** Words that begin where a word of the text begins, and words that can begin anywhere. */
  private readonly wholes: WordTree<Label>
  private readonly insides: WordTree<Label>
  /** By first letter: 0 for no words, WHOLE_ONLY or ANYWHERE_TOO. */
  private readonly firstLetters = new Uint8Array(0x80)
  private text: NormalizedText = normalize('')
  private steps = 0
  private best: { end: number; label: Label } | undefined

  constructor(words: readonly WordToFind<Label>[]) {
    this.wholes = WordTree.build(words.filter(({ reach }) => reach !== 'anywhere'))
    this.insides = WordTree.build(words.filter(({ reach }) => reach === 'anywhere'))
    for (let code = 0; code < this.firstLetters.length; code++)
      if (this.insides.child(code) !== undefined) this.firstLetters[code] = ANYWHERE_TOO
      else if (this.wholes.child(code) !== undefined) this.firstLetters[code] = WHOLE_ONLY
  }

  /**
   * Returns the words without overlaps, and the longest of several that begin at the same character.
   * @throws Unsearchable
   */
  find(text: NormalizedText): Match<Label>[] {
    this.text = text
    this.steps = 0
    const matches: Match<Label>[] = []
    for (let start = 0; start < text.length; ) {
      const match = this.longestAt(start)
      if (match === undefined) start++
      else {
        matches.push({ start: text.starts[start] ?? 0, end: text.ends[match.end - 1] ?? 0, label: match.label })
        start = match.end
      }
    }
    return matches
  }

  private longestAt(start: number): { end: number; label: Label } | undefined {
    this.best = undefined
    const kind = this.text.kinds[start]
    const code = this.text.codes[start] ?? 0
    if (kind === Kind.GAP || (kind === Kind.SEPARATOR && INNER_SIGNS.has(code))) return undefined
    // Most letters begin no word: leaving here saves most of the time.
    if (kind === Kind.LETTER && code < 0x80 && this.firstLetters[code] === 0) return undefined
    const begins = this.beginsWord(start)
    if (kind === Kind.LETTER && code < 0x80 && !begins && this.firstLetters[code] === WHOLE_ONLY) return undefined
    const path = { flags: begins ? BEGINS : 0, last: 0, run: 0, letters: 0, digits: 0 }
    if (begins) this.matchNext(this.wholes, start, path)
    this.matchNext(this.insides, start, path)
    return this.best
  }

  /** Tries every letter that the character at `at` can be as the next letter below `node`. */
  private matchNext(node: WordTree<Label>, at: number, path: Path): void {
    if (at >= this.text.length || (path.flags & LETTER_LAST && path.flags & SPELLED)) return
    const code = this.text.codes[at] ?? 0
    const kind = this.text.kinds[at]
    const letter = code === CAPITAL_I_AS_L ? SMALL_I : code
    const plain = node.child(letter)
    if (plain !== undefined) this.step(plain, at + 1, extend(path, letter, kind, 0))
    if (kind === Kind.LETTER && code !== CAPITAL_I_AS_L) return
    for (const alternative of alternatives(code)) {
      const child = node.child(alternative)
      if (child !== undefined) this.step(child, at + 1, extend(path, alternative, kind, DISGUISED))
    }
  }

  /** Continues from `node`, with the text before `at` read. */
  private step(node: WordTree<Label>, at: number, path: Path): void {
    if (++this.steps > MAX_STEPS) throw new Unsearchable('The text takes too long to search')
    for (const entry of node.entries) this.recordMatch(entry, at, path)
    if (at >= this.text.length) return
    this.matchNext(node, at, path)
    if (this.repeats(at, path)) {
      // A doubled letter can be ordinary spelling, a tripled one cannot.
      const ordinary = path.run === 1 && this.text.codes[at] === this.text.codes[at - 1]
      this.step(node, at + 1, { ...path, flags: path.flags | (ordinary ? DOUBLE : DISGUISED), run: path.run + 1 })
    }
    if (node.phrase !== undefined)
      this.matchNext(node.phrase, this.afterSeparators(at), { ...path, flags: path.flags & ~(SPELLED | LETTER_LAST) })
    if (this.text.kinds[at] !== Kind.LETTER) this.skip(node, at, path)
  }

  /** Skips one to three characters between two letters. */
  private skip(node: WordTree<Label>, at: number, path: Path): void {
    let flags = (path.flags | DISGUISED) & ~LETTER_LAST
    for (let next = at; next < at + 3 && next < this.text.length; next++) {
      const kind = this.text.kinds[next]
      if (kind === Kind.APOSTROPHE ? this.contracts(next) : kind !== Kind.SEPARATOR && kind !== Kind.GAP) return
      if (kind === Kind.GAP) flags |= SPELLED
      if (flags & SPELLED && flags & ADJACENT) return
      const skipped = { ...path, flags }
      this.matchNext(node, next + 1, skipped)
      // A repeated first letter begins the word anew.
      if (!(flags & FIRST) && this.repeats(next + 1, path))
        this.step(node, next + 2, { ...skipped, flags: flags | LETTER_LAST, run: path.run + 1 })
    }
  }

  private recordMatch({ length, reach, label }: Entry<Label>, at: number, { flags, letters, digits }: Path): void {
    if (this.best !== undefined && this.best.end >= at) return
    const ends = this.endsWord(at)
    if (reach === 'whole' && !ends) return
    if (flags & SPELLED && (length < MIN_SPELLED_LENGTH || !(flags & BEGINS) || !ends)) return
    if (flags & DOUBLE && !(flags & DISGUISED) && length < LONG_WORD && reach !== 'anywhere') return
    // `455` is a number and `a55` a phone model; a word made of signs alone is meant as one.
    if (digits > 0 && (letters === 0 || (length <= 3 && digits > 1) || length < 3)) return
    if (flags & DISGUISED && INNER_SIGNS.has(this.text.codes[at - 1] ?? 0)) return
    this.best = { end: at, label }
  }

  /** Whether the text repeats the last letter, or a sign that stands for it. */
  private repeats(at: number, { last, run }: Path): boolean {
    return run < 2 * LONGEST_RUN && this.canBe(at, last)
  }

  private canBe(at: number, code: number): boolean {
    if (at >= this.text.length) return false
    const here = this.text.codes[at] ?? 0
    if (here === code) return true
    return (this.text.kinds[at] !== Kind.LETTER || here === CAPITAL_I_AS_L) && alternatives(here).includes(code)
  }

  private afterSeparators(at: number): number {
    let next = at
    while (next < this.text.length && this.isBetween(this.text.kinds[next])) next++
    return next
  }

  private isBetween(kind: number | undefined): boolean {
    return kind === Kind.GAP || kind === Kind.SEPARATOR || kind === Kind.APOSTROPHE
  }

  /** Whether no letter precedes; digits count as part of what they touch. */
  private beginsWord(at: number): boolean {
    const { kinds } = this.text
    let before = at - 1
    while (kinds[before] === Kind.DIGIT) before--
    return kinds[before] !== Kind.LETTER
  }

  private endsWord(at: number): boolean {
    const { kinds, length } = this.text
    let after = at
    while (after < length && kinds[after] === Kind.DIGIT) after++
    return after >= length || kinds[after] !== Kind.LETTER
  }

  private contracts(apostrophe: number): boolean {
    const { codes, kinds, length } = this.text
    let rest = ''
    for (let at = apostrophe + 1; at < length && kinds[at] === Kind.LETTER && rest.length < 3; at++)
      rest += String.fromCodePoint(codes[at] ?? 0)
    return CONTRACTIONS.includes(rest)
  }
}

function extend(
  { flags, last, run, letters, digits }: Path,
  letter: number,
  kind: number | undefined,
  disguised: number,
): Path {
  return {
    flags: (flags & ~FIRST) | disguised | LETTER_LAST | (flags & LETTER_LAST ? ADJACENT : 0) | (last === 0 ? FIRST : 0),
    last: letter,
    run: letter === last && flags & LETTER_LAST ? run + 1 : 1,
    letters: kind === Kind.LETTER || kind === Kind.IDEOGRAPH ? letters + 1 : letters,
    digits: kind === Kind.DIGIT ? digits + disguised : digits,
  }
}
