import { expect, test } from 'bun:test'
import { metricsText, noteMail, noteRequest } from '../../src/lib/metrics'

/** The samples of a text in Prometheus' format, by name and labels; fails on any line that the format does not have. */
function samplesIn(text: string): Map<string, number> {
  expect(text).toEndWith('\n')
  const declared = new Map<string, string>()
  const samples = new Map<string, number>()
  for (const line of text.slice(0, -1).split('\n')) {
    const type = /^# TYPE (?<name>[a-z_]+) (?<type>counter|gauge|histogram)$/.exec(line)?.groups
    if (type) declared.set(type.name!, type.type!)
    if (type || /^# HELP [a-z_]+ .+$/.test(line)) continue
    const sample = /^(?<name>[a-z_]+)(?<labels>\{(?:[a-z]+="[^"\\]*",?)+\})? (?<value>[\d.e+-]+)$/.exec(line)?.groups
    if (!sample) throw new Error(`no sample: ${line}`)
    expect([...declared.keys()]).toContain(sample.name!.replace(/_(?:bucket|sum|count)$/, ''))
    samples.set(`${sample.name}${sample.labels ?? ''}`, Number(sample.value))
  }
  expect(Object.fromEntries(declared)).toEqual({
    quad_mails_total: 'counter',
    quad_resident_memory_bytes: 'gauge',
    quad_cpu_seconds_total: 'counter',
    quad_start_time_seconds: 'gauge',
    quad_request_duration_seconds: 'histogram',
  })
  return samples
}

test('mails, the process and requests are counted in the text format, each with its type', () => {
  const before = samplesIn(metricsText())
  noteMail('sent')
  noteMail('sent')
  noteMail('failed')
  noteRequest('GET', '/api/v1/posts', 200, 0.003)
  const after = samplesIn(metricsText())
  const grown = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0)
  expect([grown('quad_mails_total{outcome="sent"}'), grown('quad_mails_total{outcome="failed"}')]).toEqual([2, 1])
  expect(grown('quad_request_duration_seconds_count{method="GET",route="/api/v1/posts",status="2xx"}')).toBe(1)
  expect(after.get('quad_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(grown('quad_cpu_seconds_total')).toBeGreaterThanOrEqual(0)
  expect(after.get('quad_start_time_seconds')).toBeCloseTo((Date.now() - performance.now()) / 1000, -1)
})
