import type { ClientMessage, ServerMessage } from '../../../../src/core/realtime/messages'

/** The server closes sockets after 60 seconds of silence. */
const PING_MS = 25_000
const CONNECT_MS = 10_000
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const SESSION_ENDED = 4401
const BROKEN = 1006

/** Milliseconds before the next attempt: doubled after each failure, with jitter. */
export function retryDelay(failed: number, chance: number): number {
  const most = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failed)
  return most / 2 + (most / 2) * chance
}

/** A message of a type that this client knows; undefined for anything else. */
export function parseMessage(frame: unknown): ServerMessage | undefined {
  try {
    const message = JSON.parse(String(frame))
    return TYPES.has(message?.type) ? message : undefined
  } catch {
    return undefined
  }
}

const TYPES = new Set(['ready', 'pong', 'error', 'notification', 'post', 'comment'])

type Socket = Pick<WebSocket, 'send' | 'close' | 'onmessage' | 'onclose'>

type Options = {
  open: () => Socket
  /** Checks the session, because a refused socket does not say why; undefined if the server does not respond. */
  isSessionValid: () => Promise<boolean | undefined>
  /** Called at each `ready`; `again` after a reconnect, when messages may have been missed. */
  onReady: (again: boolean) => void
  onMessage: (message: ServerMessage) => void
}

/** A WebSocket that reconnects until it is stopped or the session is over. */
export class LiveSocket {
  readonly #options: Options
  #isRunning = false
  #isReady = false
  #wasReady = false
  #awaitsPong = false
  #mustCheckSession = false
  #failures = 0
  /** Incremented at every start and end, so that events of an earlier socket are ignored. */
  #round = 0
  #socket: Socket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Connects, at once if it was waiting to retry. */
  start(): void {
    if (this.#isRunning && this.#socket) return
    this.#isRunning = true
    this.renew()
  }

  stop(): void {
    this.#isRunning = false
    this.#disconnect()
  }

  /** For a change of network, after which an open socket may be dead without an event. */
  renew(): void {
    if (!this.#isRunning) return
    this.#disconnect()
    this.#failures = 0
    this.#connect()
  }

  /** Sends if connected; subscriptions are sent again after each `ready`. */
  send(message: ClientMessage): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(message))
  }

  async #connect(): Promise<void> {
    const round = ++this.#round
    if (this.#mustCheckSession) {
      const isSessionValid = await this.#options.isSessionValid()
      if (round !== this.#round) return
      if (isSessionValid === false) return this.stop()
      if (isSessionValid === undefined) return this.#retryLater()
      this.#mustCheckSession = false
    }
    const socket = this.#options.open()
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (round === this.#round) this.#receive(parseMessage(data))
    }
    socket.onclose = ({ code }) => {
      if (round === this.#round) this.#fail(code)
    }
    this.#timer = setTimeout(() => this.#fail(BROKEN), CONNECT_MS)
  }

  #receive(message: ServerMessage | undefined): void {
    this.#awaitsPong = false
    if (message === undefined) return
    // A connection that lasts resets the delay.
    if (message.type === 'pong') this.#failures = 0
    if (message.type === 'ready') this.#markReady()
    else this.#options.onMessage(message)
  }

  #markReady(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    this.#isReady = true
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    const again = this.#wasReady
    this.#wasReady = true
    this.#options.onReady(again)
  }

  #ping(): void {
    if (this.#awaitsPong) {
      this.#fail(BROKEN)
      return
    }
    this.#awaitsPong = true
    this.send({ type: 'ping' })
  }

  #fail(code: number): void {
    this.#mustCheckSession = !this.#isReady || code === SESSION_ENDED
    this.#disconnect()
    this.#retryLater()
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => this.#connect(), retryDelay(this.#failures++, Math.random()))
  }

  #disconnect(): void {
    this.#round++
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    this.#isReady = false
    this.#awaitsPong = false
    this.#socket?.close()
    this.#socket = undefined
  }
}
