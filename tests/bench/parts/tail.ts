import { dataSet } from '../data'
import { driveAll } from '../load'
import { median } from '../measure'
import { ms, ratio, whole } from '../report'
import { requestsOf, writeRequests } from '../requests'
import { startQuad } from '../servers'
import type { Part } from './part'

/** Of what the server can do, and of its reads how many writes come beside them. */
const LOAD = 2 / 3
const WRITES = 0.05

/** How late the feed is at two thirds of the most that it can do, without writes and with them. */
export const tail: Part = {
  title: 'Reading while others write',
  async run({ seconds, rounds, connections, posts }, workspace) {
    const data = await dataSet(posts)
    const server = await startQuad(workspace.quad(data))
    const feed = requestsOf('feed', data, workspace)
    const most = []
    for (let round = 0; round < rounds; round++) {
      const [taken] = await driveAll(server.port, [{ requests: feed, connections }], seconds)
      if (taken !== undefined) most.push(taken.requests / taken.seconds)
    }
    const rate = median(most) * LOAD
    const alone: number[] = []
    const beside: number[] = []
    const writing: number[] = []
    for (let round = 0; round < rounds; round++) {
      const reads = { requests: feed, connections, rate }
      const [quiet] = await driveAll(server.port, [reads], seconds * 2)
      const writes = { requests: writeRequests(data, workspace), connections: 8, rate: rate * WRITES }
      const [busy, written] = await driveAll(server.port, [reads, writes], seconds * 2)
      alone.push(quiet?.p99 ?? Number.NaN)
      beside.push(busy?.p99 ?? Number.NaN)
      writing.push(written?.p99 ?? Number.NaN)
    }
    const values = { rate, alone: median(alone), beside: median(beside), writes: median(writing) }
    const rows = [
      ['', 'p99'],
      ['feed without writes', ms(values.alone)],
      ['feed with writes', ms(values.beside)],
      ['with beside without (wanted: ≤ 3)', ratio(values.beside / values.alone)],
      ['the writes', ms(values.writes)],
    ]
    const caption = `Milliseconds from when a request was due, at ${whole(rate)} feed pages a second and ${whole(rate * WRITES)} writes.`
    return { values, tables: [{ caption, rows }] }
  },
}
