import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTracer } from '../../../src/lib/tracing/otlp'
import {
  currentActivity,
  inActivity,
  inSpan,
  isTracing,
  setTracer,
  startSpan,
  type Tracer,
} from '../../../src/lib/tracing/spans'
import { Collector, type ExportedSpan } from '../../support/collector'
import { until } from '../../support/until'

const STOP_MS = 200
const src = join(import.meta.dir, '../../../src')

/** Calls `work` while spans go to the collector, and then stops. */
async function exporting(
  collector: Pick<Collector, 'url'>,
  work: (tracer: Tracer) => unknown,
  { stopMs = 20_000 } = {},
): Promise<string[]> {
  const problems: string[] = []
  const tracer = makeTracer({ endpoint: `${collector.url}/`, headers: { 'x-key': 'a key' } }, (error) =>
    problems.push(error.message),
  )
  setTracer(tracer)
  try {
    await work(tracer)
  } finally {
    setTracer(undefined)
    await tracer.stop(stopMs)
  }
  return problems
}

const named = (spans: ExportedSpan[], name: string) => spans.find((span) => span.name === name)!

describe('spans', () => {
  test('arrive with their parents, attributes and outcome', async () => {
    await using collector = new Collector()
    const problems = await exporting(collector, async () => {
      await inActivity({ task: 'a task', trace: undefined }, () =>
        inSpan('outer', 'internal', {}, () => inSpan('inner', 'client', { 'peer.service': 'scorer' }, async () => 1)),
      )
      const failing = inSpan('failing', 'internal', {}, () => Promise.reject(new Error('of somebody@campus.edu')))
      await expect(failing).rejects.toThrow('somebody')
      startSpan('request', 'server', undefined)!.end({ 'http.response.status_code': 204 }, 'GET /x')
    })
    expect(problems).toEqual([])
    const [outer, inner, failing, request] = ['outer', 'inner', 'failing', 'GET /x'].map((name) =>
      named(collector.spans, name),
    )
    expect(inner!.parentSpanId).toBe(outer!.spanId)
    expect(inner!.traceId).toBe(outer!.traceId)
    expect(outer!.parentSpanId).toBeUndefined()
    expect(inner!.attributes).toEqual({ 'peer.service': 'scorer', 'quad.task': 'a task' })
    expect(failing).toMatchObject({ status: { code: 2 }, attributes: {} })
    expect(failing!.traceId).not.toBe(outer!.traceId)
    expect(request).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 204 } })
    expect(collector.resource).toEqual({ 'service.name': 'quad', 'service.version': expect.any(String) })
    expect(collector.headers[0]?.get('x-key')).toBe('a key')
    expect([...new Set(collector.paths)]).toEqual(['/v1/traces'])
    expect(collector.bodies.join()).not.toContain('somebody')
  })
  test('of a trace that a proxy sends are in it, and are sent as it says', async () => {
    await using collector = new Collector()
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    await exporting(collector, (tracer) => {
      tracer.start('sampled', 'server', { traceId, spanId, isSampled: true }).end({})
      tracer.start('unsampled', 'server', { traceId, spanId, isSampled: false }).end({})
    })
    expect(collector.spans.map(({ name }) => name)).toEqual(['sampled'])
    expect(collector.spans[0]).toMatchObject({ traceId, parentSpanId: spanId })
  })
  test('a span of something deeper knows the route that is found later', () => {
    const activity: { route?: string; trace: undefined } = { trace: undefined }
    return inActivity(activity, () =>
      exporting(
        { url: 'http://127.0.0.1:9' },
        () =>
          inSpan('deeper', 'internal', {}, async () => {
            activity.route = '/found'
            expect(currentActivity()?.route).toBe('/found')
          }),
        { stopMs: STOP_MS },
      ),
    )
  })
})

describe('a collector', () => {
  test.each([
    ['hang', /no connection|timeout/],
    ['refuse', /status 503/],
    ['redirect', /status 307/],
    ['gone', /^Spans were not sent: no connection$/],
  ] as const)('that does: %s. Nothing fails, and a stop waits for no longer than it may', async (mode, why) => {
    await using collector = new Collector()
    if (mode === 'gone') await collector[Symbol.asyncDispose]()
    else collector.mode = mode
    const problems = await exporting(collector, () => inSpan('one', 'internal', {}, async () => 1), { stopMs: STOP_MS })
    expect(problems.join()).toMatch(why)
    expect(collector.paths).not.toContain('/stray')
  })
  test('that answers bit by bit has taken it', async () => {
    await using collector = new Collector()
    collector.mode = 'trickle'
    expect(await exporting(collector, () => inSpan('one', 'internal', {}, async () => 1))).toEqual([])
  })
  test('that takes nothing keeps a bounded number waiting, and gets no more later', async () => {
    await using collector = new Collector()
    collector.mode = 'hang'
    const taken = until(() => collector.bodies.length > 0, 'a batch that is taken').then(() => collector.release())
    const problems = await exporting(collector, async (tracer) => {
      for (let n = 0; n < 20_000; n++) tracer.start('many', 'internal', undefined).end({})
      await until(() => collector.paths.length > 0, 'a batch')
      collector.mode = 'take'
    })
    await taken
    expect(problems).toEqual(['Spans were not sent: status 503'])
    expect(collector.spans.length).toBeGreaterThan(0)
    expect(collector.spans.length).toBeLessThanOrEqual(2048)
  })
})

describe('without a collector', () => {
  test('there are no spans', async () => {
    expect(isTracing()).toBe(false)
    expect(startSpan('request', 'server', undefined)).toBeUndefined()
    expect(await inSpan('one', 'internal', {}, async () => currentActivity())).toBeUndefined()
  })
  test('the packages of OpenTelemetry are not loaded: one file imports them, and it is imported late', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const importing = (what: RegExp) => files.filter((name) => what.test(readFileSync(join(src, name), 'utf8')))
    expect(importing(/from '@opentelemetry/)).toEqual(['lib/tracing/otlp.ts'])
    expect(importing(/from '[^']*\/otlp'/)).toEqual([])
    expect(importing(/await import\('\.\/otlp'\)/)).toEqual(['lib/tracing/start.ts'])
  })
})
