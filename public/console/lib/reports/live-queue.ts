import { type LiveMessage, LiveSocket } from '../../../../client/live-socket'
import { fetchMe } from '../../../app/lib/accounts/me'

/** What changes at once is read once. */
const PAUSE_MS = 300

const address = () => `${location.origin.replace('http', 'ws')}/api/v1/ws`

/**
 * Hears of what other moderators and reporters do, until the returned function is called. A socket of its own: that of
 * the app exists only where there are notifications.
 */
export function watchQueue(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, PAUSE_MS)
  }
  const socket = new LiveSocket({
    open: () => new WebSocket(address()),
    async isSessionValid() {
      const answer = await fetchMe()
      if (answer.success) return true
      return answer.code === 'UNAUTHENTICATED' ? false : undefined
    },
    onReady: ({ again }) => {
      if (again) soon()
    },
    onMessage: (message: LiveMessage) => {
      if (message.type === 'queue') soon()
    },
  })
  socket.watchQueue()
  socket.start()
  return () => {
    clearTimeout(timer)
    socket.stop()
  }
}
