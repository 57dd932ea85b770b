import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { comparedText, isSame, Signatures } from '../../../src/ground/policy/alike'

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

test('a copy has a signature that is near', () => {
  let copies = 0
  fc.assert(
    fc.property(anyWords, anyEdits, fc.nat(3), (words, edits, chance) => {
      const one = comparedText({ content: words.join(' ') })
      const other = comparedText({ content: edited(words, edits, chance === 0) })
      const verdict = isSame(one, other)
      expect(isSame(other, one)).toBe(verdict)
      if (!verdict) return
      const signatures = new Signatures(3)
      signatures.put(1, one)
      expect(signatures.near(other)).toContain(1)
      if (one.exact !== other.exact) copies++
    }),
    { numRuns: 2_000 },
  )
  // Of texts that nobody would copy the test would say nothing.
  expect(copies).toBeGreaterThan(100)
})

test('texts that have nothing to do with each other are not near', () => {
  const texts = Array.from({ length: 100 }, (_, n) =>
    comparedText({ content: Array.from({ length: 1 + n }, () => crypto.randomUUID()).join(' ') }),
  )
  const signatures = new Signatures(texts.length)
  for (const [n, text] of texts.entries()) signatures.put(n, text)
  for (const [n, text] of texts.entries()) expect(signatures.near(text)).toEqual([n])
})
