import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { net } from '../../config/net'
import { attempt } from '../background'
import { log } from '../log'
import { type Message, receive, send } from './lines'

/** In the data directory, which only the server's own user can enter. */
export const SOCKET_NAME = 'handover.sock'

/** Clients with an open connection send their next request, and learn that it is the last one, within this time. */
const GOODBYE_MS = 2000

/** A connection whose handshake began before the successor listened may still come to this process. */
const LINGER_MS = 100

type Duties = {
  port: number
  /** Whether each answer closes its connection. */
  closeConnections(on: boolean): void
  /** Finishes the requests under way and closes the data. */
  release(): Promise<void>
  /** This process is not needed any more: the successor serves, or was lost after the data was released. */
  relieved(by: 'successor' | 'nobody'): void
}

/**
 * Waits for a successor, and hands over to it. A successor that ends before it was given the data leaves this process
 * serving as before. The returned function stops that.
 */
export function startAwaitingSuccessor(dataDir: string, duties: Duties): () => void {
  const path = join(dataDir, SOCKET_NAME)
  // Of a server that was killed; this one has the lock.
  rmSync(path, { force: true })
  let successor: Socket | undefined
  let isReleased = false
  const server = net().createServer((socket) => {
    receive(socket, (message) => void attempt('handing over', () => follow(socket, message)))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (socket !== successor) return
      successor = undefined
      if (isReleased) return duties.relieved('nobody')
      log.warn('the successor ended before it took over; this process goes on')
      duties.closeConnections(false)
    })
  })
  server.on('error', (err) => log.warn({ err }, '`quad upgrade` cannot find this server'))
  server.listen(path)
  server.unref()
  return () => server.close()

  async function follow(socket: Socket, message: Message): Promise<void> {
    if (message.type === 'who') return send(socket, { type: 'server', pid: process.pid, port: duties.port, version })
    if (message.type === 'prepare') {
      if (successor !== undefined) return send(socket, { type: 'refused', why: 'Another one is taking over already.' })
      successor = socket
      log.info('a successor is ready: connections close after their next answer')
      duties.closeConnections(true)
      await Bun.sleep(GOODBYE_MS)
      return send(socket, { type: 'listen' })
    }
    if (socket !== successor) return
    if (message.type === 'listening') {
      await Bun.sleep(LINGER_MS)
      // Lost meanwhile: the kernel sends connections here again.
      if (successor === undefined) return
      isReleased = true
      // Its name is the successor's from now on; the connection stays.
      server.close()
      await duties.release()
      send(socket, { type: 'released' })
    }
    if (message.type === 'serving') duties.relieved('successor')
  }
}
