import { type Folded, foldWord, PHRASE_GAP } from './folding'
import { Kind } from './glyphs'

/** Where in running text a word counts: as a word of its own, at the beginning of one, or inside of any. */
export type Reach = 'whole' | 'beginning' | 'anywhere'

/** Something to look for; `label` is the finder's own. */
export type Sought<Label> = { word: string; reach: Reach; label: Label }

/** UTF-16 offsets into the text that was folded. */
export type Found<Label> = { start: number; end: number; label: Label }

type Entry<Label> = { length: number; reach: Reach; label: Label }
type Node<Label> = { next: Map<number, Node<Label>>; entries: Entry<Label>[] }

const emptyNode = <Label>(): Node<Label> => ({ next: new Map(), entries: [] })

/** What a text of 10,000 characters takes is a hundredth of this; one that takes more was made to be slow. */
const STEPS = 2_000_000

/** The text was made so that looking for words in it takes forever. */
export class Unsearchable extends Error {
  override name = 'Unsearchable'
}

/** English doubles these, so that `good` is no disguise of `god`; other doubles are. */
const DOUBLED = new Set([...'bcdefglmnoprstz'].map((each) => each.charCodeAt(0)))
/** Words of this length and more are taken to be meant however their letters are doubled. */
const LONG_WORD = 5

/** Shorter words are not looked for letter by letter: `a b` is a list. */
const SPELLED_LENGTH = 3

/** `!` and `|` between letters may stand for one, at the end they are punctuation (`tax!`). */
const INNER_SIGNS = new Set([...'!|+'].map((each) => each.charCodeAt(0)))

/** After an apostrophe they belong to the language: `he'll` is not `hell`. */
const CONTRACTED = ['s', 't', 'd', 'm', 'll', 're', 've']

/** How a match came about, as far as it decides whether it counts. A bit each. */
const DISGUISED = 1
/** A letter that English doubles is there twice, and the word has it once. */
const DOUBLE = 2
/** Some letters stand together. */
const TOGETHER = 4
/** White space was between two letters: then there must be something between all of them. */
const SPELLED = 8

/** Words compiled for looking for all of them at once, in text that may hide them. */
export class Matcher<Label> {
  private readonly wholes = emptyNode<Label>()
  private readonly insides = emptyNode<Label>()
  private text: Folded = { codes: [], kinds: [], also: [], starts: [], ends: [] }
  private steps = 0
  private best: { end: number; label: Label } | undefined

  constructor(words: readonly Sought<Label>[]) {
    for (const { word, reach, label } of words) {
      const codes = foldWord(word)
      if (codes.length === 0) continue
      let node = reach === 'anywhere' ? this.insides : this.wholes
      for (const code of codes) {
        const next = node.next.get(code) ?? emptyNode<Label>()
        node.next.set(code, next)
        node = next
      }
      node.entries.push({ length: codes.filter((code) => code !== PHRASE_GAP).length, reach, label })
    }
  }

  /**
   * The words in the text, none overlapping another, the longest where several begin at one place.
   * @throws Unsearchable
   */
  find(text: Folded): Found<Label>[] {
    this.text = text
    this.steps = 0
    const found: Found<Label>[] = []
    for (let start = 0; start < text.codes.length; ) {
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
    if (this.text.kinds[start] === Kind.GAP) return undefined
    const begins = this.beginsWord(start)
    if (begins) this.enter(this.wholes, start, begins)
    this.enter(this.insides, start, begins)
    return this.best
  }

  private enter(root: Node<Label>, start: number, begins: boolean): void {
    if (INNER_SIGNS.has(this.text.codes[start] ?? 0) && !root.next.has(this.text.codes[start] ?? 0)) return
    this.take(root, start, begins, 0, 0, 0, 0)
  }

  /** Tries what the character at `at` may be as the next letter of the words beneath `node`. */
  private take(node: Node<Label>, at: number, begins: boolean, how: number, segment: number, letters: number, digits: number): void {
    const code = this.text.codes[at]
    if (code === undefined || (segment > 0 && how & SPELLED)) return
    const joined = segment > 0 ? how | TOGETHER : how
    const plain = node.next.get(code)
    const isLetter = this.text.kinds[at] === Kind.LETTER || this.text.kinds[at] === Kind.IDEOGRAPH
    if (plain !== undefined) this.step(plain, at + 1, begins, joined, code, 1, segment + 1, letters + (isLetter ? 1 : 0), digits)
    const isDigit = this.text.kinds[at] === Kind.DIGIT
    for (const meant of this.text.also[at] ?? []) {
      const child = node.next.get(meant)
      if (child !== undefined)
        this.step(child, at + 1, begins, joined | DISGUISED, meant, 1, segment + 1, letters + (isLetter ? 1 : 0), digits + (isDigit ? 1 : 0))
    }
  }

  /** At `node` with everything before `at` used up, the last of it as `last`, which the text has `run` times. */
  private step(node: Node<Label>, at: number, begins: boolean, how: number, last: number, run: number, segment: number, letters: number, digits: number): void {
    if (++this.steps > STEPS) throw new Unsearchable('The text takes too long to search')
    for (const entry of node.entries) this.conclude(entry, at, begins, how, letters, digits)
    if (at >= this.text.codes.length) return
    this.take(node, at, begins, how, segment, letters, digits)
    if (run < 3 && this.mayBe(at, last)) {
      // A double that may be ordinary stops being so with the third of its kind.
      const ordinary = run === 1 && segment > 0 && DOUBLED.has(last) && this.text.codes[at] === this.text.codes[at - 1]
      this.step(node, at + 1, begins, how | (ordinary ? DOUBLE : DISGUISED), last, run + 1, segment, letters, digits)
    }
    const phrase = node.next.get(PHRASE_GAP)
    if (phrase !== undefined) this.take(phrase, this.afterSeparators(at), begins, how & ~SPELLED, 0, letters, digits)
    this.skip(node, at, begins, how, last, run, letters, digits)
  }

  /** Passes over one or two characters that were put between two letters. */
  private skip(node: Node<Label>, at: number, begins: boolean, how: number, last: number, run: number, letters: number, digits: number): void {
    let spelled = false
    for (let next = at; next < at + 3; next++) {
      const kind = this.text.kinds[next]
      if (kind === Kind.APOSTROPHE ? this.contracts(next) : kind !== Kind.SEPARATOR && kind !== Kind.GAP) return
      spelled ||= kind === Kind.GAP
      if (spelled && how & TOGETHER) return
      const now = how | DISGUISED | (spelled ? SPELLED : 0)
      this.take(node, next + 1, begins, now, 0, letters, digits)
      if (run < 3 && this.mayBe(next + 1, last)) this.step(node, next + 2, begins, now, last, run + 1, 1, letters, digits)
    }
  }

  private conclude(entry: Entry<Label>, at: number, begins: boolean, how: number, letters: number, digits: number): void {
    if (this.best !== undefined && this.best.end >= at) return
    const { length, reach, label } = entry
    const ends = this.endsWord(at)
    if (reach === 'whole' && !ends) return
    if (how & SPELLED && (length < SPELLED_LENGTH || !begins || !ends)) return
    if (how & DOUBLE && !(how & DISGUISED) && length < LONG_WORD && reach !== 'anywhere') return
    // `455` is a number and `a55` a telephone; a word of signs alone was meant as such.
    if (digits > 0 && (letters === 0 || (length <= 3 && digits > 1) || length < 3)) return
    const lastCode = this.text.codes[at - 1] ?? 0
    if (how & DISGUISED && INNER_SIGNS.has(lastCode)) return
    this.best = { end: at, label }
  }

  private mayBe(at: number, code: number): boolean {
    return this.text.codes[at] === code || (this.text.also[at]?.includes(code) ?? false)
  }

  private afterSeparators(at: number): number {
    let next = at
    while (this.isBetween(this.text.kinds[next])) next++
    return next
  }

  private isBetween(kind: Kind | undefined): boolean {
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
    const { kinds } = this.text
    let after = at
    while (kinds[after] === Kind.DIGIT) after++
    return kinds[after] !== Kind.LETTER
  }

  private contracts(apostrophe: number): boolean {
    const { codes, kinds } = this.text
    let rest = ''
    for (let at = apostrophe + 1; kinds[at] === Kind.LETTER && rest.length < 3; at++) rest += String.fromCodePoint(codes[at] ?? 0)
    return CONTRACTED.includes(rest)
  }
}
