import { drive } from './load'
import { processorTime, type Server } from './servers'

/** `cpu`: microseconds of processor time of the server a request. Times are in milliseconds. */
export type Sample = { rate: number; p50: number; p99: number; cpu: number | null; refused: number }

/** One run against one server. Throws when connections broke: nothing that was counted then means anything. */
export async function sample(server: Server, requests: string, connections: number, seconds: number): Promise<Sample> {
  const before = processorTime(server.pid)
  const outcome = await drive(server.port, { requests, connections }, seconds)
  const after = processorTime(server.pid)
  if (outcome.broken > 0) throw new Error(`${outcome.broken} requests were left without an answer`)
  const used = before === undefined || after === undefined ? null : ((after - before) * 1000) / outcome.requests
  const { p50, p99, refused } = outcome
  return {
    rate: outcome.requests / outcome.seconds,
    p50,
    p99,
    cpu: used,
    refused: refused / Math.max(1, outcome.requests),
  }
}

type Contender = { server: Server; requests: () => string }

/**
 * Runs that take turns, so that what disturbs the machine disturbs all alike; the medians of each. The first round
 * warms up and does not count.
 */
export async function inTurn<Name extends string>(
  contenders: Record<Name, Contender>,
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<Record<Name, Sample>> {
  const names = Object.keys(contenders) as Name[]
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { server, requests } = contenders[name]
      const taken = await sample(server, requests(), connections, round === 0 ? 1 : seconds)
      if (round > 0) samples.get(name)?.push(taken)
    }
  return Object.fromEntries(names.map((name) => [name, middle(samples.get(name) ?? [])])) as Record<Name, Sample>
}

export function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2
}

function middle(samples: readonly Sample[]): Sample {
  const of = (name: 'rate' | 'p50' | 'p99' | 'refused') => median(samples.map((each) => each[name]))
  const cpus = samples.map(({ cpu }) => cpu).filter((cpu) => cpu !== null)
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    refused: of('refused'),
    cpu: cpus.length > 0 ? median(cpus) : null,
  }
}
