import { connect, type Socket } from 'node:net'
import type { DataSet } from '../data'
import { pick } from '../requests'

const LIVES_MS = 20_000

/** How a socket ends: with a close, cut off, or by going silent, which the server has to notice. */
export type End = 'closed' | 'cut' | 'silent'

/** Bun's own way to end one without a word. */
type CutSocket = WebSocket & { terminate(): void }

/** Live sockets that come, follow a post, and go. */
export class Visitors {
  readonly ended: Record<End, number> = { closed: 0, cut: 0, silent: 0 }
  #isOver = false
  readonly #silent: Socket[] = []

  constructor(
    readonly port: number,
    readonly data: DataSet,
  ) {}

  /** So many at once, until `leave`, who end in one of these ways. */
  async come(count: number, ends: readonly End[]) {
    this.#isOver = false
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        await Bun.sleep((n / count) * 5_000)
        while (!this.#isOver) await this.#visit(pick(ends))
      }),
    )
  }

  /** No further ones come, and those that are here end in their way. */
  leave() {
    this.#isOver = true
  }

  async #visit(end: End) {
    const cookie = pick(this.data.cookies)
    const postId = pick(this.data.hotPosts)
    if (end === 'silent') this.#goSilent(cookie)
    else await this.#follow(cookie, postId, end)
    this.ended[end]++
    // Those that are silent stay as long as the server lets them.
    if (end === 'silent') await this.#wait()
  }

  async #wait() {
    const until = performance.now() + LIVES_MS * Math.random()
    while (performance.now() < until && !this.#isOver) await Bun.sleep(100)
  }

  async #follow(cookie: string, postId: string, end: 'closed' | 'cut') {
    const address = `ws://127.0.0.1:${this.port}/api/v1/ws`
    const socket = new WebSocket(address, { headers: { cookie } } as unknown as string[]) as CutSocket
    const gone = new Promise((resolve) => {
      socket.onclose = resolve
    })
    socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', postId }))
    await Promise.race([this.#wait(), gone])
    if (end === 'cut') socket.terminate()
    else socket.close()
    await gone
  }

  /** A handshake by hand, after which nothing is said and nothing is read. */
  #goSilent(cookie: string) {
    const socket = connect(this.port, '127.0.0.1')
    socket.on('error', () => {})
    const lines = [
      `Host: 127.0.0.1:${this.port}`,
      `Cookie: ${cookie}`,
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]
    socket.write(`GET /api/v1/ws HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    socket.pause()
    this.#silent.push(socket)
  }

  /** Whether a silent one is still there does not depend on this end: they are let go at the very end. */
  dispose() {
    for (const socket of this.#silent) socket.destroy()
  }
}
