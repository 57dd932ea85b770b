import type { Peer, SocketMessage } from './peer'

// Messages whose moment would tell something to whoever sees the network: they go out when the socket is answered anyway.

type Compose = () => SocketMessage | undefined | Promise<SocketMessage | undefined>

/** What waits for the next ping of a socket, by a key of each. */
const waiting = new WeakMap<Peer, Map<string, Compose>>()

/** Composed at the ping; what waits under the key already is replaced. */
export function sendWithPong(peer: Peer, key: string, compose: Compose): void {
  waiting.set(peer, (waiting.get(peer) ?? new Map()).set(key, compose))
}

/** Call at a ping, before its answer. */
export async function sendWaiting(peer: Peer): Promise<void> {
  const messages = waiting.get(peer)
  waiting.delete(peer)
  for (const compose of messages?.values() ?? []) {
    const message = await compose()
    if (message !== undefined) peer.send(message)
  }
}
