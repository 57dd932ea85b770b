import type { LiveMessage } from '../../../../client/live-socket'
import { liveSocket } from '../../../app/parts/realtime/socket'

/** What changes within it is read at once, after the first change, which is read immediately. */
const PAUSE_MS = 300

export type QueueChange = Extract<LiveMessage, { type: 'queue' }>

/**
 * Hears of what other moderators and reporters do, until the returned function is called. After a break in the
 * connection nobody knows what changed. A socket of its own: that of the app exists only where there are notifications.
 */
export function watchQueue(onChange: (changes: readonly QueueChange[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let heard: QueueChange[] = []
  let isDue = false
  const tell = () => {
    const changes = heard
    heard = []
    isDue = false
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) tell()
    }, PAUSE_MS)
    onChange(changes)
  }
  const soon = () => {
    isDue = true
    if (timer === undefined) tell()
  }
  const socket = liveSocket({
    onReady: ({ again }) => {
      if (again) soon()
    },
    onMessage: (message: LiveMessage) => {
      if (message.type !== 'queue') return
      heard.push(message)
      soon()
    },
  })
  socket.watchQueue()
  socket.start()
  return () => {
    clearTimeout(timer)
    socket.stop()
  }
}
