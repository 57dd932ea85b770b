import type { Device, Row } from '../ablations/ablation'
import { DEVICES, type DeviceName } from '../ablations/devices'
import { type DataSet, dataSet, type Workspace } from '../data'
import { drive } from '../load'
import { inTurn, type Sample } from '../measure'
import { micros, ms, ratio, whole } from '../report'
import { mixedRequests, requestsOf } from '../requests'
import { memory, startAblated } from '../servers'
import type { Part, Settings } from './part'

type Pair = { with: Sample; without: Sample }
type Found = { device: DeviceName; row: Row | 'memory'; pair?: Pair; megabytes?: { with: number; without: number } }

const HEAD = ['device', 'row', 'req/s with', 'without', 'times', 'CPU with', 'without', 'times', 'p99 with', 'without']

function requests(row: Row, data: DataSet, workspace: Workspace): string {
  if (row === 'feedBesideWrites') return mixedRequests('feed', data, workspace)
  return row === 'byHotBesideWrites' ? mixedRequests('byHot', data, workspace) : requestsOf(row, data, workspace)
}

function cells({ device, row, pair, megabytes }: Found): string[] {
  if (pair === undefined)
    return [
      device,
      'resident, at most',
      '',
      '',
      '',
      '',
      '',
      '',
      whole(megabytes?.with ?? 0),
      whole(megabytes?.without ?? 0),
    ]
  const { with: on, without: off } = pair
  const saved = on.cpu === null || off.cpu === null ? Number.NaN : off.cpu / on.cpu
  const rates = [whole(on.rate), whole(off.rate), ratio(on.rate / off.rate)]
  return [device, row, ...rates, micros(on.cpu), micros(off.cpu), ratio(saved), ms(on.p99), ms(off.p99)]
}

/** Quad with and without the device, in turn, on the rows that it is there for. */
async function trial(name: DeviceName, data: DataSet, workspace: Workspace, settings: Settings): Promise<Found[]> {
  const { rows, beside = [] }: Device = DEVICES[name]
  const folders = [workspace.quad(data), workspace.quad(data)] as const
  const [on, off] = await Promise.all([startAblated(folders[0], beside), startAblated(folders[1], [...beside, name])])
  const found: Found[] = []
  for (const server of [on, off])
    await drive(server.port, { requests: requestsOf('feed', data, workspace), connections: 8 }, 1)
  for (const row of rows) {
    // No vote is cast twice.
    const make = () => requests(row, data, workspace)
    const each = { with: { server: on, requests: make }, without: { server: off, requests: make } }
    const pair = await inTurn(each, settings)
    found.push({ device: name, row, pair })
  }
  const most = [on, off].map(({ pid }) => memory(pid)?.most ?? 0)
  found.push({ device: name, row: 'memory', megabytes: { with: most[0] ?? 0, without: most[1] ?? 0 } })
  for (const each of found) console.error(cells(each).join('  '))
  await Promise.all([on.stop(), off.stop()])
  return found
}

/** What each device buys: those that are named, or all. */
export const ablation = (names: readonly DeviceName[]): Part => ({
  title: 'Each device on trial',
  async run(settings, workspace) {
    const data = await dataSet(settings.posts)
    const values: Found[] = []
    for (const name of names) values.push(...(await trial(name, data, workspace, settings)))
    const caption = `${whole(settings.posts)} posts, ${settings.connections} connections; times in milliseconds, CPU in microseconds of the server a request, memory in MB.`
    return { values, tables: [{ caption, rows: [HEAD, ...values.map(cells)] }] }
  },
})
