import type { ServerMessage } from '../../../../src/lib/sockets/peer'

/** The server closes what it has not heard from for 60 seconds. */
const PING_MS = 25_000
/** A connection that is not there by now will not come. */
const CONNECT_MS = 10_000
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const SESSION_ENDED = 4401
const BROKEN = 1006

/** Milliseconds before the attempt after `failed` failed ones: longer each time, and of chance, so that not all come at once. */
export function pauseBefore(failed: number, chance: number): number {
  const most = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failed)
  return most / 2 + (most / 2) * chance
}

/** What the server says, of the types that this client knows; undefined for anything else. */
export function messageIn(frame: unknown): ServerMessage | undefined {
  try {
    const message = JSON.parse(String(frame))
    return TYPES.has(message?.type) ? message : undefined
  } catch {
    return undefined
  }
}

const TYPES = new Set(['ready', 'pong', 'error', 'notification', 'post', 'comment'])

export type ClientMessage = { type: 'ping' } | { type: 'subscribe' | 'unsubscribe'; postId: string }

type Socket = Pick<WebSocket, 'send' | 'close' | 'onmessage' | 'onclose'>

type Parts = {
  open: () => Socket
  /** Whether the session goes on, asked where the socket cannot say why it is refused; undefined where nobody answers. */
  holds: () => Promise<boolean | undefined>
  /** Each time that the server has said `ready`; `again` if it had before, so that something may have been missed. */
  onReady: (again: boolean) => void
  onMessage: (message: ServerMessage) => void
}

/** A socket that is opened again whenever it breaks, until it is stopped or the session is over. */
export class LiveSocket {
  readonly #parts: Parts
  #isRunning = false
  #isReady = false
  #wasReady = false
  #isUnanswered = false
  #mustAsk = false
  #failed = 0
  /** Counted up with every beginning and end: what belongs to an earlier one is too late. */
  #round = 0
  #socket: Socket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Connects, at once if it was waiting to try again. */
  start(): void {
    if (this.#isRunning && this.#socket) return
    this.#isRunning = true
    this.renew()
  }

  stop(): void {
    this.#isRunning = false
    this.#drop()
  }

  /** For a network that is another now: whatever is open may be dead without knowing it. */
  renew(): void {
    if (!this.#isRunning) return
    this.#drop()
    this.#failed = 0
    this.#attempt()
  }

  /** Says it if there is a connection; what matters is said anew after each `ready`. */
  send(message: ClientMessage): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(message))
  }

  async #attempt(): Promise<void> {
    const round = ++this.#round
    if (this.#mustAsk) {
      const holds = await this.#parts.holds()
      if (round !== this.#round) return
      if (holds === false) return this.stop()
      if (holds === undefined) return this.#later()
      this.#mustAsk = false
    }
    const socket = this.#parts.open()
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (round === this.#round) this.#take(messageIn(data))
    }
    socket.onclose = ({ code }) => {
      if (round === this.#round) this.#broken(code)
    }
    this.#timer = setTimeout(() => this.#broken(BROKEN), CONNECT_MS)
  }

  #take(message: ServerMessage | undefined): void {
    this.#isUnanswered = false
    if (message === undefined) return
    // A connection that has held for a while is worth beginning with a short pause again.
    if (message.type === 'pong') this.#failed = 0
    if (message.type === 'ready') this.#begin()
    else this.#parts.onMessage(message)
  }

  #begin(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    this.#isReady = true
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    const again = this.#wasReady
    this.#wasReady = true
    this.#parts.onReady(again)
  }

  #ping(): void {
    if (this.#isUnanswered) {
      this.#broken(BROKEN)
      return
    }
    this.#isUnanswered = true
    this.send({ type: 'ping' })
  }

  #broken(code: number): void {
    this.#mustAsk = !this.#isReady || code === SESSION_ENDED
    this.#drop()
    this.#later()
  }

  #later(): void {
    this.#timer = setTimeout(() => this.#attempt(), pauseBefore(this.#failed++, Math.random()))
  }

  #drop(): void {
    this.#round++
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    this.#isReady = false
    this.#isUnanswered = false
    this.#socket?.close()
    this.#socket = undefined
  }
}
