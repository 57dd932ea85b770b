import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ComparedText, comparedText, isSame } from '../../src/core/policy/alike'

const WORDS =
  'library open late weekdays ask front desk exam week hours garden lecture canteen hostel notes bus gate film cricket'.split(
    ' ',
  )

const anyWord = fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 12 }))
/** Their words are compared, or only their shingles. */
const anyWords = fc.oneof(
  fc.array(anyWord, { minLength: 6, maxLength: 40 }),
  fc.array(anyWord, { minLength: 70, maxLength: 120 }),
)
type Edit = { at: number; by: string; takes: number }
const anyEdits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ at: fc.nat(), by: fc.constantFrom('', 'Monday', 'now now'), takes: fc.nat(1) }),
  { minLength: 1, maxLength: 3 },
)
/** The words with some of them taken out, replaced or added, as whoever copies a text changes it; or letter by letter. */
function edited(words: readonly string[], edits: readonly Edit[], isPulledApart: boolean): string {
  const copy = [...words]
  for (const { at, by, takes } of edits) copy.splice(at % copy.length, takes, ...by.split(' '))
  return isPulledApart ? [...copy.join('')].join(' ') : copy.join(' ')
}

/** As if no signature told two texts apart. */
const unsigned = (text: ComparedText): ComparedText => ({ ...text, signature: new Int32Array(text.signature.length) })

test('what signatures tell apart is told apart by all hashes, too', () => {
  let same = 0
  fc.assert(
    fc.property(anyWords, anyEdits, fc.nat(3), (words, edits, chance) => {
      const one = comparedText({ content: words.join(' ') })
      const other = comparedText({ content: edited(words, edits, chance === 0) })
      const verdict = isSame(unsigned(one), unsigned(other))
      expect(isSame(one, other)).toBe(verdict)
      expect(isSame(other, one)).toBe(verdict)
      if (verdict && one.exact !== other.exact) same++
    }),
    { numRuns: 2_000 },
  )
  // Of texts that nobody would copy the test would say nothing.
  expect(same).toBeGreaterThan(100)
})
