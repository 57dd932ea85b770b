/**
 * The students who are online: `bun online.ts <port> <file>`, where each line of the file is a cookie and the post that
 * its owner looks at, or nothing. A number in, on a line, opens so many sockets in all; a line out says how many are open
 * and how many messages they have had. As the client, each says something every 25 seconds.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type Online = { open: number; messages: number }

const PING_MS = 25_000
const AT_ONCE = 100
const TICK_MS = 50

const sockets: WebSocket[] = []
let messages = 0
let next = 0

function open(port: string, line: string) {
  const [cookie = '', postId = ''] = line.split('\t')
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { cookie } } as unknown as string[])
  return new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      messages++
      if (!String(data).startsWith('{"type":"ready"')) return
      sockets.push(socket)
      if (postId !== '') socket.send(JSON.stringify({ type: 'subscribe', postId }))
      resolve()
    }
    socket.onclose = () => {
      const at = sockets.indexOf(socket)
      if (at !== -1) sockets.splice(at, 1)
      resolve()
    }
  })
}

/** Spread over the time, as people are. */
let pinged = 0
function ping() {
  pinged += (sockets.length * TICK_MS) / PING_MS
  for (; pinged >= 1; pinged--) {
    sockets[next++ % Math.max(1, sockets.length)]?.send('{"type":"ping"}')
  }
}

if (import.meta.main) {
  const [, , port = '', file = ''] = process.argv
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  setInterval(ping, TICK_MS)
  let used = 0
  for await (const line of createInterface({ input: process.stdin })) {
    while (sockets.length < Number(line) && used < lines.length) {
      const batch = lines.slice(used, used + Math.min(AT_ONCE, Number(line) - sockets.length))
      used += batch.length
      await Promise.all(batch.map((each) => open(port, each)))
    }
    process.stdout.write(`${JSON.stringify({ open: sockets.length, messages })}\n`)
  }
  process.exit(0)
}
