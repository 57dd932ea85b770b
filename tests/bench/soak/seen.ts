import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

/** What the probe in the server can be told to leak. */
export const LEAKS = ['memory', 'handles', 'files'] as const
export type Leak = (typeof LEAKS)[number]
export const LEAK_EVERY_MS = 250

/** What the probe sees in the server. */
export type Seen = { heap: number; sockets: number; objects: Record<string, number> }

export type Sample = {
  /** Seconds since the start. */
  at: number
  rss: number
  heap: number
  /** Of what nobody holds nothing is left in the heap. */
  isCollected: boolean
  /** Open files that are no connection. */
  files: number
  /** How many of them there are depends on how busy the machine is. */
  connections: number
  sockets: number
  wal: number
  log: number
  /** Files of the data directory that nobody keeps on purpose. */
  strays: number
}

export type Watched = { pid: number; dataDir: string; log: string; probe: string; began: number }

/** Asks the probe; `collected`: after everything that nobody holds has been collected. */
export function look(probe: string, collected = false): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>()
  const asked = request({ socketPath: probe, path: collected ? '/collected' : '/' }, async (response) => {
    let text = ''
    for await (const chunk of response) text += chunk
    resolve(JSON.parse(text))
  })
  asked.on('error', reject).end()
  return promise
}

const size = (file: string) => (existsSync(file) ? statSync(file).size : 0)

const residentBytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** They come and stay: mails, pictures, and the copies of their data that people asked for. */
const KEPT = /^(?:outbox\/.+\.eml|uploads\/.+\.webp|exports\/.+\.age|keys\/.+|quad\.db(?:-wal|-shm)?|limits\.db.*)$/

/** The files of the data directory, but for those that come and stay. */
export const straysIn = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
    .filter((name) => !KEPT.test(name))

/** What the process has open, without numbers that differ each time. */
function openFiles(pid: number) {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name)).replace(/:\[\d+\]/, '')]
    } catch {
      // It has just been closed.
      return []
    }
  })
}

export async function sample({ pid, dataDir, log, probe, began }: Watched, collected = false) {
  const { heap, sockets, objects } = await look(probe, collected)
  const open = openFiles(pid)
  const taken: Sample = {
    at: (performance.now() - began) / 1000,
    rss: residentBytes(pid),
    heap,
    isCollected: collected,
    files: open.filter((each) => each !== 'socket').length,
    connections: open.filter((each) => each === 'socket').length,
    sockets,
    wal: size(join(dataDir, 'quad.db-wal')),
    log: size(log),
    strays: straysIn(dataDir).length,
  }
  return { ...taken, objects, open }
}

/** A sample while nobody asks for anything. */
export type Quiet = Sample & { objects: Seen['objects']; open: readonly string[] }
