import type { Answer } from '../run'

/** One line of `doctor`. What fails keeps Quad from doing its work; a warning is for the operator to weigh. */
export type Finding = { verdict: 'ok' | 'warn' | 'FAIL'; what: string; explanation: string }

export const ok = (what: string, explanation: string): Finding => ({ verdict: 'ok', what, explanation })
export const warn = (what: string, explanation: string): Finding => ({ verdict: 'warn', what, explanation })
export const fail = (what: string, explanation: string): Finding => ({ verdict: 'FAIL', what, explanation })

export const findingLine = ({ verdict, what, explanation }: Finding): string =>
  `${verdict.padEnd(4)}  ${what}  — ${explanation}`

/** Of findings whose lines were printed one by one. */
export function answerOfFindings(findings: readonly Finding[]): Answer {
  const isWell = findings.every(({ verdict }) => verdict !== 'FAIL')
  return { data: { isWell, findings }, text: [], status: isWell ? 0 : 1 }
}
