import type { ServerWebSocket } from 'bun'
import { Counter } from '../../../../db/prometheus'
import { AppError, type ErrorCode } from '../../../errors'
import { log } from '../../process/log'
import { counted } from '../../process/metrics'

const KB = 1024

/** Bun closes after more than 4 KB (1009), and drops a reader with 64 KB waiting. Pings would hide an idle client. */
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
/** The end of a session closes its sockets at once; this finds what has no event, such as expiry. */
const RECHECK_MS = 30_000

/** Why the server closes: codes of RFC 6455 §7.4, or 4000 plus an HTTP status if it has none. */
export const CLOSING = {
  stopping: [1001, 'The server is going away'],
  flooding: [1008, 'Too many messages'],
  sessionEnded: [4401, 'The session has ended'],
  idle: [4408, 'Nothing was heard for a minute'],
} as const

const sent = new Counter({ name: 'quad_socket_messages_sent_total', help: 'Messages to sockets' })
export const countSent = (messages = 1): void => sent.inc(messages)

const countClosed = counted(
  {
    name: 'quad_sockets_closed_total',
    help: 'Sockets that ended: `slow` did not read what was sent, `client` is every end that the client chose',
    label: 'reason',
  },
  [...(Object.keys(CLOSING) as (keyof typeof CLOSING)[]), 'slow', 'client'],
)

/** What a connection ends with that nobody closed: also one that Bun drops because the client does not read. */
const CLOSED_ABNORMALLY = 1006

/**
 * What the server sends. The product merges its messages into this interface (ground/socket-messages.ts).
 * @public
 */
export interface SocketMessages {
  error: { type: 'error'; code: ErrorCode; postId?: string }
}
export type SocketMessage = SocketMessages[keyof SocketMessages]

type Received = { type: string; postId?: unknown }

export type PeerEvents = {
  opened(peer: Peer): void
  /** Called for one message of a peer after the other. */
  received(peer: Peer, message: Received): Promise<void>
  closed(peer: Peer): void
}

type Identity = { userId: string; sessionId: string; isSessionValid: () => Promise<boolean> }

/** The other end of one socket, and its limits. Elysia calls the method with the name of each event. */
export class Peer {
  readonly userId: string
  readonly sessionId: string
  #socket: ServerWebSocket<Peer> | undefined
  #heardAt = performance.now()
  #recheckAt = performance.now() + RECHECK_MS
  #secondAt = 0
  #inSecond = 0
  #pending = Promise.resolve()
  /** Whether something waited for the client to read it when this was last looked at. */
  #isBehind = false
  #ending: keyof typeof CLOSING | undefined

  constructor(
    private readonly identity: Identity,
    private readonly events: PeerEvents,
  ) {
    this.userId = identity.userId
    this.sessionId = identity.sessionId
  }

  get isOpen(): boolean {
    return this.#socket !== undefined
  }

  /** Bun drops a peer that does not read: see `SOCKET_OPTIONS`. */
  send(message: SocketMessage): void {
    if (this.#socket === undefined) return
    countSent()
    // 0: it was dropped, because too much waits.
    this.#isBehind = this.#socket.send(JSON.stringify(message)) === 0 || this.#isBehind
  }

  follow(topic: string): void {
    this.#socket?.subscribe(topic)
  }

  unfollow(topic: string): void {
    this.#socket?.unsubscribe(topic)
  }

  end(why: keyof typeof CLOSING): void {
    this.#ending ??= why
    const [code, reason] = CLOSING[why]
    this.#socket?.close(code, reason)
  }

  check(now: number): void {
    this.#isBehind = (this.#socket?.getBufferedAmount() ?? 0) > 0
    if (now - this.#heardAt >= IDLE_MS) this.end('idle')
    else if (now >= this.#recheckAt) this.recheck()
  }

  recheck(): void {
    this.#recheckAt = performance.now() + RECHECK_MS
    this.identity.isSessionValid().then(
      (isValid) => isValid || this.end('sessionEnded'),
      (err) => log.warn({ err }, 'the session of a socket could not be looked up'),
    )
  }

  open(socket: ServerWebSocket<Peer>): void {
    this.#socket = socket
    this.events.opened(this)
    // The session may have ended since the request was checked.
    this.recheck()
  }

  message(_socket: ServerWebSocket<Peer>, frame: string | Buffer): void {
    if (!this.#countMessage()) return
    const message = typeof frame === 'string' ? parse(frame) : undefined
    if (message === undefined) this.send({ type: 'error', code: 'INVALID_JSON' })
    else this.#pending = this.#pending.then(() => this.#handle(message))
  }

  ping(): void {
    this.#countMessage()
  }

  pong(): void {
    this.#countMessage()
  }

  close(_socket: ServerWebSocket<Peer>, code: number): void {
    this.#socket = undefined
    const isSlow = code === CLOSED_ABNORMALLY && this.#isBehind
    countClosed(this.#ending ?? (isSlow ? 'slow' : 'client'))
    this.events.closed(this)
  }

  async #handle(message: Received): Promise<void> {
    if (!this.isOpen) return
    try {
      await this.events.received(this, message)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a message over a socket failed')
      const code = error instanceof AppError ? error.code : 'INTERNAL'
      const { postId } = message
      this.send({ type: 'error', code, ...(typeof postId === 'string' ? { postId } : {}) })
    }
  }

  /** Returns whether the message is within the limit; if not, closes the socket. */
  #countMessage(): boolean {
    if (!this.isOpen) return false
    const now = performance.now()
    this.#heardAt = now
    if (now - this.#secondAt >= 1000) {
      this.#secondAt = now
      this.#inSecond = 0
    }
    if (++this.#inSecond <= MESSAGES_A_SECOND) return true
    this.send({ type: 'error', code: 'RATE_LIMITED' })
    this.end('flooding')
    return false
  }
}

/** The message; `{type: ''}` for JSON without a type; undefined for what is no JSON. */
function parse(text: string): Received | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
      return { type: '' }
    return { type: value.type, ...('postId' in value ? { postId: value.postId } : {}) }
  } catch {
    return undefined
  }
}
