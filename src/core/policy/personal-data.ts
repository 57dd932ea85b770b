/** The dihedral group of ten elements, and the permutations of Verhoeff's check digit (https://en.wikipedia.org/wiki/Verhoeff_algorithm). */
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
const PERMUTED = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

/** Whether the last of the digits is the check digit of the others. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 0x30
    check = PRODUCT[check]?.[PERMUTED[place % 8]?.[digit] ?? 0] ?? 0
  }
  return check === 0
}

/** Twelve digits that stand alone: not in a link, a longer number or, after a plus, a telephone number. */
const AADHAAR = /(?<![\w+/=.-]|\d{4}[ -])[2-9]\d{3}([ .-]?)\d{4}\1\d{4}(?![\w/]|[ -]\d{4}(?!\d))/g
/** An Indian mobile number with its country's code has twelve digits as well. */
const MOBILE = /^91[6-9]\d{9}$/
/** https://www.ssa.gov/employer/randomization.html: what is never assigned is no number. */
const SSN = /(?<![\w-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g
const SSN_NAMED = /\b(?:ssn|social\s+security)\b/i
/** The fourth letter says who the holder is: a person, a company, a trust. */
const PAN = /(?<!\w)[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?!\w)/gi

export type Place = { start: number; end: number }

const placeOf = (match: RegExpMatchArray): Place => ({
  start: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
})

/** Aadhaar, US social security and PAN numbers. */
export function governmentIds(text: string): Place[] {
  if (!/\d{4}/.test(text)) return []
  const aadhaar = [...text.matchAll(AADHAAR)].filter(([number]) => {
    const digits = number.replace(/\D/g, '')
    return passesVerhoeff(digits) && !MOBILE.test(number)
  })
  // Spaces alone make many numbers look like one: there the text must say so.
  const ssn = [...text.matchAll(SSN)].filter(([, separator]) => separator === '-' || SSN_NAMED.test(text))
  return [...aadhaar, ...ssn, ...text.matchAll(PAN)].map(placeOf)
}
