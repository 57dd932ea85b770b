import { Elysia } from 'elysia'
import { refuse } from '../../errors'
import { isTrustedOrigin } from './origins'
import { mayWrite } from './request'
import { hasTicket } from './socket-tickets'

/**
 * Any page may open a socket to anywhere, with cookies: this GET is not safe (RFC 6455 §10.2). With a ticket it is: the
 * cookies do not count.
 */
const isUpgradeByCookie = (request: Request): boolean =>
  request.headers.get('upgrade')?.toLowerCase() === 'websocket' && !hasTicket(request)

/** Whether the browser says that a page of another site leads here. */
export function isFromElsewhere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/**
 * Whether an unsafe method or an upgrade comes from an origin that is not trusted. Requests without a cookie count,
 * too: signing a victim into another account is an attack. With a bearer token and no cookie there is no danger: a
 * foreign page needs a preflight to send that header.
 */
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
