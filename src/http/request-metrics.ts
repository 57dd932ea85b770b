import { Counter, Histogram } from '../../db/prometheus'
import { ERRORS, type ErrorCode } from '../errors'
import { counted } from '../lib/process/metrics'

// Requests are counted in plain numbers and timed a few hundred at once: to call the library in each of them costs five
// percent of a cached feed more (docs/decisions.md#0050).

/** How many requests a pattern had, by method and status. */
type Tally = { label: string; counts: Map<string, Map<number, number>> }
const tallies = new Map<string, Tally>()

new Counter({
  name: 'quad_http_requests_total',
  help: 'Requests by method, pattern of the path, and status',
  labelNames: ['method', 'route', 'status'],
  collect() {
    this.reset()
    for (const { label: route, counts } of tallies.values())
      for (const [method, statuses] of counts)
        for (const [status, count] of statuses) this.inc({ method, route, status }, count)
  },
})

const duration = new Histogram({
  name: 'quad_http_request_duration_seconds',
  help: 'How long requests took, by pattern of the path',
  labelNames: ['route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  collect: observeWaiting,
})

/** Times that the histogram does not have yet. */
const MOST_WAITING = 256
const waiting = { count: 0, routes: new Array<string>(MOST_WAITING).fill(''), seconds: new Float64Array(MOST_WAITING) }

function observeWaiting(): void {
  const { count, routes, seconds } = waiting
  for (let n = 0; n < count; n++) duration.observe({ route: routes[n] ?? '' }, seconds[n] ?? 0)
  waiting.count = 0
}

export const countRefusal = counted<ErrorCode>(
  { name: 'quad_refusals_total', help: 'Requests that were refused, by error code', label: 'code' },
  Object.keys(ERRORS) as ErrorCode[],
)

/** What a method is told as: clients could write anything into one of their own. */
export const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What few people do is one line for each of these: a count or span of one route would tell what one of them did. */
const FEW: readonly (readonly [route: RegExp, line: string])[] = [
  [/^\/api\/v1\/(admin|moderation|reports|appeals|feedbacks)(?:\/|$)/, '/api/v1/$1/*'],
  [/^\/api\/v1\/(?:invitations\/|auth\/(?:admins|users)$)/, '/api/v1/admin/*'],
  [/^\/api\/v1\/posts\/:id\/pin$/, '/api/v1/moderation/*'],
  [/^\/api\/v1\/(?:colleges|branches|courses)(?:\/|$)/, '/api/v1/colleges/*'],
  [/^\/(?:api\/v1\/)?(calendar)(?:\/|$)/, '/$1/*'],
  [/^\/(console)(?:\/|$)/, '/$1/*'],
]

/** What requests of the pattern are counted and traced as. */
export function labelOf(route: string): string {
  for (const [pattern, line] of FEW) {
    const found = pattern.exec(route)
    if (found !== null) return line.replace('$1', found[1] ?? '')
  }
  return route
}

/** Counts an answered request; `route` is a pattern, never a path. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  let tally = tallies.get(route)
  if (tally === undefined) {
    tally = { label: labelOf(route), counts: new Map() }
    tallies.set(route, tally)
  }
  const named = METHODS.has(method) ? method : 'other'
  let statuses = tally.counts.get(named)
  if (statuses === undefined) {
    statuses = new Map()
    tally.counts.set(named, statuses)
  }
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  waiting.routes[waiting.count] = tally.label
  waiting.seconds[waiting.count] = seconds
  if (++waiting.count === MOST_WAITING) observeWaiting()
}
