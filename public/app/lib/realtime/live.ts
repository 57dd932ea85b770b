import { effect } from '@preact/signals'
import type { ServerMessage } from '../../../../src/lib/sockets/peer'
import { askMe } from '../accounts/me'
import { type Notification, receive, refreshInbox } from '../notifications/inbox'
import { LiveSocket } from './live-socket'
import { followers } from './subscriptions'

/** A tab that nobody looks at for longer is told nothing: it catches up when it is looked at again. */
const HIDDEN_MS = 180_000

const address = () => `${location.origin.replace('http', 'ws')}/api/v1/ws`

/** Which posts the server has been asked for on this connection. */
const asked = new Set<string>()

const socket = new LiveSocket({
  open: () => new WebSocket(address()),
  async holds() {
    // A session that has ended elsewhere ends here by this answer.
    const answer = await askMe()
    if (answer.success) return true
    return answer.code === 'UNAUTHENTICATED' ? false : undefined
  },
  onReady(again) {
    asked.clear()
    followAsked()
    if (!again) return
    refreshInbox()
    for (const follower of followers.peek().values()) follower.missed()
  },
  onMessage: take,
})

function followAsked(): void {
  const wanted = followers.value
  for (const postId of asked) if (!wanted.has(postId)) socket.send({ type: 'unsubscribe', postId })
  for (const postId of wanted.keys()) if (!asked.has(postId)) socket.send({ type: 'subscribe', postId })
  asked.clear()
  for (const postId of wanted.keys()) asked.add(postId)
}

function take(message: ServerMessage): void {
  if (message.type === 'notification') receive(message.notification as Notification)
  if (message.type === 'post') followers.peek().get(message.postId)?.counted(message)
  if (message.type === 'comment') followers.peek().get(message.postId)?.commented(message.commentId)
}

/** Is told by the server what happens, until what is returned is called; for whoever is signed in, once a tab. */
export function stayLive(): () => void {
  let hidden: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(() => socket.stop(), HIDDEN_MS)
    else socket.start()
  }
  const renew = () => socket.renew()
  document.addEventListener('visibilitychange', look)
  addEventListener('online', renew)
  const unfollow = effect(followAsked)
  refreshInbox()
  socket.start()
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', renew)
    clearTimeout(hidden)
    unfollow()
    socket.stop()
  }
}
