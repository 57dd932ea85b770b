import { Kind, plainCharacters } from './confusables'
import { Matcher, type Range, type WordToFind } from './matcher'
import type { NormalizedText } from './normalize'

type Severity = 'mild' | 'moderate' | 'severe'

/** Why a text is against the policy. Clients switch on it. */
type Reason = WordLabel['reason'] | 'unsearchable' | (typeof PATTERNS)[PatternName]['reason']

export type WordLabel = { reason: 'banned_word' | 'slur' | 'swearing'; severity: Severity }

/** A part of a text that is against the policy. */
export type Finding = Range & { source: 'words' | 'patterns'; reason: Reason; severity: Severity }

type Searched = { source: string; normalized: NormalizedText; plain: PlainText }
type Pattern = { reason: string; severity: Severity; find: (text: Searched) => Range[] }

/** By the names of their switches. */
const PATTERNS = {
  governmentIds: { reason: 'government_id', severity: 'severe', find: inPlain(governmentIds) },
  linkSpam: { reason: 'link_spam', severity: 'mild', find: inPlain(linkSpam) },
  phoneNumbers: { reason: 'phone_number', severity: 'moderate', find: inPlain(phoneNumbers) },
  emailAddresses: { reason: 'email_address', severity: 'moderate', find: inPlain(emailAddresses) },
  selfHarm: { reason: 'self_harm', severity: 'severe', find: urgedSelfHarm },
  repeatedCharacters: { reason: 'repeated_characters', severity: 'mild', find: repeatedCharacters },
} as const satisfies Record<string, Pattern>

type PatternName = keyof typeof PATTERNS

/** Finds the patterns that are on. */
export function findPatterns(
  source: string,
  normalized: NormalizedText,
  on: Readonly<Record<PatternName, boolean>>,
): Finding[] {
  const text = { source, normalized, plain: toPlainText(source) }
  return (Object.keys(PATTERNS) as PatternName[])
    .filter((name) => on[name])
    .flatMap((name) => {
      const { reason, severity, find } = PATTERNS[name]
      return find(text).map((range) => ({ source: 'patterns' as const, reason, severity, ...range }))
    })
    .sort((one, other) => one.start - other.start)
}

/** A text with ASCII digits for those of any script, and without invisible characters. */
type PlainText = { text: string; sourceOffset: (index: number) => number }

function inPlain(find: (text: string) => Range[]) {
  return ({ plain: { text, sourceOffset } }: Searched): Range[] =>
    find(text).map(({ start, end }) => ({ start: sourceOffset(start), end: sourceOffset(end) }))
}

const ASCII = /^[\n\r\t\x20-\x7e]*$/

function toPlainText(source: string): PlainText {
  if (ASCII.test(source)) return { text: source, sourceOffset: (index) => index }
  let text = ''
  const offsets: number[] = []
  let offset = 0
  for (const character of source) {
    for (const { kind, code } of plainCharacters(character.codePointAt(0) ?? 0)) {
      if (kind === Kind.IGNORED || kind === Kind.MARK) continue
      const plain = kind === Kind.DIGIT ? String.fromCharCode(code) : character
      text += plain
      for (let unit = 0; unit < plain.length; unit++) offsets.push(offset)
      if (kind !== Kind.DIGIT) break
    }
    offset += character.length
  }
  return { text, sourceOffset: (index) => offsets[index] ?? offset }
}

const matchRanges = (text: string, pattern: RegExp): Range[] => [...text.matchAll(pattern)].map(matchRange)

const matchRange = ({ index, 0: match }: RegExpExecArray): Range => ({ start: index, end: index + match.length })

/** Phrases that address a person, and phrases that are harmless unless they urge somebody. */
type Phrase = 'said_to_you' | 'needs_urging'

const SAID_TO_YOU =
  'kill yourself, kill your self, kill urself, kill ur self, kys, hang yourself, hang urself, neck yourself, shoot yourself, slit your wrists, slit your wrist, slit ur wrists, slit your throat, end your own life, take your own life, unalive yourself, suicide kar le, suicide karle, suicide kar lo, khudkushi kar le, khudkushi karle, zeher kha le, jeher kha le, phansi laga le, faansi laga le, jaake mar ja, ja ke mar, doob ke mar, doob mar, आत्महत्या कर ले, मर जा, ज़हर खा ले'

const NEEDS_URGING =
  'commit suicide, drink bleach, jump off a bridge, jump off a building, jump off the roof, jump off a cliff, end your life, end it all, go die, go and die, just die, mar ja, mar jaa, cut your wrists, cut yourself'

const listed = (phrases: string, label: Phrase): WordToFind<Phrase>[] =>
  phrases.split(', ').map((word) => ({ word, reach: 'whole', label }))

const matcher = new Matcher([...listed(SAID_TO_YOU, 'said_to_you'), ...listed(NEEDS_URGING, 'needs_urging')])

/** Before a phrase: advice against it, help, or talk about oneself or others. */
const HEDGED =
  /\b(?:don['’]?t|do not|dont|never|not|won['’]?t|wouldn['’]?t|shouldn['’]?t|can['’]?t|cannot|without|instead of|rather than|if you|when you|feel(?:ing)? like|felt like|want(?:s|ed|ing)? to|wanna|think(?:ing)? (?:of|about)|thoughts? (?:of|about)|urges? to|about to|tr(?:y|ied|ying) to|plan(?:s|ned|ning)? to|told (?:me|him|her|them|us) to|says?|said|saying|called|means?|mat|who|people|students)(?:\s+[^\s,;:]+){0,2}\s*["'“‘]?$/i

/** Before a phrase that urges: the start of a sentence, or a word that calls on somebody. */
const URGED =
  /(?:^|[.!?,;:\n"“(]\s*|\b(?:just|go|and|should|must|please|pls|plz|can|could|better|to|you|u|jaake|jake|ja|jao|tu|tum|tujhe|sale|saale)\s+)$/i

/** How many characters before a phrase are read. */
const CLAUSE_LENGTH = 60

/** Where the text urges somebody to self-harm. Writing about it, or against it, does not count. */
function urgedSelfHarm({ source, normalized }: Searched): Range[] {
  return matcher.find(normalized).filter(({ start, label }) => {
    const before = clauseBefore(source, start)
    return !HEDGED.test(before) && (label === 'said_to_you' || URGED.test(before))
  })
}

const clauseBefore = (source: string, end: number): string =>
  source
    .slice(Math.max(0, end - CLAUSE_LENGTH), end)
    .replace(/^[\s\S]*[.!?\n](?=[\s\S])/, '')
    .replace(/\bwhy (?:don['’]?t|not)\b/gi, '')

/** What a move of the pentagon and another one make: 0 to 4 turn it, 5 to 9 turn it over, too. */
function composed(one: number, other: number): number {
  const turns = (one < 5 ? one + other : one - other + 5) % 5
  return one < 5 === other < 5 ? turns : turns + 5
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Whether the last digit is the check digit of the others (https://en.wikipedia.org/wiki/Verhoeff_algorithm). */
export function passesVerhoeff(digits: string): boolean {
  let check = 0
  for (let place = 0; place < digits.length; place++) {
    let digit = digits.charCodeAt(digits.length - 1 - place) - 0x30
    for (let times = place % 8; times > 0; times--) digit = PERMUTATION[digit] ?? 0
    check = composed(check, digit)
  }
  return check === 0
}

/** Twelve digits that are not part of a link, of a longer number or, after a plus, of a telephone number. */
const AADHAAR = /(?<![\w+/=.-]|\d{4}[ -])[2-9]\d{3}([ .-]?)\d{4}\1\d{4}(?![\w/]|[ -]\d{4}(?!\d))/g
/** An Indian mobile number with its country code has twelve digits, too. */
const MOBILE = /^91[6-9]\d{9}$/
/** Without the numbers that are never assigned (https://www.ssa.gov/employer/randomization.html). */
const SSN = /(?<![\w-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g
const SSN_NAMED = /\b(?:ssn|social\s+security)\b/i
/** The fourth letter is the type of holder: a person, a company, a trust. */
const PAN = /(?<!\w)[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?!\w)/gi

/** Aadhaar, US social security and PAN numbers. */
function governmentIds(text: string): Range[] {
  if (!/\d{4}/.test(text)) return []
  const aadhaar = [...text.matchAll(AADHAAR)].filter(
    ([number]) => !MOBILE.test(number) && passesVerhoeff(number.replace(/\D/g, '')),
  )
  // With spaces, many other numbers have this form: then the text must name it.
  const ssn = [...text.matchAll(SSN)].filter(([, separator]) => separator === '-' || SSN_NAMED.test(text))
  return [...aadhaar, ...ssn, ...text.matchAll(PAN)].map(matchRange)
}

/** International numbers, and national ones of India and North America. */
const PHONE =
  /(?<![\w+.])(?:\+\d[\d .()-]{7,17}\d|(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|(?:0|91[ -]?)?[6-9]\d{4}[ -]?\d{5}|(?:0|91[ -]?)?[6-9]\d{2}[ -]\d{3}[ -]\d{4})(?![\w-])/g

const AT = /@|\(at\)|\[at\]/gi
const DOMAIN = / ?(?:@|\(at\)|\[at\]) ?[a-z0-9-]{1,63}(?: ?(?:\.|\(dot\)|\[dot\]) ?[a-z0-9-]{1,63}){1,4}/iy
const LOCAL_CHARACTER = /[\w.+-]/
const LONGEST_LOCAL = 64

export function phoneNumbers(text: string): Range[] {
  return /\d{3}/.test(text) ? matchRanges(text, PHONE) : []
}

/** Starts at each `@` and reads back, because most words that could begin an address begin none. */
export function emailAddresses(text: string): Range[] {
  const ranges: Range[] = []
  let free = 0
  for (const { index } of text.matchAll(AT)) {
    const localEnd = text[index - 1] === ' ' ? index - 1 : index
    const start = localStart(text, localEnd, free)
    if (start === localEnd) continue
    DOMAIN.lastIndex = localEnd
    if (!DOMAIN.test(text)) continue
    ranges.push({ start, end: DOMAIN.lastIndex })
    free = DOMAIN.lastIndex
  }
  return ranges
}

function localStart(text: string, end: number, from: number): number {
  let start = end
  while (start > Math.max(from, end - LONGEST_LOCAL) && LOCAL_CHARACTER.test(text[start - 1] ?? '')) start--
  return start
}

export const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{2,}|(?<![\w@.-])[a-z0-9][a-z0-9-]{0,40}\.(?:com|net|org|info|xyz|top|click|link|shop|site|online|ly|gl|gd|me|io|co|in)(?:\/[^\s<>"'()[\]]*)?(?![\w-])/gi

/** A list of resources has many links with words about each; spam repeats one link or has no words. */
const SAME_LINK = 3
const BARE_LINKS = 4
const WORDS_PER_LINK = 2
const MOST_LINKS = 20

/** The range from the first link to the last, when there are too many for the words around them. */
function linkSpam(text: string): Range[] {
  const links = matchRanges(text, LINK)
  if (links.length < SAME_LINK) return []
  const counts = new Map<string, number>()
  for (const { start, end } of links) {
    const key = withoutTail(
      text
        .slice(start, end)
        .toLowerCase()
        .replace(/^https?:\/\/|^www\./, ''),
    )
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const words = text.replace(LINK, ' ').match(/\p{L}{2,}/gu)?.length ?? 0
  const isBare = links.length >= BARE_LINKS && words < links.length * WORDS_PER_LINK
  if (!isBare && links.length <= MOST_LINKS && Math.max(...counts.values()) < SAME_LINK) return []
  return [{ start: links[0]?.start ?? 0, end: links.at(-1)?.end ?? 0 }]
}

/** Without the signs at its end. By hand: a pattern that ends with `$` would read a row of signs from each of them. */
function withoutTail(link: string): string {
  let end = link.length
  while (end > 0 && '/.,!?#'.includes(link[end - 1] ?? '')) end--
  return link.slice(0, end)
}

/** One character 20 times, except those that draw lines; eight marks on one letter; 30 line breaks. */
const REPEATED = /([^\s\-=_*.~#+|·•…─━═—–])\1{19,}|\p{M}{8,}|(?:\n[^\S\n]*){30,}/gu

function repeatedCharacters({ source }: Searched): Range[] {
  return matchRanges(source, REPEATED)
}
