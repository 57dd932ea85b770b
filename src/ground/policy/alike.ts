import type { Texts } from './check-texts'
import { Kind } from './confusables'
import { CAPITAL_I_AS_L, type NormalizedText, normalize } from './normalize'

// Compared are hashes with seeds of this process: whoever remembers a text to compare it has none of its words.

/** Characters of a shingle; a changed word changes as many shingles as it has characters, and these besides. */
const SHINGLE = 4
/** The smallest hashes of a text, which stand for all: the shares of equal ones estimates that of equal shingles. */
const SKETCH = 128
const NEARLY_THE_SAME = 0.89
/** In a text of so many words they are counted, and shingles only find those that were pulled apart. */
const MOST_WORDS = 64
const LEAST_WORDS = 8
const PULLED_APART = 0.95
/** A copy has one word less and up to three more, or the other way round: two other words are another text. */
const FEW_OTHER = 1
const SOME_OTHER = 3
/** One word may be most of what a text says. */
const MOSTLY_THE_SAME = 0.7
/** In a shorter text one word makes a difference: it is compared as a whole. */
const LEAST_SKETCHED = 64

/** 32-bit parts of a signature: of the words, and of the smallest half of the sketch. */
const WORD_PARTS = 4
const PARTS = 8
const SIGNED = SKETCH / 2
/** Of two sketches with `n` hashes not in common, the smaller halves have at most `n` each. */
const SKETCHES_APART = 2 * mostApart(NEARLY_THE_SAME)
const WORDS_APART = FEW_OTHER + SOME_OTHER

/** Hashes in order. With a sign, as the engine computes: without, half were floating-point, and four times as slow. */
export type ComparedText = {
  /** Of all letters and digits: 128 bits. */
  exact: Int32Array
  sketch: Int32Array
  words: Int32Array
  /** A bit for each hash: texts differ in at least as many hashes as bits. Without a sketch, the bits of the whole. */
  signature: Int32Array
  letters: number
}

const SEEDS = crypto.getRandomValues(new BigUint64Array(2))
const seed = Number(BigInt.asIntN(32, SEEDS[0]!))

const compared = new WeakMap<Texts, ComparedText>()

/** The same texts, as one object, are hashed once. */
export function comparedText(texts: Texts): ComparedText {
  const known = compared.get(texts)
  if (known !== undefined) return known
  const text = normalize(Object.values(texts).join('\n'))
  const letters = lettersOf(text)
  const exact = new Int32Array(SEEDS.map((seed) => Bun.hash.wyhash(letters, seed)).buffer)
  const [sketch, words] = [sketchOf(letters), wordsOf(text)]
  const hashes = { exact, sketch, words, signature: signatureOf(words, sketch, exact), letters: letters.length }
  compared.set(texts, hashes)
  return hashes
}

const SMALL_I = 0x69

const isLetter = (kind: number | undefined): boolean =>
  kind === Kind.LETTER || kind === Kind.DIGIT || kind === Kind.IDEOGRAPH

/** The letters and digits as words are matched, so that spaces, accents and look-alikes make no other text. */
function lettersOf({ length, codes, kinds }: NormalizedText): Int32Array<ArrayBuffer> {
  const letters = new Int32Array(length)
  let count = 0
  for (let at = 0; at < length; at++)
    if (isLetter(kinds[at])) letters[count++] = codes[at] === CAPITAL_I_AS_L ? SMALL_I : codes[at]!
  // Emoji alone are a text, too.
  return count > 0 ? letters.slice(0, count) : codes.slice(0, length)
}

const FACTOR = 0x01000193

/** A bottom-k sketch (Broder): the smallest of the hashes of all shingles, in order. Empty for a short text. */
function sketchOf(letters: Int32Array): Int32Array {
  if (letters.length < LEAST_SKETCHED) return new Int32Array()
  const hashes = new Int32Array(letters.length - SHINGLE + 1)
  for (let at = 0; at < hashes.length; at++) {
    let hash = seed
    for (let next = at; next < at + SHINGLE; next++) hash = Math.imul(hash ^ (letters[next] ?? 0), FACTOR)
    hashes[at] = mixed(hash)
  }
  hashes.sort()
  let length = 0
  for (let at = 0; at < hashes.length && length < SKETCH; at++)
    if (length === 0 || hashes[at] !== hashes[length - 1]) hashes[length++] = hashes[at] ?? 0
  return hashes.slice(0, length)
}

function signatureOf(words: Int32Array, sketch: Int32Array, exact: Int32Array): Int32Array {
  const signature = new Int32Array(PARTS)
  const sign = (hash: number, from: number, parts: number) => {
    const part = from + ((hash >>> 5) % parts)
    signature[part] = (signature[part] ?? 0) | (1 << (hash & 31))
  }
  for (const hash of words) sign(hash, 0, WORD_PARTS)
  for (let at = 0; at < SIGNED && at < sketch.length; at++) sign(sketch[at]!, WORD_PARTS, PARTS - WORD_PARTS)
  if (sketch.length === 0) signature.set(exact, WORD_PARTS)
  return signature
}

/** The hashes of the words, in order of the hashes. Empty for few, and for many. */
function wordsOf({ length, codes, kinds }: NormalizedText): Int32Array {
  const hashes: number[] = []
  let hash = seed
  let isWord = false
  for (let at = 0; at <= length; at++) {
    const goesOn = at < length && isLetter(kinds[at])
    if (goesOn) hash = Math.imul(hash ^ (codes[at] === CAPITAL_I_AS_L ? SMALL_I : (codes[at] ?? 0)), FACTOR)
    else if (isWord) {
      if (hashes.length === MOST_WORDS) return new Int32Array()
      hashes.push(mixed(hash))
      hash = seed
    }
    isWord = goesOn
  }
  return hashes.length < LEAST_WORDS ? new Int32Array() : Int32Array.from(hashes).sort()
}

/** Whether one text has at most a few words that the other lacks. */
function hasSameWords(one: Int32Array, other: Int32Array): boolean {
  let common = 0
  let i = 0
  let j = 0
  while (i < one.length && j < other.length) {
    const left = one[i] ?? 0
    const right = other[j] ?? 0
    if (left === right) common++
    if (left <= right) i++
    if (right <= left) j++
  }
  const here = one.length - common
  const there = other.length - common
  return Math.min(here, there) <= FEW_OTHER && Math.max(here, there) <= SOME_OTHER
}

/** Spreads the hash over all bits (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Whether one is a copy of the other, with a few changes. */
export function isSame(one: ComparedText, other: ComparedText): boolean {
  if (!mayBeSame(one.signature, 0, other.signature, other.words.length > 0)) return false
  if (one.exact.every((part, at) => part === other.exact[at])) return true
  const byWords = one.words.length > 0 && other.words.length > 0
  if (areSimilar(one.sketch, other.sketch, byWords ? PULLED_APART : NEARLY_THE_SAME)) return true
  return byWords && hasSameWords(one.words, other.words) && areSimilar(one.sketch, other.sketch, MOSTLY_THE_SAME)
}

function mostApart(share: number): number {
  return Math.floor((1 - share) * SKETCH)
}

/** Whether two texts have that share of shingles in common: exact for short texts, else an estimate by the sketch. */
function areSimilar(one: Int32Array, other: Int32Array, least: number): boolean {
  if (one.length === 0 || other.length === 0) return false
  const most = mostApart(least)
  let all = 0
  let common = 0
  let i = 0
  let j = 0
  while (all < SKETCH && i < one.length && j < other.length) {
    const left = one[i] ?? 0
    const right = other[j] ?? 0
    if (left === right) common++
    if (left <= right) i++
    if (right <= left) j++
    all++
    if (all - common > most) return false
  }
  return common / Math.min(SKETCH, all + one.length - i + other.length - j) >= least
}

/** Side by side: to fetch a thousand texts from memory takes longer than to compare their signatures. */
export class Signatures {
  readonly #parts: Int32Array

  constructor(size: number) {
    this.#parts = new Int32Array(size * PARTS)
  }

  put(place: number, { signature }: ComparedText): void {
    this.#parts.set(signature, place * PARTS)
  }

  /** The places of all texts that may be the same, among them some of others. */
  near({ signature, words }: ComparedText): number[] {
    const parts = this.#parts
    const hasWords = words.length > 0
    const places: number[] = []
    for (let at = 0; at < parts.length; at += PARTS)
      if (mayBeSame(parts, at, signature, hasWords)) places.push(at / PARTS)
    return places
  }
}

/** Whether the text may be the same as the one whose signature is at that place: by its sketch, or by its words. */
const mayBeSame = (parts: Int32Array, at: number, signature: Int32Array, hasWords: boolean): boolean =>
  bitsApart(parts, at + WORD_PARTS, signature, WORD_PARTS) <= SKETCHES_APART ||
  (hasWords && bitsApart(parts, at, signature, 0) <= WORDS_APART)

/** In how many bits four parts from each place on differ (Hacker's Delight, figure 5-2). Without a call, for it is hot. */
function bitsApart(parts: Int32Array, at: number, signature: Int32Array, from: number): number {
  let eights = 0
  for (let part = 0; part < WORD_PARTS; part++) {
    const apart = parts[at + part]! ^ signature[from + part]!
    const pairs = (apart - ((apart >>> 1) & 0x55555555)) | 0
    const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
    eights = (eights + ((fours + (fours >>> 4)) & 0x0f0f0f0f)) | 0
  }
  return Math.imul(eights, 0x01010101) >>> 24
}
