import { config } from '../../config'
import { refuse } from '../../errors'
import { addressKey } from '../../lib/network'
import { type Limit, type RateLimitResult, rateLimiter } from '../../lib/rate-limiter'
import type { RequestFacts } from './request'

/** A dormitory shares one address: what an account may do, its address may do this many times over. */
const ADDRESS_FACTOR = 20
const MINUTE = 60

type Group = {
  account: Limit
  address: Limit
  /** Instead of the address's, for requests that nobody signed in sends. */
  anonymous?: Limit
  countsFailuresOnly?: true
}

const group = (
  name: string,
  perAccount: number,
  seconds = MINUTE,
  perAddress = perAccount * ADDRESS_FACTOR,
): Group => ({
  account: { name: `${name}:account`, max: perAccount, seconds },
  address: { name: `${name}:address`, max: perAddress, seconds },
})

const reads: Group = { ...group('reads', 300), anonymous: { name: 'reads:anonymous', max: 3000, seconds: MINUTE } }
const writes = group('writes', 30)

/** Which limit a route falls under: the first line that fits. Methods are a pattern, routes a prefix. */
const GROUPS: readonly (readonly [methods: RegExp, route: string, group: Group])[] = [
  [/POST/, '/api/v1/auth/login', { ...group('sign-in', 100, MINUTE, 100), countsFailuresOnly: true }],
  [/POST/, '/api/v1/auth/registration', group('registration', 60, MINUTE, 60)],
  [/POST/, '/api/v1/auth/otp', group('codes', 60, MINUTE, 60)],
  [/./, '/api/v1/auth', group('auth', 60)],
  [/./, '/api/v1/setup', group('setup', 30, MINUTE, 30)],
  [/GET|HEAD/, '/api/v1/posts', reads],
  [/GET|HEAD/, '/api/v1/comments', reads],
  [/./, '/api/v1/posts', writes],
  [/./, '/api/v1/comments', writes],
  [/./, '/api/v1/votes', group('votes', 120)],
  [/./, '/api/v1/bookmarks', group('bookmarks', 120)],
  [/./, '/api/v1/users', group('users', 120)],
  [/./, '/api/v1/notifications', group('notifications', 120)],
  [/./, '/api/v1/ws', group('sockets', 60)],
  [/POST/, '/api/v1/colleges/requests', group('college-requests', 5, 60 * MINUTE)],
  [/./, '/api/v1/colleges', group('colleges', 120)],
  [/./, '/api/v1/admin', group('administration', 300)],
  [/./, '/api/v1/moderation', group('administration', 300)],
  [/POST/, '/api/v1/reports', group('reports', 10)],
  [/./, '/api/v1/reports', group('administration', 300)],
  [/POST/, '/api/v1/feedbacks', group('feedback', 5)],
  [/./, '/api/v1/feedbacks', group('administration', 300)],
]

const groupOf = (method: string, route: string): Group | undefined =>
  GROUPS.find(([methods, prefix]) => methods.test(method) && route.startsWith(prefix))?.[2]

/** Takes back what was counted for a request that succeeded, where only failures count. */
export function settle(method: string, route: string, ip: string, succeeded: boolean): void {
  const found = config.rateLimits && succeeded ? groupOf(method, route) : undefined
  if (found?.countsFailuresOnly) rateLimiter.refund(found.address, addressKey(ip))
}

/**
 * Counts the request against its address, before a session that it claims to be of is looked up. 429 `RATE_LIMITED`.
 */
export function limitAddress(method: string, route: string, facts: RequestFacts, claimsSession: boolean): void {
  const found = config.rateLimits ? groupOf(method, route) : undefined
  if (!found) return
  const limit = claimsSession ? found.address : (found.anonymous ?? found.address)
  enforce(rateLimiter.consume(limit, addressKey(facts.ip)), facts)
}

/**
 * Counts a request that claimed a session against the account, or as anonymous where `userId` is undefined: there was no
 * such session. 429 `RATE_LIMITED`.
 */
export function limitAccount(method: string, route: string, facts: RequestFacts, userId: string | undefined): void {
  const found = config.rateLimits ? groupOf(method, route) : undefined
  if (!found) return
  if (userId !== undefined) enforce(rateLimiter.consume(found.account, userId), facts)
  else if (found.anonymous) enforce(rateLimiter.consume(found.anonymous, addressKey(facts.ip)), facts)
}

function enforce({ allowed, ...rateLimit }: RateLimitResult, facts: RequestFacts): void {
  facts.rateLimit = rateLimit
  if (!allowed) refuse('RATE_LIMITED', undefined, { rateLimit })
}
