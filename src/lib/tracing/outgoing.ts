import { randomBytes } from 'node:crypto'
import { config } from '../../config'
import { currentActivity } from './activity'
import { type Attributes, inSpan, isTracing } from './spans'
import { traceparent } from './traceparent'

/** Whom Quad asks something within a request or a task. */
export type Service = 'scorer' | 'provider' | 'webhook' | 'push' | 'mail'

/**
 * Runs a request to a service, in a span. It is to send the headers along. Of a webhook or a service that pushes they are
 * always empty, and of the others unless the operator says that it is the campus's own: whoever has the id of a trace
 * and the log of a proxy knows from which address a text came.
 */
export const ask = <T>(
  service: Service,
  request: (headers: Record<string, string>, ended: Attributes) => Promise<T>,
): Promise<T> =>
  inSpan(`ask ${service}`, 'client', { 'peer.service': service }, (ended) => request(headersFor(service), ended))

function headersFor(service: Service): Record<string, string> {
  const trace = currentActivity()?.trace
  if (trace === undefined || !config.traceparentTo.some((each) => each === service)) return {}
  // Without spans of one's own, the request is still another one than the one that came in.
  return { traceparent: traceparent(isTracing() ? trace : { ...trace, spanId: randomBytes(8).toString('hex') }) }
}
