import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataSet } from '../data'
import type { Stream } from '../generator'
import { driveAll } from '../load'
import { ms, type Table, whole } from '../report'
import { requestsOf, writeRequests } from '../requests'
import { readThrough, type Server, startFloor, startQuad } from '../servers'
import { blame } from '../slowest/blame'
import { threadsOf, traced } from '../slowest/trace'
import type { Part } from './part'

const COUNT = 100
/** Half of what Quad's feed can do on two cores that also generate the load. */
const READS = 1500
const WRITES = READS / 20
/** Before anything is traced: the compiler of Bun is busy meanwhile. */
const WARM_UP_SECONDS = 12

/** Who held the slowest hundred requests: of a lone writer, and of readers beside writers. */
export const slowest: Part = {
  title: 'Who holds the slowest requests',
  async run({ seconds, connections, posts }, workspace) {
    const data = await dataSet(posts)
    const folder = mkdtempSync(join(tmpdir(), 'quad-bench-slowest-'))
    const votes = () => ({ requests: requestsOf('vote', data, workspace), connections: 1 })
    const feed = () => ({ requests: requestsOf('feed', data, workspace), connections, rate: READS })
    const others = () => ({ requests: writeRequests(data, workspace), connections: 8, rate: WRITES })
    const quad = await startQuad(workspace.quad(data))
    const floor = await startFloor(workspace.floor(data))
    try {
      const of = (server: Server, streams: Stream[], writes: boolean, title: string) =>
        held(join(folder, 'perf.data'), server, { streams, writes, title, seconds })
      for (const server of [quad, floor]) await driveAll(server.port, [votes(), feed(), others()], WARM_UP_SECONDS)
      const tables = [
        await of(floor, [votes()], true, 'One writer alone, the floor'),
        await of(quad, [votes()], true, 'One writer alone'),
        await of(floor, [feed(), others()], false, 'Feed pages beside writes, the floor'),
        await of(quad, [feed()], false, 'Feed pages without writes'),
        await of(quad, [feed(), others()], false, 'Feed pages beside writes'),
      ]
      return { values: undefined, tables }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Run = { streams: Stream[]; writes: boolean; title: string; seconds: number }

async function held(file: string, server: Server, { streams, writes, title, seconds }: Run): Promise<Table> {
  await readThrough(server)
  let generator = 0
  const started = (pid: number) => {
    generator = pid
  }
  const { result, events } = await traced(file, async () => {
    const driven = driveAll(server.port, streams, seconds, { slowest: COUNT, started })
    await Bun.sleep((seconds * 1000) / 2)
    const threads = {
      loop: server.pid,
      server: new Set(threadsOf(server.pid)),
      generator: new Set(threadsOf(generator)),
    }
    return { outcomes: await driven, threads }
  })
  const [outcome] = result.outcomes
  const requests = outcome?.slowest ?? []
  const causes = blame(events, result.threads, { requests, writes })
  const all = causes.reduce((sum, cause) => sum + cause.ms, 0)
  const rows = causes
    .filter((cause) => cause.ms >= all / 100)
    .map((cause) => [cause.cause, whole(cause.requests), ms(cause.ms), `${whole((cause.ms / all) * 100)} %`])
  const [rate, p50, p99] = [(outcome?.requests ?? 0) / seconds, outcome?.p50 ?? 0, outcome?.p99 ?? 0]
  const slow = requests.map(([since, until]) => until - since)
  return {
    caption: `${title}: ${whole(rate)} a second, p50 ${ms(p50)}, p99 ${ms(p99)}, the slowest ${COUNT} from ${ms(Math.min(...slow))} to ${ms(Math.max(...slow))} ms.`,
    rows: [['held by', 'longest', 'ms', 'share'], ...rows],
  }
}
