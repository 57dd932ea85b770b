import { AUDIT_ACTIONS } from '../../src/ground/audit/actions'
import { sourcesUnder } from './conventions/source'

// What stands in the text of a statement and in no source.

const sources = sourcesUnder('src', 'db')
  .map(({ text }) => text)
  .join('\n')
/** Those of the audit log's actions are counted from the first of their block. */
const numbers = new Set([
  ...(sources.replaceAll('_', '').match(/\d+/g) ?? []),
  ...[...AUDIT_ACTIONS.values()].map(({ number }) => String(number)),
])

/** The texts in quotes; a source has one as it is, which may be with a name as a constant: `'${state}'`. */
export const foreignLiterals = (text: string): string[] =>
  [...text.matchAll(/'(?:[^']|'')*'/g)].map(([literal]) => literal).filter((literal) => !sources.includes(literal))

export const foreignNumbers = (text: string): string[] =>
  [...text.replace(/'(?:[^']|'')*'/g, '').matchAll(/(?<![\w$?.])\d+(?![\w.])/g)]
    .map(([digits]) => digits)
    .filter((digits) => !numbers.has(digits))
