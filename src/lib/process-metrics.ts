import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, Histogram } from '../../db/prometheus'
import { version } from '../../package.json'
import { runEvery } from './background'
import { measured } from './metrics'

// The process, under the names that all clients of Prometheus share.

/** Builds put the commit in its place. */
declare const COMMIT: string | undefined

new Gauge({
  name: 'quad_build_info',
  help: 'The version of Quad, the commit that it was built from where that is known, and the version of Bun',
  labelNames: ['version', 'commit', 'bun'],
}).set({ version, commit: typeof COMMIT === 'undefined' ? '' : COMMIT, bun: Bun.version }, 1)

measured('counter', { name: 'process_cpu_user_seconds_total', help: 'Processor time of the program' }, () => {
  return process.cpuUsage().user / 1e6
})
measured('counter', { name: 'process_cpu_system_seconds_total', help: 'Processor time of the system for it' }, () => {
  return process.cpuUsage().system / 1e6
})
measured('counter', { name: 'process_cpu_seconds_total', help: 'Processor time, user and system' }, () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
})
measured('gauge', { name: 'process_resident_memory_bytes', help: 'Resident memory' }, () => process.memoryUsage.rss())
measured('gauge', { name: 'process_heap_bytes', help: 'Memory of JavaScript objects' }, () => {
  return process.memoryUsage().heapUsed
})
measured('gauge', { name: 'process_start_time_seconds', help: 'When the process started, since 1970' }, () =>
  Math.round(performance.timeOrigin / 1000),
)
measured('gauge', { name: 'process_open_fds', help: 'Open file handles (Linux)' }, () =>
  existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length - 1 : undefined,
)
measured('gauge', { name: 'process_max_fds', help: 'Most file handles that the system allows (Linux)' }, () => {
  if (!existsSync('/proc/self/limits')) return undefined
  const most = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return most === undefined ? undefined : Number(most)
})

const eventLoopDelay = new Histogram({
  name: 'quad_event_loop_delay_seconds',
  help: 'The longest pause of the event loop in each second',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Watches for how long requests wait because something else runs. The returned function stops that. */
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
