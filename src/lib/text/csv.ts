// CSV by RFC 4180, for people who open it in a spreadsheet.

/** A spreadsheet takes a cell that begins so for a formula, which may send what is beside it to somebody (OWASP). */
const FORMULA = /^[=+\-@|%\t\r\n]/
const QUOTED = /["\r\n,]/

export function csvCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`
