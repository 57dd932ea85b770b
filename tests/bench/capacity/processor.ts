import { readdirSync, readFileSync } from 'node:fs'

/** Seconds that a thread ran, and that it could have run and waited for a processor (man 5 proc, schedstat). */
export type ThreadTime = { name: string; ran: number; waited: number }
/** `read`: bytes that the process read from the disk; `disk`: seconds in which the disks had something to do. */
export type Reading = { at: number; threads: Map<number, ThreadTime>; read: number; disk: number }

const NANO = 1e-9

/** Of a process, on Linux. */
export function readProcess(pid: number): Reading {
  const threads = new Map<number, ThreadTime>()
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ').map(Number)
      const name = tid === String(pid) ? 'event loop' : readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim()
      threads.set(Number(tid), { name, ran: ran * NANO, waited: waited * NANO })
    } catch {
      // It has ended meanwhile.
    }
  }
  const read = Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)
  return { at: performance.now() / 1000, threads, read, disk: diskTime() }
}

/** Of the busiest disk. */
function diskTime(): number {
  const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n')
  return Math.max(0, ...lines.map((line) => Number(line.trim().split(/\s+/)[12] ?? 0) / 1000))
}

export type Use = {
  /** Of one processor: the event loop alone, and all threads. */
  loop: number
  /** Of the time: the event loop could run and waited for a processor. */
  loopWaited: number
  all: number
  /** The others, the busiest first. */
  threads: { name: string; share: number }[]
  /** Bytes a second. */
  read: number
  /** Of the time. */
  disk: number
}

export function useBetween(before: Reading, after: Reading, pid: number): Use {
  const seconds = after.at - before.at
  const times = [...after.threads].map(([tid, { name, ran, waited }]) => {
    const then = before.threads.get(tid)
    return { tid, name, share: (ran - (then?.ran ?? 0)) / seconds, waited: (waited - (then?.waited ?? 0)) / seconds }
  })
  const loop = times.find(({ tid }) => tid === pid)
  const byName = new Map<string, number>()
  for (const { tid, name, share } of times) if (tid !== pid) byName.set(name, (byName.get(name) ?? 0) + share)
  return {
    loop: loop?.share ?? 0,
    loopWaited: loop?.waited ?? 0,
    all: times.reduce((sum, { share }) => sum + share, 0),
    threads: [...byName].map(([name, share]) => ({ name, share })).toSorted((a, b) => b.share - a.share),
    read: (after.read - before.read) / seconds,
    disk: (after.disk - before.disk) / seconds,
  }
}

/** Who is at the end of what it has: said of a run that was late. */
export function causeOf(server: Use, generator: Use, processors: number): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const said = `event loop ${percent(server.loop)} of a processor, waiting for one ${percent(server.loopWaited)}; disk ${percent(server.disk)} busy; generator ${percent(generator.all)}; ${processors} processors`
  if (generator.loop > 0.9) return `the generator is at its end: ${said}`
  if (server.loop > 0.88) return `the event loop is full: ${said}`
  if (server.loop + server.loopWaited > 0.88) return `the event loop has work and waits for a processor: ${said}`
  if (server.disk > 0.85) return `the disk is at its end: ${said}`
  return `no single one is at its end: ${said}`
}
