import { config } from '../../config'
import { refuse } from '../../errors'
import { withRegistry } from '../../lib/sockets/hub'
import { subscribeToPost, unsubscribeFromAll, unsubscribeFromPost } from '../posts/subscriptions'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function postIdIn({ postId }: { postId?: unknown }): string {
  return typeof postId === 'string' && UUID.test(postId) ? postId.toLowerCase() : refuse('VALIDATION_FAILED')
}

/** What the server does with its sockets. docs/realtime.md describes every message. */
export const events = withRegistry({
  opened: (peer) => peer.send({ type: 'ready', userId: peer.userId, notifications: config.notifications }),
  async received(peer, message) {
    switch (message.type) {
      case 'ping':
        return peer.send({ type: 'pong' })
      case 'subscribe':
        return subscribeToPost(peer, postIdIn(message))
      case 'unsubscribe':
        return unsubscribeFromPost(peer, postIdIn(message))
      default:
        return refuse('VALIDATION_FAILED')
    }
  },
  closed: unsubscribeFromAll,
})
