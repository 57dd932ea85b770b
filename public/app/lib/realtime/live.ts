import { effect } from '@preact/signals'
import type { ServerMessage } from '../../../../src/lib/sockets/peer'
import { fetchMe } from '../accounts/me'
import { type Notification, receiveNotification, refreshInbox } from '../notifications/inbox'
import { LiveSocket } from './live-socket'
import { subscribers } from './subscriptions'

/** A tab that nobody looks at for longer is told nothing: it catches up when it is looked at again. */
const HIDDEN_MS = 180_000

const address = () => `${location.origin.replace('http', 'ws')}/api/v1/ws`

/** Which posts the server has been asked for on this connection. */
const subscribedIds = new Set<string>()

const socket = new LiveSocket({
  open: () => new WebSocket(address()),
  async isSessionValid() {
    // A session that has ended elsewhere ends here by this answer.
    const answer = await fetchMe()
    if (answer.success) return true
    return answer.code === 'UNAUTHENTICATED' ? false : undefined
  },
  onReady(again) {
    subscribedIds.clear()
    syncSubscriptions()
    if (!again) return
    refreshInbox()
    for (const subscriber of subscribers.peek().values()) subscriber.onMissed()
  },
  onMessage: handleMessage,
})

function syncSubscriptions(): void {
  const wanted = subscribers.value
  for (const postId of subscribedIds) if (!wanted.has(postId)) socket.send({ type: 'unsubscribe', postId })
  for (const postId of wanted.keys()) if (!subscribedIds.has(postId)) socket.send({ type: 'subscribe', postId })
  subscribedIds.clear()
  for (const postId of wanted.keys()) subscribedIds.add(postId)
}

function handleMessage(message: ServerMessage): void {
  if (message.type === 'notification') receiveNotification(message.notification as Notification)
  if (message.type === 'post') subscribers.peek().get(message.postId)?.onCounts(message)
  if (message.type === 'comment') subscribers.peek().get(message.postId)?.onComment(message.commentId)
}

/** Is told by the server what happens, until what is returned is called; for whoever is signed in, once a tab. */
export function startRealtime(): () => void {
  let hidden: ReturnType<typeof setTimeout> | undefined
  const followVisibility = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(() => socket.stop(), HIDDEN_MS)
    else socket.start()
  }
  const renew = () => socket.renew()
  document.addEventListener('visibilitychange', followVisibility)
  addEventListener('online', renew)
  const stopSync = effect(syncSubscriptions)
  refreshInbox()
  socket.start()
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    removeEventListener('online', renew)
    clearTimeout(hidden)
    stopSync()
    socket.stop()
  }
}
