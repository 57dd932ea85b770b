import { LRUCache } from 'lru-cache'
import { refuse } from '../../errors'
import { randomToken } from '../../lib/keys'
import type { Texts } from './check-texts'
import { Kind } from './confusables'
import { CAPITAL_I_AS_L, type NormalizedText, normalize } from './normalize'

// Spam: an account writes the same or nearly the same text once in an hour. What it wrote is remembered in memory only,
// as hashes under a key of this process: nothing of a deleted text stays on the disk, and a restart forgets.

const HOUR_MS = 3_600_000
/** Bounds the memory to some 30 MB: accounts, and texts of each. Nobody's texts are forgotten for a reader's sake. */
const MAX_ACCOUNTS = 2_000
const MAX_TEXTS = 30

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
/** Letters and digits from which a post is more than two words, and a comment more than "Thanks, that helped!". */
export const LEAST_LETTERS = { post: 12, comment: 32 }
/** In a shorter text one word makes a difference: it is compared as a whole. */
const LEAST_SKETCHED = 64

/**
 * `words`: hashes in order, of a text that has not many. With a sign, as the engine computes with such numbers: without,
 * half of them are floating-point numbers, and a comparison takes four times as long.
 */
type Hashes = { exact: string; sketch: Int32Array; words: Int32Array }
type Written = Hashes & { id: string | null; at: number }
/** A text as hashes, and its number of letters and digits. */
export type ComparedText = Hashes & { letters: number }

const writtenBy = new LRUCache<string, Written[]>({ max: MAX_ACCOUNTS })
const key = randomToken()
const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0

type NewText = {
  kind: 'post' | 'comment'
  texts: Texts
  /** The post or comment that the text replaces: it may stay nearly as it is. */
  replaces?: string
}

/**
 * Runs the write, unless the account has written the same or nearly the same within an hour: 409 `DUPLICATE`. Short
 * texts may be repeated. The text counts from before the write, so that of two at once one is refused, and no
 * longer if the write fails.
 */
export async function refuseDuplicate<Result extends { id: string }>(
  userId: string,
  { kind, texts, replaces }: NewText,
  write: () => Promise<Result>,
): Promise<Result> {
  const text = normalize(Object.values(texts).join('\n'))
  const letters = lettersOf(text)
  if (letters.length < LEAST_LETTERS[kind]) return write()
  const written: Written = { id: null, at: Date.now(), ...hashesOf(text, letters) }
  const earlier = current(userId).filter(({ at }) => at > written.at - HOUR_MS)
  // What was written while the clock was ahead counts as written now.
  for (const each of earlier) each.at = Math.min(each.at, written.at)
  if (earlier.some((each) => (replaces === undefined || each.id !== replaces) && isSame(each, written)))
    refuse('DUPLICATE')
  remember(userId, [...earlier, written])
  try {
    const result = await write()
    written.id = result.id
    if (replaces !== undefined)
      remember(
        userId,
        current(userId).filter((each) => each === written || each.id !== replaces),
      )
    return result
  } catch (error) {
    remember(
      userId,
      current(userId).filter((each) => each !== written),
    )
    throw error
  }
}

/** The author took it back before anybody read it: what replaces it may stay nearly as it was. */
export function forgetText(userId: string, id: string): void {
  remember(
    userId,
    current(userId).filter((each) => each.id !== id),
  )
}

export function comparedText(texts: Texts): ComparedText {
  const text = normalize(Object.values(texts).join('\n'))
  const letters = lettersOf(text)
  return { letters: letters.length, ...hashesOf(text, letters) }
}

const hashesOf = (text: NormalizedText, letters: Int32Array): Hashes => ({
  exact: digest(letters),
  sketch: sketch(letters),
  words: wordsOf(text),
})

const current = (userId: string): Written[] => writtenBy.get(userId) ?? []

function remember(userId: string, written: Written[]): void {
  if (written.length === 0) writtenBy.delete(userId)
  else writtenBy.set(userId, written.slice(-MAX_TEXTS))
}

const SMALL_I = 0x69

/** The letters and digits as words are matched, so that spaces, accents and look-alikes make no other text. */
function lettersOf({ length, codes, kinds }: NormalizedText): Int32Array {
  const isLetter = (_: number, at: number) =>
    kinds[at] === Kind.LETTER || kinds[at] === Kind.DIGIT || kinds[at] === Kind.IDEOGRAPH
  const letters = codes.subarray(0, length).filter(isLetter)
  for (let at = 0; at < letters.length; at++) if (letters[at] === CAPITAL_I_AS_L) letters[at] = SMALL_I
  // Emoji alone are a text, too.
  return letters.length > 0 ? letters : codes.slice(0, length)
}

const digest = (letters: Int32Array): string =>
  new Bun.CryptoHasher('sha256', key).update(new Uint8Array(letters.buffer)).digest('base64url')

const FACTOR = 0x01000193

/** A bottom-k sketch (Broder): the smallest of the hashes of all shingles, in order. Empty for a short text. */
function sketch(letters: Int32Array): Int32Array {
  if (letters.length < LEAST_SKETCHED) return new Int32Array()
  const hashes = new Int32Array(letters.length - SHINGLE + 1)
  for (let at = 0; at < hashes.length; at++) {
    let hash = seed
    for (let next = at; next < at + SHINGLE; next++) hash = Math.imul(hash ^ (letters[next] ?? 0), FACTOR)
    hashes[at] = mixed(hash)
  }
  return Int32Array.from(new Set(hashes.sort())).slice(0, SKETCH)
}

/** The hashes of the words, in order of the hashes. Empty for few, and for many. */
function wordsOf({ length, codes, kinds }: NormalizedText): Int32Array {
  const hashes: number[] = []
  let hash = seed
  let isWord = false
  for (let at = 0; at <= length; at++) {
    const kind = kinds[at]
    const isLetter = at < length && (kind === Kind.LETTER || kind === Kind.DIGIT || kind === Kind.IDEOGRAPH)
    if (isLetter) hash = Math.imul(hash ^ (codes[at] === CAPITAL_I_AS_L ? SMALL_I : (codes[at] ?? 0)), FACTOR)
    else if (isWord) {
      if (hashes.length === MOST_WORDS) return new Int32Array()
      hashes.push(mixed(hash))
      hash = seed
    }
    isWord = isLetter
  }
  return hashes.length < LEAST_WORDS ? new Int32Array() : Int32Array.from(hashes).sort()
}

/** Whether one text has at most a few words that the other lacks. */
function hasSameWords(one: Int32Array, other: Int32Array): boolean {
  let [common, i, j] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const [left = 0, right = 0] = [one[i], other[j]]
    if (left === right) common++
    if (left <= right) i++
    if (right <= left) j++
  }
  const [less, more] = [one.length - common, other.length - common].sort((a, b) => a - b)
  return (less ?? 0) <= FEW_OTHER && (more ?? 0) <= SOME_OTHER
}

/** Spreads the hash over all bits (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  let bits = hash
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Whether one is a copy of the other, with a few changes. */
export function isSame(one: Hashes, other: Hashes): boolean {
  if (one.exact === other.exact) return true
  const byWords = one.words.length > 0 && other.words.length > 0
  const alike = similarity(one.sketch, other.sketch, byWords ? MOSTLY_THE_SAME : NEARLY_THE_SAME)
  if (!byWords) return alike >= NEARLY_THE_SAME
  return alike >= PULLED_APART || (alike >= MOSTLY_THE_SAME && hasSameWords(one.words, other.words))
}

/**
 * The share of shingles that two texts have in common: exact for short texts, else an estimate by the sketch. Of two
 * that have less than `least`, 0: a new text is compared with a thousand others, and most are nothing like it.
 */
function similarity(one: Int32Array, other: Int32Array, least: number): number {
  if (one.length === 0 || other.length === 0) return 0
  const mostApart = Math.floor((1 - least) * SKETCH)
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
    if (all - common > mostApart) return 0
  }
  return common / Math.min(SKETCH, all + one.length - i + other.length - j)
}
