import { expect } from 'bun:test'
import { type Socket as Connection, connect } from 'node:net'
import { Value } from '@sinclair/typebox/value'
import { app } from '../../src/app'
import { serverMessage } from '../../src/ground/socket-messages'
import type { Data, Visitor } from './kit'

const PATH = '/api/v1/ws'
/** As long as `until` waits. */
const PATIENCE_MS = 30_000

const address = () => ({ host: '127.0.0.1', port: app.server?.port ?? 0 })
const cookiesOf = (visitor: Visitor | null): Record<string, string> =>
  visitor === null ? {} : { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }

function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} did not come`)), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** A client that keeps all that it is sent. The server must be listening. */
export class Socket {
  readonly received: Data[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  #waiting: (() => void)[] = []
  #read = 0
  #pings = 0

  private constructor(headers: Record<string, string>, query: string) {
    const { host, port } = address()
    this.#socket = new WebSocket(`ws://${host}:${port}${PATH}${query}`, { headers } as unknown as string[])
    this.#socket.onmessage = ({ data }) => {
      const message: unknown = JSON.parse(String(data))
      expect([...Value.Errors(serverMessage, message)]).toEqual([])
      this.received.push(message)
      for (const wake of this.#waiting.splice(0)) wake()
    }
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code }) => resolve(code)
    })
  }

  /** Connected as whoever holds the cookies, and told so. */
  static async open(visitor: Visitor | null, headers: Record<string, string> = {}, query = ''): Promise<Socket> {
    const socket = new Socket({ ...cookiesOf(visitor), ...headers }, query)
    await Promise.race([
      socket.next('ready'),
      socket.closed.then((code) => Promise.reject(new Error(`refused or closed at once: ${code}`))),
    ])
    return socket
  }

  send(message: object | string) {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    if (text.includes('"type":"ping"')) this.#pings++
    this.#socket.send(text)
  }

  sendBytes(bytes: Uint8Array<ArrayBuffer>) {
    this.#socket.send(bytes)
  }

  /** The next message of the type that was not yet asked for. */
  async next(type: string): Promise<Data> {
    const found = async (): Promise<Data> => {
      for (;;) {
        while (this.#read < this.received.length) {
          const message = this.received[this.#read++]
          if (message.type === type) return message
        }
        await this.#more()
      }
    }
    return within(PATIENCE_MS, type, found())
  }

  /** What came of the type, once everything sent before has been answered. */
  async all(type: string): Promise<Data[]> {
    this.send({ type: 'ping' })
    const answered = async () => {
      while (this.#of('pong').length < this.#pings) await this.#more()
    }
    await within(PATIENCE_MS, 'an answer to the ping', answered())
    return this.#of(type)
  }

  #of = (type: string): Data[] => this.received.filter((message) => message.type === type)
  #more = () => new Promise<void>((wake) => this.#waiting.push(wake))

  async subscribe(postId: string) {
    const errors = (await this.all('error')).length
    this.send({ type: 'subscribe', postId })
    const [error] = (await this.all('error')).slice(errors)
    if (error) throw new Error(error.code)
  }

  closing = () => within(PATIENCE_MS, 'the end', this.closed)

  async close() {
    this.#socket.close()
    await this.closed
  }
}

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]

/** Asks for an upgrade by hand; answers the head and what has come with it, and the connection as it stands. */
export async function handshake(
  visitor: Visitor | null,
  headers: Record<string, string> = {},
  query = '',
): Promise<{ status: number; head: string; body: Data; connection: Connection }> {
  const { host, port } = address()
  const connection = connect(port, host)
  const lines = Object.entries({ ...cookiesOf(visitor), ...headers }).map(([name, value]) => `${name}: ${value}`)
  connection.write(
    `GET ${PATH}${query} HTTP/1.1\r\n${[`Host: ${host}:${port}`, ...UPGRADE, ...lines].join('\r\n')}\r\n\r\n`,
  )
  let text = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  connection.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const [head = '', body = ''] = text.split('\r\n\r\n', 2)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (text.includes('\r\n\r\n') && body.length >= length) resolve()
  })
  await within(PATIENCE_MS, 'an answer to the handshake', promise)
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const status = Number(head.split(' ')[1])
  return { status, head, body: status === 101 ? undefined : JSON.parse(body), connection }
}
