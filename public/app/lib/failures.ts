import { text } from '../texts/core'
import { announce } from './announcements'
import type { Failure } from './api'

const LONG_WAIT_SECONDS = 120
/** From here on it matters more which limit it was, which the server's message says. */
const LONGEST_WAIT_SECONDS = 3600

/** The server's message, except for how long to wait, if that is not long, and that the server could not be reached. */
export function failureMessage({ code, message, retryAfter }: Failure): string {
  const isWait = code === 'RATE_LIMITED' || code === 'OTP_COOLDOWN'
  if (isWait && (retryAfter ?? 0) <= LONGEST_WAIT_SECONDS) return wait(retryAfter)
  return code === 'UNREACHABLE' ? text.failures.UNREACHABLE : message
}

export const announceFailure = (failure: Failure): void => announce(failureMessage(failure))

function wait(seconds: number | undefined): string {
  if (seconds === undefined) return text.waiting.some
  if (seconds > LONG_WAIT_SECONDS) return text.waiting.minutes(Math.ceil(seconds / 60))
  return text.waiting.seconds(Math.ceil(seconds))
}

/** What the content policy objects to in one field, and the words that it means. */
export type PolicyMessage = { text: string; matched: string[] }

/** The message beside the field that held `sent`; undefined unless the content policy refused that field. */
export function policyMessage(failure: Failure, field: string, sent: string): PolicyMessage | undefined {
  const { code, message, errors = [], meta } = failure
  const why = errors.filter((each) => each.field === field)
  if (code !== 'CONTENT_POLICY_VIOLATION' || why.length === 0) return undefined
  const { matches = [] } = meta ?? {}
  const matched = matches.filter((each) => each.field === field).map(({ start, end }) => sent.slice(start, end).trim())
  const sentences = new Set([message, ...why.map((each) => each.message)])
  return { text: [...sentences].join(' '), matched: [...new Set(matched)].filter(Boolean) }
}
