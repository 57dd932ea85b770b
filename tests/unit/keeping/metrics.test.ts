import { describe, expect, spyOn, test } from 'bun:test'
import { register } from '@prometheus-io/client'
import { LogSync } from '../../../db/log-sync'
import { log } from '../../../src/lib/process/log'
import { counted, gauge, metricsText, states } from '../../../src/lib/process/metrics'
import { startEventLoopWatch } from '../../../src/lib/process/process'
import { grownFrom, samplesIn } from '../../support/metrics'
import { until } from '../../support/until'
import '../../../src/app'
import '../../../src/main/server'

/** Metrics of the test alone, gone with the scope. */
function scratch(...names: string[]): Disposable {
  return { [Symbol.dispose]: () => names.forEach((name) => void register.removeSingleMetric(name)) }
}
const linesOf = async (name: string) => (await metricsText()).split('\n').filter((line) => line.includes(name))

describe('what is told', () => {
  test('is Prometheus’ text: every metric is described once, before its samples, and no series comes twice', async () => {
    const text = await metricsText()
    const described = new Map<string, string>()
    for (const line of text.split('\n')) {
      const declared = /^# TYPE (?<name>\w+) (?<type>\w+)$/.exec(line)?.groups
      if (declared?.name !== undefined) {
        expect(described.has(declared.name)).toBe(false)
        described.set(declared.name, declared.type ?? '')
      } else if (line !== '' && !/^# HELP \w+ \S/.test(line)) {
        const name = /^\w+/.exec(line)?.[0] ?? ''
        const isPart = described.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram'
        expect([name, described.has(name) || isPart]).toEqual([name, true])
      }
    }
    expect(samplesIn(text).size).toBeGreaterThan(50)
    expect(text.match(/^# HELP /gm)?.length).toBe(described.size)
  })

  test('has Prometheus’ names: base units, `_total` for what only grows, and one prefix', () => {
    for (const { name, type } of register.getMetricsAsArray() as unknown as { name: string; type: string }[]) {
      expect([name, /^(?:quad|process)(?:_[a-z]+)+$/.test(name)]).toEqual([name, true])
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
      expect([name, /_(?:ms|milliseconds|kb|mb|minutes|percent|count|sum|bucket)$/.test(name)]).toEqual([name, false])
      if (type === 'histogram') expect([name, /_(?:seconds|bytes|writes)$/.test(name)]).toEqual([name, true])
    }
  })
})

test('what is counted begins with zero for each outcome', async () => {
  using _ = scratch('quad_test_total')
  const count = counted({ name: 'quad_test_total', help: 'a test', label: 'outcome' }, ['done', 'failed'])
  count('failed')
  count('failed')
  expect(await linesOf('quad_test_total{')).toEqual([
    'quad_test_total{outcome="done"} 0',
    'quad_test_total{outcome="failed"} 2',
  ])
})

describe('what is measured', () => {
  test('is read each time, and has no sample while there is none or it is no number, which the others have', async () => {
    using _ = scratch('quad_test_bytes')
    let bytes: number | undefined
    gauge('quad_test_bytes', 'a test', () => bytes)
    for (const value of [undefined, 7, 3, Number.POSITIVE_INFINITY, Number.NaN]) {
      bytes = value
      const samples = samplesIn(await metricsText())
      expect(samples.get('quad_test_bytes')).toBe(Number.isFinite(value) ? value : undefined)
      expect(samples.has('quad_ready')).toBe(true)
    }
  })

  test('by label forgets what is not there any more', async () => {
    using _ = scratch('quad_test_states')
    let current = states(['up', 'down'], 'up')
    gauge('quad_test_states', 'a test', () => current, 'state')
    expect(await linesOf('quad_test_states{')).toEqual([
      'quad_test_states{state="up"} 1',
      'quad_test_states{state="down"} 0',
    ])
    current = { away: 1 }
    expect(await linesOf('quad_test_states{')).toEqual(['quad_test_states{state="away"} 1'])
  })

  test('that cannot be read hides no other, and is in the log', async () => {
    using _ = scratch('quad_test_bytes')
    const warned = spyOn(log, 'warn').mockImplementation(() => {})
    gauge('quad_test_bytes', 'a test', () => {
      throw new Error('expected by the test')
    })
    const samples = samplesIn(await metricsText())
    expect(samples.has('quad_test_bytes')).toBe(false)
    expect(samples.get('quad_mails_total{outcome="sent"}')).toBeGreaterThanOrEqual(0)
    expect(warned.mock.calls.map(([fields]) => (fields as { metric: string }).metric)).toContain('quad_test_bytes')
    warned.mockRestore()
  })
})

describe('the process and the disk', () => {
  test('a pause of the event loop is seen', async () => {
    const grown = await grownFrom()
    const stop = startEventLoopWatch()
    await Bun.sleep(50)
    Bun.sleepSync(200)
    await until(async () => (await grown('quad_event_loop_delay_seconds_sum')) > 0.1, 'the pause')
    await stop()
    const seen = await grown('quad_event_loop_delay_seconds_count')
    await Bun.sleep(1100)
    expect(await grown('quad_event_loop_delay_seconds_count')).toBe(seen)
  })

  test('what the disk confirms is timed, and what it does not confirm is not', async () => {
    const grown = await grownFrom()
    let fault: Error | null = null
    const disk = {
      open: () => 3,
      close: () => {},
      sync: (_: number, done: (fault: Error | null) => void) => done(fault),
    }
    const log = new LogSync('/nowhere/quad.db', disk)
    await log.synced()
    expect(await grown('quad_storage_sync_duration_seconds_count')).toBe(1)
    fault = new Error('expected by the test')
    await expect(log.synced()).rejects.toThrow()
    expect(await grown('quad_storage_sync_duration_seconds_count')).toBe(1)
  })
})
