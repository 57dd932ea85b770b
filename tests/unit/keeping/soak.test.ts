import { expect, test } from 'bun:test'
import type { Quiet, Sample } from '../../bench/soak/seen'
import { trendOf } from '../../bench/soak/trend'
import { type Soaked, verdict } from '../../bench/soak/verdict'

const MB = 1_000_000
const MINUTES = 25
const SAMPLES = (MINUTES * 60) / 5

/** Goes up and down by the same amounts. */
const wave = (n: number): number => Math.sin(n) * MB

const taken = (at: number, changes: Partial<Sample> = {}): Sample => ({
  ...{ at, rss: 170 * MB, heap: 60 * MB, isCollected: true, files: 20, connections: 50, sockets: 40 },
  ...{ wal: 2 * MB, log: at * 8_000, strays: 5 },
  ...changes,
})

const quiet = (at: number, changes: Partial<Quiet> = {}): Quiet => ({
  ...taken(at, { connections: 4, sockets: 0, heap: 50 * MB }),
  objects: { string: 1000 },
  open: ['quad.db', 'socket'],
  ...changes,
})

/** A run in which everything stays, but for what `leak` makes of it with the time. */
const soaked = (leak: (seconds: number) => Partial<Sample> = () => ({}), changes: Partial<Soaked> = {}): Soaked => ({
  samples: Array.from({ length: SAMPLES }, (_, n) => {
    const sample = taken(n * 5, leak(n * 5))
    return { ...sample, rss: sample.rss + wave(n), heap: sample.heap + wave(n + 2) }
  }),
  before: quiet(0),
  after: quiet(MINUTES * 60),
  requests: MINUTES * 60 * 40,
  failed: 0,
  ...changes,
})

const failures = (run: Soaked): string[] =>
  verdict(run)
    .filter(({ ok }) => !ok)
    .map(({ what }) => what)

test('a line through values has their slope, and an error that grows with their noise', () => {
  const seconds = Array.from({ length: 100 }, (_, n) => n * 5)
  const lineWith = (noise: (n: number) => number) =>
    trendOf(
      seconds,
      Array.from(seconds, (at, n) => 3 + at * 2 + noise(n)),
    )
  const exact = lineWith(() => 0)
  expect(exact.slope).toBeCloseTo(7200)
  expect(exact.error).toBeCloseTo(0)
  const noisy = lineWith((n) => (n % 2) * 50)
  expect(Math.abs(noisy.slope - 7200)).toBeLessThan(3 * noisy.error)
  // In blocks of ten, the same noise says less.
  const slow = lineWith((n) => (Math.floor(n / 10) % 2) * 50)
  expect(slow.error).toBeGreaterThan(2 * noisy.error)
})

test.each([
  ['memory', (at: number) => ({ rss: 170 * MB + at * 20_000 }), 'resident memory does not grow'],
  ['the heap', (at: number) => ({ heap: 60 * MB + at * 10_000 }), 'the heap does not grow'],
  ['open files', (at: number) => ({ files: 20 + Math.floor(at / 120) }), 'the number of open files does not grow'],
  ['the log of SQLite', () => ({ wal: 200 * MB }), 'the write-ahead log stays short'],
] as const)('%s that grows is found', (_, leak, what) => {
  expect(failures(soaked(leak))).toEqual([what])
})

const growing = soaked((at) => ({ rss: 170 * MB + at * 20_000 }))
test.each([
  ['everything stays', soaked()],
  [
    'connections come meanwhile, and what they hold is not yet collected',
    soaked((at) => ({ connections: 10 + at, sockets: at, isCollected: false, heap: MB * at })),
  ],
  ['a client keeps its connection', soaked(undefined, { after: quiet(MINUTES * 60, { connections: 5 }) })],
  ['it lasts some minutes, whatever its lines are', { ...growing, samples: growing.samples.slice(0, 60) }],
])('a run passes where %s', (_, run) => expect(failures(run)).toEqual([]))

test.each([
  [{ files: 21 }, 'as many files are open afterwards as before'],
  [{ connections: 40 }, 'connections are closed afterwards'],
  [{ sockets: 1 }, 'no socket is left'],
  [{ strays: 6 }, 'no file is left in the data directory'],
  [{ heap: 57 * MB }, 'nothing much is held afterwards that was not before'],
  [{ log: 60 * MB }, 'the log says little of a request'],
])('%o when everybody has gone is found', (changes, what) => {
  expect(failures(soaked(undefined, { after: quiet(MINUTES * 60, changes) }))).toEqual([what])
})

test('a request that failed is found, and a run without any', () => {
  expect(failures(soaked(undefined, { failed: 1 }))).toEqual(['no request fails'])
  expect(failures(soaked(undefined, { requests: 0 }))).toContain('no request fails')
})
