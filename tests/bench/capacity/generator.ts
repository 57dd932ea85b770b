/**
 * The students who ask: `bun generator.ts <port> <requests>`. A line of JSON in, `{rate, seconds}`, is an order: requests
 * of the file at that rate, each at a time of its own. Lines out: `"counting"` when it has warmed up, then an `Answered`.
 */
import { createInterface } from 'node:readline'
import { type Outcome, Running, readRequests } from '../generator'
import { KINDS } from './mix'

export type Order = { rate: number; warmUp: number; seconds: number }
type KindOutcome = { requests: number; p50: number; p99: number; refused: number }
export type Answered = Omit<Outcome, 'slowest'> & {
  kinds: KindOutcome[]
  statuses: Record<string, number>
  behind: number
}

/** A browser has one for each student; a proxy before Quad has so many. */
const CONNECTIONS = 256

const quantile = (times: Float64Array, share: number) => times[Math.floor(times.length * share)] ?? 0

async function run(port: number, requests: string, encoded: readonly Uint8Array[], kinds: Uint8Array) {
  const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
  let next = 0
  for await (const line of createInterface({ input: process.stdin })) {
    const { rate, warmUp, seconds }: Order = JSON.parse(line)
    let seen = KINDS.map(() => [] as number[])
    let refused = KINDS.map(() => 0)
    let statuses: Record<string, number> = {}
    let all: number[] = []
    const stream = { requests, connections: CONNECTIONS, rate, arrivals: 'random' } as const
    const running = new Running(port, stream, encoded, (request, took, status) => {
      const kind = kinds[request] ?? 0
      seen[kind]?.push(took)
      all.push(took)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 400) refused[kind] = (refused[kind] ?? 0) + 1
    })
    running.next = next
    await running.connect()
    running.begin()
    await Bun.sleep(warmUp * 1000)
    ;[seen, refused, statuses, all] = [KINDS.map(() => []), KINDS.map(() => 0), {}, []]
    say('counting')
    await Bun.sleep(seconds * 1000)
    const { behind } = running
    const { broken } = running.end()
    next = running.next
    const times = Float64Array.from(all).sort()
    const answered: Answered = {
      requests: times.length,
      seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      refused: refused.reduce((sum, each) => sum + each, 0),
      broken,
      behind,
      statuses,
      kinds: seen.map((each, kind) => {
        const sorted = Float64Array.from(each).sort()
        const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
        return { requests: sorted.length, p50, p99, refused: refused[kind] ?? 0 }
      }),
    }
    say(answered)
  }
}

if (import.meta.main) {
  const [, , port = '', requests = ''] = process.argv
  const kinds = new Uint8Array(await Bun.file(`${requests}.kinds`).arrayBuffer())
  await run(Number(port), requests, readRequests(requests, Number(port)), kinds)
  process.exit(0)
}
