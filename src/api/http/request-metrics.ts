import { Counter, Histogram } from '@prometheus-io/client'
import { ERRORS, type ErrorCode } from '../../errors'
import { counted } from '../../lib/metrics'

const requests = new Counter({
  name: 'quad_http_requests_total',
  help: 'Requests by method, pattern of the path, and status',
  labelNames: ['method', 'route', 'status'],
})

const duration = new Histogram({
  name: 'quad_http_request_duration_seconds',
  help: 'How long requests took, by pattern of the path',
  labelNames: ['route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

export const countRefusal = counted<ErrorCode>(
  { name: 'quad_refusals_total', help: 'Requests that were refused, by error code', label: 'code' },
  Object.keys(ERRORS) as ErrorCode[],
)

/** Clients may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * What only moderators and those do who report is one line for each of these: a count of one of their routes would tell
 * what one of a few people did, and when.
 */
const FEW = /^\/api\/v1\/(?:admin|moderation|reports|appeals|feedbacks)(?=\/|$)/

const labels = new Map<string, string>()

function labelOf(route: string): string {
  let label = labels.get(route)
  if (label === undefined) {
    const few = FEW.exec(route)?.[0]
    label = few === undefined ? route : `${few}/*`
    labels.set(route, label)
  }
  return label
}

/** Counts an answered request; `route` is a pattern, never a path. */
export function countRequest(method: string, pattern: string, status: number, seconds: number): void {
  const route = labelOf(pattern)
  requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
  duration.observe({ route }, seconds)
}
