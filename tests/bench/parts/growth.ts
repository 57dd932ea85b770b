import type { DataSet, Workspace } from '../data'
import { dataSet } from '../data'
import { inTurn, type Sample } from '../measure'
import { micros, ratio, whole } from '../report'
import { type Operation, PAGE, requestsOf, requestsTo } from '../requests'
import { type Server, startQuad } from '../servers'
import type { Part } from './part'

const READS: readonly (readonly [name: string, operation: Operation, atMost?: number])[] = [
  ['page 1', 'feed', 1.3],
  ['page 1, stranger', 'strangersFeed', 1.3],
  ['page 1 of a topic', 'byTopic', 1.3],
  ['page 1 of a college', 'byCollege', 1.3],
  ['page 1 of a branch', 'byBranch', 1.3],
  ['page 1 of the author with most posts', 'byAuthor', 1.3],
  ['page 1 of a topic in a branch', 'byTwo', 1.3],
  ['page 1 by views', 'byViews', 1.3],
  ['one post', 'post', 1.3],
  ['comment page', 'comments', 1.3],
]

type Site = { data: DataSet; server: Server }
type Values = Record<string, Record<string, Sample>>

/**
 * The same reads on campuses of several sizes, in turn; processor time a request, and how it grows from the smallest.
 */
export const growth: Part = {
  title: 'Growth',
  async run({ seconds, rounds, connections, sizes }, workspace) {
    const sites: Site[] = []
    // Nothing is written but when a reader was last seen: a copy of the largest campus would take ten gigabytes.
    for (const size of sizes) {
      const data = await dataSet(size)
      sites.push({ data, server: await startQuad(data.folder) })
    }
    const values: Values = {}
    const rows: string[][] = []
    const measure = async (name: string, among: readonly Site[], file: (site: Site) => string, atMost?: string) => {
      const contenders = Object.fromEntries(
        among.map((site) => {
          const requests = file(site)
          return [String(site.data.posts), { server: site.server, requests: () => requests }]
        }),
      )
      const samples = await inTurn(contenders, { connections, seconds, rounds })
      values[name] = samples
      rows.push(row(name, sizes, samples, atMost))
      console.error(rows.at(-1)?.join('  '))
    }
    for (const [name, operation, atMost] of READS)
      await measure(name, sites, ({ data }) => requestsOf(operation, data, workspace), `≤ ${atMost}`)
    const deep = sites.filter(({ data }) => data.posts >= 15_000)
    await measure('page 1,000', deep, ({ data }) => requestsOf('pageThousand', data, workspace), '< 3,000')
    for (const depth of [1, 1000]) {
      const paths = await Promise.all(deep.map((site) => cursorPath(site, depth)))
      if (paths.some((path) => path === undefined)) continue
      await measure(
        `after the cursor of page ${whole(depth)}`,
        deep,
        (site) => follow(site, deep, paths, workspace),
        '≤ 2 × page 1',
      )
    }
    const caption = `Microseconds of processor time a request, by posts; the growth is from the smallest to the largest.`
    return {
      values,
      tables: [{ caption, rows: [['read', ...sizes.map((size) => whole(size)), 'growth', 'wanted'], ...rows] }],
    }
  },
}

function row(name: string, sizes: readonly number[], samples: Record<string, Sample>, wanted = '') {
  const times = sizes.map((size) => samples[size]?.cpu ?? null)
  const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
  return [name, ...times.map(micros), ratio(growth), wanted]
}

/** The list behind the cursor that a page answers with, where it answers with one. */
async function cursorPath({ data, server }: Site, page: number): Promise<string | undefined> {
  const path = PAGE.replace('page=1&', `page=${page}&`)
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie: data.cookies[0] ?? '' } })
  const {
    data: { meta },
  }: { data: { meta: { nextCursor?: string | null } } } = await answer.json()
  return meta.nextCursor ? `${PAGE.replace('page=1&', '')}&cursor=${encodeURIComponent(meta.nextCursor)}` : undefined
}

function follow(site: Site, among: readonly Site[], paths: readonly (string | undefined)[], workspace: Workspace) {
  return requestsTo(paths[among.indexOf(site)] ?? PAGE, site.data, workspace)
}
