import { app } from '../../src/app'
import { backgroundIdle } from '../../src/lib/process/background'
import { API, type Data, MISSING_ID, type Person } from '../support/kit'
import type { Wire } from './wire'

export type Reply = { status: number; code: string | undefined; data: Data; text: string; etag: string | null }

/** A browser of one account, over the loopback. Whoever watches the network sees each request of it. */
export class Device {
  #socket: WebSocket | undefined
  #answered: (() => void) | undefined
  /** All that the socket said besides answers. */
  readonly heard: Data[] = []

  constructor(
    readonly account: string,
    private readonly person: Pick<Person, 'visitor' | 'email' | 'password'>,
    private readonly wire: Wire | null,
  ) {}

  get = (path: string) => this.send('GET', path)
  post = (path: string, body?: object) => this.send('POST', path, body)
  put = (path: string, body?: object) => this.send('PUT', path, body)
  delete = (path: string, body?: object) => this.send('DELETE', path, body)

  /** Signs in again when a session has ended: those of administrators do after half a day, others when tokens are renewed. */
  async send(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.#exchange(method, path, body)
    const { email, password, visitor } = this.person
    if (reply.status !== 401 || email === '') return reply
    visitor.cookies.clear()
    const signedIn = await this.#exchange('POST', 'auth/login', { email, password })
    return signedIn.status < 400 ? this.#exchange(method, path, body) : signedIn
  }

  /** All of a list that has pages by number. */
  async all(path: string, pick: (data: Data) => Data[]): Promise<Data[]> {
    const rows: Data[] = []
    for (let page = 1; ; page++) {
      const { data } = await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`)
      const found = pick(data) ?? []
      rows.push(...found)
      if (found.length < 100) return rows
    }
  }

  async #exchange(method: string, path: string, body?: object): Promise<Reply> {
    if (method !== 'GET') this.wire?.uploaded(this.account)
    const { cookies } = this.person.visitor
    const response = await fetch(
      `http://127.0.0.1:${app.server?.port}${path.startsWith('/') ? path : `${API}/${path}`}`,
      {
        method,
        redirect: 'manual',
        headers: {
          origin: 'http://localhost:3000',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      },
    )
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    // Else it would depend on the machine what the server draws next: for this, or for the next request.
    await backgroundIdle()
    const json: Data = /json\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined
    return { status: response.status, code: json?.code, data: json?.data, text, etag: response.headers.get('etag') }
  }

  async connect() {
    if (this.#socket?.readyState === WebSocket.OPEN) return
    const cookie = [...this.person.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const options = { headers: { cookie } } as unknown as string[]
    const socket = new WebSocket(`ws://127.0.0.1:${app.server?.port}${API}/ws`, options)
    this.#socket = socket
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; postId?: string }
      const { type, postId } = message
      if (type === 'ready') resolve()
      else if (type === 'error' && postId === MISSING_ID) this.#answered?.()
      // Counts of posts go to all who read them; what goes to this device alone is what tells.
      else if (type === 'notification') this.wire?.frames.add(this.account)
      if (this.wire === null && type !== 'ready' && type !== 'error') this.heard.push(message)
    }
    socket.onclose = () => {
      // What the server ends is seen, too.
      if (this.#socket === socket) this.wire?.frames.add(this.account)
      this.#answered?.()
      resolve()
    }
    await promise
  }

  /** As the client does every half minute. */
  ping = () => this.#say({ type: 'ping' })

  /** Is told from now on of what is new in a thread. */
  subscribe = (postId: string) => this.#say({ type: 'subscribe', postId })

  /** Resolves when all that the server has sent to this device is there. */
  settled = () => this.#say()

  /** Resolves when the server has done what it is told: it takes one message after the other, and answers the last. */
  async #say(...messages: object[]) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#answered = resolve
    for (const message of [...messages, { type: 'subscribe', postId: MISSING_ID }])
      this.#socket.send(JSON.stringify(message))
    await promise
  }

  async disconnect() {
    const socket = this.#socket
    this.#socket = undefined
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.addEventListener('close', () => resolve())
    socket.close()
    await promise
  }
}

/** Resolves when nothing that was begun is under way. */
export async function settled(online: Iterable<Device>) {
  await backgroundIdle()
  await Promise.all([...online].map((device) => device.settled()))
}
