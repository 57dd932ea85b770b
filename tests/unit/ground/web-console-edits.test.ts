import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { differences, editsIn, type Piece, shortened } from '../../../public/console/forum/edits/edits'

const without = (kind: Piece['kind'], pieces: readonly Piece[]): string =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('')

/** Few words, so that texts have many in common. */
const prose = fc
  .array(fc.constantFrom('a', 'lamp', 'नमस्ते', '👩‍🚀', ' ', '\n', '\n\n', 'red, '), { maxLength: 60 })
  .map((parts) => parts.join(''))
const anyText = fc.oneof(prose, fc.string({ unit: 'binary' }))

const numbered = (from: number, count: number, between: string): string =>
  Array.from({ length: count }, (_, at) => `w${from + at}`).join(between)

function expectBothIn(before: string, after: string): Piece[] {
  const pieces = differences(before, after)
  expect(without('added', pieces)).toBe(before)
  expect(without('removed', pieces)).toBe(after)
  return pieces
}

describe('differences of two texts', () => {
  test('hold both texts, without empty parts or two of a kind in a row', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const pieces = expectBothIn(before, after)
        expect(pieces.every(({ text }) => text !== '')).toBe(true)
        expect(pieces.every(({ kind }, at) => kind !== pieces[at + 1]?.kind)).toBe(true)
      }),
    )
  })
  test('are none between equal texts, and some between all others', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(differences(before, before).every(({ kind }) => kind === 'same')).toBe(true)
        expect(differences(before, after).some(({ kind }) => kind !== 'same')).toBe(before !== after)
      }),
    )
  })
  test('are the words that changed, with the blanks between them', () => {
    expect(differences('A red lamp, almost new.', 'A red lamp, quite old. Ask me.')).toEqual([
      { kind: 'same', text: 'A red lamp, ' },
      { kind: 'removed', text: 'almost new.' },
      { kind: 'added', text: 'quite old. Ask me.' },
    ])
    expect(differences('one two three', 'one three')).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two ' },
      { kind: 'same', text: 'three' },
    ])
  })
  test('are paragraphs where too many words changed, and the whole text where too many paragraphs did', () => {
    const [old, other] = [numbered(0, 1500, ' '), numbered(2000, 1500, ' ')]
    expect(expectBothIn(`First\n${old}\nLast`, `First\n${other}\nLast`)).toEqual([
      { kind: 'same', text: 'First\n' },
      { kind: 'removed', text: `${old}\n` },
      { kind: 'added', text: `${other}\n` },
      { kind: 'same', text: 'Last' },
    ])
    const pieces = expectBothIn(numbered(0, 1500, '\n'), numbered(2000, 1500, '\n'))
    expect(pieces.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
  test('of the longest texts are found, however little they have in common', () => {
    const LONGEST = 10_000
    const letters = (first: string, second: string) => `${first} ${second} `.repeat(LONGEST).slice(0, LONGEST)
    expectBothIn(letters('a', 'b'), letters('c', 'a'))
    expectBothIn(letters('a', 'b'), letters('b\n', 'a'))
    expectBothIn('\n'.repeat(LONGEST), ' '.repeat(LONGEST))
  })
})

describe('edits', () => {
  const first = { title: 'Lamp', content: 'Red.', writtenAt: '2026-11-01T10:00:00.000Z' }
  test('name what changed from the version before, latest first', () => {
    const begins = { startsAt: '2026-12-01T10:00:00.000Z', place: 'Hall' }
    const moved = { ...first, ...begins, writtenAt: '2026-11-02T10:00:00.000Z' }
    const present = { ...moved, title: 'Lamps', place: 'Yard', writtenAt: '2026-11-03T10:00:00.000Z' }
    const found = editsIn([present, moved, first])
    expect(found?.first).toBe(first)
    const changed = found?.edits.map(({ changes }) => changes.map(({ part, pieces }) => `${part} ${pieces.length}`))
    expect(changed).toEqual(['title 2|place 2', 'startsAt 1|place 1'].map((each) => each.split('|')))
  })
  test('are none where nothing is known, or nothing changed', () => {
    expect(editsIn([])).toBeUndefined()
    expect(editsIn([first])).toBeUndefined()
    expect(editsIn([{ ...first, writtenAt: '2026-11-02T10:00:00.000Z' }, first])).toBeUndefined()
  })
  test('keep the ends of what stayed, and leave out its middle where that is long', () => {
    expect(shortened('Short.')).toBe('Short.')
    const long = shortened(`Begin ${'word '.repeat(500)}end`)
    expect(long.length).toBeLessThan(300)
    expect(long).toStartWith('Begin word')
    expect(long).toEndWith('word end')
  })
})
