import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
const registers = [registry]

const requests = new Histogram({
  name: 'quad_request_duration_seconds',
  help: 'Requests by route pattern, method and status class',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
})

const mails = new Counter({
  name: 'quad_mails_total',
  help: 'Mails by what became of them',
  labelNames: ['outcome'] as const,
  registers,
})

new Gauge({
  name: 'quad_resident_memory_bytes',
  help: 'Resident memory of the process',
  registers,
  collect() {
    this.set(process.memoryUsage.rss())
  },
})

new Counter({
  name: 'quad_cpu_seconds_total',
  help: 'Processor time of the process, user and system',
  registers,
  collect() {
    const { user, system } = process.cpuUsage()
    this.reset()
    this.inc((user + system) / 1e6)
  },
})

new Gauge({
  name: 'quad_start_time_seconds',
  help: 'When the process started, in seconds since 1970',
  registers,
}).set(Math.round(performance.timeOrigin / 1000))

/** Notes a finished request; `route` is a pattern, never a path. */
export function noteRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
}

export function noteMail(outcome: 'sent' | 'failed'): void {
  mails.inc({ outcome })
}

/** Everything counted, in Prometheus' text format. */
export const metricsText = (): Promise<string> => registry.metrics()
export const metricsType = registry.contentType
