import { config } from '../../config'
import type { Viewer } from '../../core/access/account'
import type { Origin } from '../../core/audit/audit'
import type { RateLimit } from '../../errors'
import { languageFrom } from '../../messages/accept-language'
import type { Language } from '../../messages/template'

/** What is known of a request beside what it says. */
export type RequestFacts = {
  id: string
  ip: string
  startedAt: number
  /** The path pattern of its route, once one was found. */
  route: string | undefined
  /** Who sends it: undefined until somebody asked. */
  viewer: Promise<Viewer | null> | undefined
  /** How its sender stands with the limit that it was counted against last. */
  rateLimit: RateLimit | undefined
  /** `Set-Cookie` lines of a session that this request renewed. */
  renewedCookies: readonly string[] | undefined
  /** Whether an answer may differ from the one that a stranger gets. */
  personal: boolean
}

const facts = new WeakMap<Request, RequestFacts>()

/** Notes a request as it comes in. `peer` is the address at the other end of the connection. */
export function receive(request: Request, peer: string): RequestFacts {
  const noted: RequestFacts = {
    id: Bun.randomUUIDv7(),
    ip: clientAddress(peer, request.headers.get('x-forwarded-for'), config.trustProxy),
    startedAt: performance.now(),
    route: undefined,
    viewer: undefined,
    rateLimit: undefined,
    renewedCookies: undefined,
    personal: false,
  }
  facts.set(request, noted)
  return noted
}

/** Notes that the request stands for one that came in, as an alias for its base. */
export function standsFor(request: Request, incoming: RequestFacts): void {
  facts.set(request, incoming)
}

export function requestFacts(request: Request): RequestFacts {
  return facts.get(request) ?? receive(request, '127.0.0.1')
}

/**
 * The client's address: the peer, or, behind `hops` proxies of the operator's own, the address that the outermost
 * of them saw. What stands further left in `X-Forwarded-For` was written by the client and is not believed.
 */
export function clientAddress(peer: string, forwardedFor: string | null, hops: number): string {
  if (hops === 0 || forwardedFor === null) return plainAddress(peer)
  const seen = forwardedFor.split(',').map((each) => each.trim())
  return plainAddress(seen[Math.max(0, seen.length - hops)] || peer)
}

/** Without the port that some proxies write, and an IPv4 address without its IPv6 applyHeaders. */
const plainAddress = (address: string): string => (/[:[]/.test(address) ? undressed(address) : address).slice(0, 45)

const undressed = (address: string): string =>
  address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** The language that the request prefers. */
export const languageOf = (request: Request): Language => languageFrom(request.headers.get('accept-language'))

/** Where the request came from; its language is looked up only where somebody is written to. */
export function requestOrigin(request: Request): Origin {
  const { id, ip } = requestFacts(request)
  const platform = request.headers.has('sec-fetch-site') || request.headers.has('origin') ? 'web' : 'api'
  return {
    ip,
    userAgent: request.headers.get('user-agent'),
    requestId: id,
    platform,
    get language() {
      return languageOf(request)
    },
  }
}
