import type { Server } from 'bun'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, string> }[]
  status: { code?: number }
}
export type ExportedSpan = Omit<Sent, 'attributes'> & { attributes: Record<string, string | number> }

type Body = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Record<string, unknown> }[] }
    scopeSpans: { spans: Sent[] }[]
  }[]
}

/** What the collector does with a batch. `trickle` answers byte after byte, for ever. */
type Mode = 'take' | 'hang' | 'refuse' | 'redirect' | 'trickle'

/** A collector of OpenTelemetry on loopback: OTLP over HTTP, in JSON. */
export class Collector {
  mode: Mode = 'take'
  /** As they came. */
  readonly bodies: string[] = []
  readonly headers: Headers[] = []
  readonly paths: string[] = []
  readonly #parting = Promise.withResolvers<void>()
  readonly #server: Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: (request) => this.#answer(request),
  })
  readonly url = `http://127.0.0.1:${this.#server.port}`

  get spans(): ExportedSpan[] {
    return this.bodies
      .flatMap((body) => (JSON.parse(body) as Body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }) => [
            key,
            'intValue' in value ? Number(value.intValue) : `${Object.values(value)}`,
          ]),
        ),
      }))
  }

  /** What it says of the server itself. */
  get resource(): Record<string, unknown> {
    const [first] = this.bodies.map((body) => (JSON.parse(body) as Body).resourceSpans[0]?.resource)
    return Object.fromEntries((first?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
  }

  async #answer(request: Request) {
    this.headers.push(request.headers)
    this.paths.push(new URL(request.url).pathname)
    const { mode } = this
    const body = await request.text()
    if (mode === 'take') {
      this.bodies.push(body)
      return Response.json({})
    }
    if (mode === 'refuse') return new Response('no', { status: 503, headers: { 'retry-after': '0' } })
    if (mode === 'redirect') return Response.redirect('/stray', 307)
    if (mode === 'hang') return this.#parting.promise.then(() => new Response(null, { status: 503 }))
    let timer: NodeJS.Timeout | undefined
    const drops = new ReadableStream({
      start: (controller) => {
        timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 20)
      },
      cancel: () => clearInterval(timer),
    })
    void this.#parting.promise.then(() => clearInterval(timer))
    return new Response(drops)
  }

  /** Refuses what hangs. */
  release() {
    this.#parting.resolve()
  }

  async [Symbol.asyncDispose]() {
    this.release()
    await this.#server.stop(true)
  }
}
