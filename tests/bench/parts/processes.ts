import { dataSet } from '../data'
import { drive } from '../load'
import { median } from '../measure'
import { ms, whole } from '../report'
import { type Operation, requestsOf } from '../requests'
import { memory, startFloor, startQuad } from '../servers'
import type { Part } from './part'

const STARTS = 7
const LOADS: readonly Operation[] = ['feed', 'anonymousPost', 'comments', 'vote', 'comment']
const CONNECTIONS = 64

/** From its start to ready, and how much memory it holds then and under load. */
export const processes: Part = {
  title: 'The process',
  async run({ seconds, posts }, workspace) {
    const data = await dataSet(posts)
    const [folder, floor] = [workspace.quad(data), workspace.floor(data)]
    const starts = { quad: [] as number[], floor: [] as number[] }
    for (let n = 0; n < STARTS; n++) {
      for (const name of ['quad', 'floor'] as const) {
        const server = await (name === 'quad' ? startQuad(folder) : startFloor(floor))
        starts[name].push(server.startedIn)
        await server.stop()
      }
    }
    const server = await startQuad(folder)
    const fresh = memory(server.pid)
    for (const operation of LOADS)
      await drive(
        server.port,
        { requests: requestsOf(operation, data, workspace), connections: CONNECTIONS },
        seconds * 2,
      )
    const used = memory(server.pid)
    const values = { readyIn: median(starts.quad), floorReadyIn: median(starts.floor), fresh, used }
    const rows = [
      ['', 'measured', 'wanted'],
      ['ready, in milliseconds', ms(values.readyIn), '< 300'],
      ['the floor', ms(values.floorReadyIn), ''],
      ['resident after the start, in MB', fresh ? whole(fresh.now) : '–', ''],
      ['resident under load, at most', used ? whole(used.most) : '–', '< 150'],
    ]
    return { values, tables: [{ caption: `${whole(posts)} posts; the load has ${CONNECTIONS} connections.`, rows }] }
  },
}
