import type Library from 'prom-client'
import { RequestTimes } from './request-times'

// The library as a whole brings a push gateway, a cluster and a tracer, which take 60 ms of every start.
const { Counter }: Pick<typeof Library, 'Counter'> = { Counter: require('prom-client/lib/counter') }
const { Gauge }: Pick<typeof Library, 'Gauge'> = { Gauge: require('prom-client/lib/gauge') }
const { Registry }: Pick<typeof Library, 'Registry'> = { Registry: require('prom-client/lib/registry') }

const registry = new Registry()
const registers = [registry]

const requests = new RequestTimes()

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
  requests.note(method, route, status, seconds)
}

export function noteMail(outcome: 'sent' | 'failed'): void {
  mails.inc({ outcome })
}

/** Everything counted, in Prometheus' text format. */
export const metricsText = async (): Promise<string> =>
  (await registry.metrics()) +
  requests.text('quad_request_duration_seconds', 'Requests by route pattern, method and status class')
export const metricsType = registry.contentType
