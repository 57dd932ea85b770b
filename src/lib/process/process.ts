import { dlopen, FFIType, ptr } from 'bun:ffi'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { lacksHandles } from '../../../db/error-code'
import { Counter, Gauge, Histogram } from '../../../db/prometheus'
import { version } from '../../../package.json'
import { afterTurn, runEvery } from './background'
import { log, sparingly } from './log'
import { measured } from './metrics'

/** Builds put the commit in its place. */
declare const COMMIT: string | undefined

new Gauge({
  name: 'quad_build_info',
  help: 'The version of Quad, the commit that it was built from where that is known, and the version of Bun',
  labelNames: ['version', 'commit', 'bun'],
}).set({ version, commit: typeof COMMIT === 'undefined' ? '' : COMMIT, bun: Bun.version }, 1)

const measure = (kind: 'counter' | 'gauge', name: string, help: string, read: () => number | undefined): void =>
  measured(kind, `process_${name}`, help, read)

const cpu = (name: string, help: string, sum: (usage: NodeJS.CpuUsage) => number): void =>
  measure('counter', name, help, () => sum(process.cpuUsage()) / 1e6)
cpu('cpu_user_seconds_total', 'Processor time of the program', ({ user }) => user)
cpu('cpu_system_seconds_total', 'Processor time of the system for it', ({ system }) => system)
cpu('cpu_seconds_total', 'Processor time, user and system', ({ user, system }) => user + system)
measure('gauge', 'resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
measure('gauge', 'heap_bytes', 'Memory of JavaScript objects', () => process.memoryUsage().heapUsed)
const startedAt = Math.round(performance.timeOrigin / 1000)
measure('gauge', 'start_time_seconds', 'When the process started, since 1970', () => startedAt)
measure('gauge', 'open_fds', 'Open file handles (Linux)', () =>
  existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length - 1 : undefined,
)
measure('gauge', 'max_fds', 'Most file handles that the system allows (Linux)', () => {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.NaN)
})

const eventLoopDelay = new Histogram({
  name: 'quad_event_loop_delay_seconds',
  help: 'The longest pause of the event loop in each second',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

export function startEventLoopWatch(): () => Promise<void> {
  const monitor = monitorEventLoopDelay({ resolution: 20 })
  monitor.enable()
  const stop = runEvery(1000, 'watching the event loop', () => {
    if (monitor.count > 0) eventLoopDelay.observe(monitor.max / 1e9)
    monitor.reset()
  })
  return () => {
    monitor.disable()
    return stop()
  }
}

// Without file handles the system refuses to accept connections, and Bun asks again at once: the loop would spin on a
// whole core. So it pauses in each turn, and requests of those who are connected go on.

const CHECK_MS = 1_000
const PAUSE_MS = 5

const exhausted = new Counter({
  name: 'quad_handles_exhausted_seconds_total',
  help: 'Seconds in which no file handle was left',
})

export function areHandlesExhausted(open: () => number = () => openSync('/dev/null', 'r')): boolean {
  try {
    closeSync(open())
    return false
  } catch (error) {
    return lacksHandles(error)
  }
}

export function startHandleWatch(isExhausted = areHandlesExhausted): () => Promise<void> {
  let isPausing = false
  const unlogged = sparingly()
  let isStopped = false
  const pause = () => {
    isPausing = !isStopped && isExhausted()
    if (!isPausing) return
    Bun.sleepSync(PAUSE_MS)
    afterTurn('pausing without handles', pause)
  }
  const check = () => {
    if (!isExhausted()) return
    exhausted.inc()
    if (unlogged('handles') !== undefined)
      log.error('no file handles are left: connections wait; raise the limit of open files (ulimit -n)')
    if (!isPausing) pause()
  }
  const stop = runEvery(CHECK_MS, 'looking for file handles', check)
  return () => {
    isStopped = true
    return stop()
  }
}

// The only native functions that Quad calls: neither Bun nor Node.js sends a datagram to a socket of the file system.
const SYMBOLS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const

const AF_UNIX = 1
const SOCK_DGRAM_CLOEXEC = 0o2000002

/**
 * Tells systemd how the service is doing (`Type=notify`, sd_notify(3)). Does nothing elsewhere. A name that begins with
 * `@` is that of an abstract socket.
 */
export function tellSystemd(assignment: string): void {
  const path = process.env.NOTIFY_SOCKET
  if (path === undefined || path === '' || process.platform !== 'linux') return
  // Where systemd is, the C library has this name.
  const { socket, sendto, close } = dlopen('libc.so.6', SYMBOLS).symbols
  const address = Buffer.from(`\0\0${path.replace(/^@/, '\0')}`)
  address.writeUInt16LE(AF_UNIX)
  const message = Buffer.from(assignment)
  const descriptor = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  const sent = sendto(descriptor, ptr(message), message.length, 0, ptr(address), address.length)
  if (descriptor >= 0) close(descriptor)
  if (Number(sent) !== message.length) log.warn('systemd did not take a notification')
}

/** A service that says nothing for `WatchdogSec=` is started anew; the unit of the repository gives it much longer. */
const ALIVE_EVERY_MS = 10_000

/** Tells systemd now and then that the event loop turns. The returned function stops that. */
export function startWatchdog(): () => Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return async () => {}
  return runEvery(ALIVE_EVERY_MS, 'telling systemd that Quad lives', () => tellSystemd('WATCHDOG=1'))
}
