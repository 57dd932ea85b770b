import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { config } from '../../config'

export type Activity = {
  /** The request's, as the log has it. */
  readonly id?: string
  /** The path pattern of the request, once the router has found one. */
  readonly route?: string | undefined
  /** The task, where it is none. A constant. */
  readonly task?: string
  /** Where it is in a trace, if it is in one. */
  readonly trace: TraceContext | undefined
}

const activities = new AsyncLocalStorage<Activity>()

export const currentActivity = (): Activity | undefined => activities.getStore()

/** Calls `work`, which belongs to nothing that runs now. */
export const outside = <T>(work: () => T): T => activities.exit(work)

/** Calls `work`; whatever it does and awaits belongs to the activity. */
export const inActivity = <T>(activity: Activity, work: () => T): T => activities.run(activity, work)

// No path, query, address, account, text or parameter: a collector is another machine.

export type Attributes = {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  /** An error code of `src/errors.ts`, or what went wrong in one constant word. */
  'error.type'?: string
  'peer.service'?: string
  'quad.task'?: string
}

export type Span = {
  readonly trace: TraceContext
  end(attributes: Attributes, name?: string, hasFailed?: boolean): void
}

export type SpanKind = 'server' | 'client' | 'internal'

export type Tracer = {
  start(name: string, kind: SpanKind, parent: TraceContext | undefined): Span
  stop(ms: number): Promise<void>
}

let tracer: Tracer | undefined

/** From now on spans are made by it; without one there are none, and they cost nothing. Returns the former. */
export function setTracer(next: Tracer | undefined): Tracer | undefined {
  const former = tracer
  tracer = next
  return former
}

export const isTracing = (): boolean => tracer !== undefined

/** A span whose end the caller sees to; undefined while nothing is traced. */
export const startSpan = (name: string, kind: SpanKind, parent: TraceContext | undefined): Span | undefined =>
  tracer?.start(name, kind, parent)

/** Runs `work` within a span of its own. It may add to what the span says of its end. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (ended: Attributes) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work(attributes)
  const activity = currentActivity()
  const span = tracer.start(name, kind, activity?.trace)
  const ended = activity?.task === undefined ? { ...attributes } : { ...attributes, 'quad.task': activity.task }
  let hasFailed = true
  try {
    const result = await inActivity(within(activity, span.trace), () => work(ended))
    hasFailed = false
    return result
  } finally {
    span.end(ended, undefined, hasFailed)
  }
}

/** The same activity, whose route may still be found, deeper in the trace. */
const within = (activity: Activity | undefined, trace: TraceContext): Activity =>
  Object.assign(Object.create(activity ?? null), { trace })

export type Service = 'scorer' | 'provider' | 'webhook' | 'push' | 'mail'

/**
 * A request to a service, in a span, with headers to send along, which only the campus's own get: who has the id of a
 * trace and the log of a proxy knows from which address a text came.
 */
export const ask = <T>(
  service: Service,
  request: (headers: Record<string, string>, ended: Attributes) => Promise<T>,
): Promise<T> =>
  inSpan(`ask ${service}`, 'client', { 'peer.service': service }, (ended) => {
    const trace = currentActivity()?.trace
    if (trace === undefined || !config.traceparentTo.some((each) => each === service)) return request({}, ended)
    // Without spans of one's own, the request is still another one than the one that came in.
    const own = isTracing() ? trace : { ...trace, spanId: randomBytes(8).toString('hex') }
    return request({ traceparent: traceparent(own) }, ended)
  })

// W3C Trace Context (https://www.w3.org/TR/trace-context/). `tracestate` may say anything, and is not passed on.

/** The trace that something belongs to, and the span that is its parent there. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean }

const TRACEPARENT =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/
const ALL_ZERO = /^0+$/

/** What the header says, or undefined where it is not well-formed. Of a later version its first four fields count. */
export function readTraceparent(header: string | null): TraceContext | undefined {
  const { version, traceId = '', spanId = '', flags = '', more } = TRACEPARENT.exec(header ?? '')?.groups ?? {}
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
