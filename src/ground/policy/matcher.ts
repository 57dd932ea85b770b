import { Kind, leetLetters, leetSigns } from './confusables'
import { CAPITAL_I_AS_L, LONGEST_RUN, type NormalizedText, normalize, normalizeWord, PHRASE_GAP } from './normalize'

/** UTF-16 offsets into a text: from `start` to before `end`. */
export type Range = { start: number; end: number }

/** Where a word matches: as a whole word, at the beginning of one, or anywhere. */
export type Reach = 'whole' | 'beginning' | 'anywhere'

/** `label` is for the caller. */
export type WordToFind<Label> = { word: string; reach: Reach; label: Label }

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

/** The characters that can stand for a letter. */
const disguises = (letter: number): number[] =>
  letter === SMALL_I || letter === SMALL_L[0] ? [...leetSigns(letter), CAPITAL_I_AS_L] : leetSigns(letter)

// The state of a path through the text along the letters of a word, in one number: objects would take most of the time.

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
/** A letter of the text is in the path. */
const HAS_LETTER = 128
/** Digits stand for letters: one, or several. */
const DIGIT = 256
const DIGITS = 512
/** From this bit on: how many times in a row the text has the last letter. */
const RUN_SHIFT = 10
const ONE_RUN = 1 << RUN_SHIFT
const LONGEST_COUNTED_RUN = 7

/** No letter precedes. */
const NO_LETTER = 0

/** Finds all words of a list at once, in text that may disguise them. */
export class Matcher<Label> {
  /** Words that begin where a word of the text begins, and words that can begin anywhere. */
  private wholes = new WordTree<Label>()
  private insides = new WordTree<Label>()
  /** By a character that words can begin with, disguised or not: WHOLE_ONLY or ANYWHERE_TOO. */
  private readonly asciiFirst = new Uint8Array(0x80)
  private readonly otherFirst = new Map<number, number>()
  private text: NormalizedText = normalize('')
  private best: { end: number; label: Label } | undefined

  constructor(private words: readonly WordToFind<Label>[]) {}

  /** With the first text: a start has none. */
  private plant(): void {
    const { words } = this
    this.words = []
    this.wholes = new WordTree(words.filter(({ reach }) => reach !== 'anywhere'))
    this.insides = new WordTree(words.filter(({ reach }) => reach === 'anywhere'))
    for (const code of this.wholes.codes()) this.addFirst(code, WHOLE_ONLY)
    for (const code of this.insides.codes()) this.addFirst(code, ANYWHERE_TOO)
  }

  private addFirst(letter: number, reach: number): void {
    for (const code of [letter, ...disguises(letter)])
      if (code < 0x80) this.asciiFirst[code] = reach
      else this.otherFirst.set(code, reach)
  }

  /** Without overlaps: the longest of those that begin at the same character. @throws Unsearchable */
  find(text: NormalizedText): (Range & { label: Label })[] {
    if (this.words.length > 0) this.plant()
    this.text = text
    const matches: (Range & { label: Label })[] = []
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
    const code = this.text.codes[start] ?? 0
    // Most characters begin no word: leaving here saves most of the time.
    const firstReach = (code < 0x80 ? this.asciiFirst[code] : this.otherFirst.get(code)) ?? 0
    if (firstReach === 0) return undefined
    const kind = this.text.kinds[start]
    if (kind === Kind.GAP || (kind === Kind.SEPARATOR && INNER_SIGNS.has(code))) return undefined
    const begins = this.text.beginsWord(start)
    if (!begins && firstReach === WHOLE_ONLY) return undefined
    const state = begins ? BEGINS : 0
    if (begins) this.matchNext(this.wholes, start, NO_LETTER, state)
    this.matchNext(this.insides, start, NO_LETTER, state)
    return this.best
  }

  /** Tries every letter that the character at `at` can be as the next letter below `node`. */
  private matchNext(node: WordTree<Label>, at: number, last: number, state: number): void {
    if (at >= this.text.length || (state & LETTER_LAST && state & SPELLED)) return
    const code = this.text.codes[at] ?? 0
    const kind = this.text.kinds[at]
    const letter = code === CAPITAL_I_AS_L ? SMALL_I : code
    const plain = node.child(letter)
    if (plain !== undefined) this.step(plain, at + 1, letter, extend(state, last, letter, kind, 0))
    if (kind === Kind.LETTER && code !== CAPITAL_I_AS_L) return
    const others = alternatives(code)
    for (let each = 0; each < others.length; each++) {
      const other = others[each] ?? 0
      const child = node.child(other)
      if (child !== undefined) this.step(child, at + 1, other, extend(state, last, other, kind, DISGUISED))
    }
  }

  /** Continues from `node`, with the text before `at` read. */
  private step(node: WordTree<Label>, at: number, last: number, state: number): void {
    this.text.countStep()
    for (let each = 0; each < node.entries.length; each++) this.recordMatch(node.entries[each]!, at, state)
    if (at >= this.text.length) return
    this.matchNext(node, at, last, state)
    if (this.repeats(at, last, state)) {
      // A doubled letter can be ordinary spelling, a tripled one cannot.
      const ordinary = state >> RUN_SHIFT === 1 && this.text.codes[at] === this.text.codes[at - 1]
      this.step(node, at + 1, last, longerRun(state) | (ordinary ? DOUBLE : DISGUISED))
    }
    if (node.phrase !== undefined)
      this.matchNext(node.phrase, this.text.afterSeparators(at), last, state & ~(SPELLED | LETTER_LAST))
    if (this.text.kinds[at] !== Kind.LETTER) this.skip(node, at, last, state)
  }

  /** Skips one to three characters between two letters. */
  private skip(node: WordTree<Label>, at: number, last: number, state: number): void {
    let skipped = (state | DISGUISED) & ~LETTER_LAST
    for (let next = at; next < at + 3 && next < this.text.length; next++) {
      const kind = this.text.kinds[next]
      if (kind === Kind.APOSTROPHE ? this.contracts(next) : kind !== Kind.SEPARATOR && kind !== Kind.GAP) return
      if (kind === Kind.GAP) skipped |= SPELLED
      if (skipped & SPELLED && skipped & ADJACENT) return
      this.matchNext(node, next + 1, last, skipped)
      // A repeated first letter begins the word anew.
      if (!(skipped & FIRST) && this.repeats(next + 1, last, state))
        this.step(node, next + 2, last, longerRun(skipped) | LETTER_LAST)
    }
  }

  private recordMatch({ length, reach, label }: Entry<Label>, at: number, state: number): void {
    if (this.best !== undefined && this.best.end >= at) return
    const ends = this.text.endsWord(at)
    if (reach === 'whole' && !ends) return
    if (state & SPELLED && (length < MIN_SPELLED_LENGTH || !(state & BEGINS) || !ends)) return
    if (state & DOUBLE && !(state & DISGUISED) && length < LONG_WORD && reach !== 'anywhere') return
    // `455` is a number and `a55` a phone model; a word made of signs alone is meant as one.
    if (state & DIGIT && (!(state & HAS_LETTER) || (length <= 3 && state & DIGITS) || length < 3)) return
    if (state & DISGUISED && INNER_SIGNS.has(this.text.codes[at - 1] ?? 0)) return
    this.best = { end: at, label }
  }

  /** Whether the text repeats the last letter, or a sign that stands for it. */
  private repeats(at: number, last: number, state: number): boolean {
    if (state >> RUN_SHIFT >= 2 * LONGEST_RUN || at >= this.text.length) return false
    const here = this.text.codes[at] ?? 0
    if (here === last) return true
    return (this.text.kinds[at] !== Kind.LETTER || here === CAPITAL_I_AS_L) && alternatives(here).includes(last)
  }

  private contracts(apostrophe: number): boolean {
    const { codes, kinds, length } = this.text
    let rest = ''
    for (let at = apostrophe + 1; at < length && kinds[at] === Kind.LETTER && rest.length < 3; at++)
      rest += codes[at] === CAPITAL_I_AS_L ? 'l' : String.fromCodePoint(codes[at] ?? 0)
    return CONTRACTIONS.includes(rest)
  }
}

function extend(state: number, last: number, letter: number, kind: number | undefined, disguised: number): number {
  let next = (state & ~FIRST) | disguised | LETTER_LAST
  if (state & LETTER_LAST) next |= ADJACENT
  if (last === NO_LETTER) next |= FIRST
  if (kind === Kind.LETTER || kind === Kind.IDEOGRAPH) next |= HAS_LETTER
  else if (kind === Kind.DIGIT && disguised !== 0) next |= state & DIGIT ? DIGITS : DIGIT
  return letter === last && state & LETTER_LAST ? longerRun(next) : (next & (ONE_RUN - 1)) | ONE_RUN
}

const longerRun = (state: number): number => (state >> RUN_SHIFT < LONGEST_COUNTED_RUN ? state + ONE_RUN : state)

/** A word that ends at a node. `length` counts letters. */
type Entry<Label> = { length: number; reach: Reach; label: Label }

/** A tree of words by their letters. Most nodes have one child, which needs no table, and most look-ups find none. */
class WordTree<Label> {
  readonly entries: Entry<Label>[] = []
  /** The node after the space between two words of a phrase. */
  phrase: WordTree<Label> | undefined
  /** A bit for each code of a child, by its last five bits. */
  private childBits = 0
  private firstCode = -1
  private firstChild: WordTree<Label> | undefined
  private otherChildren: Map<number, WordTree<Label>> | undefined

  constructor(words: readonly WordToFind<Label>[] = []) {
    for (const word of words) this.add(word)
  }

  child(code: number): WordTree<Label> | undefined {
    if ((this.childBits & (1 << (code & 31))) === 0) return undefined
    return code === this.firstCode ? this.firstChild : this.otherChildren?.get(code)
  }

  /** The letters that a word can go on with. */
  codes(): number[] {
    return this.firstChild === undefined ? [] : [this.firstCode, ...(this.otherChildren?.keys() ?? [])]
  }

  private add({ word, reach, label }: WordToFind<Label>): void {
    const codes = normalizeWord(word)
    if (codes.length === 0) return
    const node = codes.reduce<WordTree<Label>>((parent, code) => parent.childOrNew(code), this)
    node.entries.push({ length: codes.filter((code) => code !== PHRASE_GAP).length, reach, label })
  }

  private childOrNew(code: number): WordTree<Label> {
    const child = code === PHRASE_GAP ? this.phrase : this.child(code)
    if (child !== undefined) return child
    const added = new WordTree<Label>()
    if (code === PHRASE_GAP) this.phrase = added
    else this.addChild(code, added)
    return added
  }

  private addChild(code: number, added: WordTree<Label>): void {
    if (this.childBits === 0) {
      this.firstCode = code
      this.firstChild = added
    } else this.otherChildren = (this.otherChildren ?? new Map()).set(code, added)
    this.childBits |= 1 << (code & 31)
  }
}
