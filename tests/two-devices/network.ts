import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../../db/seed/context'

/**
 * What a network does: carries everything, late, or nothing; takes requests and never answers; or loses an answer in its
 * middle, after the server did what was asked.
 */
export const WEATHERS = ['whole', 'slow', 'cut', 'silent', 'half'] as const
export type Weather = (typeof WEATHERS)[number]

const LATE_MS = 1500

export type Network = { origin: string; weather: Weather; turn(weather: Weather): void; close(): void }

/** A port of the loopback behind which the server is, as far as the weather allows. */
export async function openNetwork(server: string, random: Random): Promise<Network> {
  const { port } = new URL(server)
  const open = new Set<Socket>()
  const drop = (...sockets: Socket[]) => {
    for (const socket of sockets) socket.destroy()
  }
  const listener = createServer((client) => {
    if (network.weather === 'cut') return drop(client)
    const upstream = connect(Number(port), '127.0.0.1')
    let isMute = false
    let late: Promise<unknown> = Promise.resolve()
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        drop(other)
      })
      socket.on('error', () => undefined)
    }
    client.on('data', (bytes) => {
      isMute ||= network.weather === 'silent'
      if (!isMute) upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      isMute ||= network.weather === 'silent'
      if (isMute) return
      if (network.weather === 'half') {
        // Without TLS browsers take a head that ends early for all there is.
        const head = bytes.indexOf('\r\n\r\n') + 4
        client.end(bytes.subarray(0, head < 4 ? 0 : head + random.below(bytes.length - head)))
        return drop(upstream)
      }
      const wait = network.weather === 'slow' ? Bun.sleep(random.below(LATE_MS)) : undefined
      late = late.then(() => wait).then(() => client.write(bytes))
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const network: Network = {
    origin: `http://127.0.0.1:${address.port}`,
    weather: 'whole',
    turn(weather) {
      // A connection that lost bytes carries nothing any more.
      if (weather === 'cut' || network.weather === 'silent') drop(...open)
      network.weather = weather
    },
    close() {
      drop(...open)
      listener.close()
    },
  }
  return network
}
