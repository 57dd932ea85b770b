/** One line of `doctor`. What fails keeps Quad from doing its work; a warning is for the operator to weigh. */
export type Finding = { verdict: 'ok' | 'warn' | 'FAIL'; what: string; explanation: string }

export const ok = (what: string, explanation: string): Finding => ({ verdict: 'ok', what, explanation })
export const warn = (what: string, explanation: string): Finding => ({ verdict: 'warn', what, explanation })
export const fail = (what: string, explanation: string): Finding => ({ verdict: 'FAIL', what, explanation })
