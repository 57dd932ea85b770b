import type { Server } from 'bun'
import { CLOSING, type Peer, type PeerEvents, type SocketMessage } from './peer'

export const SOCKETS_A_USER = 10
const CHECK_EVERY_MS = 1000

type Host = Pick<Server<Peer>, 'upgrade' | 'publish'>

let host: Host | undefined
let checking: NodeJS.Timeout | undefined
const byUser = new Map<string, Set<Peer>>()

function* everybody(): Generator<Peer> {
  for (const peers of byUser.values()) yield* peers
}

export const socketCount = (userId: string): number => byUser.get(userId)?.size ?? 0

/** Whether the user may open one more. */
export const hasRoom = (userId: string): boolean => socketCount(userId) < SOCKETS_A_USER

/** Turns the request into a socket; answers false where it does not ask for one. `open` runs before this returns. */
export function upgrade(server: Host, request: Request, peer: Peer, headers: Record<string, string>): boolean {
  host = server
  return server.upgrade(request, { data: peer, headers })
}

/** Keeps book of who is connected around what the product does. */
export const withRegistry = ({ opened, received, closed }: PeerEvents): PeerEvents => ({
  opened(peer) {
    const peers = byUser.get(peer.userId) ?? new Set()
    byUser.set(peer.userId, peers.add(peer))
    checking ??= setInterval(checkSockets, CHECK_EVERY_MS).unref()
    opened(peer)
  },
  received,
  closed(peer) {
    const peers = byUser.get(peer.userId)
    peers?.delete(peer)
    if (peers?.size === 0) byUser.delete(peer.userId)
    if (byUser.size === 0) {
      clearInterval(checking)
      checking = undefined
    }
    closed(peer)
  },
})

/** Closes those that are idle or whose session has run out; `now` on the clock of `performance`. */
export function checkSockets(now = performance.now()): void {
  for (const peer of everybody()) peer.check(now)
}

/** Looks every session up again; for when another process has written. */
export function recheckSockets(): void {
  for (const peer of everybody()) peer.recheck()
}

export function closeSocketsOfSession(sessionId: string): void {
  for (const peer of everybody()) if (peer.sessionId === sessionId) peer.end(CLOSING.sessionEnded)
}

/** Those of the session excepted stay. */
export function closeSocketsOfUser(userId: string, exceptSession = ''): void {
  for (const peer of byUser.get(userId) ?? []) if (peer.sessionId !== exceptSession) peer.end(CLOSING.sessionEnded)
}

/** For a server that stops: it would wait for every socket. */
export function closeAllSockets(): void {
  for (const peer of everybody()) peer.end(CLOSING.stopping)
}

export function sendToUser(userId: string, message: SocketMessage): void {
  for (const peer of byUser.get(userId) ?? []) peer.send(message)
}

/** To all who follow the topic; the frame is made once. */
export function publish(topic: string, message: SocketMessage): void {
  host?.publish(topic, JSON.stringify(message))
}
