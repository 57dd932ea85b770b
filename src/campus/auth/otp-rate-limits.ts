import { config } from '../../config'
import { refuse } from '../../errors'
import type { SealedAddress } from '../../lib/net/addresses'
import { type CeilingLimit, type Limit, type RateLimitResult, securityLimiter } from '../../lib/net/security-limiter'
import type { MessageOrKey } from '../../messages/message'

// Every limit on sending and guessing codes, on failed passwords, and on accounts of one email. Requests of `auth` are
// also limited by network (src/http/limits.ts), and all mail by MAIL_PER_HOUR. docs/operating.md#throttling has the
// arithmetic. Emails are as they were typed, with an account or without: limits tell nobody which.

/** Wrong attempts until a code is void (interface, Limits). The database schema checks the same number. */
export const OTP_ATTEMPTS = 5

const LOGIN_COOLDOWN_MS = 60_000
const HOUR = 3600

/** Of known browsers, sessions and accounts. */
const ceiling = (name: string, max: number, seconds: number): CeilingLimit => ({
  name,
  max,
  seconds,
  boundedSubjects: true,
})

/** Codes and reset links for one email: from one network, and in all. They apply even with `RATE_LIMITS=off`. */
const CODES_FROM_NETWORK: Limit = { name: 'codes:network', max: 6, seconds: HOUR }
export const CODES_IN_ALL: Limit = { name: 'codes:all', max: 20, seconds: HOUR }
/** Apart, so that nobody elsewhere can use up the codes of somebody at a known browser. */
const CODES_FOR_DEVICE = ceiling('codes:device', 6, HOUR)
/** Of all its sessions and known browsers: whoever signs in again and again has no end of them. */
const CODES_FOR_ACCOUNT = ceiling('codes:account', 20, HOUR)

/** The known browser of the account, or its session. */
export type Own = { device: string; accountId: string }

/** Counts a code to be sent to the email. Returns the limit that refuses it, or else the one of the network. */
export function consumeOtpSend(email: string, ip: string | null, own?: Own): RateLimitResult {
  if (own !== undefined) {
    const ofAccount = securityLimiter.peek(CODES_FOR_ACCOUNT, own.accountId)
    if (!ofAccount.allowed) return ofAccount
    const fromDevice = securityLimiter.consume(CODES_FOR_DEVICE, own.device)
    if (fromDevice.allowed) securityLimiter.consume(CODES_FOR_ACCOUNT, own.accountId)
    return fromDevice
  }
  const inAll = securityLimiter.peek(CODES_IN_ALL, email)
  if (!inAll.allowed) return inAll
  const fromNetwork = securityLimiter.consumeFrom(CODES_FROM_NETWORK, ip, email)
  if (fromNetwork.allowed) securityLimiter.consume(CODES_IN_ALL, email)
  return fromNetwork
}

/** 429 `OTP_COOLDOWN` within a minute of the last sign-in code. */
export function refuseWithinLoginCooldown(lastSentAt: string): void {
  const wait = Date.parse(lastSentAt) + LOGIN_COOLDOWN_MS - Date.now()
  // A code cannot have been sent in the future, except while the clock was ahead.
  if (wait <= 0 || wait > LOGIN_COOLDOWN_MS) return
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

/**
 * Those of one known browser. They are outside of what strangers can use up; beyond ten a day they count as a
 * stranger's, so that a stolen cookie is worth no more than that.
 */
const FAILED_FROM_DEVICE = {
  password: ceiling('sign-in:failed:device', 10, 24 * HOUR),
  code: ceiling('sign-in:failed:code:device', 10, 24 * HOUR),
}

/**
 * Wrong passwords of strangers for one email, wherever they come from: a hundred in 30 days (NIST SP 800-63B-4 §3.2.2:
 * no more than 100 in a row). Then passwords work at known browsers only; a code makes a browser known.
 */
export const FAILED_IN_ALL: Limit = { name: 'sign-in:failed:all', max: 100, seconds: 30 * 24 * HOUR }
/** More than one address may fail, so that one alone makes nobody wait. */
export const FREE_FAILURES = 20
export const LONGEST_WAIT = 15 * 60
/** Its window is the wait, which doubles with each failure: an email has one try in it. */
const TURN = { name: 'sign-in:turn', max: 1 }

export const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(LONGEST_WAIT, 2 ** (failures - FREE_FAILURES + 1))

/** Failures of strangers from one address, whatever the email: a dormitory shares one, and its known browsers go on. */
const FAILED_FROM_ADDRESS: Record<Method, Limit> = {
  password: { name: 'sign-in:address', max: 100, seconds: 60 },
  code: { name: 'sign-in:code:address', max: 60, seconds: 60 },
}
const CODES_FROM_ADDRESS: Limit = { name: 'codes:address', max: 60, seconds: 60 }

/** Counts a sign-in code for a browser that is not known. 429 `RATE_LIMITED` after sixty in a minute. */
export const consumeStrangersCode = (ip: string | null): void =>
  refuseBeyond(securityLimiter.consumeFrom(CODES_FROM_ADDRESS, ip))

function refuseBeyond({ allowed, ...rateLimit }: RateLimitResult, text?: MessageOrKey): void {
  if (config.rateLimits && !allowed) refuse('RATE_LIMITED', text, { rateLimit })
}

const TOO_MANY = { password: 'auth.tooManyPasswords', code: 'auth.tooManyWrongCodes' } as const

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
  const own = FAILED_FROM_DEVICE[method]
  if (device !== undefined && securityLimiter.consume(own, device).allowed)
    return () => securityLimiter.refund(own, device)
  refuseBeyond(consumeOfStranger(method, email, ip), TOO_MANY[method])
  return () => refundStranger(method, email, ip)
}

function consumeOfStranger(method: Method, email: string | undefined, ip: string | null): RateLimitResult {
  const fromAddress = securityLimiter.peekFrom(FAILED_FROM_ADDRESS[method], ip)
  if (!fromAddress.allowed) return fromAddress
  const ofEmail = email === undefined ? fromAddress : consumeOfEmail(method, email, ip)
  if (ofEmail.allowed) securityLimiter.consumeFrom(FAILED_FROM_ADDRESS[method], ip)
  return ofEmail
}

function consumeOfEmail(method: Method, email: string, ip: string | null): RateLimitResult {
  if (method === 'code') return securityLimiter.consumeFrom(FAILED_SIGN_INS.code, ip, email)
  const turn = securityLimiter.peek({ ...TURN, seconds: LONGEST_WAIT }, email)
  if (!turn.allowed) return turn
  const inAll = securityLimiter.peek(FAILED_IN_ALL, email)
  if (!inAll.allowed) return inAll
  const fromNetwork = securityLimiter.consumeFrom(FAILED_SIGN_INS.password, ip, email)
  if (!fromNetwork.allowed) return fromNetwork
  const { limit, remaining } = securityLimiter.consume(FAILED_IN_ALL, email)
  const seconds = waitAfter(limit - remaining)
  if (seconds > 0) securityLimiter.consume({ ...TURN, seconds }, email)
  return fromNetwork
}

function refundStranger(method: Method, email: string | undefined, ip: string | null): void {
  securityLimiter.refundFrom(FAILED_FROM_ADDRESS[method], ip)
  if (email === undefined) return
  securityLimiter.refundFrom(FAILED_SIGN_INS[method], ip, email)
  if (method === 'code') return
  securityLimiter.refund(FAILED_IN_ALL, email)
  securityLimiter.refund({ ...TURN, seconds: LONGEST_WAIT }, email)
}

/** Called after a successful sign-in. At a known browser it forgives no stranger: the owner is there every day. */
export function resetLoginAttempts(method: Method, email: string, ip: string | null, device?: string): void {
  if (device !== undefined) {
    securityLimiter.reset(FAILED_FROM_DEVICE[method], device)
    return
  }
  securityLimiter.resetFrom(FAILED_SIGN_INS[method], ip, email)
  if (method === 'code') return
  securityLimiter.reset(FAILED_IN_ALL, email)
  securityLimiter.reset({ ...TURN, seconds: LONGEST_WAIT }, email)
}

/**
 * Wrong passwords and codes in a session that proves again who is there. Whoever used them up signs in anew; a copied
 * session cookie is worth no more than ten tries a day.
 */
const FAILED_IN_SESSION = ceiling('reauthentication:failed', 10, 24 * HOUR)

/** Like `consumeLoginAttempt`, for a proof within the session: apart from what strangers try. */
export function consumeProof(method: Method, sessionId: string): () => void {
  refuseBeyond(securityLimiter.consume(FAILED_IN_SESSION, sessionId), TOO_MANY[method])
  return () => securityLimiter.refund(FAILED_IN_SESSION, sessionId)
}

/** Called after a right proof. */
export const resetProofs = (sessionId: string): void => securityLimiter.reset(FAILED_IN_SESSION, sessionId)

/** Who deletes an account and registers again begins every limit of an account anew. */
const NEW_ACCOUNTS: Limit = { name: 'accounts:email', max: 3, seconds: 24 * HOUR }

/** Counts an account to be created for the email. 429 `RATE_LIMITED` after three in a day. */
export const consumeNewAccount = ({ indexes: [emailIndex = ''] }: SealedAddress): void =>
  refuseBeyond(securityLimiter.consume(NEW_ACCOUNTS, emailIndex), 'auth.tooManyAccounts')
