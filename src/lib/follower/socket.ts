import type { ServerWebSocket } from 'bun'
import { CLOSING } from '../net/sockets/peer'
import { after, runEvery } from '../process/background'
import { asFollower } from './following'
import { socketToPrimary } from './primary'

/** What waits for the copy, and what the primary does not take: more than this in characters ends the socket. */
const MOST_WAITING = 64 * 1024
const DELIVER_EVERY_MS = 50
const OPENS_WITHIN_MS = 10_000
const CLOSED = { normally: 1000, withoutCode: 1005, abnormally: 1006 }

const sockets = new Set<PassedSocket>()
let stopDelivering: (() => Promise<void>) | undefined

/** Before the server stops, because it would wait for every socket. */
export function closePassedSockets(): void {
  for (const socket of sockets) socket.end(...CLOSING.stopping)
}

/**
 * A client's socket at a follower; the primary has its other end, and its limits. Messages wait for the copy, because
 * whoever hears of a comment asks for it here.
 */
export class PassedSocket {
  readonly #primary: WebSocket
  #client: ServerWebSocket<PassedSocket> | undefined
  #waiting: { at: number; frame: string }[] = []

  private constructor(primary: WebSocket) {
    this.#primary = primary
    primary.addEventListener('message', ({ data }) => this.#hear(String(data)))
    primary.addEventListener('close', ({ code, reason }) => this.end(code, reason))
  }

  /** Undefined when the primary refuses. */
  static async reach(to: string, target: string, headers: Headers): Promise<PassedSocket | undefined> {
    const primary = socketToPrimary(to, target, headers)
    const passed = new PassedSocket(primary)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    primary.addEventListener('open', () => resolve(true))
    primary.addEventListener('close', () => resolve(false))
    const forget = after(OPENS_WITHIN_MS, 'opening a socket to the primary', () => resolve(false))
    const isOpen = await promise
    forget()
    if (!isOpen) primary.close()
    return isOpen ? passed : undefined
  }

  open(client: ServerWebSocket<PassedSocket>): void {
    this.#client = client
    sockets.add(this)
    stopDelivering ??= runEvery(DELIVER_EVERY_MS, 'passing messages on', () => {
      for (const socket of sockets) socket.deliver()
    })
    // It may have closed meanwhile.
    if (this.#primary.readyState !== WebSocket.OPEN) this.end(CLOSED.abnormally)
  }

  message(_client: ServerWebSocket<PassedSocket>, frame: string | Buffer): void {
    if (this.#primary.bufferedAmount > MOST_WAITING) this.end(...CLOSING.flooding)
    else this.#primary.send(String(frame))
  }

  ping(): void {
    // Only Bun's sockets can.
    const { ping } = this.#primary as { ping?: () => void }
    ping?.call(this.#primary)
  }

  close(): void {
    this.#client = undefined
    this.#waiting = []
    sockets.delete(this)
    this.#primary.close()
    if (sockets.size > 0) return
    void stopDelivering?.()
    stopDelivering = undefined
  }

  /** Passes on what the copy has; everything, while it answers nothing. */
  deliver(): void {
    const following = asFollower()
    const currentAt = following?.copy === 'current' ? performance.now() - following.age.ms : Number.POSITIVE_INFINITY
    while (this.#waiting[0] !== undefined && this.#waiting[0].at <= currentAt)
      this.#client?.send(this.#waiting.shift()?.frame ?? '')
  }

  /** Ends the client's end as the primary ended the other. */
  end(code: number, reason?: string): void {
    for (const { frame } of this.#waiting.splice(0)) this.#client?.send(frame)
    if (code === CLOSED.abnormally || code === CLOSED.withoutCode) this.#client?.terminate()
    else this.#client?.close(code, reason)
  }

  #hear(frame: string): void {
    this.#waiting.push({ at: performance.now(), frame })
    if (this.#waiting.reduce((sum, waiting) => sum + waiting.frame.length, 0) > MOST_WAITING)
      this.end(CLOSED.abnormally)
  }
}
