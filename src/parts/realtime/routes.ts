import { Value } from '@sinclair/typebox/value'
import { Elysia, t } from 'elysia'
import { refuse } from '../../errors'
import { subscribeToPost, unsubscribeFromAll, unsubscribeFromPost } from '../../forum/posts/subscriptions'
import { notificationsOn } from '../../ground/settings/settings'
import { clientMessage } from '../../ground/socket-messages'
import { access, sessionProof } from '../../http/access'
import { created, createdResponse, envelope } from '../../http/envelope'
import { SECURITY_HEADERS } from '../../http/headers'
import { issueTicket, requestContext, requestCredential } from '../../http/request'
import { SOCKETS_A_USER, sendWaiting, socketCount, upgrade, withRegistry } from '../../lib/net/sockets/hub'
import { Peer } from '../../lib/net/sockets/peer'
import { isReady } from '../../lib/process/readiness'
import { namedObject, timestamp } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { leaveQueue, watchQueue } from '../../order/reports/live'

// What the server does with a client's socket: greets it, replies to pings, subscribes it to posts and to the report
// queue.

export const events = withRegistry({
  opened: (peer) => peer.send({ type: 'ready', userId: peer.userId, notifications: notificationsOn() }),
  async received(peer, message: unknown) {
    if (!Value.Check(clientMessage, message)) return refuse('VALIDATION_FAILED')
    if (message.type === 'ping') {
      await sendWaiting(peer)
      return peer.send({ type: 'pong' })
    }
    if (message.type === 'watch-queue') return watchQueue(peer)
    if (message.type === 'leave-queue') return leaveQueue(peer)
    const postId = message.postId.toLowerCase()
    if (message.type === 'subscribe') return subscribeToPost(peer, postId)
    unsubscribeFromPost(peer, postId)
  },
  closed(peer) {
    unsubscribeFromAll(peer)
    leaveQueue(peer)
  },
})

const Ticket = namedObject('SocketTicket', { ticket: t.String(), expiresAt: timestamp })

/**
 * The handshake. Up to the upgrade it is a route like any other, with access level, origin check and rate limits; then it
 * is Bun's own socket, because Elysia's adds work to every message and memory to every socket. docs/clients.md
 * describes it: an OpenAPI document cannot.
 */
export const realtime = new Elysia({ prefix: '/api/v1' })
  .use(access)
  .post(
    '/ws/ticket',
    ({ user, request }) => {
      const credential = requestCredential(request) ?? refuse('UNAUTHENTICATED')
      return created('A ticket for one socket', issueTicket(user.id, credential))
    },
    {
      session: true,
      response: createdResponse(envelope(Ticket)),
      detail: {
        operationId: 'createSocketTicket',
        tags: ['realtime'],
        summary: 'Get a ticket that opens a WebSocket',
        description:
          'For pages at another origin: `GET /api/v1/ws?ticket=…` opens one socket within 30 seconds, without a header.',
      },
    },
  )
  .get(
    '/ws',
    ({ user, request, server }) => {
      if (!isReady()) refuse('NOT_READY')
      if (socketCount(user.id) >= SOCKETS_A_USER)
        refuse('RATE_LIMITED', message('requests.tooManySockets', { max: SOCKETS_A_USER }), {
          rateLimit: { limit: SOCKETS_A_USER, remaining: 0, resetSeconds: 60 },
        })
      const proof = sessionProof({ request })
      const isSessionValid = async () => (await proof()) !== undefined
      const peer = new Peer({ userId: user.id, sessionId: user.sessionId, isSessionValid }, events)
      const { id, renewedCookies = [] } = requestContext(request)
      const headers = new Headers({ ...SECURITY_HEADERS, 'x-request-id': id })
      for (const cookie of renewedCookies) headers.append('set-cookie', cookie)
      if (server === null || !upgrade(server, request, peer, headers)) refuse('UPGRADE_REQUIRED')
      return new Response(null, { status: 101 })
    },
    { session: true, ticketed: true, fails: ['UPGRADE_REQUIRED', 'NOT_READY'], detail: { hide: true } },
  )
