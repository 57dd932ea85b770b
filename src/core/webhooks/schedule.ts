import { randomInt } from 'node:crypto'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before the second try and each after it, as Standard Webhooks suggests: three days in all. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

export const MAX_ATTEMPTS = PAUSES.length + 1

/** So much is added at most, so that what failed together does not come back together. */
const JITTER = 0.1

/** No delivery waits longer than that: one that does was postponed while the clock was ahead. */
export const LONGEST_PAUSE_MS = 24 * HOUR * (1 + JITTER)

const withJitter = (ms: number): number => ms + randomInt(Math.ceil(ms * JITTER) + 1)

/** How long after so many tries the next one is. */
export const retryPause = (attempts: number): number => withJitter(PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0)

const LONGEST_REST_MS = 5 * MINUTE
const LONGEST_ASKED_MS = HOUR

/** How long a webhook rests after so many failures in a row, whatever waits for it, and if its server asks for a rest. */
export function rest(failures: number, retryAfterMs = 0): number {
  const own = withJitter(Math.min(2 ** Math.min(failures - 1, 20) * SECOND, LONGEST_REST_MS))
  return Math.max(own, Math.min(retryAfterMs, LONGEST_ASKED_MS))
}

/** A webhook that has failed for so long, and as many times as one delivery is tried, is switched off. */
export const GIVE_UP_AFTER_MS = 3 * 24 * HOUR
