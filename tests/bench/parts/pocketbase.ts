import { join } from 'node:path'
import { type DataSet, dataSet, type Workspace } from '../data'
import { inTurn, type Sample } from '../measure'
import { buildPocketbase, type Caller, callers, copyToPocketbase } from '../pocketbase/pocketbase'
import { micros, ms, ratio, whole } from '../report'
import { newComment, type Operation, requestsOf } from '../requests'
import { startPocketbase, startQuad } from '../servers'
import type { Part } from './part'

const READERS = 2000
const LINES = 20_000

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const RECORDS = '/api/collections'
const FEED = `${RECORDS}/posts/records?page=1&perPage=10&sort=-created&expand=author`

type Line = readonly [method: string, path: string, cookie: string, body?: string]

/** The same on PocketBase; its total is a count of all that the caller may read, so a feed without is a row, too. */
const ROWS: [name: string, operation: Operation, line: (data: DataSet, caller: Caller) => Line][] = [
  ['feed page', 'feed', (_, { token }) => ['GET', FEED, token]],
  ['feed page, without its total', 'feed', (_, { token }) => ['GET', `${FEED}&skipTotal=1`, token]],
  [
    'one post',
    'post',
    ({ publicPosts }, { token }) => ['GET', `${RECORDS}/posts/records/${pick(publicPosts)}?expand=author`, token],
  ],
  [
    'comment',
    'comment',
    ({ publicPosts }, { id, token }) => {
      const { content } = JSON.parse(newComment())
      return [
        'POST',
        `${RECORDS}/comments/records`,
        token,
        JSON.stringify({ content, post: pick(publicPosts), author: id }),
      ]
    },
  ],
  [
    'vote',
    'vote',
    ({ publicPosts }, { id, token }) => [
      'POST',
      `${RECORDS}/votes/records`,
      token,
      JSON.stringify({ value: 1, post: pick(publicPosts), author: id }),
    ],
  ],
]
const HEAD = ['operation', 'req/s', 'p99', 'CPU', 'NORMAL', 'p99', 'CPU', 'times', 'FULL', 'p99', 'CPU', 'times']

const cells = ({ rate, p99, cpu }: Sample): string[] => [whole(rate), ms(p99), micros(cpu)]

/**
 * Quad beside PocketBase, on the same posts, comments and votes. PocketBase ships with `synchronous=NORMAL`, which may
 * lose the last answers with the machine; with `FULL` it promises what Quad does.
 */
export const pocketbase: Part = {
  title: 'PocketBase beside it',
  async run({ seconds, rounds, connections, posts }, workspace: Workspace) {
    const program = buildPocketbase(workspace.folder)
    if (program === undefined) {
      console.error('SKIPPED: PocketBase is built from its Go module, and there is no `go` on the PATH')
      return { values: null, tables: [] }
    }
    const data = await dataSet(posts)
    const folders = { normal: join(workspace.folder, 'pb-normal'), full: join(workspace.folder, 'pb-full') }
    for (const folder of Object.values(folders)) copyToPocketbase(program, data, folder)
    const servers = {
      quad: await startQuad(workspace.quad(data)),
      normal: await startPocketbase(program, folders.normal, 'NORMAL'),
      full: await startPocketbase(program, folders.full, 'FULL'),
    }
    const known = { normal: callers(program, folders.normal, READERS), full: callers(program, folders.full, READERS) }
    const values: Record<string, Record<keyof typeof servers, Sample>> = {}
    const rows: string[][] = []
    for (const [name, operation, line] of ROWS) {
      const of = (which: keyof typeof known) => () =>
        workspace.requests(Array.from({ length: LINES }, () => line(data, pick(known[which]))))
      const samples = await inTurn(
        {
          quad: { server: servers.quad, requests: () => requestsOf(operation, data, workspace) },
          normal: { server: servers.normal, requests: of('normal') },
          full: { server: servers.full, requests: of('full') },
        },
        { connections, seconds, rounds },
      )
      values[name] = samples
      const { quad, normal, full } = samples
      const times = (other: Sample) => ratio(quad.rate / other.rate)
      rows.push([name, ...cells(quad), ...cells(normal), times(normal), ...cells(full), times(full)])
      console.error(rows.at(-1)?.join('  '))
      for (const [which, { refused }] of Object.entries(samples))
        if (refused > 0.1) console.error(`${which} refused ${Math.round(refused * 100)} % of them`)
    }
    const caption = `${whole(posts)} posts, ${connections} connections; Quad with full durability, then PocketBase as it ships (\`synchronous=NORMAL\`) and with \`FULL\`. Times in milliseconds, CPU in microseconds of the server a request; "times" are Quad's requests a second by PocketBase's.`
    return { values, tables: [{ caption, rows: [HEAD, ...rows] }] }
  },
}
