import { RequestTimes } from './request-times'

const requests = new RequestTimes()
const mails = { sent: 0, failed: 0 }

/** Notes a finished request; `route` is a pattern, never a path. */
export function noteRequest(method: string, route: string, status: number, seconds: number): void {
  requests.note(method, route, status, seconds)
}

export function noteMail(outcome: keyof typeof mails): void {
  mails[outcome]++
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Everything counted, in Prometheus' text format. */
export function metricsText(): string {
  const { user, system } = process.cpuUsage()
  const started = Math.round(performance.timeOrigin / 1000)
  return [
    metric('counter', 'quad_mails_total', 'Mails by what became of them', {
      '{outcome="sent"}': mails.sent,
      '{outcome="failed"}': mails.failed,
    }),
    metric('gauge', 'quad_resident_memory_bytes', 'Resident memory of the process', { '': process.memoryUsage.rss() }),
    metric('counter', 'quad_cpu_seconds_total', 'Processor time of the process, user and system', {
      '': (user + system) / 1e6,
    }),
    metric('gauge', 'quad_start_time_seconds', 'When the process started, in seconds since 1970', { '': started }),
    requests.text('quad_request_duration_seconds', 'Requests by route pattern, method and status class'),
  ].join('')
}

function metric(type: 'counter' | 'gauge', name: string, help: string, valuesByLabels: Record<string, number>): string {
  const samples = Object.entries(valuesByLabels).map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('')}`
}
