/**
 * A load generator in a process of its own: `bun generator.ts <json>`, an `Order` in, a line of JSON out, an `Outcome`
 * a stream. Without a rate each connection sends its next request when it has the answer; with one, requests are due at
 * fixed moments, and an answer's time counts from then, so that a server that stalls is not asked less.
 */
import { readFileSync } from 'node:fs'
import type { Socket } from 'bun'
import { AnswerReader } from './answer-reader'

/**
 * `requests`: a file as wrk/replay.lua reads it. `rate`: requests a second, of all connections together; `arrivals`: in
 * equal steps, or as those of many people who know nothing of one another (Poisson).
 */
export type Stream = { requests: string; connections: number; rate?: number; arrivals?: 'even' | 'random' }
/** `slowest`: of so many requests of each stream it says when they were. */
export type Order = { port: number; seconds: number; streams: Stream[]; slowest?: number }
export type Outcome = Record<'requests' | 'seconds' | 'p50' | 'p99' | 'refused' | 'broken', number> & {
  /** When each was due and when its answer was there, in milliseconds since 1970. */
  slowest: [since: number, until: number][]
}
/** Is told of each answer, with the number of its request. */
type Listener = (request: number, milliseconds: number, status: number) => void

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) quad-bench/1'

/** `more`: another header, where the line has one. */
function encoded(line: string, port: number) {
  const [method, path, cookie, body = '', more = ''] = line.split('\t')
  const headers = [
    `Host: 127.0.0.1:${port}`,
    `User-Agent: ${USER_AGENT}`,
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ...(more === '' ? [] : [more]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return new TextEncoder().encode(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

type Connection = { socket: Socket<undefined>; reader: AnswerReader; since: number; request: number }

/** The requests of a file, as they are sent. */
export const readRequests = (file: string, port: number): Uint8Array[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => encoded(line, port))

export class Running {
  /** Of the request that is sent next. */
  next = 0
  readonly #requests: readonly Uint8Array[]
  readonly #idle: Connection[] = []
  readonly #due: number[] = []
  readonly #times: number[] = []
  readonly #ends: number[] = []
  readonly #stream: Stream
  #nextDue = 0
  #refused = 0
  #broken = 0
  #began = 0
  #over = false

  constructor(
    readonly port: number,
    stream: Stream,
    requests: readonly Uint8Array[] = readRequests(stream.requests, port),
    readonly listener?: Listener,
  ) {
    this.#stream = stream
    this.#requests = requests
  }

  async connect() {
    for (let n = 0; n < this.#stream.connections; n++) this.#idle.push(await this.#open())
  }

  async #open(): Promise<Connection> {
    const connection: Partial<Connection> = { reader: new AnswerReader(), since: 0, request: 0 }
    connection.socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: this.port,
      socket: {
        data: (_, bytes) => this.#received(connection as Connection, bytes),
        close: () => {
          if (!this.#over) this.#broken++
        },
        error: () => {
          this.#broken++
        },
      },
    })
    return connection as Connection
  }

  begin() {
    this.#began = this.#nextDue = performance.now()
    if (this.#stream.rate === undefined)
      for (const connection of this.#idle.splice(0)) this.#send(connection, performance.now())
    else this.#tick()
  }

  /** Timers are exact to a millisecond, so what became due meanwhile goes out together. */
  #tick() {
    if (this.#over) return
    const { rate = 1, arrivals } = this.#stream
    const now = performance.now()
    while (this.#nextDue < now) {
      this.#due.push(this.#nextDue)
      this.#nextDue += (arrivals === 'random' ? -Math.log(1 - Math.random()) : 1) * (1000 / rate)
    }
    this.#dispatch()
    setTimeout(() => this.#tick(), 1)
  }

  #dispatch() {
    let sent = 0
    while (sent < this.#due.length) {
      const connection = this.#idle.pop()
      if (connection === undefined) break
      this.#send(connection, this.#due[sent++] ?? 0)
    }
    if (sent > 0) this.#due.splice(0, sent)
  }

  #send(connection: Connection, since: number) {
    connection.since = since
    connection.request = this.next++ % this.#requests.length
    connection.socket.write(this.#requests[connection.request] as Uint8Array)
  }

  #received(connection: Connection, bytes: Uint8Array) {
    const status = connection.reader.take(bytes)
    if (status === undefined || this.#over) return
    const now = performance.now()
    const took = now - connection.since
    this.#times.push(took)
    this.#ends.push(now)
    if (status >= 400) this.#refused++
    this.listener?.(connection.request, took, status)
    if (this.#stream.rate === undefined) this.#send(connection, performance.now())
    else {
      this.#idle.push(connection)
      this.#dispatch()
    }
  }

  /** Of what was due, how long the oldest has waited for a connection, in milliseconds. */
  get behind() {
    return this.#due.length === 0 ? 0 : performance.now() - (this.#due[0] ?? 0)
  }

  end(slowest = 0): Outcome {
    this.#over = true
    for (const { socket } of this.#idle) socket.end()
    const seconds = (performance.now() - this.#began) / 1000
    const times = Float64Array.from(this.#times).sort()
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    const [refused, broken] = [this.#refused, this.#broken]
    return {
      ...{ requests: times.length, seconds, p50: at(0.5), p99: at(0.99), refused, broken },
      slowest: this.#slowest(slowest),
    }
  }

  #slowest(count: number): Outcome['slowest'] {
    const all = this.#times.map((time, n) => ({ time, end: performance.timeOrigin + (this.#ends[n] ?? 0) }))
    const slowest = all.toSorted((a, b) => b.time - a.time).slice(0, count)
    return slowest.map(({ time, end }) => [end - time, end])
  }
}

if (import.meta.main) {
  const { port, seconds, streams, slowest = 0 }: Order = JSON.parse(process.argv[2] ?? '{}')
  const running = streams.map((stream) => new Running(port, stream))
  for (const each of running) await each.connect()
  for (const each of running) each.begin()
  await Bun.sleep(seconds * 1000)
  process.stdout.write(`${JSON.stringify(running.map((each) => each.end(slowest)))}\n`)
  process.exit(0)
}
