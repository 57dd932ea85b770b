import type { Finding } from '../../lib/process/finding'
import { type Answer, printable } from '../run'

/** Some quote what other machines say. */
export const findingLine = ({ verdict, what, explanation }: Finding): string =>
  printable(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)

/** Of findings whose lines were printed one by one. */
export function answerOfFindings(findings: readonly Finding[]): Answer {
  const isWell = findings.every(({ verdict }) => verdict !== 'FAIL')
  return { data: { isWell, findings }, text: [], status: isWell ? 0 : 1 }
}
