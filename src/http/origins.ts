import { cors as plugin } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { config } from '../config'
import { isLoopbackHost } from '../config/parse'
import { refuse } from '../errors'
import { hasTicket, mayWrite, requestContext } from './request'

const trusted = new Set([config.publicUrl, ...config.corsOrigins])
const scheme = config.secure ? 'https' : 'http'

/** Whether an `Origin` is the server's own, as the client addresses it. */
const isOwnOrigin = (origin: string, { headers }: Request): boolean => origin === `${scheme}://${headers.get('host')}`

/** Whether it is that, or one that the operator trusts. */
export const isTrustedOrigin = (origin: string, request: Request): boolean =>
  trusted.has(origin) || isOwnOrigin(origin, request)

/** The URL, normalized, if it leads here or to a trusted origin. A line break in it would begin another link in a mail. */
export function trustedUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  // `origin` of a `blob:` URL is the origin of the URL inside.
  if (parsed === null || !trusted.has(`${parsed.protocol}//${parsed.host}`)) return undefined
  if (parsed.username !== '' || parsed.password !== '') return undefined
  parsed.hash = ''
  return parsed.href
}

/** The origins of pages whose passkeys this request may be about. */
export const passkeyOrigins = (request: Request): string[] => [...trusted, `${scheme}://${request.headers.get('host')}`]

/** Any page may open a socket, with cookies: this GET is not safe (RFC 6455 §10.2). With a ticket no cookie counts. */
const isUpgradeByCookie = (request: Request): boolean =>
  request.headers.get('upgrade')?.toLowerCase() === 'websocket' && !hasTicket(request)

/** Whether the browser says that a page of another site leads here. */
export function isFromElsewhere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** Also without a cookie: to sign a victim in is an attack. A bearer token alone makes it none: it needs a preflight. */
function crossSite(request: Request): boolean {
  if (!mayWrite(request) && !isUpgradeByCookie(request)) return false
  const { headers } = request
  if (!headers.has('cookie') && /^Bearer \S/.test(headers.get('authorization') ?? '')) return false
  const origin = headers.get('origin')
  if (origin !== null) return !isTrustedOrigin(origin, request)
  return isFromElsewhere(request)
}

export const csrf = new Elysia({ name: 'csrf' }).onRequest(({ request }) => {
  if (crossSite(request)) refuse('CSRF_REJECTED')
})

export type Handle = (request: Request) => Response | Promise<Response>

/** What handles a request after the plugin. */
const handlers = new WeakMap<Request, Handle>()

const withCors = new Elysia()
  .use(
    plugin({
      origin: (request) => isTrustedOrigin(request.headers.get('origin') ?? '', request),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      // A page that keeps its language and what it has read names both itself.
      allowedHeaders: ['Accept-Language', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
      exposeHeaders:
        'Deprecation, ETag, Idempotency-Replayed, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Sunset, X-Request-Id',
      maxAge: 600,
    }),
  )
  .all('/*', ({ request }) => handlers.get(request)?.(request), { parse: 'none' })

/** Only cross-origin requests pass the plugin. In the app it would copy every response: 8 microseconds a request. */
export function byOrigin(request: Request, handle: Handle): Response | Promise<Response> {
  const origin = request.headers.get('origin')
  if ((origin === null || isOwnOrigin(origin, request)) && request.method !== 'OPTIONS') return handle(request)
  handlers.set(request, handle)
  return withCors.handle(request)
}

const names = new Set([config.publicUrl, ...config.corsOrigins].map((origin) => new URL(origin).hostname))

/**
 * A page of a foreign name whose DNS entry points here would be of the same origin (DNS rebinding). Some proxies drop the
 * port. Loopback names are for this machine, but not through a proxy, which may have put one in place of another.
 */
export function isOwnHost(request: Request): boolean {
  const host = request.headers.get('host')
  if (host === null) return true
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return names.has(name) || (isLoopbackHost(name) && (config.loopback || isFromThisMachine(request)))
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']

const isFromThisMachine = (request: Request): boolean =>
  isLoopbackHost(requestContext(request).ip) && !FORWARDED.some((name) => request.headers.has(name))

/** Probes, monitoring and followers come by the address of the machine. */
const PROBES = /^https?:\/\/[^/]+\/(healthz|readyz|up|metrics|replication)(?:\?|$)/

/** 421 `MISDIRECTED_REQUEST` for a `Host` that is neither that of `PUBLIC_URL` nor of a trusted origin. */
export const ownHost = new Elysia({ name: 'own-host' }).onRequest(({ request }) => {
  if (!isOwnHost(request) && !PROBES.test(request.url)) refuse('MISDIRECTED_REQUEST')
})
