import { Kind, leetLetters, plainCharacters } from '../../ground/policy/confusables'

// What the classifier sees of a text: n-grams of characters, words and pairs of words, hashed. Look-alikes, accents and
// digits within words count as letters, Devanagari is written in Latin letters, and spellings that sound alike become one,
// so that "बेवकूफ़", "bewkoof" and "b3vakuuf" are one word. 500 characters have some 2,000 features.

/** Each feature has one of so many places. A power of two. */
export const BUCKETS = 2 ** 17

/** A word as it sounds, and where it stands in the text (UTF-16 offsets). */
type Word = { sound: string; start: number; end: number }

const HINDI = {
  vowel: 'अa आa इi ईi उu ऊu ऋri एe ऐe ऑo ओo औo',
  consonant: 'कk खk गg घg ङn चc छc जj झj ञn टt ठt डd ढd णn तt थt दd धd नn पp फf बb भb मm यi रr लl ळl वv शs षs सs हh',
  sign: 'ाa िi ीi ुu ूu ृri ेe ैe ॉo ोo ौo ् ंn ँn ः',
} as const

/** By letter of Devanagari. A consonant has an `a` after it, unless a sign follows. */
const SOUNDS = new Map(
  Object.entries(HINDI).flatMap(([kind, letters]) =>
    letters
      .split(' ')
      .map(([letter = '', ...sound]) => [letter.codePointAt(0), { kind, sound: sound.join('') }] as const),
  ),
)

const ALIKE: Readonly<Record<string, string>> = {
  ...{ ee: 'i', ea: 'i', oo: 'u', ou: 'u', au: 'o', aw: 'o', ai: 'e', ay: 'e', ei: 'e', ey: 'e' },
  ...{ ph: 'f', bh: 'b', ch: 'c', dh: 'd', gh: 'g', jh: 'j', kh: 'k', sh: 's', th: 't', ck: 'k' },
  ...{ q: 'k', x: 'ks', w: 'v', z: 'j', y: 'i' },
}
const ALIKES = /e[eaiy]|o[ou]|a[uwiy]|[pbcdgjkst]h|ck|[qxwzy]/g

/** Words of most texts, so that few are spelled anew. */
const sounds = new Map<string, string>()
const MOST_SOUNDS = 16_384
const LONGEST_KNOWN = 32

/** One spelling for all that sound alike: without doubled letters, and without `a` but at the beginning. */
function soundOf(word: string): string {
  const known = sounds.get(word)
  if (known !== undefined) return known
  const sound = /[^\d*#]/.test(word) ? spelled(word.replace(/\d/g, unleet)) : numeral(word)
  if (sounds.size >= MOST_SOUNDS) sounds.clear()
  if (word.length <= LONGEST_KNOWN) sounds.set(word, sound)
  return sound
}

const spelled = (word: string): string =>
  word
    .replace(/(.)\1{2,}/g, '$1')
    .replace(ALIKES, (letters) => ALIKE[letters] ?? letters)
    .replace(/(.)\1+/g, '$1')
    .replace(/(?!^)a/g, '')

const unleet = (digit: string): string => String.fromCharCode(leetLetters(digit.charCodeAt(0))[0] ?? 0x30)

/** By its length: a telephone number is none of a room. */
const numeral = (digits: string): string => (digits.length > 6 ? '#######' : digits.length > 2 ? '###' : '#')

const LETTERS: ReadonlySet<Kind> = new Set([Kind.LETTER, Kind.DIGIT, Kind.IDEOGRAPH])
/** Signs with which letters are masked. */
const MASKS = new Set([...'*#@$'].map((each) => each.charCodeAt(0)))
const isLatin = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** The words of a text, its marks as words of their own, and words that are spelled letter by letter. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let letters = ''
  let start = 0
  let hasInherent = false
  const endWord = (end: number) => {
    if (letters === '') return
    words.push({ sound: soundOf(letters), start, end })
    letters = ''
    hasInherent = false
  }
  const addLetters = (at: number, sound: string, kind?: string) => {
    if (letters === '') start = at
    if (hasInherent && kind !== 'sign') letters += 'a'
    hasInherent = kind === 'consonant'
    letters += sound
  }
  for (let at = 0, next = 0; at < text.length; at = next) {
    const code = text.codePointAt(at) ?? 0
    next = at + (code > 0xffff ? 2 : 1)
    if (isLatin(code)) {
      while (isLatin(text.charCodeAt(next))) next++
      addLetters(at, text.slice(at, next))
      continue
    }
    for (const { kind, code: plain } of plainCharacters(code)) {
      if (kind === Kind.GAP) endWord(at)
      else if (LETTERS.has(kind) || (letters !== '' && MASKS.has(plain) && isLatin(text.charCodeAt(next) | 0x20))) {
        const hindi = SOUNDS.get(plain)
        addLetters(at, hindi?.sound ?? String.fromCodePoint(plain), hindi?.kind)
      } else if (kind === Kind.SEPARATOR) {
        endWord(at)
        words.push({ sound: String.fromCodePoint(plain), start: at, end: next })
      }
    }
  }
  endWord(text.length)
  words.push(...spelledOut(words))
  return words
}

/** `f u c k`, `f.u.c.k`. */
function spelledOut(words: readonly Word[]): Word[] {
  const runs: Word[][] = [[]]
  for (const word of words) {
    if (isLatin(word.sound.charCodeAt(0)) && word.end - word.start === 1) runs.at(-1)!.push(word)
    else if (word.end - word.start > 1) runs.push([])
  }
  return runs
    .filter(({ length }) => length > 2)
    .map((run) => ({
      ...{ start: run[0]!.start, end: run.at(-1)!.end },
      sound: soundOf(run.map(({ sound }) => sound).join('')),
    }))
}

const PRIME = 16_777_619
const SEED = 2_166_136_261 | 0
const PAIR_SEED = 0x9e3779b1 | 0
const place = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & (BUCKETS - 1)
}

const SHORTEST = 2
const LONGEST = 5
/** How far apart two words are a pair. */
const REACH = 3
const EDGE = 0x5f

/** Calls `see` with each feature, often twice, and with the word, or the two words, that it is of. */
function eachFeature(words: readonly Word[], see: (feature: number, word: number, other: number) => void): void {
  const hashes = words.map(({ sound }) => {
    let hash = SEED
    for (let at = 0; at < sound.length; at++) hash = Math.imul(hash ^ sound.charCodeAt(at), PRIME)
    return hash
  })
  for (let word = 0; word < words.length; word++) {
    const hash = hashes[word]!
    see(place(hash), word, word)
    for (let other = word + 1; other <= word + REACH && other < words.length; other++)
      see(place(Math.imul(hash ^ PAIR_SEED, PRIME) + hashes[other]! + Number(other > word + 1)), word, other)
    const { sound } = words[word]!
    const { length } = sound
    for (let from = -1; from < length; from++) {
      let gram = PAIR_SEED
      for (let at = from; at <= length && at < from + LONGEST; at++) {
        gram = Math.imul(gram ^ (at < 0 || at === length ? EDGE : sound.charCodeAt(at)), PRIME)
        if (at > from + SHORTEST - 2) see(place(gram), word, word)
      }
    }
  }
}

/** A bit for each feature of the text: few bytes stay in the processor's cache. */
const seen = new Int32Array(BUCKETS / 32)

let room = new Uint32Array(0)

/** The features of a text, each once. */
export function featuresOf(text: string): Uint32Array<ArrayBuffer> {
  const words = wordsOf(text)
  // A letter begins so many n-grams, and one sign can be eighteen letters.
  const most = words.reduce((sum, { sound }) => sum + (sound.length + 1) * (LONGEST - SHORTEST + 1) + 1 + REACH, 0)
  if (room.length < most) room = new Uint32Array(most)
  let count = 0
  eachFeature(words, (feature) => {
    if (seen[feature >>> 5]! & (1 << feature)) return
    seen[feature >>> 5]! |= 1 << feature
    room[count++] = feature
  })
  for (let at = 0; at < count; at++) seen[room[at]! >>> 5] = 0
  return room.slice(0, count)
}

/** The words of a text that counted most, as they stand in it; `weightOf` a feature. */
export function wordsThatCount(text: string, weightOf: (feature: number) => number, most: number): string[] {
  const words = wordsOf(text)
  const weights = new Float64Array(words.length)
  eachFeature(words, (feature, word, other) => {
    weights[word]! += weightOf(feature) / 2
    weights[other]! += weightOf(feature) / 2
  })
  const said = ({ start, end }: Word) => text.slice(start, Math.min(end, start + LONGEST_KNOWN))
  const counted = words.map((word, at) => ({ said: said(word), weight: weights[at]! }))
  const top = counted.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  return [...new Set(top.map(({ said }) => said))].slice(0, most)
}
