import { Value } from '@sinclair/typebox/value'
import { config } from '../../config'
import { refuse } from '../../errors'
import { withRegistry } from '../../lib/sockets/hub'
import { subscribeToPost, unsubscribeFromAll, unsubscribeFromPost } from '../posts/subscriptions'
import { clientMessage } from './messages'

export const events = withRegistry({
  opened: (peer) => peer.send({ type: 'ready', userId: peer.userId, notifications: config.notifications }),
  async received(peer, message: unknown) {
    if (!Value.Check(clientMessage, message)) return refuse('VALIDATION_FAILED')
    if (message.type === 'ping') return peer.send({ type: 'pong' })
    const postId = message.postId.toLowerCase()
    if (message.type === 'subscribe') return subscribeToPost(peer, postId)
    unsubscribeFromPost(peer, postId)
  },
  closed: unsubscribeFromAll,
})
