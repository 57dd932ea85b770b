import { config } from '../../config'
import { refuse } from '../../errors'
import { networkKey } from '../../lib/network'
import { type Limit, type RateLimitResult, rateLimiter } from '../../lib/rate-limiter'

// Every limit on sending and guessing codes. Besides these, requests are limited by address, as all requests are
// (src/api/http/limits.ts), and all mail together by MAIL_PER_HOUR.

/** Wrong attempts until a code is blocked (interface, Limits). The schema checks the same number. */
export const OTP_ATTEMPTS = 5

const LOGIN_COOLDOWN_MS = 60_000
const HOUR = 3600

/** Codes (and reset links) for one address: from one network, and in all. They hold even where `RATE_LIMITS=off`. */
const CODES_FROM_NETWORK: Limit = { name: 'codes:network', max: 6, seconds: HOUR }
const CODES_IN_ALL: Limit = { name: 'codes:all', max: 20, seconds: HOUR }

/** Counts one of the codes that may be sent to the address within the hour. Returns the limit that refuses, if one does. */
export function consumeOtpSend(email: string, ip: string | null): RateLimitResult {
  const near = `${email}\0${networkKey(ip ?? '')}`
  const inAll = rateLimiter.peek(CODES_IN_ALL, email)
  if (!inAll.allowed) return inAll
  const fromNetwork = rateLimiter.consume(CODES_FROM_NETWORK, near)
  if (fromNetwork.allowed) rateLimiter.consume(CODES_IN_ALL, email)
  return fromNetwork
}

/** 429 `OTP_COOLDOWN` within a minute of the sign-in code that was sent last. */
export function refuseWithinLoginCooldown(lastSentAt: string): void {
  const wait = Date.parse(lastSentAt) + LOGIN_COOLDOWN_MS - Date.now()
  if (wait <= 0) return
  refuse('OTP_COOLDOWN', undefined, { rateLimit: { limit: 1, remaining: 0, resetSeconds: Math.ceil(wait / 1000) } })
}

type Method = 'password' | 'code'

/**
 * Sign-ins that fail, for one address from one network: a stranger elsewhere locks nobody out, and one who tries
 * passwords next door leaves the code as a way in.
 */
const FAILED_SIGN_INS: Record<Method, Limit> = {
  password: { name: 'sign-in:failed', max: 10, seconds: 15 * 60 },
  code: { name: 'sign-in:failed:code', max: 10, seconds: 15 * 60 },
}

const TOO_MANY = {
  password: 'auth.tooManyPasswords',
  code: 'auth.tooManyWrongCodes',
} as const

const attempt = (email: string, ip: string | null): string => `${email}\0${networkKey(ip ?? '')}`

/**
 * Counts an attempt to sign in before it is judged, so that many at once are no more than the same one after another.
 * 429 `RATE_LIMITED` after too many that failed.
 */
export function consumeLoginAttempt(method: Method, email: string, ip: string | null): void {
  const { allowed, ...rateLimit } = rateLimiter.consume(FAILED_SIGN_INS[method], attempt(email, ip))
  if (config.rateLimits && !allowed) refuse('RATE_LIMITED', TOO_MANY[method], { rateLimit })
}

/** Call it after an attempt that did not fail. */
export function resetLoginAttempts(method: Method, email: string, ip: string | null): void {
  rateLimiter.reset(FAILED_SIGN_INS[method], attempt(email, ip))
}
