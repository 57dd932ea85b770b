/** The first row names the columns. */
export type Table = { caption: string; rows: readonly (readonly string[])[] }

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ratio = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–')
export const micros = (value: number | null) => (value === null ? '–' : whole(value))
/** Milliseconds. */
export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)

/** The table in Markdown, padded so that it reads well in a terminal, too. */
export function markdown({ caption, rows }: Table) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [caption, '', line(head), rule, ...body.map(line)].join('\n')
}

/** The table with these of its columns, each the first of its name; a name that it lacks is left out. */
export function withColumns({ caption, rows }: Table, names: readonly string[]): Table {
  const at = names.map((name) => rows[0]?.indexOf(name) ?? -1).filter((column) => column >= 0)
  return { caption, rows: rows.map((row) => at.map((column) => row[column] ?? '')) }
}

/** Of the page with what the bench has measured. */
const MARKS = ['<!-- bench: written by tests/bench/run.ts -->', '<!-- /bench -->'] as const

/** The page with what stands between the marks replaced. Throws when it has no marks. */
export function replaced(page: string, inside: string, [begin, finish]: readonly [string, string] = MARKS) {
  const [start, end] = [page.indexOf(begin), page.indexOf(finish)]
  if (start === -1 || end < start) throw new Error(`the page lacks the marks ${begin} and ${finish}`)
  return `${page.slice(0, start + begin.length)}\n\n${inside}\n\n${page.slice(end)}`
}
