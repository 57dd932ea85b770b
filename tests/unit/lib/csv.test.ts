import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvCell, csvLine } from '../../../src/lib/text/csv'

/** The records of a file, as RFC 4180 says that they are read. */
function parse(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    const isQuoted = text[at] === '"'
    const cell = isQuoted ? /"(?:[^"]|"")*"/y : /[^",\r\n]*/y
    cell.lastIndex = at
    const [found = ''] = cell.exec(text) ?? []
    at += found.length
    record.push(isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found)
    if (text[at] === ',') at++
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n')
      at += 2
      records.push(record)
      record = []
    }
  }
  return records
}

const anyCell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '|', '%', '\t', '\r', '\n', '"', ',', "'", 'a', 'ढ') }),
)

test('what is written is read again, with an apostrophe before what would be a formula', () => {
  const lines = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lines, (records) => {
      const read = parse(records.map(csvLine).join(''))
      expect(read).toEqual(
        records.map((cells) => cells.map((cell) => (/^[=+\-@|%\t\r\n]/.test(cell) ? `'${cell}` : cell))),
      )
    }),
  )
})

test('signs of formulas have an apostrophe before them, others and what is quoted none', () => {
  expect(['-1', 'a-1'].map(csvCell)).toEqual(["'-1", 'a-1'])
  expect(csvLine(['=1+1', '@a', '-2', '+3', '%', '|', 'a=1', '', '"', 'a,b'])).toBe(
    `'=1+1,'@a,'-2,'+3,'%,'|,a=1,,"""","a,b"\r\n`,
  )
})
