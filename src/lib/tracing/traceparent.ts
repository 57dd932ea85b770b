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
