import type { Quiet, Sample } from './seen'
import { trendOf } from './trend'

/** What a run left behind. */
export type Soaked = {
  /** While requests come. */
  samples: readonly Sample[]
  /** Before and after them, once everybody has gone. */
  before: Quiet
  after: Quiet
  requests: number
  /** Answered with 5xx, or not at all. */
  failed: number
}

type Finding = { ok: boolean; what: string; detail: string }

const MB = 1_000_000

/** Growth that passes, an hour: what caches and a database that grows may take. */
const BOUNDS = { rss: 30 * MB, heap: 10 * MB, files: 10 }

/** Sockets come, and silent ones gather until the server ends them. */
const RAMP_SECONDS = 240
/** In less time a line through the samples says nothing. */
const LEAST_SECONDS = 600

/** More than caches take that fill on. */
const HEAP_BOUND = 6 * MB

/** Idle ones that a client keeps for its next request. */
const CONNECTIONS_BOUND = 10

/** Twice the largest log of SQLite's that its own checkpoints leave. */
const WAL_BOUND = 64 * MB
/** A line for a request, with its path, and what else there is to say. */
const LOG_BYTES_A_REQUEST = 500

const megabytes = (bytes: number) => (bytes / MB).toFixed(1)

function growth(
  samples: readonly Sample[],
  what: keyof typeof BOUNDS,
  name: string,
  shown: (value: number) => string,
): Finding {
  const start = samples[0]?.at ?? 0
  const steady = samples.filter(({ at, isCollected }) => at - start >= RAMP_SECONDS && (what !== 'heap' || isCollected))
  const isLong = (steady.at(-1)?.at ?? 0) - (steady[0]?.at ?? 0) >= LEAST_SECONDS
  const { slope, error } = trendOf(
    steady.map(({ at }) => at),
    steady.map((each) => each[what]),
  )
  return {
    ok: !isLong || slope <= BOUNDS[what] + error,
    what: `${name} does not grow`,
    detail: isLong
      ? `${shown(slope)} ± ${shown(error)} an hour, of ${shown(BOUNDS[what])} at most`
      : 'not judged: the run is too short',
  }
}

/** What a run shows, rule by rule. */
export function verdict(soaked: Soaked): Finding[] {
  const { samples, before, after, requests, failed } = soaked
  const inMegabytes = (value: number) => `${megabytes(value)} MB`
  const log = (after.log - before.log) / Math.max(1, requests)
  const wal = Math.max(...samples.map((each) => each.wal))
  const [heap, most] = [after.heap - before.heap, before.connections + CONNECTIONS_BOUND]
  const opened = `${after.files}, before ${before.files}`
  const held = `${inMegabytes(heap)} more, of ${inMegabytes(HEAP_BOUND)} at most`
  const connected = `${after.connections}, before ${before.connections}`
  const strays = `${after.strays}, before ${before.strays}`
  const rules: [ok: boolean, what: string, detail: string][] = [
    [heap <= HEAP_BOUND, 'nothing much is held afterwards that was not before', held],
    [after.files <= before.files, 'as many files are open afterwards as before', opened],
    [after.connections <= most, 'connections are closed afterwards', connected],
    [after.sockets === 0, 'no socket is left', `${after.sockets}`],
    [after.strays <= before.strays, 'no file is left in the data directory', strays],
    [wal <= WAL_BOUND, 'the write-ahead log stays short', `${megabytes(wal)} MB at most`],
    [
      log <= LOG_BYTES_A_REQUEST,
      'the log says little of a request',
      `${log.toFixed(0)} bytes of ${LOG_BYTES_A_REQUEST}`,
    ],
    [requests > 0 && failed === 0, 'no request fails', `${failed} of ${requests}`],
  ]
  return [
    growth(samples, 'rss', 'resident memory', inMegabytes),
    growth(samples, 'heap', 'the heap', inMegabytes),
    growth(samples, 'files', 'the number of open files', (value) => value.toFixed(1)),
    ...rules.map(([ok, what, detail]) => ({ ok, what, detail })),
  ]
}

/** What is open afterwards and was not before. */
export function grownFiles({ before, after }: Soaked) {
  const former = [...before.open]
  return after.open.filter((name) => {
    const at = former.indexOf(name)
    if (at >= 0) former.splice(at, 1)
    return at < 0
  })
}

/** The objects of which there are most more afterwards, for whoever looks for a cause. */
export function grownObjects({ before, after }: Soaked, most = 8) {
  return Object.entries(after.objects)
    .map(([type, count]) => ({ type, more: count - (before.objects[type] ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((one, other) => other.more - one.more)
    .slice(0, most)
    .map(({ type, more }) => `${type} +${more}`)
}
