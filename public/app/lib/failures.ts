import { text } from '../texts/core'
import type { Failure } from './api'

const LONG_WAIT_SECONDS = 120

/** A failure in the reader's language; where the catalogue has no words for its code, what the server said. */
export function failureMessage({ code, message, retryAfter }: Failure): string {
  if (code === 'RATE_LIMITED' || code === 'OTP_COOLDOWN') return wait(retryAfter)
  return text.failures[code] ?? text.said(message)
}

function wait(seconds: number | undefined): string {
  if (seconds === undefined) return text.waiting.some
  if (seconds > LONG_WAIT_SECONDS) return text.waiting.minutes(Math.ceil(seconds / 60))
  return text.waiting.seconds(Math.ceil(seconds))
}

type Match = { field: string; start: number; end: number }

/** Of a refusal by the content policy, for one field: what is wrong with it, and which of its words are meant. */
export type PolicyMessage = { text: string; matched: string[] }

/** How a refusal by the content policy reads beside the field that held `sent`; undefined for any other failure. */
export function policyMessage({ code, errors, meta }: Failure, field: string, sent: string): PolicyMessage | undefined {
  if (code !== 'CONTENT_POLICY_VIOLATION' || !errors?.some((each) => each.field === field)) return undefined
  const { policy, reasons } = text.form
  const {
    source,
    reasons: named = [],
    matches = [],
  } = meta as { source?: string; reasons?: string[]; matches?: Match[] }
  const matched = matches.filter((each) => each.field === field).map(({ start, end }) => sent.slice(start, end).trim())
  const why = named.flatMap((reason) => reasons[reason] ?? [])
  if (source === 'toxicity')
    return { text: named.includes('unavailable') ? policy.unchecked : policy.toxicity, matched: [] }
  const kind = source === 'patterns' ? policy.patterns : policy.words
  return { text: [kind, ...why].join(' '), matched: [...new Set(matched)].filter(Boolean) }
}
