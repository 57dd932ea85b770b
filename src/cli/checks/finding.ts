import { type Answer, printable } from '../run'

/** One line of `doctor`. What fails keeps Quad from doing its work; a warning is for the operator to weigh. */
export type Finding = { verdict: 'ok' | 'warn' | 'FAIL'; what: string; explanation: string }

export const ok = (what: string, explanation: string): Finding => ({ verdict: 'ok', what, explanation })
export const warn = (what: string, explanation: string): Finding => ({ verdict: 'warn', what, explanation })
export const fail = (what: string, explanation: string): Finding => ({ verdict: 'FAIL', what, explanation })

/** Some quote what other machines say. */
export const findingLine = ({ verdict, what, explanation }: Finding): string =>
  printable(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)

/** Of findings whose lines were printed one by one. */
export function answerOfFindings(findings: readonly Finding[]): Answer {
  const isWell = findings.every(({ verdict }) => verdict !== 'FAIL')
  return { data: { isWell, findings }, text: [], status: isWell ? 0 : 1 }
}
