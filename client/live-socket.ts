import type { Socket } from './platform'
import type { ClientMessage, ServerMessage } from './routes'

/** The server closes sockets after 60 seconds of silence. */
const PING_MS = 25_000
const CONNECT_MS = 10_000
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const SESSION_ENDED = 4401
const BROKEN = 1006

/** The server closes a socket that sends more than 20 messages in one of its seconds, which overlaps two of these. */
const BATCH = 10
const BATCH_MS = 1100

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

const TYPES = new Set(['ready', 'pong', 'error', 'notification', 'post', 'comment', 'queue'])

export type LiveListeners = {
  /**
   * The socket is connected. `again` after a reconnect, when messages may have been missed; `notifications` tells
   * whether this Quad sends live updates at all.
   */
  onReady?: (state: { again: boolean; userId: string; notifications: boolean }) => void
  onMessage?: (message: LiveMessage) => void
  /** The session is over, and the socket stopped. */
  onEnd?: () => void
}

export type LiveMessage = Exclude<ServerMessage, { type: 'ready' | 'pong' }>

type SocketOptions = LiveListeners & {
  open: () => Socket
  /** Checks the session, because a refused socket does not say why; undefined if the server does not respond. */
  isSessionValid: () => Promise<boolean | undefined>
  /** Whether every attempt begins with that check, which then brings what `open` needs. */
  checksFirst?: boolean
}

/** A WebSocket that reconnects until it is stopped or the session is over. */
export class LiveSocket {
  readonly #options: SocketOptions
  #isRunning = false
  #isReady = false
  #wasReady = false
  #awaitsPong = false
  #mustCheckSession: boolean
  #failures = 0
  /** Incremented at every start and end, so that events of an earlier socket are ignored. */
  #round = 0
  #socket: Socket | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pinging: ReturnType<typeof setInterval> | undefined
  readonly #posts = new Set<string>()
  #watchesQueue = false
  #queue: ClientMessage[] = []
  #room = BATCH
  #refill: ReturnType<typeof setTimeout> | undefined

  constructor(options: SocketOptions) {
    this.#options = options
    this.#mustCheckSession = options.checksFirst === true
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

  /** Subscribes to what happens to a post, now or as soon as there is a connection, and again after each reconnect. */
  subscribe(postId: string): void {
    this.#posts.add(postId)
    this.#send({ type: 'subscribe', postId })
  }

  unsubscribe(postId: string): void {
    if (this.#posts.delete(postId)) this.#send({ type: 'unsubscribe', postId })
  }

  /** For moderators: subscribes to what happens in the report queue, also after each reconnect. */
  watchQueue(): void {
    this.#watchesQueue = true
    this.#send({ type: 'watch-queue' })
  }

  #send(message: ClientMessage): void {
    if (!this.#isReady) return
    this.#queue.push(message)
    this.#drain()
  }

  #drain(): void {
    for (; this.#room > 0 && this.#queue.length > 0; this.#room--)
      this.#socket?.send(JSON.stringify(this.#queue.shift()))
    if (this.#room === BATCH) return
    this.#refill ??= setTimeout(() => {
      this.#refill = undefined
      this.#room = BATCH
      this.#drain()
    }, BATCH_MS)
  }

  async #connect(): Promise<void> {
    const round = ++this.#round
    if (this.#mustCheckSession) {
      const isSessionValid = await this.#options.isSessionValid()
      if (round !== this.#round) return
      if (isSessionValid === false) return this.#end()
      if (isSessionValid === undefined) return this.#retryLater()
      this.#mustCheckSession = this.#options.checksFirst === true
    }
    const socket = this.#options.open()
    this.#socket = socket
    // That of a package for Node ends the process if nobody hears of its errors; `onclose` follows.
    socket.onerror = () => undefined
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (round === this.#round) this.#receive(parseMessage(data))
    }
    socket.onclose = ({ code }: { code: number }) => {
      if (round === this.#round) this.#fail(code)
    }
    this.#timer = setTimeout(() => this.#fail(BROKEN), CONNECT_MS)
  }

  #receive(message: ServerMessage | undefined): void {
    this.#awaitsPong = false
    if (message === undefined) return
    // A connection that lasts resets the delay.
    if (message.type === 'pong') this.#failures = 0
    if (message.type === 'ready') this.#markReady(message)
    else if (message.type !== 'pong') this.#options.onMessage?.(message)
  }

  #markReady({ userId, notifications }: Extract<ServerMessage, { type: 'ready' }>): void {
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    this.#isReady = true
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    const again = this.#wasReady
    this.#wasReady = true
    this.#queue = [...this.#posts].map((postId) => ({ type: 'subscribe', postId }))
    if (this.#watchesQueue) this.#queue.push({ type: 'watch-queue' })
    this.#drain()
    this.#options.onReady?.({ again, userId, notifications })
  }

  #ping(): void {
    if (this.#awaitsPong) {
      this.#fail(BROKEN)
      return
    }
    this.#awaitsPong = true
    this.#send({ type: 'ping' })
  }

  #fail(code: number): void {
    this.#mustCheckSession ||= !this.#isReady || code === SESSION_ENDED
    this.#disconnect()
    this.#retryLater()
  }

  #end(): void {
    this.stop()
    this.#options.onEnd?.()
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => this.#connect(), retryDelay(this.#failures++, Math.random()))
  }

  #disconnect(): void {
    this.#round++
    clearTimeout(this.#timer)
    clearInterval(this.#pinging)
    clearTimeout(this.#refill)
    this.#refill = undefined
    this.#room = BATCH
    this.#isReady = false
    this.#awaitsPong = false
    this.#socket?.close()
    this.#socket = undefined
  }
}
