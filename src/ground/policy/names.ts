import { domainToUnicode } from 'node:url'
import { LRUCache } from 'lru-cache'
import { type Message, message } from '../../messages/message'
import { plainCharacters } from './confusables'

// Names and domains that look like others. By Unicode Technical Standard 39: each word is "highly restrictive".

/** Recommended scripts (Unicode Standard Annex 31, table 5), and those of further languages of India. */
const SCRIPTS = (
  'Latin Devanagari Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu Tibetan Arabic Thaana ' +
  'Meetei_Mayek Ol_Chiki Chakma Lepcha Limbu Saurashtra Sora_Sompeng Syloti_Nagri Wancho Warang_Citi Gunjala_Gondi ' +
  'Masaram_Gondi Tirhuta Armenian Bopomofo Cyrillic Ethiopic Georgian Greek Han Hangul Hebrew Hiragana Katakana Khmer ' +
  'Lao Myanmar Thai'
).split(' ')
const patterns = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')] as const)

/** Scripts that one word may have together (UTS 39, section 5.2). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Letters that take their script from the others. */
const ANY_SCRIPT = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u
/** Alphabets with letters that look like Latin ones. */
const LATIN_LIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** A joiner after a virama shapes a conjunct (RFC 5892, A.1 and A.2); anywhere else nobody sees it. */
const CONJUNCT = /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\uaaf6])[\u200c\u200d](?=\p{L})/gu
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu
const LETTER = /[\p{L}\p{N}]/u

/** What is deceptive about a name, for its field; null if nothing is. */
export function nameFault(name: string): Message | 'names.hidden' | null {
  const text = name.normalize('NFC').replace(CONJUNCT, '')
  if (HIDDEN.test(text) || [...text].some(isDisguised)) return 'names.hidden'
  const words = text.match(WORD) ?? []
  const mixed = words.find((word) => !isOneAlphabet(word))
  if (mixed !== undefined) return message('names.mixed', { word: mixed })
  const hasLatin = words.some((word) => /\p{Script=Latin}/u.test(word))
  const spoof = hasLatin ? words.find(readsAsLatin) : undefined
  return spoof === undefined ? null : message('names.lookalikes', { word: spoof })
}

/** The same of a domain, whose labels may be in Punycode. */
export function domainFault(domain: string): Message | 'names.hidden' | 'colleges.domain' | null {
  if (!isPunycode(domain)) return null
  const shown = domainToUnicode(domain)
  // Empty for a label that decodes to nothing valid.
  return shown === '' || isPunycode(shown) ? 'colleges.domain' : nameFault(shown.replaceAll('.', ' '))
}

const isPunycode = (domain: string): boolean => domain.split('.').some((label) => label.startsWith('xn--'))

/** A compatible form of a Latin letter or a digit: mathematical, full width, circled, a ligature. */
function isDisguised(character: string): boolean {
  const compatible = character.normalize('NFKC')
  return /[\p{Alphabetic}\p{N}]/u.test(character) && compatible !== character && /[\x21-\x7e]/.test(compatible)
}

function isOneAlphabet(word: string): boolean {
  const characters = [...word].filter((character) => !ANY_SCRIPT.test(character))
  const alphabets = [...SCRIPTS.map((script) => [script]), ...TOGETHER]
  const scripts = characters.map((character) => patterns.filter(([, has]) => has.test(character)).map(([name]) => name))
  return alphabets.some((alphabet) => scripts.every((each) => each.some((script) => alphabet.includes(script))))
}

/** Whether every letter of a word in another alphabet looks like a Latin one. */
const readsAsLatin = (word: string): boolean => LATIN_LIKE.test(word) && plainForms(word).every((code) => code < 0x80)

const plainForms = (text: string): number[] =>
  [...text.normalize('NFC')].flatMap((character) =>
    plainCharacters(character.codePointAt(0) ?? 0).map(({ code }) => code),
  )

/** Latin letters and digits that look alike. */
const TWINS: Record<string, string> = { I: 'l', '1': 'l', '|': 'l', '0': 'O' }

/** Whether two names look the same and are not: they differ in letters, not only in spaces and signs. */
export const isHomograph = (one: string, other: string): boolean =>
  lettersOf(one) !== lettersOf(other) && lookOf(one) === lookOf(other)

/** The same for names that look the same. */
export const lookOf = (name: string): string => skeleton(lettersOf(name))

export function isDomainHomograph(one: string, other: string): boolean {
  const [shown, otherShown] = [domainToUnicode(one), domainToUnicode(other)]
  return shown !== otherShown && skeleton(shown).toLowerCase() === skeleton(otherShown).toLowerCase()
}

const lettersOf = (name: string): string => [...name.normalize('NFC')].filter((each) => LETTER.test(each)).join('')

const skeletons = new LRUCache<string, string>({
  max: 2000,
  memoMethod: (text) => [...text].map((letter) => TWINS[latin(letter)] ?? latin(letter)).join(''),
})

/** The same for all that looks the same (UTS 39, section 4). Case stays: nobody takes `LIT` for `IIT`. */
const skeleton = (text: string): string => skeletons.memo(text)

/** The Latin letters that a letter looks like, in its case. */
function latin(letter: string): string {
  const plain = String.fromCodePoint(...plainForms(letter))
  return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
}
