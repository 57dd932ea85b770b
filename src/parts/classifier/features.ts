import { Kind, plainCharacters } from '../../ground/policy/confusables'

// What the classifier sees of a text: n-grams of characters and words, hashed. Look-alikes and accents count as plain
// letters, Devanagari is written in Latin letters, and spellings that sound alike become one, so that "बेवकूफ़", "bewkoof" and
// "bevakuf" are learned together.

/** Each hash is one of so many. A power of two. */
export const BUCKETS = 2 ** 17

/** Vowel signs and letters of Devanagari by sound; consonants carry an `a` that a sign replaces. */
const DEVANAGARI = new Map<number, { sound: string; kind: 'vowel' | 'consonant' | 'sign' }>()
for (const [kind, list] of [
  ['vowel', 'अa आa इi ईi उu ऊu ऋri एe ऐe ऑo ओo औo'],
  [
    'consonant',
    'कk खk गg घg ङn चc छc जj झj ञn टt ठt डd ढd णn तt थt दd धd नn पp फf बb भb मm यy रr लl ळl वv शs षs सs हh',
  ],
  ['sign', 'ाa िi ीi ुu ूu ृri ेe ैe ॉo ोo ौo ्- ंn ँn ः-'],
] as const)
  for (const each of list.split(' ')) {
    const [letter = '', ...sound] = each
    DEVANAGARI.set(letter.codePointAt(0) ?? 0, { sound: sound.join('').replace('-', ''), kind })
  }

/** Letters of one sound: Hindi has many spellings in Latin letters, and slang many in English. */
const SAME_SOUND: [RegExp, string][] = [
  [/ee+|ea/g, 'i'],
  [/oo+|ou/g, 'u'],
  [/(?:au|aw)/g, 'o'],
  [/(?:ai|ay|ei|ey)/g, 'e'],
  [/ph/g, 'f'],
  [/([bcdgjkst])h+/g, '$1'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)a/g, ''],
]

export const folded = (word: string): string => SAME_SOUND.reduce((text, [from, to]) => text.replace(from, to), word)

/** The words of a text in plain small letters; digits, links, mentions and marks as words of their own. */
export function wordsOf(text: string): string[] {
  const found: string[] = []
  let word = ''
  let schwa = false
  const end = () => {
    if (word !== '') found.push(word)
    word = ''
    schwa = false
  }
  for (const character of text) {
    for (const { kind, code } of plainCharacters(character.codePointAt(0) ?? 0)) {
      if (kind === Kind.IGNORED || kind === Kind.MARK || kind === Kind.APOSTROPHE) continue
      if (kind === Kind.LETTER) {
        const hindi = DEVANAGARI.get(code)
        if (hindi === undefined) {
          schwa = false
          word += String.fromCodePoint(code)
        } else {
          if (schwa && hindi.kind !== 'sign') word += 'a'
          if (schwa && hindi.sound === 'n' && hindi.kind === 'sign') word += 'a'
          word += hindi.sound
          schwa = hindi.kind === 'consonant'
        }
      } else if (kind === Kind.DIGIT) word += String.fromCodePoint(code)
      else {
        end()
        if (kind !== Kind.GAP) found.push(String.fromCodePoint(code))
      }
    }
  }
  end()
  return found
}

const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token)

/** Each feature of a text, with what a moderator reads of it. */
export function gramsOf(text: string): Map<number, string> {
  const found = new Map<number, string>()
  const words = wordsOf(text).filter(isWord)
  const add = (kind: string, gram: string) => found.set(hash(kind + gram), gram)
  for (const [at, word] of words.entries()) {
    add('w', word)
    add('f', folded(word))
    for (let next = at + 1; next <= at + 3 && next < words.length; next++) add('s', `${word} ${words[next]}`)
    const bounded = ` ${word} `
    for (let size = 2; size <= 5; size++)
      for (let from = 0; from + size <= bounded.length; from++) add('c', bounded.slice(from, from + size))
  }
  return found
}

/** The features of a text, each once, in order. */
export const featuresOf = (text: string): Uint32Array<ArrayBuffer> => Uint32Array.from(gramsOf(text).keys()).sort()

function hash(text: string): number {
  let sum = 2_166_136_261
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16_777_619)
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return ((sum ^ (sum >>> 13)) >>> 0) % BUCKETS
}
