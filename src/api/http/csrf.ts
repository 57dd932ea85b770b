import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { isTrustedOrigin } from './origins'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A page may open a socket to anywhere, cookies and all: the upgrade is a GET, and yet no safe one (RFC 6455 §10.2). */
const isUpgrade = ({ headers }: Request): boolean => headers.get('upgrade')?.toLowerCase() === 'websocket'

/**
 * An unsafe method or an upgrade that names where it comes from must come from here or from a trusted origin, cookie or not:
 * signing a victim into another account is an attack too. A bearer token without a cookie needs no such care: a
 * foreign page cannot send the header without a preflight, which it does not pass.
 */
function crossSite(request: Request): boolean {
  if (SAFE.has(request.method) && !isUpgrade(request)) return false
  const { headers } = request
  if (!headers.has('cookie') && /^Bearer \S/.test(headers.get('authorization') ?? '')) return false
  const origin = headers.get('origin')
  if (origin !== null) return !isTrustedOrigin(origin, request)
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

export const csrf = new Elysia({ name: 'csrf' }).onRequest(({ request }) => {
  if (crossSite(request)) refuse('CSRF_REJECTED')
})
