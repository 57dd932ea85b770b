import type { ServerWebSocket } from 'bun'
import { AppError, type ErrorCode } from '../../errors'
import { log } from '../log'

const KB = 1024

/**
 * What the runtime sees to: a message of more than 4 KB closes with 1009, and a reader that lets 64 KB wait is dropped.
 * It pings nobody, because a client that is only kept open is idle; its own timeout is the net beneath ours.
 */
export const SOCKET_OPTIONS = {
  maxPayloadLength: 4 * KB,
  backpressureLimit: 64 * KB,
  closeOnBackpressureLimit: true,
  idleTimeout: 120,
  sendPings: false,
  perMessageDeflate: false,
} as const

const MESSAGES_A_SECOND = 20
const IDLE_MS = 60_000
/** A session's end is told at once; this finds what nobody tells, such as one that ran out. */
const RECHECK_MS = 30_000

/** Why the server closes: codes of RFC 6455 §7.4 and, where it knows none, HTTP's status after 4000. */
export const CLOSING = {
  stopping: [1001, 'The server is going away'],
  flooding: [1008, 'Too many messages'],
  sessionEnded: [4401, 'The session has ended'],
  idle: [4408, 'Nothing was heard for a minute'],
} as const

/**
 * What the server sends. The product merges its messages into this interface (core/realtime/messages.ts).
 * @public
 */
export interface SocketMessages {
  error: { type: 'error'; code: ErrorCode; postId?: string }
}
export type SocketMessage = SocketMessages[keyof SocketMessages]

/** What the product does with sockets. */
export type PeerEvents = {
  opened(peer: Peer): void
  /** Called for one message of a peer after the other. */
  received(peer: Peer, message: { type: string; postId?: unknown }): Promise<void>
  closed(peer: Peer): void
}

type Identity = { userId: string; sessionId: string; stillHolds: () => Promise<boolean> }

/** The other end of one socket, and the bounds it is kept in. Elysia hands each event to the method of its name. */
export class Peer {
  readonly userId: string
  readonly sessionId: string
  readonly #stillHolds: () => Promise<boolean>
  readonly #events: PeerEvents
  #socket: ServerWebSocket<Peer> | undefined
  #heardAt = performance.now()
  #recheckAt = performance.now() + RECHECK_MS
  #secondAt = 0
  #inSecond = 0
  #underWay: Promise<void> | undefined

  constructor({ userId, sessionId, stillHolds }: Identity, events: PeerEvents) {
    this.userId = userId
    this.sessionId = sessionId
    this.#stillHolds = stillHolds
    this.#events = events
  }

  get isOpen(): boolean {
    return this.#socket !== undefined
  }

  /** Where the other end does not read, the runtime drops it: see `SOCKET_OPTIONS`. */
  send(message: SocketMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  follow(topic: string): void {
    this.#socket?.subscribe(topic)
  }

  unfollow(topic: string): void {
    this.#socket?.unsubscribe(topic)
  }

  end([code, reason]: (typeof CLOSING)[keyof typeof CLOSING]): void {
    this.#socket?.close(code, reason)
  }

  /** Closes one that is idle or whose session has ended unnoticed. */
  check(now: number): void {
    if (now - this.#heardAt >= IDLE_MS) this.end(CLOSING.idle)
    else if (now >= this.#recheckAt) this.recheck()
  }

  recheck(): void {
    this.#recheckAt = performance.now() + RECHECK_MS
    this.#stillHolds().then(
      (holds) => holds || this.end(CLOSING.sessionEnded),
      (err) => log.warn({ err }, 'the session of a socket could not be looked up'),
    )
  }

  open(socket: ServerWebSocket<Peer>): void {
    this.#socket = socket
    this.#events.opened(this)
    // It may have ended between the request's check and now.
    this.recheck()
  }

  message(_socket: ServerWebSocket<Peer>, sent: string | Buffer): void {
    if (!this.#counted()) return
    const message = typeof sent === 'string' ? parsed(sent) : undefined
    if (message === undefined) {
      this.send({ type: 'error', code: 'INVALID_JSON' })
      return
    }
    const taken = (this.#underWay ?? Promise.resolve()).then(() => this.#take(message))
    this.#underWay = taken
    taken.then(() => {
      if (this.#underWay === taken) this.#underWay = undefined
    })
  }

  ping(): void {
    this.#counted()
  }

  pong(): void {
    this.#counted()
  }

  close(): void {
    this.#socket = undefined
    this.#events.closed(this)
  }

  async #take(message: { type: string; postId?: unknown }): Promise<void> {
    if (!this.isOpen) return
    try {
      await this.#events.received(this, message)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a message over a socket failed')
      const code = error instanceof AppError ? error.code : 'INTERNAL'
      const { postId } = message
      this.send({ type: 'error', code, ...(typeof postId === 'string' ? { postId } : {}) })
    }
  }

  /** Whether what came is within the limit; beyond it the socket is closed. */
  #counted(): boolean {
    if (!this.isOpen) return false
    const now = performance.now()
    this.#heardAt = now
    if (now - this.#secondAt >= 1000) {
      this.#secondAt = now
      this.#inSecond = 0
    }
    if (++this.#inSecond <= MESSAGES_A_SECOND) return true
    this.send({ type: 'error', code: 'RATE_LIMITED' })
    this.end(CLOSING.flooding)
    return false
  }
}

/** An object with a type; `{type: ''}` for JSON that is none; undefined for what is no JSON. */
function parsed(text: string): { type: string; postId?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
      return { type: '' }
    return { type: value.type, ...('postId' in value ? { postId: value.postId } : {}) }
  } catch {
    return undefined
  }
}
