import { readdirSync, readFileSync } from 'node:fs'

/** Seconds that a thread ran, and that it could have run and waited for a processor (man 5 proc, schedstat). */
type ThreadTime = { name: string; ran: number; waited: number }
/**
 * `read`: bytes that the process read from the disk; `disk`: seconds in which the disks had something to do; `machine`:
 * seconds of all processors together, `stolen` those that the host of a virtual machine gave to others.
 */
export type Reading = {
  at: number
  threads: Map<number, ThreadTime>
  read: number
  disk: number
  machine: { busy: number; stolen: number }
}

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
  return { at: performance.now() / 1000, threads, read, disk: diskTime(), machine: machineTime() }
}

/** Of the busiest disk. */
function diskTime() {
  const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n')
  return Math.max(0, ...lines.map((line) => Number(line.trim().split(/\s+/)[12] ?? 0) / 1000))
}

/** Hundredths of a second: user, nice, system, idle, iowait, irq, softirq, steal (man 5 proc). */
function machineTime(): Reading['machine'] {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { busy: (user + nice + system + irq + softirq) / 100, stolen: stolen / 100 }
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
  /** Of one processor: everything that runs on the machine, and what its host took away. */
  machine: number
  stolen: number
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
    machine: (after.machine.busy - before.machine.busy) / seconds,
    stolen: (after.machine.stolen - before.machine.stolen) / seconds,
  }
}

/** So much of a processor is noise. */
export const NOTICEABLE = 0.15

/** Bytes a second. */
const NOTICEABLE_READ = 5e6

/** Who is at the end of what it has: said of a run that was late. `others` run beside what is measured. */
export function causeOf(server: Use, generator: Use, others: number) {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const said = `event loop ${percent(server.loop)} of a processor, waiting for one ${percent(server.loopWaited)}; disk ${percent(server.disk)} busy; generator ${percent(generator.all)}, other programs ${percent(others)}, the host of this machine ${percent(server.stolen)}`
  if (generator.loop > 0.9) return `the generator is at its end: ${said}`
  if (server.loop > 0.88) return `the event loop is full: ${said}`
  if (server.read > NOTICEABLE_READ && server.loop + server.disk > 0.9)
    return `the event loop waits for the disk, which has what is not in memory (${Math.round(server.read / 1e6)} MB a second): ${said}`
  if (server.loop + server.loopWaited > 0.85)
    return others + server.stolen > NOTICEABLE
      ? `the event loop has work, and others have its processor: ${said}`
      : `the event loop has work and waits for a processor: ${said}`
  if (server.disk > 0.85) return `the disk is at its end: ${said}`
  return `no single one is at its end: ${said}`
}
