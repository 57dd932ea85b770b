import { matchRange, matchRanges, type Range } from './finding'

// Tables of Verhoeff's check digit: https://en.wikipedia.org/wiki/Verhoeff_algorithm
const PRODUCT = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]
const PERMUTATION = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

/** Whether the last digit is the check digit of the others. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 0x30
    check = PRODUCT[check]?.[PERMUTATION[place % 8]?.[digit] ?? 0] ?? 0
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
export function governmentIds(text: string): Range[] {
  if (!/\d{4}/.test(text)) return []
  const aadhaar = [...text.matchAll(AADHAAR)].filter(([number]) => {
    const digits = number.replace(/\D/g, '')
    return passesVerhoeff(digits) && !MOBILE.test(number)
  })
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

export const phoneNumbers = (text: string): Range[] => (/\d{3}/.test(text) ? matchRanges(text, PHONE) : [])

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
