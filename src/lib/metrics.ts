import { storage } from '../../db/storage'
import { droppedLogLines } from './log-lines'
import { metric } from './metric'
import { storageMetrics } from './storage-metrics'

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Times = { counts: number[]; count: number; sum: number }

/** A histogram of how long requests took, by method, route and status class. */
export class RequestTimes {
  readonly #byLabels = new Map<string, Times>()

  note(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${method}",route="${route}",status="${Math.floor(status / 100)}xx"`
    let times = this.#byLabels.get(labels)
    if (times === undefined) {
      times = { counts: new Array(BOUNDS.length).fill(0), count: 0, sum: 0 }
      this.#byLabels.set(labels, times)
    }
    const bound = BOUNDS.findIndex((each) => seconds <= each)
    if (bound >= 0) times.counts[bound] = (times.counts[bound] ?? 0) + 1
    times.count++
    times.sum += seconds
  }

  /** In Prometheus' text format, whose buckets are cumulative. */
  text(name: string, help: string): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const [labels, { counts, count, sum }] of this.#byLabels) {
      let below = 0
      for (const [n, bound] of BOUNDS.entries()) {
        below += counts[n] ?? 0
        lines.push(`${name}_bucket{le="${bound}",${labels}} ${below}`)
      }
      lines.push(`${name}_bucket{le="+Inf",${labels}} ${count}`)
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

const requests = new RequestTimes()
const mails = { sent: 0, failed: 0 }
const hashes = { done: 0, refused: 0 }
const backgroundFailures = new Map<string, number>()

/** Records a finished request; `route` is a pattern, never a path. */
export function noteRequest(method: string, route: string, status: number, seconds: number): void {
  requests.note(method, route, status, seconds)
}

export function noteMail(outcome: keyof typeof mails): void {
  mails[outcome]++
}

/** Records a password hash: computed, or refused with 503 because too many waited. */
export function noteHash(outcome: keyof typeof hashes): void {
  hashes[outcome]++
}

/** Records that a task failed for which no request waits; `task` is a constant. */
export function noteBackgroundFailure(task: string): void {
  backgroundFailures.set(task, (backgroundFailures.get(task) ?? 0) + 1)
}

let secondsWithoutHandles = 0

/** Records that no file handle was left when this was looked at, as it is every second. */
export function noteHandlesExhausted(): void {
  secondsWithoutHandles++
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** All metrics in Prometheus' text format. */
export function metricsText(): string {
  const { user, system } = process.cpuUsage()
  const started = Math.round(performance.timeOrigin / 1000)
  const health = storage.health()
  return [
    metric('counter', 'quad_mails_total', 'Mails by outcome', {
      '{outcome="sent"}': mails.sent,
      '{outcome="failed"}': mails.failed,
    }),
    metric('counter', 'quad_password_hashes_total', 'Password hashes by outcome', {
      '{outcome="done"}': hashes.done,
      '{outcome="refused"}': hashes.refused,
    }),
    metric(
      'counter',
      'quad_background_failures_total',
      'Failures of work that no request waits for, by task',
      Object.fromEntries([...backgroundFailures].map(([task, count]) => [`{task="${task}"}`, count])),
    ),
    metric('counter', 'quad_log_lines_dropped_total', 'Log lines that nothing took', { '': droppedLogLines() }),
    metric('counter', 'quad_handles_exhausted_seconds_total', 'Seconds in which no file handle was left', {
      '': secondsWithoutHandles,
    }),
    metric('gauge', 'quad_resident_memory_bytes', 'Resident memory of the process', { '': process.memoryUsage.rss() }),
    metric('counter', 'quad_cpu_seconds_total', 'Processor time of the process, user and system', {
      '': (user + system) / 1e6,
    }),
    metric('gauge', 'quad_start_time_seconds', 'When the process started, in seconds since 1970', { '': started }),
    health === undefined ? '' : storageMetrics(health),
    requests.text('quad_request_duration_seconds', 'Requests by route pattern, method and status class'),
  ].join('')
}
