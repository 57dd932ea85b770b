import { config } from '../../config'
import { refuse } from '../../errors'
import { type CeilingLimit, type Limit, type RateLimitResult, securityLimiter } from '../../lib/net/security-limiter'
import type { MessageOrKey } from '../../messages/message'

// Every limit on sending and guessing codes, on failed passwords, and on accounts of one email. Requests of `auth` are
// also limited by network (src/http/limits.ts), and all mail by MAIL_PER_HOUR. docs/operating.md#throttling has the
// arithmetic. Emails are as they were typed, with an account or without: limits tell nobody which.

/** Wrong attempts until a code is void (interface, Limits). The database schema checks the same number. */
export const OTP_ATTEMPTS = 5

const HOUR = 3600

const of = (name: string, max: number, seconds: number): Limit => ({ name, max, seconds })
/** Of known browsers, sessions and accounts. */
const ceiling = (name: string, max: number, seconds: number): CeilingLimit => ({
  ...of(name, max, seconds),
  boundedSubjects: true,
})

/** Codes and reset links for one email: from one network, and in all. They apply even with `RATE_LIMITS=off`. */
const CODES_FROM_NETWORK = of('codes:network', 6, HOUR)
export const CODES_IN_ALL = of('codes:all', 20, HOUR)
/** Apart, so that nobody elsewhere can use up the codes of somebody at a known browser. */
const CODES_FOR_DEVICE = ceiling('codes:device', 6, HOUR)
/** Of all its sessions and known browsers: whoever signs in again and again has no end of them. */
const CODES_FOR_ACCOUNT = ceiling('codes:account', 20, HOUR)

/** The known browser of the account, or its session. */
export type Own = { device: string; accountId: string }

/** Counts a code to be sent to the email. Returns the limit that refuses it, or else the one of the network. */
export function consumeOtpSend(email: string, ip: string | null, own?: Own): RateLimitResult {
  const [inAll, subject] = own ? [CODES_FOR_ACCOUNT, own.accountId] : [CODES_IN_ALL, email]
  const left = securityLimiter.peek(inAll, subject)
  if (!left.allowed) return left
  const counted = own
    ? securityLimiter.consume(CODES_FOR_DEVICE, own.device)
    : securityLimiter.consumeFrom(CODES_FROM_NETWORK, ip, email)
  if (counted.allowed) securityLimiter.consume(inAll, subject)
  return counted
}

const LOGIN_COOLDOWN_MS = 60_000

/** 429 `OTP_COOLDOWN` within a minute of the last sign-in code. */
export function refuseWithinLoginCooldown(lastSentAt: string): void {
  const wait = Date.parse(lastSentAt) + LOGIN_COOLDOWN_MS - Date.now()
  // A code cannot have been sent in the future, except while the clock was ahead.
  if (wait <= 0 || wait > LOGIN_COOLDOWN_MS) return
  refuse('OTP_COOLDOWN', undefined, { rateLimit: { limit: 1, remaining: 0, resetSeconds: Math.ceil(wait / 1000) } })
}

const CODES_FROM_ADDRESS = of('codes:address', 60, 60)

/** Counts a sign-in code for a browser that is not known. 429 `RATE_LIMITED` after sixty in a minute. */
export const consumeStrangersCode = (ip: string | null): void =>
  refuseBeyond(securityLimiter.consumeFrom(CODES_FROM_ADDRESS, ip))

function refuseBeyond({ allowed, ...rateLimit }: RateLimitResult, text?: MessageOrKey): void {
  if (config.rateLimits && !allowed) refuse('RATE_LIMITED', text, { rateLimit })
}

/**
 * Wrong passwords of strangers for one email, wherever they come from: a hundred in 30 days (NIST SP 800-63B-4 §3.2.2:
 * no more than 100 in a row). Then passwords work at known browsers only; a code makes a browser known.
 */
export const FAILED_IN_ALL = of('sign-in:failed:all', 100, 30 * 24 * HOUR)
/** More than one address may fail, so that one alone makes nobody wait. */
export const FREE_FAILURES = 20
export const LONGEST_WAIT = 15 * 60
/** Its window is the wait, which doubles with each failure: an email has one try in it. */
const TURN = of('sign-in:turn', 1, LONGEST_WAIT)

export const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(LONGEST_WAIT, 2 ** (failures - FREE_FAILURES + 1))

type Method = 'password' | 'code'

/**
 * What failed sign-ins count against. `network`, for one email: an attacker in another network locks nobody out, and one
 * in the same network who guesses passwords leaves signing in by code. `device`, of one known browser: outside of what
 * strangers can use up; beyond ten a day they count as a stranger's, so that a stolen cookie is worth no more than that.
 * `address`, of strangers, whatever the email: a dormitory shares one, and its known browsers go on.
 */
const FAILED = {
  password: {
    network: of('sign-in:failed', 10, 15 * 60),
    device: ceiling('sign-in:failed:device', 10, 24 * HOUR),
    address: of('sign-in:address', 100, 60),
    anywhere: [TURN, FAILED_IN_ALL],
    text: 'auth.tooManyPasswords',
  },
  code: {
    network: of('sign-in:failed:code', 10, 15 * 60),
    device: ceiling('sign-in:failed:code:device', 10, 24 * HOUR),
    address: of('sign-in:code:address', 60, 60),
    anywhere: [],
    text: 'auth.tooManyWrongCodes',
  },
} as const satisfies Record<Method, object>

/**
 * Counts an attempt before it is verified, so that simultaneous attempts count one by one. 429 `RATE_LIMITED` after too
 * many. Returns what takes the attempt back if it was right or could not be verified. `device` is the known browser of
 * the account; `email` is undefined if what was typed is none.
 */
export function consumeLoginAttempt(
  method: Method,
  email: string | undefined,
  ip: string | null,
  device?: string,
): () => void {
  const failed = FAILED[method]
  if (device !== undefined && securityLimiter.consume(failed.device, device).allowed)
    return () => securityLimiter.refund(failed.device, device)
  refuseBeyond(securityLimiter.peekFrom(failed.address, ip), failed.text)
  if (email !== undefined) {
    for (const limit of failed.anywhere) refuseBeyond(securityLimiter.peek(limit, email), failed.text)
    refuseBeyond(securityLimiter.consumeFrom(failed.network, ip, email), failed.text)
    if (method === 'password') consumeTurn(email)
  }
  securityLimiter.consumeFrom(failed.address, ip)
  return () => {
    securityLimiter.refundFrom(failed.address, ip)
    if (email === undefined) return
    securityLimiter.refundFrom(failed.network, ip, email)
    for (const limit of failed.anywhere) securityLimiter.refund(limit, email)
  }
}

function consumeTurn(email: string): void {
  const { limit, remaining } = securityLimiter.consume(FAILED_IN_ALL, email)
  const seconds = waitAfter(limit - remaining)
  if (seconds > 0) securityLimiter.consume({ ...TURN, seconds }, email)
}

/** Called after a successful sign-in. At a known browser it forgives no stranger: the owner is there every day. */
export function resetLoginAttempts(method: Method, email: string, ip: string | null, device?: string): void {
  const failed = FAILED[method]
  if (device !== undefined) {
    securityLimiter.reset(failed.device, device)
    return
  }
  securityLimiter.resetFrom(failed.network, ip, email)
  for (const limit of failed.anywhere) securityLimiter.reset(limit, email)
}

/**
 * Wrong passwords and codes in a session that proves again who is there. Whoever used them up signs in anew; a copied
 * session cookie is worth no more than ten tries a day.
 */
const FAILED_IN_SESSION = ceiling('reauthentication:failed', 10, 24 * HOUR)

/** Like `consumeLoginAttempt`, for a proof within the session: apart from what strangers try. */
export function consumeProof(method: Method, sessionId: string): () => void {
  refuseBeyond(securityLimiter.consume(FAILED_IN_SESSION, sessionId), FAILED[method].text)
  return () => securityLimiter.refund(FAILED_IN_SESSION, sessionId)
}

/** Called after a right proof. */
export const resetProofs = (sessionId: string): void => securityLimiter.reset(FAILED_IN_SESSION, sessionId)

/** Who deletes an account and registers again begins every limit of an account anew. */
const NEW_ACCOUNTS = of('accounts:email', 3, 24 * HOUR)

/** Counts an account to be created for the email. 429 `RATE_LIMITED` after three in a day. */
export const consumeNewAccount = ([emailIndex = '']: readonly string[]): void =>
  refuseBeyond(securityLimiter.consume(NEW_ACCOUNTS, emailIndex), 'auth.tooManyAccounts')
