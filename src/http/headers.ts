import { config } from '../config'
import type { RequestContext } from './request'

/** The policy of an answer that runs these scripts alone, besides those of this origin: `'sha256-…'` of each. */
export const contentSecurityPolicy = (inlineScripts: readonly string[]): string =>
  [
    "default-src 'none'",
    "object-src 'none'",
    ["script-src 'self'", ...inlineScripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Also of the answer that opens a socket, which is not a `Response`. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  // Other origins cannot embed a response as a picture or script (ASVS 5.0 V3.5) unless they may read it anyway.
  'cross-origin-resource-policy': config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
  'cache-control': 'no-store',
  ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
}

const DEFAULT_HEADERS = Object.entries(SECURITY_HEADERS)

let closing = false

/** Whether every answer closes its connection from now on: a server that stops has few when it ends. */
export function closeConnections(on: boolean): void {
  closing = on
}

/** Headers of a response that is the same for all anonymous viewers: a cache asks each time whether it changed. */
export const SHARED_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'application/json;charset=utf-8'],
  ['cache-control', 'no-cache'],
  ['vary', 'Cookie, Authorization, Origin'],
]

/** Of every response, also of those that pass Elysia by; headers that the response has already stay. */
export function applyHeaders(response: Response, { id, rateLimit, renewedCookies, creation }: RequestContext): void {
  const { headers } = response
  // What has no policy of its own brings none of these but `cache-control`: to ask for each costs 2 microseconds.
  const isPlain = !headers.has('content-security-policy')
  for (const [name, value] of DEFAULT_HEADERS)
    if ((isPlain && name !== 'cache-control') || !headers.has(name)) headers.set(name, value)
  if (closing) headers.set('connection', 'close')
  headers.set('x-request-id', id)
  if (creation?.isReplayed) headers.set('idempotency-replayed', 'true')
  if (rateLimit !== undefined) {
    const { limit, remaining, resetSeconds } = rateLimit
    headers.set('ratelimit-limit', String(limit))
    if (remaining !== undefined) headers.set('ratelimit-remaining', String(remaining))
    if (resetSeconds !== undefined) headers.set('ratelimit-reset', String(resetSeconds))
  }
  // A route that sets cookies itself, such as sign-out, overrules the renewal of the session before it.
  if (renewedCookies !== undefined && !headers.has('set-cookie'))
    for (const cookie of renewedCookies) headers.append('set-cookie', cookie)
}
