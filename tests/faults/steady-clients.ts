import { connect, type Socket } from 'node:net'

// Clients that send nothing twice: what happens to each request is seen, where an HTTP library would try again.

export type Outcome = { status: number } | { failed: string }

/** A machine that is busy answers fewer than are to be sent, and would never catch up. */
const MOST_AT_ONCE = 5000

type Steady = {
  port: number
  perSecond: number
  keepAlive: boolean
  path: string
  token?: string
  post?: () => string
}

/** Sends so many requests a second until `stop`, or as many as are answered. */
export function steadyClients({ port, perSecond, keepAlive, path, token, post }: Steady): {
  stop(): Promise<Outcome[]>
} {
  const idle: Connection[] = []
  const running: Promise<Outcome>[] = []
  const send = async (): Promise<Outcome> => {
    // In turn, so that each is used again and again: what has long been idle, any server may close.
    let connection = idle.shift()
    while (connection?.isClosed) connection = idle.shift()
    connection ??= new Connection(port)
    try {
      const body = post?.()
      const { status, closes } = await connection.request(requestText({ path, keepAlive, token, body }))
      if (keepAlive && !closes) idle.push(connection)
      else connection.end()
      return { status }
    } catch (error) {
      return { failed: String(error) }
    }
  }
  const started = performance.now()
  let sent = 0
  let atOnce = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; sent < due; sent++) {
      if (atOnce >= MOST_AT_ONCE) continue
      atOnce++
      running.push(send().finally(() => atOnce--))
    }
  }, 2)
  return {
    async stop() {
      clearInterval(timer)
      const outcomes = await Promise.all(running)
      for (const connection of idle) connection.end()
      return outcomes
    },
  }
}

function requestText(given: {
  path: string
  keepAlive: boolean
  token?: string | undefined
  body?: string | undefined
}) {
  const { path, keepAlive, token, body } = given
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: localhost',
    `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

class Connection {
  isClosed = false
  readonly #socket: Socket
  readonly #opened: Promise<void>
  #received = Buffer.alloc(0)
  #answer = Promise.withResolvers<{ status: number; closes: boolean }>()

  constructor(port: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#opened = promise
    this.#socket = connect(port, '127.0.0.1', resolve)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('end', () => this.#end(new Error('closed without an answer')))
    this.#socket.on('close', () => this.#end(new Error('closed without an answer')))
    this.#answer.promise.catch(() => {})
  }

  async request(text: string): Promise<{ status: number; closes: boolean }> {
    await Promise.race([this.#opened, this.#answer.promise])
    this.#answer = Promise.withResolvers()
    this.#received = Buffer.alloc(0)
    this.#socket.write(text)
    return this.#answer.promise
  }

  end() {
    this.#socket.end()
  }

  #end(error: unknown) {
    this.isClosed = true
    this.#answer.reject(error)
  }

  #take(bytes: Buffer) {
    this.#received = Buffer.concat([this.#received, bytes])
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.subarray(0, headEnd).toString()
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < headEnd + 4 + length) return
    this.#answer.resolve({ status: Number(head.split(' ')[1]), closes: /connection: close/i.test(head) })
  }
}
