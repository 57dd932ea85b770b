import { dataSet } from '../data'
import { drive } from '../load'
import { inTurn, type Sample } from '../measure'
import { micros, ms, ratio, whole } from '../report'
import { isWrite, mixedRequests, type Operation, requestsOf } from '../requests'
import { startFloor, startQuad } from '../servers'
import type { Part } from './part'

type Listed = readonly [name: string, operation: Operation, atLeast?: number]
const OPERATIONS: readonly Listed[] = [
  ['health', 'health'],
  ['feed page, signed in', 'feed', 0.8],
  ['one post, signed in', 'post', 0.8],
  ['comment page, signed in', 'comments', 0.8],
  ['vote', 'vote', 0.8],
  ['comment', 'comment', 0.8],
  ['feed page, stranger', 'strangersFeed', 5],
  ['one post of the front pages, stranger', 'strangersHotPost', 3],
  ['any post, stranger', 'anonymousPost'],
]

const MIXES = [
  ['feed page, stranger, while 5 % write', 'feedWhileWriting', 'feed'],
  ['hot post and its view, while 5 % write', 'postWhileWriting', 'post'],
] as const

/** What can be measured alone. */
export const ROWS: readonly string[] = [...OPERATIONS, ...MIXES].map(([, operation]) => operation)

type Pair = { quad: Sample; floor: Sample }

const row = (name: string, { quad, floor }: Pair, atLeast?: number) => [
  name,
  whole(quad.rate),
  ms(quad.p50),
  ms(quad.p99),
  micros(quad.cpu),
  whole(floor.rate),
  ms(floor.p99),
  micros(floor.cpu),
  ratio(quad.rate / floor.rate),
  quad.cpu === null || floor.cpu === null ? '–' : ratio(floor.cpu / quad.cpu),
  atLeast === undefined ? '' : `≥ ${atLeast}`,
]
const HEAD = ['operation', 'req/s', 'p50', 'p99', 'CPU', 'floor', 'p99', 'CPU', 'ratio', 'of CPU', 'wanted']

/** The hot operations beside the floor, in turn, at the same durability. */
export const operations: Part = {
  title: 'Operations beside the floor',
  async run({ seconds, rounds, connections, posts, rows: wanted = ROWS }, workspace) {
    const data = await dataSet(posts)
    const servers = { floor: await startFloor(workspace.floor(data)), quad: await startQuad(workspace.quad(data)) }
    // What runs first must not pay for what every request needs compiled.
    const feed = requestsOf('feed', data, workspace)
    for (const server of [servers.floor, servers.quad]) await drive(server.port, { requests: feed, connections }, 3)
    const values: Record<string, Pair> = {}
    const pair = async (name: string, fresh: boolean, make: () => string) => {
      let file = make()
      const requests = () => {
        // No vote is cast twice.
        if (fresh) file = make()
        return file
      }
      const each = { floor: { server: servers.floor, requests }, quad: { server: servers.quad, requests } }
      values[name] = await inTurn(each, { connections, seconds, rounds })
      console.error(row(name, values[name]).join('  '))
      return values[name]
    }
    const rows: string[][] = []
    const isWanted = ([, operation]: readonly [string, string, ...unknown[]]) => wanted.includes(operation)
    for (const [name, operation, atLeast] of OPERATIONS.filter(isWanted))
      rows.push(row(name, await pair(name, isWrite(operation), () => requestsOf(operation, data, workspace)), atLeast))
    for (const [name, , read] of MIXES.filter(isWanted))
      rows.push(row(name, await pair(name, true, () => mixedRequests(read, data, workspace))))
    const caption = `${whole(posts)} posts, ${connections} connections, full durability; times in milliseconds, CPU in microseconds of the server a request.`
    return { values, tables: [{ caption, rows: [HEAD, ...rows] }] }
  },
}
