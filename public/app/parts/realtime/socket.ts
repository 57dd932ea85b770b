import { type LiveListeners, LiveSocket } from '../../../../client/live-socket'
import { fetchMe } from '../../lib/me'

const address = () => `${location.origin.replace('http', 'ws')}/api/v1/ws`

export const liveSocket = (listeners: LiveListeners): LiveSocket =>
  new LiveSocket({
    open: () => new WebSocket(address()),
    async isSessionValid() {
      // If the session has ended, this request ends it here, too.
      const answer = await fetchMe()
      if (answer.success) return true
      return answer.code === 'UNAUTHENTICATED' ? false : undefined
    },
    ...listeners,
  })
