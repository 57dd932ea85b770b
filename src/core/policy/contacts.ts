import type { Place } from './personal-data'

/** International numbers, and national ones of India and North America. */
const PHONE =
  /(?<![\w+.])(?:\+\d[\d .()-]{7,17}\d|(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|(?:0|91[ -]?)?[6-9]\d{4}[ -]?\d{5}|(?:0|91[ -]?)?[6-9]\d{2}[ -]\d{3}[ -]\d{4})(?![\w-])/g

const EMAIL = /[\w.+-]{1,64} ?(?:@|\(at\)|\[at\]) ?[a-z0-9-]{1,63}(?: ?(?:\.|\(dot\)|\[dot\]) ?[a-z0-9-]{1,63}){1,4}/gi

const places = (text: string, pattern: RegExp): Place[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }))

export const phoneNumbers = (text: string): Place[] => (/\d{3}/.test(text) ? places(text, PHONE) : [])
export const emailAddresses = (text: string): Place[] => places(text, EMAIL)
