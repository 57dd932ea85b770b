import { dataSet } from '../data'
import { driveAll } from '../load'
import { median } from '../measure'
import { ms, ratio, whole } from '../report'
import { requestsOf, writeRequests } from '../requests'
import { readThrough, type Server, startFloor, startQuad } from '../servers'
import type { Part } from './part'

/** Of what the slower of the two can do, and of its reads how many writes come beside them. */
const LOAD = 1 / 3
const WRITES = 0.05

type Tail = { alone: number; beside: number; writes: number }

/** How late the feed is without writes and with them, beside the floor at the same load. */
export const tail: Part = {
  title: 'Reading while others write',
  async run({ seconds, rounds, connections, posts }, workspace) {
    const data = await dataSet(posts)
    const servers = { quad: await startQuad(workspace.quad(data)), floor: await startFloor(workspace.floor(data)) }
    const feed = { requests: requestsOf('feed', data, workspace), connections }
    const most = async ({ port }: Server) => {
      const rates = []
      for (let round = 0; round <= rounds; round++) {
        const [taken] = await driveAll(port, [feed], seconds)
        if (taken !== undefined && round > 0) rates.push(taken.requests / taken.seconds)
      }
      return median(rates)
    }
    const rate = Math.min(await most(servers.quad), await most(servers.floor)) * LOAD
    const once = async (server: Server): Promise<Tail> => {
      const reads = { ...feed, rate }
      const writes = { requests: writeRequests(data, workspace), connections: 8, rate: rate * WRITES }
      await readThrough(server)
      const [quiet] = await driveAll(server.port, [reads], seconds * 2)
      await readThrough(server)
      const [busy, written] = await driveAll(server.port, [reads, writes], seconds * 2)
      const p99 = (outcome: typeof quiet) => outcome?.p99 ?? Number.NaN
      return { alone: p99(quiet), beside: p99(busy), writes: p99(written) }
    }
    const taken: { quad: Tail[]; floor: Tail[] } = { quad: [], floor: [] }
    for (let round = 0; round < rounds; round++) {
      taken.quad.push(await once(servers.quad))
      taken.floor.push(await once(servers.floor))
    }
    const values = { rate, quad: middle(taken.quad), floor: middle(taken.floor) }
    const row = (title: string, of: (tail: Tail) => string) => [title, of(values.quad), of(values.floor)]
    const rows = [
      ['p99', 'Quad', 'the floor'],
      row('feed without writes', ({ alone }) => ms(alone)),
      row('feed with writes', ({ beside }) => ms(beside)),
      row('with beside without (wanted: ≤ 3)', ({ alone, beside }) => ratio(beside / alone)),
      row('the writes', ({ writes }) => ms(writes)),
    ]
    const caption = `${whole(posts)} posts. Milliseconds from when a request was due, at ${whole(rate)} feed pages a second and ${whole(rate * WRITES)} writes.`
    return { values, tables: [{ caption, rows }] }
  },
}

function middle(taken: readonly Tail[]): Tail {
  const of = (figure: keyof Tail) => median(taken.map((tail) => tail[figure]))
  return { alone: of('alone'), beside: of('beside'), writes: of('writes') }
}
