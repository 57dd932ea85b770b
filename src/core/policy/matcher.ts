import { Kind, lettersMeantBy } from './confusables'
import { fold, LONGEST_RUN, type Normalized, POSING_I } from './normalize'
import { type Entry, type Sought, WordTree } from './word-tree'

/** UTF-16 offsets into the text that was folded. */
export type Found<Label> = { start: number; end: number; label: Label }

/** Ordinary text takes one or two a character; one that takes more than this was made to be slow. */
const STEPS = 100_000

/** The text was made so that looking for words in it takes forever. */
export class Unsearchable extends Error {
  override name = 'Unsearchable'
}

/** Words shorter than this become others when a letter is doubled (`god`, `good`); in longer ones that is a disguise. */
const LONG_WORD = 5

/** Shorter words are not looked for letter by letter: `a b` is a list. */
const SPELLED_LENGTH = 3

/** `!` and `|` between letters may stand for one, at the end they are punctuation (`tax!`). */
const INNER_SIGNS = new Set([...'!|+'].map((each) => each.charCodeAt(0)))

/** After an apostrophe they belong to the language: `he'll` is not `hell`. */
const CONTRACTED = ['s', 't', 'd', 'm', 'll', 're', 've']

const WHOLE_ONLY = 1
const ANYWHERE_TOO = 2

const SMALL_I = 0x69
const POSED: readonly number[] = [0x6c]
const alternatives = (code: number): readonly number[] => (code === POSING_I ? POSED : lettersMeantBy(code))

/** How a path came about, as far as it decides what may follow and whether a match counts. A bit each. */
const DISGUISED = 1
/** A letter is there twice, and the word has it once. */
const DOUBLE = 2
/** Some letters stand together. */
const TOGETHER = 4
/** White space was between two letters: then there must be something between all of them. */
const SPELLED = 8
/** A word of the text begins where the path does. */
const BEGINS = 16
/** The last thing was a letter, not something between two. */
const LETTER_LAST = 32
/** There has been one letter only. */
const FIRST = 64

/** What has been read of a text on the way through the letters of a word. */
type Path = {
  how: number
  /** The last letter, and how often in a row the text has it. */
  last: number
  run: number
  letters: number
  /** How many of the letters were digits. */
  digits: number
}

/** Words compiled for looking for all of them at once, in text that may hide them. */
export class Matcher<Label> {
  /** Words that begin where a word of the text begins, and those that may begin anywhere. */
  private readonly wholes: WordTree<Label>
  private readonly insides: WordTree<Label>
  /** By first letter: none, whole words only, or others. */
  private readonly openings = new Uint8Array(0x80)
  private text: Normalized = fold('')
  private steps = 0
  private best: { end: number; label: Label } | undefined

  constructor(words: readonly Sought<Label>[]) {
    this.wholes = WordTree.of(words.filter(({ reach }) => reach !== 'anywhere'))
    this.insides = WordTree.of(words.filter(({ reach }) => reach === 'anywhere'))
    for (let code = 0; code < this.openings.length; code++)
      if (this.insides.child(code) !== undefined) this.openings[code] = ANYWHERE_TOO
      else if (this.wholes.child(code) !== undefined) this.openings[code] = WHOLE_ONLY
  }

  /**
   * The words in the text, none overlapping another, the longest where several begin at one place.
   * @throws Unsearchable
   */
  find(text: Normalized): Found<Label>[] {
    this.text = text
    this.steps = 0
    const found: Found<Label>[] = []
    for (let start = 0; start < text.length; ) {
      const match = this.longestAt(start)
      if (match === undefined) start++
      else {
        found.push({ start: text.starts[start] ?? 0, end: text.ends[match.end - 1] ?? 0, label: match.label })
        start = match.end
      }
    }
    return found
  }

  private longestAt(start: number): { end: number; label: Label } | undefined {
    this.best = undefined
    const kind = this.text.kinds[start]
    const code = this.text.codes[start] ?? 0
    if (kind === Kind.GAP || (kind === Kind.SEPARATOR && INNER_SIGNS.has(code))) return undefined
    // Most letters are the first of no word: without this most of the time would go into finding that out below.
    if (kind === Kind.LETTER && code < 0x80 && this.openings[code] === 0) return undefined
    const begins = this.beginsWord(start)
    if (kind === Kind.LETTER && code < 0x80 && !begins && this.openings[code] === WHOLE_ONLY) return undefined
    const path = { how: begins ? BEGINS : 0, last: 0, run: 0, letters: 0, digits: 0 }
    if (begins) this.take(this.wholes, start, path)
    this.take(this.insides, start, path)
    return this.best
  }

  /** Tries what the character at `at` may be as the next letter of the words beneath `node`. */
  private take(node: WordTree<Label>, at: number, path: Path): void {
    if (at >= this.text.length || (path.how & LETTER_LAST && path.how & SPELLED)) return
    const code = this.text.codes[at] ?? 0
    const kind = this.text.kinds[at]
    const letter = code === POSING_I ? SMALL_I : code
    const plain = node.child(letter)
    if (plain !== undefined) this.step(plain, at + 1, longer(path, letter, kind, 0))
    if (kind === Kind.LETTER && code !== POSING_I) return
    for (const meant of alternatives(code)) {
      const child = node.child(meant)
      if (child !== undefined) this.step(child, at + 1, longer(path, meant, kind, DISGUISED))
    }
  }

  /** At `node`, with everything before `at` read. */
  private step(node: WordTree<Label>, at: number, path: Path): void {
    if (++this.steps > STEPS) throw new Unsearchable('The text takes too long to search')
    for (const entry of node.entries) this.conclude(entry, at, path)
    if (at >= this.text.length) return
    this.take(node, at, path)
    if (this.repeats(at, path)) {
      // A double that may be ordinary stops being so with the third of its kind.
      const ordinary = path.run === 1 && this.text.codes[at] === this.text.codes[at - 1]
      this.step(node, at + 1, { ...path, how: path.how | (ordinary ? DOUBLE : DISGUISED), run: path.run + 1 })
    }
    if (node.phrase !== undefined)
      this.take(node.phrase, this.afterSeparators(at), { ...path, how: path.how & ~(SPELLED | LETTER_LAST) })
    if (this.text.kinds[at] !== Kind.LETTER) this.skip(node, at, path)
  }

  /** Passes over one to three characters that were put between two letters. */
  private skip(node: WordTree<Label>, at: number, path: Path): void {
    let how = (path.how | DISGUISED) & ~LETTER_LAST
    for (let next = at; next < at + 3 && next < this.text.length; next++) {
      const kind = this.text.kinds[next]
      if (kind === Kind.APOSTROPHE ? this.contracts(next) : kind !== Kind.SEPARATOR && kind !== Kind.GAP) return
      if (kind === Kind.GAP) how |= SPELLED
      if (how & SPELLED && how & TOGETHER) return
      const passed = { ...path, how }
      this.take(node, next + 1, passed)
      // A repeated first letter is where the word begins.
      if (!(how & FIRST) && this.repeats(next + 1, path))
        this.step(node, next + 2, { ...passed, how: how | LETTER_LAST, run: path.run + 1 })
    }
  }

  private conclude({ length, reach, label }: Entry<Label>, at: number, { how, letters, digits }: Path): void {
    if (this.best !== undefined && this.best.end >= at) return
    const ends = this.endsWord(at)
    if (reach === 'whole' && !ends) return
    if (how & SPELLED && (length < SPELLED_LENGTH || !(how & BEGINS) || !ends)) return
    if (how & DOUBLE && !(how & DISGUISED) && length < LONG_WORD && reach !== 'anywhere') return
    // `455` is a number and `a55` a telephone; a word of signs alone was meant as such.
    if (digits > 0 && (letters === 0 || (length <= 3 && digits > 1) || length < 3)) return
    if (how & DISGUISED && INNER_SIGNS.has(this.text.codes[at - 1] ?? 0)) return
    this.best = { end: at, label }
  }

  /** Whether the text has the last letter once more: in the run of that letter, or in one of a sign that stands for it. */
  private repeats(at: number, { last, run }: Path): boolean {
    return run < 2 * LONGEST_RUN && this.mayBe(at, last)
  }

  private mayBe(at: number, code: number): boolean {
    if (at >= this.text.length) return false
    const here = this.text.codes[at] ?? 0
    if (here === code) return true
    return (this.text.kinds[at] !== Kind.LETTER || here === POSING_I) && alternatives(here).includes(code)
  }

  private afterSeparators(at: number): number {
    let next = at
    while (next < this.text.length && this.isBetween(this.text.kinds[next])) next++
    return next
  }

  private isBetween(kind: number | undefined): boolean {
    return kind === Kind.GAP || kind === Kind.SEPARATOR || kind === Kind.APOSTROPHE
  }

  /** No letter touches the place from the left; digits count with what they touch. */
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
    return CONTRACTED.includes(rest)
  }
}

function longer(
  { how, last, run, letters, digits }: Path,
  letter: number,
  kind: number | undefined,
  disguised: number,
): Path {
  return {
    how: (how & ~FIRST) | disguised | LETTER_LAST | (how & LETTER_LAST ? TOGETHER : 0) | (last === 0 ? FIRST : 0),
    last: letter,
    run: letter === last && how & LETTER_LAST ? run + 1 : 1,
    letters: kind === Kind.LETTER || kind === Kind.IDEOGRAPH ? letters + 1 : letters,
    digits: kind === Kind.DIGIT ? digits + disguised : digits,
  }
}
