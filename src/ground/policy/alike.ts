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
const SKETCHES_APART = 2 * Math.floor((1 - NEARLY_THE_SAME) * SKETCH)
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
  for (const hash of sketch.subarray(0, SIGNED)) sign(hash, WORD_PARTS, PARTS - WORD_PARTS)
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

/** Spreads the hash over all bits (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Whether one is a copy of the other, with a few changes. Most texts are apart by their signatures. */
export function isSame(one: ComparedText, other: ComparedText): boolean {
  const byWords = one.words.length > 0 && other.words.length > 0
  const areSketchesNear = areNear(one.signature, other.signature, WORD_PARTS, SKETCHES_APART)
  if (!areSketchesNear && !(byWords && areNear(one.signature, other.signature, 0, WORDS_APART))) return false
  if (areNear(one.exact, other.exact, 0, 0)) return true
  const sketches = overlapOf(one.sketch, other.sketch)
  const share = sketches.common / sketches.all
  if (share >= (byWords ? PULLED_APART : NEARLY_THE_SAME)) return true
  if (!byWords || !(share >= MOSTLY_THE_SAME)) return false
  const { common } = overlapOf(one.words, other.words)
  const [here, there] = [one.words.length - common, other.words.length - common]
  return Math.min(here, there) <= FEW_OTHER && Math.max(here, there) <= SOME_OTHER
}

/** Of the smallest hashes of both, at most as many as a sketch has: all, and those in common. */
function overlapOf(one: Int32Array, other: Int32Array): { all: number; common: number } {
  let [all, common, i, j] = [0, 0, 0, 0]
  while (all < SKETCH && i < one.length && j < other.length) {
    const [left, right] = [one[i]!, other[j]!]
    if (left === right) common++
    if (left <= right) i++
    if (right <= left) j++
    all++
  }
  return { all: Math.min(SKETCH, all + one.length - i + other.length - j), common }
}

/** Whether at most so many bits differ in the four parts from there on. Two at once: most texts are apart after these. */
function areNear(one: Int32Array, other: Int32Array, from: number, most: number): boolean {
  const apart = onesOf(one[from]! ^ other[from]!, one[from + 1]! ^ other[from + 1]!)
  return apart <= most && apart + onesOf(one[from + 2]! ^ other[from + 2]!, one[from + 3]! ^ other[from + 3]!) <= most
}

/** How many bits of two numbers are ones (Hacker's Delight, figure 5-2), in numbers with a sign throughout. */
function onesOf(one: number, other: number): number {
  const pairs = (one - ((one >>> 1) & 0x55555555)) | 0
  const otherPairs = (other - ((other >>> 1) & 0x55555555)) | 0
  const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
  const both = (fours + (otherPairs & 0x33333333) + ((otherPairs >>> 2) & 0x33333333)) | 0
  return Math.imul((both & 0x0f0f0f0f) + ((both >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24
}
