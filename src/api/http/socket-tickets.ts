import { OneTimeTokens } from '../../lib/one-time-tokens'
import { type Credential, requestContext, requestQuery } from './request'

// A page at another origin has a bearer token, and a browser cannot send that with the handshake of a socket. So the
// page asks for a ticket, which opens one socket as the session that asked for it (docs/realtime.md).

const tickets = new OneTimeTokens<Credential>({ lifeMs: 30_000, maxPerOwner: 10, max: 50_000 })

export function issueTicket(userId: string, credential: Credential): { ticket: string; expiresAt: string } {
  const { token, expiresAt } = tickets.issue(userId, { ...credential, isLent: true })
  return { ticket: token, expiresAt: new Date(expiresAt).toISOString() }
}

const SOCKET_PATH = /^[^?#]*\/api\/v1\/ws\?/

/**
 * Whether the handshake of a socket brings a ticket, valid or not. The check of origins and the lookup of the session
 * must agree on that: with a ticket the origin does not matter, because then no cookie does.
 */
export const hasTicket = (request: Request): boolean =>
  SOCKET_PATH.test(request.url) && requestQuery(request).has('ticket')

/** Makes the request one of the session that asked for the ticket that it brings; of none, if that is void. */
export function redeemTicket(request: Request): void {
  if (!hasTicket(request)) return
  const ticket = requestQuery(request).get('ticket') ?? ''
  requestContext(request).credential = tickets.redeem(ticket) ?? null
}
