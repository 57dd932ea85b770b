import type { Socket } from 'node:net'

/** What the two processes of a hand-over tell each other, one JSON text a line. */
export type Message =
  | { type: 'who' }
  | { type: 'server'; pid: number; port: number; version: string }
  /** The successor is ready to listen. From now on the server closes each connection after its answer. */
  | { type: 'prepare' }
  | { type: 'listen' }
  /** New connections come to the successor. */
  | { type: 'listening' }
  | { type: 'released' }
  | { type: 'serving' }
  | { type: 'refused'; why: string }

export function send(socket: Socket, message: Message): void {
  socket.write(`${JSON.stringify(message)}\n`)
}

/** Only the server's own user can connect, so what arrives is what `send` wrote. */
export function receive(socket: Socket, take: (message: Message) => void): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line))
  })
}
