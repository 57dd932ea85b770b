// CSV by RFC 4180, for people who open it in a spreadsheet.

/** A spreadsheet takes a cell that begins so for a formula, which may send what is beside it to somebody (OWASP). */
const FORMULA = /^[=+\-@|%\t\r\n]/
const QUOTED = /["\r\n,]/

export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The lines that are not empty, each with its cells; undefined where a quote is out of place. A spreadsheet copies them with
 * tabs between. No cell goes over a line.
 */
export const readCsv = (text: string): { line: number; cells: string[] | undefined }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/)
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line: index + 1, cells: cellsOf(line) }]))

const CELLS = { ',': /^(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/, '\t': /^(?:"((?:[^"]|"")*)"|([^"\t]*))(?:\t|$)/ }

function cellsOf(line: string): string[] | undefined {
  const separator = line.includes('\t') ? '\t' : ','
  const cells: string[] = []
  for (let rest = line + separator; rest !== ''; ) {
    const [whole, quoted, plain = ''] = CELLS[separator].exec(rest) ?? []
    if (whole === undefined) return undefined
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    rest = rest.slice(whole.length)
  }
  return cells
}

export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`
