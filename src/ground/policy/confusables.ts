/** What a character counts as in the search for words. */
export const Kind = {
  /** Zero-width and other invisible characters. */
  IGNORED: 0,
  /** An accent, which belongs to the character before it. */
  MARK: 1,
  LETTER: 2,
  /** A character of a script without spaces: a word can begin or end at any of them. */
  IDEOGRAPH: 3,
  DIGIT: 4,
  /** Between words or, in an evasion, between letters. */
  SEPARATOR: 5,
  APOSTROPHE: 6,
  /** White space. */
  GAP: 7,
} as const

export type Kind = (typeof Kind)[keyof typeof Kind]

/** `code` is the character that it counts as. */
export type PlainCharacter = { kind: Kind; code: number }

/** Letters, each with its look-alikes: Unicode confusables (UTS #39), small capitals, hooked and turned letters. */
const LOOKALIKES =
  'aаɑαᴀɐΑᎪ bвьβʙɓΒ cсϲᴄƈɔᏟ dԁɗđðᴅᎠ eеєεϵᴇɛəǝΕᎬҽ fꜰƒɟғϝ gɡɢɠցᏀ hһнʜɦħհΗᎻ iіιɪɨıɩΙᎥ jјᴊʝյᎫ kкκᴋƙΚᏦ ' +
  'lӏʟɭłᏞ mмᴍɱɯΜᎷ nпиηɴɲŋոΝ oоοᴏøɵօσΟ pрρᴘƥΡᏢ qԛʠզ rгʀɾяᏒ sѕꜱʂςՏᏚ tтτᴛƭŧΤᎢ uцᴜυʉμսՍ vνѵᴠʋᏙ wшѡԝᴡωʍᎳ ' +
  'xхχΧ yуүʏγƴΥ zᴢʐζΖᏃ'

const lookalikes = new Map<number, string>()
for (const [letter = '', ...others] of LOOKALIKES.split(' '))
  for (const other of others) lookalikes.set(other.codePointAt(0) ?? 0, letter)
for (const [one, several] of Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }))
  lookalikes.set(one.codePointAt(0) ?? 0, several)

/** Rows of 26 letters that no normalization form decomposes: circled, squared, and regional indicators (flags). */
const LETTER_ROWS = [0x1f150, 0x1f170, 0x1f1e6]

/** Signs, each with the letters that it can stand for. Without `(` and others that often precede ordinary words. */
const LEET = '0o 1il 2z 3e 4a 5s 6g 7t 8b 9g @a $s !il |il +t €e £l ¥y ¢c'

const NO_LETTERS: readonly number[] = []
const leet = new Map<number, number[]>()
for (const pair of LEET.split(' ')) {
  const [sign = 0, ...letters] = [...pair].map((each) => each.charCodeAt(0))
  leet.set(sign, letters)
}
const asciiLeet = Array.from({ length: 0x80 }, (_, code) => leet.get(code) ?? NO_LETTERS)

/** The letters for which a digit or sign can stand. */
export const leetLetters = (code: number): readonly number[] => asciiLeet[code] ?? leet.get(code) ?? NO_LETTERS

/** The digits and signs that can stand for a letter. */
export const leetSigns = (letter: number): number[] =>
  [...leet].filter(([, letters]) => letters.includes(letter)).map(([sign]) => sign)

const ACCENT = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u093c/
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The marks of other scripts are vowels, not accents. */
const LETTERLIKE = /[\p{L}\p{M}]/u

/** Most characters that are not ASCII: told apart first, because the other tests take most of the time. */
const LETTER = /(?![\p{Default_Ignorable_Code_Point}ʼ])\p{L}/u

function classify(character: string): Kind {
  if (LETTER.test(character)) return UNSPACED.test(character) ? Kind.IDEOGRAPH : Kind.LETTER
  if (character !== '\ufeff' && /\s|\u2800/.test(character)) return Kind.GAP
  if (ACCENT.test(character)) return Kind.MARK
  if (INVISIBLE.test(character)) return Kind.IGNORED
  if (/['’‘`´ʼ]/.test(character)) return Kind.APOSTROPHE
  if (DIGIT.test(character)) return Kind.DIGIT
  if (UNSPACED.test(character)) return Kind.IDEOGRAPH
  return LETTERLIKE.test(character) ? Kind.LETTER : Kind.SEPARATOR
}

/** The ASCII digit for a digit of any script. Scripts have rows of ten digits that start with zero. */
function asciiDigit(code: number): string {
  let zero = code
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** Decomposes compatible forms and accents, replaces look-alikes and lowers the case. */
function plainForm(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Their compatible forms are letters, which would join the word before them.
  if (character === '™' || character === '℠') return character
  const row = LETTER_ROWS.find((first) => code >= first && code < first + 26)
  if (row !== undefined) return String.fromCharCode(0x61 + code - row)
  const decomposed = character.normalize('NFKD')
  return decomposed === character ? plainPart(character) : [...decomposed].map(plainPart).join('')
}

function plainPart(part: string): string {
  const point = part.codePointAt(0) ?? 0
  if (point > 0x7f && DIGIT.test(part)) return asciiDigit(point)
  const lower = part.toLowerCase()
  return lookalikes.get(point) ?? lookalikes.get(lower.codePointAt(0) ?? 0) ?? lower
}

const DIGIT = /\p{Nd}/u

/** More than a text can have, or a text with many scripts would be classified over and over. */
const MAX_CACHED = 16_384
const cache = new Map<number, readonly PlainCharacter[]>()
const partKinds = new Map<number, Kind>()

/** A few hundred letters are the parts of all characters that have parts. */
function classifyPart(part: string): PlainCharacter {
  const code = part.codePointAt(0) ?? 0
  let kind = partKinds.get(code)
  if (kind === undefined) {
    kind = classify(part)
    if (partKinds.size < MAX_CACHED) partKinds.set(code, kind)
  }
  return { kind, code }
}

function classifyPlainForm(code: number): readonly PlainCharacter[] {
  if (isHan(code)) return [{ kind: Kind.IDEOGRAPH, code }]
  if (code >= HANGUL && code <= LAST_HANGUL) return hangulLetters(code - HANGUL)
  const character = String.fromCodePoint(code)
  const plain = plainForm(character)
  return plain === character ? [{ kind: classify(character), code }] : Array.from(plain, classifyPart)
}

// Half of all characters, told apart without a look-up: a text of thousands of different ones is quick, too.

const isHan = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf) || (code >= 0x20000 && code <= 0x2a6df)

const HANGUL = 0xac00
const LAST_HANGUL = 0xd7a3

/** Unicode §3.12: a syllable is composed of an initial, a vowel and, in most, a final. */
function hangulLetters(syllable: number): PlainCharacter[] {
  const letters = [0x1100 + Math.floor(syllable / 588), 0x1161 + Math.floor((syllable % 588) / 28)]
  const final = syllable % 28
  if (final > 0) letters.push(0x11a7 + final)
  return letters.map((code) => ({ kind: Kind.LETTER, code }))
}

/** What a code point counts as: several characters for a ligature. */
export function plainCharacters(code: number): readonly PlainCharacter[] {
  const cached = cache.get(code)
  if (cached !== undefined) return cached
  const characters = classifyPlainForm(code)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(code, characters)
  return characters
}
