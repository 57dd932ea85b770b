import { config } from '../config'
import type { ErrorCode, RateLimit } from '../errors'
import type { Creation, Viewer } from '../ground/access/account'
import type { Origin } from '../ground/audit/audit'
import { OneTimeTokens } from '../lib/crypto/one-time-tokens'
import { FOLLOWER_HEADERS, isFollowerToken } from '../lib/follower/primary'
import { plainAddress } from '../lib/net/network'
import { readTraceparent, type Span, type TraceContext } from '../lib/tracing/spans'
import { type Language, languageFrom } from '../messages/template'
import { cookieNames, cookieOf } from './session-cookies'

export type Credential = {
  kind: 'access' | 'cookie'
  token: string
  /** Of another request, by a ticket: the client of this one keeps no cookie. */
  isLent?: true
}

/** What the server knows about a request beyond what it contains. */
export class RequestContext {
  /** In the response, its errors and the log: the trusted proxy's, or one of Quad. */
  readonly id: string
  /** In the audit log, and nowhere else. Made at its first use. */
  auditId: string | undefined
  /** Where it is in a trace, as the trusted proxy says; once it is a span, that. */
  trace: TraceContext | undefined
  span: Span | undefined
  readonly ip: string
  /** Whether a follower passed it on. */
  readonly isForwarded: boolean
  readonly startedAt = performance.now()
  /** The path pattern of its route, once the router has found one. */
  route: string | undefined
  /** What it was refused with. */
  code: ErrorCode | undefined
  /** Whether its route needs a proof of identity of the last minutes. */
  isSensitive = false
  /** What it proves its session with; undefined until that is read, null without any. */
  credential: Credential | null | undefined
  /** Undefined until the session is looked up. */
  viewer: Promise<Viewer | null> | undefined
  /** The limit that counted it last. What is left is told of one's own only. */
  rateLimit: (Pick<RateLimit, 'limit'> & Partial<RateLimit>) | undefined
  /** `Set-Cookie` lines, if this request renewed its session. */
  renewedCookies: readonly string[] | undefined
  /** Where its form was put on disk; removed with the end of the request. */
  spooled: string | undefined
  /** Of the file of a form: as JSON, all files are the same. */
  fileHash: string | undefined
  /** Whether the response may differ from what an anonymous viewer gets. */
  personal = false
  /** Of a request that creates and has an idempotency key. */
  creation: Creation | undefined

  constructor({ headers }: Request, peer: string) {
    const token = headers.get(FOLLOWER_HEADERS.token)
    this.isForwarded = token !== null && isFollowerToken(token)
    const isProxied = config.trustProxy > 0 || this.isForwarded
    this.id = (isProxied ? givenId(headers.get('x-request-id')) : undefined) ?? crypto.randomUUID()
    this.trace = isProxied ? readTraceparent(headers.get('traceparent')) : undefined
    this.ip = this.isForwarded
      ? (headers.get(FOLLOWER_HEADERS.client) ?? peer)
      : clientAddress(peer, headers.get('x-forwarded-for'), config.trustProxy)
  }
}

const contexts = new WeakMap<Request, RequestContext>()

/** Makes the context of an incoming request. `peer` is the address at the other end of the connection. */
export function openContext(request: Request, peer: string): RequestContext {
  const context = new RequestContext(request, peer)
  contexts.set(request, context)
  return context
}

/** A UUID or another token, into which no address of any kind fits. */
const givenId = (header: string | null): string | undefined =>
  header !== null && /^[\w-]{16,64}$/.test(header) ? header : undefined

/** Gives a rewritten request the context of the one that came in. */
export const shareContext = (request: Request, incoming: RequestContext): void => void contexts.set(request, incoming)

export const requestContext = (request: Request): RequestContext =>
  contexts.get(request) ?? openContext(request, '127.0.0.1')

/** The peer, or what the outermost of `hops` proxies saw: further left in `X-Forwarded-For` the client writes. */
export function clientAddress(peer: string, forwardedFor: string | null, hops: number): string {
  if (hops === 0 || forwardedFor === null) return readAddress(peer)
  const addresses = forwardedFor.split(',').map((each) => each.trim())
  return readAddress(addresses[Math.max(0, addresses.length - hops)] || peer)
}

/** Whether one of the operator's proxies asks by itself: what comes from others has passed all of them. */
export function isOfProxy({ headers }: Pick<Request, 'headers'>): boolean {
  const passed = headers.get('x-forwarded-for')?.split(',').length ?? 0
  return passed < Math.max(1, config.trustProxy)
}

/** Without the port that some proxies add, and IPv4 in IPv6 spelling as IPv4. */
const readAddress = (text: string): string => (/[:[]/.test(text) ? plainAddress(withoutPort(text)) : text).slice(0, 45)

const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** `new URL` throws for some `Host`, and the log keeps its error with the query: tickets, codes, words of searches. */
export function requestTarget({ url }: Pick<Request, 'url'>): { pathname: string; search: string } {
  const [, pathname = '/', search = ''] = /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url) ?? []
  return { pathname, search }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const mayWrite = ({ method }: Pick<Request, 'method'>): boolean => !READS.has(method)

export const requestQuery = (request: Pick<Request, 'url'>): URLSearchParams =>
  new URLSearchParams(requestTarget(request).search)

/** The bearer token of the request, or else the session cookie. */
export function requestCredential(request: Request): Credential | null {
  const context = requestContext(request)
  if (context.credential !== undefined) return context.credential
  const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const token = bearer ?? cookieOf(request, cookieNames.token)
  context.credential = token === undefined ? null : { kind: bearer === undefined ? 'cookie' : 'access', token }
  return context.credential
}

export const requestLanguage = (request: Request): Language => languageFrom(request.headers.get('accept-language'))

/** Where the request came from. What few requests read of it are getters. */
export function requestOrigin(request: Request): Origin {
  const context = requestContext(request)
  // Whoever chooses the other id, a client or a proxy that repeats one, would link entries of several requests by it.
  context.auditId ??= crypto.randomUUID()
  const platform = request.headers.has('sec-fetch-site') || request.headers.has('origin') ? 'web' : 'api'
  return {
    ip: context.ip,
    userAgent: request.headers.get('user-agent'),
    requestId: context.auditId,
    platform,
    get device() {
      return cookieOf(request, cookieNames.device) ?? null
    },
    get language() {
      return requestLanguage(request)
    },
  }
}

// Browsers send no bearer token with a socket's handshake: a ticket opens one as who asked for it (docs/clients.md).

const tickets = new OneTimeTokens<Credential>({ lifeMs: 30_000, maxPerOwner: 10, max: 50_000 })

export function issueTicket(userId: string, credential: Credential): { ticket: string; expiresAt: string } {
  const { token, expiresAt } = tickets.issue(userId, { ...credential, isLent: true })
  return { ticket: token, expiresAt: new Date(expiresAt).toISOString() }
}

const SOCKET_PATH = /^[^?#]*\/api\/v1\/ws\?/

/** Whether a socket is to be opened by a ticket, valid or not: then neither its origin nor a cookie matters. */
export const hasTicket = (request: Request): boolean =>
  SOCKET_PATH.test(request.url) && requestQuery(request).has('ticket')

/** Makes the request one of the session that asked for the ticket that it brings; of none, if that is void. */
export function redeemTicket(request: Request): void {
  if (!hasTicket(request)) return
  requestContext(request).credential = tickets.redeem(requestQuery(request).get('ticket') ?? '') ?? null
}
