import { ConfigValueError } from './parse'

/** A pattern that takes time linear in the length of the text. */
export type LinearPattern = Pick<RegExp, 'source' | 'test'>

/** RE2 in JavaScript, loaded for a pattern other than the default: it takes 40 ms. */
const re2 = (): typeof import('re2js') => require('re2js')

export const ENROLLMENT_NUMBER = String.raw`^\d+$`

/**
 * Each character takes a step for each instruction: twenty times `(a?){1000}`, 80,000 of them, kept the server busy for
 * 39 seconds with fifty local parts. Patterns of colleges have 50.
 */
const MOST_INSTRUCTIONS = 1_000

/**
 * Matches the whole local part, whether or not the operator wrote the anchors. A regular expression of JavaScript can
 * take hours for 64 characters (`(a+)+$`), so the operator's is one of RE2, which has no look-around and no
 * back-references. It must be one of JavaScript, too, because clients are told it.
 */
export function pattern(text: string): LinearPattern {
  const source = `^(?:${text})$`
  try {
    new RegExp(text)
    const whole = new RegExp(source)
    if (text === ENROLLMENT_NUMBER) return whole
    const compiled = re2().RE2JS.compile(source)
    if (compiled.programSize() > MOST_INSTRUCTIONS) throw new RangeError('too large')
    return { source: whole.source, test: (local) => compiled.test(local) }
  } catch {
    throw new ConfigValueError(
      String.raw`a regular expression such as ^\d+$, without look-around, back-references and large repetitions (the syntax of RE2)`,
    )
  }
}
