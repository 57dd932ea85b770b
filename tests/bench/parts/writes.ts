import { dataSet } from '../data'
import { inTurn, type Sample } from '../measure'
import { ms, ratio, whole } from '../report'
import { requestsOf } from '../requests'
import { startFloor, startQuad } from '../servers'
import type { Part } from './part'

const CONNECTIONS = [1, 16, 64, 256]

/** Votes a second, with full durability and with less, beside the floor, which has a transaction for each. */
export const writes: Part = {
  title: 'Durable writes',
  async run({ seconds, rounds, posts }, workspace) {
    const data = await dataSet(posts)
    const servers = {
      'full, writes commit together': await startQuad(workspace.quad(data), 'full'),
      'normal, writes commit together': await startQuad(workspace.quad(data), 'normal'),
      'full, the floor': await startFloor(workspace.floor(data), 'full'),
      'normal, the floor': await startFloor(workspace.floor(data), 'normal'),
    }
    type Name = keyof typeof servers
    const names = Object.keys(servers) as Name[]
    const requests = () => requestsOf('vote', data, workspace)
    const contenders = Object.fromEntries(names.map((name) => [name, { server: servers[name], requests }]))
    const values: Record<number, Record<string, Sample>> = {}
    for (const connections of CONNECTIONS) {
      values[connections] = await inTurn(contenders, { connections, seconds, rounds })
      const rates = names.map((name) => `${name} ${whole(values[connections]?.[name]?.rate ?? 0)}`)
      console.error(`${connections} connections: ${rates.join('  ')}`)
    }
    const of = (name: Name, show: (sample: Sample) => string) =>
      CONNECTIONS.map((count) => {
        const taken = values[count]?.[name]
        return taken === undefined ? '–' : show(taken)
      })
    const full = 'full, writes commit together'
    const yardstick = CONNECTIONS.map((count) =>
      ratio((values[count]?.[full]?.rate ?? 0) / (values[count]?.['normal, the floor']?.rate ?? 0)),
    )
    const head = ['connections', ...CONNECTIONS.map(String)]
    return {
      values,
      tables: [
        {
          caption: 'Votes a second. The floor commits each by itself.',
          rows: [
            head,
            ...names.map((name) => [name, ...of(name, ({ rate }) => whole(rate))]),
            ['full beside the floor with normal (wanted at 64: ≥ 1)', ...yardstick],
            ['p99 in milliseconds, full', ...of(full, ({ p99 }) => ms(p99))],
            ['p99 in milliseconds, full, the floor', ...of('full, the floor', ({ p99 }) => ms(p99))],
          ],
        },
      ],
    }
  },
}
