import { Elysia } from 'elysia'
import { config } from '../config'
import { factsOf } from './request'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
}

/** Headers of an answer that is the same for every stranger: kept by a cache only if it asks each time. */
export const SHARED_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'Cookie, Authorization, Origin',
}

/** Headers of every response, whatever becomes of the request. */
export const headers = new Elysia({ name: 'headers' }).onRequest(({ request, set }) => {
  Object.assign(set.headers, SECURITY_HEADERS)
  set.headers['x-request-id'] = factsOf(request).id
})
