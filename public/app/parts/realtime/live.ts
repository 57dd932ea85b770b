import { effect } from '@preact/signals'
import type { LiveMessage } from '../../../../client/live-socket'
import { receiveNotification, refreshInbox } from '../notifications/inbox'
import { liveSocket } from './socket'
import { subscribers } from './subscriptions'

/** A tab hidden for longer disconnects, and catches up when it is visible again. */
const HIDDEN_MS = 180_000

/** Posts that the socket is subscribed to. */
let subscribedIds: ReadonlySet<string> = new Set()

const socket = liveSocket({
  onReady({ again }) {
    if (!again) return
    refreshInbox()
    for (const subscriber of subscribers.peek().values()) subscriber.onMissed()
  },
  onMessage: handleMessage,
})

function syncSubscriptions(): void {
  const wanted = new Set(subscribers.value.keys())
  for (const postId of subscribedIds) if (!wanted.has(postId)) socket.unsubscribe(postId)
  for (const postId of wanted) if (!subscribedIds.has(postId)) socket.subscribe(postId)
  subscribedIds = wanted
}

function handleMessage(message: LiveMessage): void {
  if (message.type === 'notification') receiveNotification(message.notification)
  if (message.type === 'post') subscribers.peek().get(message.postId)?.onCounts(message)
  if (message.type === 'comment') subscribers.peek().get(message.postId)?.onComment(message.commentId)
}

/** Connects the tab for whoever is signed in, until the returned function is called. */
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
