import { dataSet } from '../data'
import { drive, driveAll } from '../load'
import { median } from '../measure'
import { ms, ratio, whole } from '../report'
import { requestsOf } from '../requests'
import { readThrough, startFloor, startQuad } from '../servers'
import type { Part } from './part'

/** Votes of one client that sends the next when it has the answer, beside the floor with the same durability. */
export const lone: Part = {
  title: 'A writer alone',
  async run({ seconds, rounds, posts }, workspace) {
    const data = await dataSet(posts)
    const servers = { quad: await startQuad(workspace.quad(data)), floor: await startFloor(workspace.floor(data)) }
    type Name = keyof typeof servers
    const names = Object.keys(servers) as Name[]
    const votes = () => ({ requests: requestsOf('vote', data, workspace), connections: 1 })
    const taken = { quad: [], floor: [] } as Record<Name, { rate: number; p50: number; p99: number; moment: number }[]>
    for (const name of names) await driveAll(servers[name].port, [votes()], seconds * 2)
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        const server = servers[name]
        await readThrough(server)
        const [outcome] = await driveAll(server.port, [votes()], seconds)
        const byWrk = await drive(server.port, votes(), seconds)
        if (outcome === undefined) continue
        const { requests, p50, p99 } = outcome
        taken[name].push({ rate: requests / outcome.seconds, p50, p99, moment: byWrk.p99 })
      }
    const of = (name: Name, figure: 'rate' | 'p50' | 'p99' | 'moment') =>
      median(taken[name].map((sample) => sample[figure]))
    const row = (title: string, figure: 'p50' | 'p99' | 'moment') => {
      const [own, floor] = [of('quad', figure), of('floor', figure)]
      return [title, ms(own), ms(floor), ratio(own / floor)]
    }
    const rates = [of('quad', 'rate'), of('floor', 'rate')] as const
    return {
      values: taken,
      tables: [
        {
          caption: `${whole(posts)} posts. One vote after the other, in milliseconds; both sync the log before they answer.`,
          rows: [
            ['', 'Quad', 'the floor', 'ratio'],
            ['votes a second', ...rates.map(whole), ratio(rates[0] / rates[1])],
            row('p50 (wanted: ≤ 1.3)', 'p50'),
            row('p99 of the votes (wanted: ≤ 1.5)', 'p99'),
            row('p99 of the moments, as wrk counts (wanted: ≤ 1.5)', 'moment'),
          ],
        },
      ],
    }
  },
}
