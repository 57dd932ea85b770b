import { type Activity, currentActivity, inActivity } from './activity'
import type { TraceContext } from './traceparent'

// What a span may say. There is no path, query, address, account, text or parameter among it: a collector is another
// machine, whose operators are nobody's moderators.

export type Attributes = {
  'http.request.method'?: string
  /** The path pattern. */
  'http.route'?: string
  'http.response.status_code'?: number
  /** An error code of `src/errors.ts`, or what went wrong in one constant word. */
  'error.type'?: string
  /** Who is asked. */
  'peer.service'?: string
  /** The task that no request waits for. */
  'quad.task'?: string
}

export type Span = {
  readonly trace: TraceContext
  /** Ends it, with the name and the attributes that were not known before. */
  end(attributes: Attributes, name?: string, hasFailed?: boolean): void
}

export type SpanKind = 'server' | 'client' | 'internal'

/** Makes spans, and sends them away in the background. */
export type Tracer = {
  start(name: string, kind: SpanKind, parent: TraceContext | undefined): Span
  /** Sends what waits, for so long at most. */
  stop(ms: number): Promise<void>
}

let tracer: Tracer | undefined

/** From now on spans are made by it; without one there are none, and they cost nothing. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
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
