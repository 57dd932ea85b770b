import type { Server } from 'bun'
import { runEvery } from '../../process/background'
import { gauge } from '../../process/metrics'
import { countSent, type Peer, type PeerEvents, type SocketMessage } from './peer'

export const SOCKETS_A_USER = 10
const CHECK_EVERY_MS = 1000

type Host = Pick<Server<Peer>, 'upgrade' | 'publish' | 'subscriberCount'>

let host: Host | undefined
let stopChecking: (() => Promise<void>) | undefined
const byUser = new Map<string, Set<Peer>>()

function* allPeers(): Generator<Peer> {
  for (const peers of byUser.values()) yield* peers
}

gauge('quad_sockets_open', 'Open sockets', () => [...allPeers()].length)

export const socketCount = (userId: string): number => byUser.get(userId)?.size ?? 0

/** Upgrades the request to a socket; returns false if it is no upgrade. `open` runs before this returns. */
export function upgrade(server: Host, request: Request, peer: Peer, headers: Headers): boolean {
  host = server
  return server.upgrade(request, { data: peer, headers })
}

export const withRegistry = ({ opened, received, closed }: PeerEvents): PeerEvents => ({
  opened(peer) {
    const peers = byUser.get(peer.userId) ?? new Set()
    byUser.set(peer.userId, peers.add(peer))
    stopChecking ??= runEvery(CHECK_EVERY_MS, 'checking sockets', () => checkSockets())
    opened(peer)
  },
  received,
  closed(peer) {
    const peers = byUser.get(peer.userId)
    peers?.delete(peer)
    if (peers?.size === 0) byUser.delete(peer.userId)
    if (byUser.size === 0) {
      void stopChecking?.()
      stopChecking = undefined
    }
    closed(peer)
  },
})

export function checkSockets(now = performance.now()): void {
  for (const peer of allPeers()) peer.check(now)
}

/** Looks up every session again, after another process has written to the database. */
export function recheckSockets(): void {
  for (const peer of allPeers()) peer.recheck()
}

export function closeSocketsOfSession(sessionId: string): void {
  for (const peer of allPeers()) if (peer.sessionId === sessionId) peer.end('sessionEnded')
}

export function closeSocketsOfUser(userId: string, exceptSession = ''): void {
  for (const peer of peersOf(userId)) if (peer.sessionId !== exceptSession) peer.end('sessionEnded')
}

/** Before the server stops, because it would wait for every socket. */
export function closeAllSockets(): void {
  for (const peer of allPeers()) peer.end('stopping')
}

export const peersOf = (userId: string): Iterable<Peer> => byUser.get(userId) ?? []

export function sendToUser(userId: string, message: SocketMessage): void {
  for (const peer of peersOf(userId)) peer.send(message)
}

/** Sends to all peers that follow the topic; the frame is made once. */
export function publish(topic: string, message: SocketMessage): void {
  if (host === undefined) return
  countSent(host.subscriberCount(topic))
  host.publish(topic, JSON.stringify(message))
}

// Messages whose moment would tell something to whoever sees the network: they go out when the socket is answered anyway.

type Compose = () => SocketMessage | undefined | Promise<SocketMessage | undefined>

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
