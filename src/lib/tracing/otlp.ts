import * as otel from '@opentelemetry/api'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import packageJson from '../../../package.json'
import { after } from '../process/background'
import type { SpanKind, Tracer } from './spans'

// OpenTelemetry's own packages, which take memory and time to load: imported only where traces are exported.

type Collector = { endpoint: string; headers: Record<string, string> }

/** What waits for a collector that takes nothing; more is dropped. A span takes about a kilobyte. */
const MOST_WAITING = 2048
const BATCH = 512
/** What waits makes as many batches, which a stop sends at once, and one is under way. */
const MOST_BATCHES = MOST_WAITING / BATCH + 1
const SEND_EVERY_MS = 5_000
const TIMEOUT_MS = 10_000

/** Makes spans and sends them to a collector, as OTLP over HTTP. `report` learns of batches that did not arrive. */
export function makeTracer({ endpoint, headers }: Collector, report: (error: Error) => void): Tracer {
  const exporter = new CollectorExporter(`${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, report)
  const provider = new TracerProvider({
    // Nothing of the machine, such as its name or its user.
    resource: resourceFromAttributes({ 'service.name': 'quad', 'service.version': packageJson.version }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: TIMEOUT_MS + SEND_EVERY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('quad')
  return {
    start(name, kind, parent) {
      const context = parent
        ? otel.trace.setSpanContext(otel.ROOT_CONTEXT, { ...parent, traceFlags: Number(parent.isSampled) })
        : otel.ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        trace: { traceId, spanId, isSampled: (traceFlags & otel.TraceFlags.SAMPLED) !== 0 },
        end(attributes, name, hasFailed = false) {
          span.setAttributes(attributes)
          if (name !== undefined) span.updateName(name)
          if (hasFailed) span.setStatus({ code: otel.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async stop(ms) {
      exporter.hurry(ms)
      await provider.shutdown().catch(() => undefined)
    },
  }
}

const { SERVER: server, CLIENT: client, INTERNAL: internal } = otel.SpanKind
const KINDS: Record<SpanKind, otel.SpanKind> = { server, client, internal }

/** By `fetch`, whose timeout holds for a collector that answers bit by bit, too. A batch that fails is not sent again. */
class CollectorExporter implements SpanExporter {
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<void>>()

  constructor(
    readonly url: string,
    readonly headers: Record<string, string>,
    readonly report: (error: Error) => void,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    const sent = this.#send(spans)
      .then(() => done({ code: 0 }))
      .catch((error: Error) => {
        this.report(error)
        done({ code: 1 })
      })
      .finally(() => this.#underWay.delete(sent))
    this.#underWay.add(sent)
  }

  /** Sends for so long at most. */
  hurry(ms: number): void {
    after(ms, 'sending the last spans', () => this.#stopping.abort())
  }

  async shutdown(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    if (this.#underWay.size >= MOST_BATCHES) throw new NotSent('too many batches wait')
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: new Uint8Array(JsonTraceSerializer.serializeRequest(spans) ?? []),
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((error: Error) => {
      // Its message may have the address, with what somebody put into it.
      throw new NotSent(error.name === 'TimeoutError' ? 'timeout' : 'no connection')
    })
    await response.body?.cancel()
    if (!response.ok) throw new NotSent(`status ${response.status}`)
  }
}

class NotSent extends Error {
  override name = 'NotSent'
  constructor(why: string) {
    super(`Spans were not sent: ${why}`)
  }
}
