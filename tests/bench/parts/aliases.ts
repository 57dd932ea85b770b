import { dataSet } from '../data'
import { drive } from '../load'
import { inTurn, type Sample } from '../measure'
import { micros, ms, ratio, whole } from '../report'
import { type Operation, requestsOf } from '../requests'
import { startQuad } from '../servers'
import type { Part } from './part'

const READS: readonly (readonly [name: string, operation: Operation])[] = [
  ['feed page, signed in', 'feed'],
  ['one post, signed in', 'post'],
  ['comment page, signed in', 'comments'],
]
/** Of a hundred authors of a thread. */
const ALIASED = 20

type Contender = 'without' | 'again' | 'aliased'
const HEAD = [
  'operation',
  'without',
  'p99',
  'CPU',
  'without, again',
  'p99',
  'CPU',
  'one in five',
  'p99',
  'CPU',
  'of CPU',
  'noise',
]
const cells = ({ rate, p99, cpu }: Sample): string[] => [whole(rate), ms(p99), micros(cpu)]
const cpuRatio = (one: Sample, other: Sample): number => (one.cpu ?? Number.NaN) / (other.cpu ?? Number.NaN)

/** The same campus with and without aliases, in turn; and once more without, which shows what is noise. */
export const aliases: Part = {
  title: 'Reading with one in five aliased',
  async run({ seconds, rounds, connections, posts }, workspace) {
    const data = { without: await dataSet(posts), aliased: await dataSet(posts, { aliased: ALIASED }) }
    const dataOf = (name: Contender) => (name === 'aliased' ? data.aliased : data.without)
    const servers = {
      without: await startQuad(workspace.quad(data.without)),
      again: await startQuad(workspace.quad(data.without)),
      aliased: await startQuad(workspace.quad(data.aliased)),
    }
    const contender = (name: Contender, operation: Operation) => {
      const requests = requestsOf(operation, dataOf(name), workspace)
      return { server: servers[name], requests: () => requests }
    }
    // What runs first must not pay for what every request needs compiled.
    for (const name of ['without', 'again', 'aliased'] as const)
      await drive(servers[name].port, { requests: contender(name, 'feed').requests(), connections }, 3)
    const values: Record<string, Record<Contender, Sample>> = {}
    const rows: string[][] = []
    for (const [name, operation] of READS) {
      const [without, again, aliased] = (['without', 'again', 'aliased'] as const).map((each) =>
        contender(each, operation),
      )
      const taken = await inTurn(
        { without: without!, again: again!, aliased: aliased! },
        { connections, seconds, rounds },
      )
      values[name] = taken
      const ratios = [cpuRatio(taken.aliased, taken.without), cpuRatio(taken.again, taken.without)].map(ratio)
      rows.push([name, ...cells(taken.without), ...cells(taken.again), ...cells(taken.aliased), ...ratios])
      console.error(rows.at(-1)?.join('  '))
    }
    const caption = `${whole(posts)} posts, ${connections} connections; requests a second, p99 in milliseconds, CPU in microseconds of the server a request. The same campus without aliases runs twice: how the two differ is noise.`
    return { values, tables: [{ caption, rows: [HEAD, ...rows] }] }
  },
}
