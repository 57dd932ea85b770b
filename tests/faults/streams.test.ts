import { describe, expect, test } from 'bun:test'
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { until } from '../support/until'
import { scratchFolder } from './scratch'
import { freshServer, startServer } from './server'

/** Runs the command with what a shell does before it. */
const inShell = (before: string) => (command: string[]) => ['sh', '-c', before, 'sh', ...command]

/** A pipe that nobody reads until `read` is called. */
function unreadPipe(path: string) {
  Bun.spawnSync(['mkfifo', path])
  const handle = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const buffer = Buffer.alloc(1 << 20)
  return {
    read() {
      try {
        return buffer.toString('utf8', 0, readSync(handle, buffer))
      } catch {
        return ''
      }
    },
    close: () => closeSync(handle),
  }
}

/** Their lines are several times what a pipe holds. */
const REQUESTS = 1_000

describe('standard output', () => {
  test('that nobody reads stops no request, and loses no line that fits', async () => {
    using folder = scratchFolder()
    const path = join(folder.path, 'stdout')
    const pipe = unreadPipe(path)
    await using server = await startServer({
      dataDir: join(folder.path, 'data'),
      under: inShell(`exec "$@" > '${path}'`),
    })
    const statuses = new Set<number>()
    for (let n = 0; n < REQUESTS; n++) {
      const response = await fetch(`${server.url}/api/v1/posts`)
      await response.arrayBuffer()
      statuses.add(response.status)
    }
    expect([...statuses]).toEqual([200])
    let read = ''
    const logged = () => {
      read += pipe.read()
      return read.split('\n').filter((line) => line.includes('/api/v1/posts')).length
    }
    await until(() => logged() === REQUESTS, 'every line')
    server.signal('SIGTERM')
    await until(() => logged() === REQUESTS && read.includes('Quad is stopping'), 'the last line')
    expect((await server.exited).status).toBe(0)
    for (const line of read
      .trim()
      .split('\n')
      .filter((each) => each.startsWith('{')))
      JSON.parse(line)
    pipe.close()
  })

  test.each([
    ['full', 'exec "$@" > /dev/full'],
    ['not there', 'exec "$@" >&-'],
  ])('that is %s stops no request', async (_, before) => {
    await using server = await freshServer({ under: inShell(before) })
    for (let n = 0; n < 100; n++) expect((await fetch(`${server.url}/api/v1/posts`)).status).toBe(200)
  })
})

const ask = (socket: Socket, port: number) =>
  new Promise((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString('latin1').split('\r\n')[0] ?? ''))
    socket.once('close', () => reject(new Error('the connection was closed')))
    socket.write(`GET /api/v1/posts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  })

const cpuTicks = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

describe('file handles', () => {
  test('that are used up make new connections wait, without spinning, and those that are open go on', async () => {
    await using server = await freshServer({ under: inShell('ulimit -n 64; exec "$@"') })
    const { port, pid } = server
    const kept = connect(port, '127.0.0.1')
    expect(await ask(kept, port)).toBe('HTTP/1.1 200 OK')
    const others = Array.from({ length: 150 }, () => connect(port, '127.0.0.1'))
    for (const socket of others) {
      socket.on('error', () => {})
      socket.write('GET / HTTP/1.1\r\n')
    }
    const asks = setInterval(() => kept.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 100)
    const said = () => server.lines().filter(({ msg }) => msg.startsWith('no file handles are left'))
    await until(() => said().length > 0, 'the line in the log')
    const before = cpuTicks(pid)
    await Bun.sleep(1_000)
    // Of a hundred in a second; without the pause it takes all that the machine has.
    expect(cpuTicks(pid) - before).toBeLessThan(30)
    expect(await ask(kept, port)).toBe('HTTP/1.1 200 OK')
    clearInterval(asks)
    for (const socket of others) socket.destroy()
    await until(async () => (await fetch(`${server.url}/api/v1/posts`)).status === 200, 'a new connection')
    expect(said()).toHaveLength(1)
    kept.destroy()
  })
})
