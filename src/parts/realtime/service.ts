import { Value } from '@sinclair/typebox/value'
import { refuse } from '../../errors'
import { subscribeToPost, unsubscribeFromAll, unsubscribeFromPost } from '../../forum/posts/subscriptions'
import { notificationsOn } from '../../ground/settings/settings'
import { clientMessage } from '../../ground/socket-messages'
import { sendWaiting, withRegistry } from '../../lib/net/sockets/hub'
import { leaveQueue, watchQueue } from '../../order/reports/live'

// What the server does with a client's socket: greets it, replies to pings, subscribes it to posts and to the report
// queue. messages.ts has the schemas.

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
