import { config } from '../../config'
import { refuse } from '../../errors'
import type { SealedAddress } from '../../lib/addresses'
import type { Limit, RateLimitResult } from '../../lib/rate-limiter'
import { securityLimiter } from '../../lib/security-limiter'

// Every limit on sending and guessing codes, on failed passwords, and on accounts of one email. Requests of `auth` are also limited by address
// (src/api/http/limits.ts), and all mail by MAIL_PER_HOUR.

/** Wrong attempts until a code is void (interface, Limits). The database schema checks the same number. */
export const OTP_ATTEMPTS = 5

const LOGIN_COOLDOWN_MS = 60_000
const HOUR = 3600

/** Codes and reset links for one email: from one network, and in all. They apply even with `RATE_LIMITS=off`. */
const CODES_FROM_NETWORK: Limit = { name: 'codes:network', max: 6, seconds: HOUR }
const CODES_IN_ALL: Limit = { name: 'codes:all', max: 20, seconds: HOUR }

/** Counts a code to be sent to the email. Returns the limit that refuses it, or else the one of the network. */
export function consumeOtpSend(email: string, ip: string | null): RateLimitResult {
  const inAll = securityLimiter.peek(CODES_IN_ALL, email)
  if (!inAll.allowed) return inAll
  const fromNetwork = securityLimiter.consumeFrom(CODES_FROM_NETWORK, ip, email)
  if (fromNetwork.allowed) securityLimiter.consume(CODES_IN_ALL, email)
  return fromNetwork
}

/** 429 `OTP_COOLDOWN` within a minute of the last sign-in code. */
export function refuseWithinLoginCooldown(lastSentAt: string): void {
  const wait = Date.parse(lastSentAt) + LOGIN_COOLDOWN_MS - Date.now()
  if (wait <= 0) return
  refuse('OTP_COOLDOWN', undefined, { rateLimit: { limit: 1, remaining: 0, resetSeconds: Math.ceil(wait / 1000) } })
}

type Method = 'password' | 'code'

/**
 * Failed sign-ins for one email from one network. An attacker in another network locks nobody out, and one in the same
 * network who guesses passwords leaves signing in by code.
 */
const FAILED_SIGN_INS: Record<Method, Limit> = {
  password: { name: 'sign-in:failed', max: 10, seconds: 15 * 60 },
  code: { name: 'sign-in:failed:code', max: 10, seconds: 15 * 60 },
}

const TOO_MANY = {
  password: 'auth.tooManyPasswords',
  code: 'auth.tooManyWrongCodes',
} as const

/**
 * Counts an attempt before it is verified, so that simultaneous attempts count one by one. 429 `RATE_LIMITED` after too
 * many.
 */
export function consumeLoginAttempt(method: Method, email: string, ip: string | null): void {
  const { allowed, ...rateLimit } = securityLimiter.consumeFrom(FAILED_SIGN_INS[method], ip, email)
  if (config.rateLimits && !allowed) refuse('RATE_LIMITED', TOO_MANY[method], { rateLimit })
}

/** Takes an attempt back that was not verified. */
export function refundLoginAttempt(method: Method, email: string, ip: string | null): void {
  securityLimiter.refundFrom(FAILED_SIGN_INS[method], ip, email)
}

/** Called after a successful sign-in. */
export function resetLoginAttempts(method: Method, email: string, ip: string | null): void {
  securityLimiter.resetFrom(FAILED_SIGN_INS[method], ip, email)
}

/** Who deletes an account and registers again begins every limit of an account anew. */
const NEW_ACCOUNTS: Limit = { name: 'accounts:email', max: 3, seconds: 24 * HOUR }

/** Counts an account to be created for the email. 429 `RATE_LIMITED` after three in a day. */
export function consumeNewAccount({ indexes: [emailIndex = ''] }: SealedAddress): void {
  const { allowed, ...rateLimit } = securityLimiter.consume(NEW_ACCOUNTS, emailIndex)
  if (config.rateLimits && !allowed) refuse('RATE_LIMITED', 'auth.tooManyAccounts', { rateLimit })
}
