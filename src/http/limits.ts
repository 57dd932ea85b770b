import { config } from '../config'
import { AppError, refuse } from '../errors'
import {
  type CeilingLimit,
  type Limit,
  type RateLimitResult,
  rateLimiter,
  securityLimiter,
} from '../lib/net/security-limiter'
import type { RequestContext } from './request'

/** A dormitory shares one address, which gets this many times the limit of an account. */
const ADDRESS_FACTOR = 20
const MINUTE = 60

type Group = {
  account: CeilingLimit
  address: Limit
  /** For requests without a session, instead of `address`. */
  anonymous?: Limit
  /** What protects accounts and mail, and long windows, is counted at each width of a network. */
  limiter: typeof rateLimiter | typeof securityLimiter
}

const group = (name: string, max: number, seconds = MINUTE, perAddress = max * ADDRESS_FACTOR): Group => ({
  account: { name: `${name}:account`, max, seconds, boundedSubjects: true },
  address: { name: `${name}:address`, max: perAddress, seconds },
  limiter: rateLimiter,
})

const ceiling = (...limits: Parameters<typeof group>): Group => ({ ...group(...limits), limiter: securityLimiter })

const reads: Group = { ...group('reads', 300), anonymous: { name: 'reads:anonymous', max: 3000, seconds: MINUTE } }
const administration = group('administration', 300)
const pages: Group = { ...group('pages', 300), anonymous: { name: 'pages:anonymous', max: 3000, seconds: MINUTE } }

/** Of a request whose path has no route. */
export const NO_ROUTE = '(none)'

/** Whoever watches the server, or follows it, must get a response when it is busy. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/up', '/replication'])

export const isUnlimited = (route: string): boolean => UNLIMITED.has(route)

/** The limits of the routes that begin so: the first line that matches. */
const GROUPS = (
  [
    // Further limited where it is known whether the browser is (campus/auth/otp-rate-limits.ts).
    [/POST/, ['/api/v1/auth/otp/login'], group('auth', 60)],
    [/POST/, ['/api/v1/auth/registration'], ceiling('registration', 60, MINUTE, 60)],
    [/POST/, ['/api/v1/auth/otp'], ceiling('codes', 60, MINUTE, 60)],
    [/POST/, ['/api/v1/auth/password'], ceiling('passwords', 60, MINUTE, 60)],
    [/./, ['/api/v1/auth'], group('auth', 60)],
    [/./, ['/api/v1/setup'], ceiling('setup', 30, MINUTE, 30)],
    [/GET|HEAD/, ['/api/v1/posts', '/api/v1/comments', '/api/v1/search', '/api/v1/events'], reads],
    [/./, ['/api/v1/posts', '/api/v1/comments'], group('writes', 30)],
    [/./, ['/api/v1/pictures'], group('pictures', 20)],
    [/./, ['/api/v1/votes'], group('votes', 120)],
    [/./, ['/api/v1/bookmarks'], group('bookmarks', 120)],
    [/./, ['/api/v1/users'], group('users', 120)],
    [/./, ['/api/v1/notifications'], group('notifications', 120)],
    [/POST/, ['/api/v1/ws/ticket'], group('tickets', 60)],
    [/./, ['/api/v1/ws'], group('sockets', 60)],
    [/POST/, ['/api/v1/colleges/requests'], ceiling('college-requests', 5, 60 * MINUTE)],
    [/POST/, ['/api/v1/courses'], group('course-proposals', 10)],
    [/./, ['/api/v1/colleges', '/api/v1/courses'], group('colleges', 120)],
    [/POST/, ['/api/v1/reports'], group('reports', 10)],
    [/POST/, ['/api/v1/feedbacks', '/api/v1/appeals'], group('feedback', 5)],
    [/GET|HEAD/, ['/api/v1/appeals'], reads],
    [/./, ['/api/v1/admin', '/api/v1/moderation', '/api/v1/reports', '/api/v1/feedbacks'], administration],
    [/./, ['/api/v1/invitations'], group('invitations', 30)],
    [/./, ['/api/v1/instance'], reads],
    // A page loads a dozen at once, and again only when they have changed.
    [/./, ['/assets/', '/icons/', '/docs/', '/uploads/', '/pictures/'], group('files', 1200)],
    [/./, ['/cards/', '/calendar/', '/api/v1/calendar'], group('cards', 30)],
    [/./, ['/'], pages],
    [/./, [NO_ROUTE], group('unknown', 60)],
  ] satisfies [methods: RegExp, routes: string[], group: Group][]
).flatMap(([methods, routes, group]) => routes.map((route): [RegExp, string, Group] => [methods, route, group]))

const findGroup = (method: string, route: string): Group | undefined =>
  config.rateLimits && !isUnlimited(route)
    ? GROUPS.find(([methods, prefix]) => methods.test(method) && route.startsWith(prefix))?.[2]
    : undefined

/** Counts the request for its address, before its session is looked up. */
export function limitAddress(method: string, route: string, context: RequestContext, claimsSession: boolean): void {
  const group = findGroup(method, route)
  if (!group) return
  const limit = claimsSession ? group.address : (group.anonymous ?? group.address)
  enforceShared(group.limiter.consumeFrom(limit, context.ip), context)
}

/** Counts a request that came with a session for the account, or as anonymous if the session was not valid. */
export function limitAccount(method: string, route: string, context: RequestContext, userId: string | undefined): void {
  const group = findGroup(method, route)
  if (!group) return
  if (userId !== undefined) enforce(group.limiter.consume(group.account, userId), context)
  else if (group.anonymous) enforceShared(group.limiter.consumeFrom(group.anonymous, context.ip), context)
}

/** Counts a request without a session for its address. Undefined unless that is over the limit. */
export function addressRefusal(method: string, route: string, context: RequestContext): AppError | undefined {
  try {
    limitAddress(method, route, context, false)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function enforce({ allowed, ...rateLimit }: RateLimitResult, context: RequestContext): void {
  context.rateLimit = rateLimit
  if (!allowed) refuse('RATE_LIMITED', undefined, { rateLimit })
}

/** For what a network shares: what is left would tell each of them when another one posts or signs in. */
function enforceShared(result: RateLimitResult, context: RequestContext): void {
  enforce(result, context)
  context.rateLimit = { limit: result.limit }
}
