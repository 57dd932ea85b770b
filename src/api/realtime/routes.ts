import { Elysia } from 'elysia'
import { events } from '../../core/realtime/service'
import { refuse } from '../../errors'
import { isReady } from '../../lib/readiness'
import { hasRoom, SOCKETS_A_USER, upgrade } from '../../lib/sockets/hub'
import { Peer } from '../../lib/sockets/peer'
import { message } from '../../messages/message'
import { access, sessionProof } from '../http/access'
import { requestFacts } from '../http/request'

/**
 * The socket. A route like any other up to the upgrade, so that access, origin and limits are decided where they always
 * are; from there on Bun's own socket, without what Elysia's wraps around every message and keeps for every socket.
 * It is no operation of an OpenAPI document: docs/realtime.md describes it.
 */
export const realtime = new Elysia({ name: 'realtime' }).use(access).get(
  '/ws',
  ({ user, request, server }) => {
    if (!isReady()) refuse('NOT_READY')
    if (!hasRoom(user.id))
      refuse('RATE_LIMITED', message('requests.tooManySockets', { max: SOCKETS_A_USER }), {
        rateLimit: { limit: SOCKETS_A_USER, remaining: 0, resetSeconds: 60 },
      })
    const proof = sessionProof({ request })
    const stillHolds = async () => (await proof()) !== undefined
    const peer = new Peer({ userId: user.id, sessionId: user.sessionId, stillHolds }, events)
    if (server === null || !upgrade(server, request, peer, { 'x-request-id': requestFacts(request).id }))
      refuse('UPGRADE_REQUIRED')
    return new Response(null, { status: 101 })
  },
  { session: true, fails: ['UPGRADE_REQUIRED', 'NOT_READY'], detail: { hide: true } },
)
