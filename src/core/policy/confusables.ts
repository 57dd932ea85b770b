/** What a character is to the search for words. */
export const Kind = {
  /** Not seen at all: zero-width and other invisible characters. */
  IGNORED: 0,
  /** An accent: belongs to the character before it. */
  MARK: 1,
  LETTER: 2,
  /** Of a script that puts no spaces between words: a word may begin or end at any of them. */
  IDEOGRAPH: 3,
  DIGIT: 4,
  /** Stands between words or, in an evasion, between letters. */
  SEPARATOR: 5,
  APOSTROPHE: 6,
  /** White space. */
  GAP: 7,
} as const

export type Kind = (typeof Kind)[keyof typeof Kind]

/** `code` is the character that this one counts as. */
export type Glyph = { kind: Kind; code: number }

/** Letters by their look-alikes. Sources: Unicode confusables (UTS #39), small capitals, hooked and turned letters. */
const LOOKALIKES: Record<string, string> = {
  a: 'аɑαᴀɐΑᎪ',
  b: 'вьβʙɓΒ',
  c: 'сϲᴄƈɔᏟ',
  d: 'ԁɗđðᴅᎠ',
  e: 'еєεϵᴇɛəǝΕᎬҽ',
  f: 'ꜰƒɟғϝ',
  g: 'ɡɢɠցᏀ',
  h: 'һнʜɦħհΗᎻ',
  i: 'іιɪɨıɩΙᎥ',
  j: 'јᴊʝյᎫ',
  k: 'кκᴋƙΚᏦ',
  l: 'ӏʟɭłᏞ',
  m: 'мᴍɱɯΜᎷ',
  n: 'пиηɴɲŋոΝ',
  o: 'оοᴏøɵօσΟ',
  p: 'рρᴘƥΡᏢ',
  q: 'ԛʠզ',
  r: 'гʀɾяᏒ',
  s: 'ѕꜱʂςՏᏚ',
  t: 'тτᴛƭŧΤᎢ',
  u: 'цᴜυʉμսՍ',
  v: 'νѵᴠʋᏙ',
  w: 'шѡԝᴡωʍᎳ',
  x: 'хχΧ',
  y: 'уүʏγƴΥ',
  z: 'ᴢʐζΖᏃ',
}

const lookalikes = new Map<number, string>()
for (const [letter, others] of Object.entries(LOOKALIKES))
  for (const other of others) lookalikes.set(other.codePointAt(0) ?? 0, letter)
for (const [one, several] of Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }))
  lookalikes.set(one.codePointAt(0) ?? 0, several)

/** Rows of 26 letters that no normalisation form takes apart: circled, squared, and the letters that make flags. */
const LETTER_ROWS = [0x1f150, 0x1f170, 0x1f1e6]

/** Without `(` and the like, which stand before ordinary words too often. */
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'il',
  '+': 't',
  '€': 'e',
  '£': 'l',
  '¥': 'y',
  '¢': 'c',
}

const NOTHING: readonly number[] = []
const leet = new Map(
  Object.entries(LEET).map(([sign, letters]) => [sign.charCodeAt(0), [...letters].map((each) => each.charCodeAt(0))]),
)
const asciiLeet = Array.from({ length: 0x80 }, (_, code) => leet.get(code) ?? NOTHING)

/** The letters that a digit or a sign may stand for. */
export const lettersMeantBy = (code: number): readonly number[] => asciiLeet[code] ?? leet.get(code) ?? NOTHING

const ACCENT = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u093c/
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The marks of other scripts are vowels, not accents. */
const LETTERLIKE = /[\p{L}\p{M}]/u

function kindOf(character: string): Kind {
  if (character !== '\ufeff' && /\s|\u2800/.test(character)) return Kind.GAP
  if (ACCENT.test(character)) return Kind.MARK
  if (INVISIBLE.test(character)) return Kind.IGNORED
  if (/['’‘`´ʼ]/.test(character)) return Kind.APOSTROPHE
  if (/\p{Nd}/u.test(character)) return Kind.DIGIT
  if (UNSPACED.test(character)) return Kind.IDEOGRAPH
  return LETTERLIKE.test(character) ? Kind.LETTER : Kind.SEPARATOR
}

/** The digit that a digit of any script is; their rows hold ten each, zero first. */
function plainDigit(code: number): string {
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** Plain characters that `character` counts as: compatible forms, accents apart, look-alikes, in lower case. */
function plainForm(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Compatibility would make letters of them, glued to the word before.
  if (character === '™' || character === '℠') return character
  const row = LETTER_ROWS.find((first) => code >= first && code < first + 26)
  if (row !== undefined) return String.fromCharCode(0x61 + code - row)
  return [...character.normalize('NFKD')]
    .map((part) => {
      const point = part.codePointAt(0) ?? 0
      if (point > 0x7f && /\p{Nd}/u.test(part)) return plainDigit(point)
      const lower = part.toLowerCase()
      return lookalikes.get(point) ?? lookalikes.get(lower.codePointAt(0) ?? 0) ?? lower
    })
    .join('')
}

const glyphsOf = (character: string): readonly Glyph[] =>
  [...plainForm(character)].map((plain) => ({ kind: kindOf(plain), code: plain.codePointAt(0) ?? 0 }))

const ascii = Array.from({ length: 0x80 }, (_, code) => glyphsOf(String.fromCharCode(code)))
const others = new Map<number, readonly Glyph[]>()
/** A campus writes a few scripts; a text of all of Unicode must not fill the memory. */
const OTHERS_KEPT = 4096

/** What a code point counts as; several for a ligature. */
export function glyphs(code: number): readonly Glyph[] {
  const plain = ascii[code] ?? others.get(code)
  if (plain !== undefined) return plain
  const fresh = glyphsOf(String.fromCodePoint(code))
  if (others.size >= OTHERS_KEPT) others.clear()
  others.set(code, fresh)
  return fresh
}
