import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { dataSet } from '../data'
import { drive } from '../load'
import { inTurn } from '../measure'
import { micros, ms, ratio, whole } from '../report'
import { requestsOf } from '../requests'
import { startQuad } from '../servers'
import type { Part } from './part'

/** The triggers of a comment are those of a post; posts have too low a daily limit for a load. */
function withoutIndex(dataDir: string): string {
  const db = new Database(join(dataDir, 'quad.db'), { readwrite: true })
  for (const when of ['searched', 'searched_anew', 'unsearched']) db.run(`DROP TRIGGER comments_${when}`)
  db.close(true)
  return dataDir
}

/** Writing a comment with the triggers of the search index and without, in turn on two copies of a campus. */
export const searchIndex: Part = {
  title: 'Writing with the search index',
  async run({ seconds, rounds, connections, posts }, workspace) {
    const data = await dataSet(posts)
    const without = { server: await startQuad(withoutIndex(workspace.quad(data))) }
    const indexed = { server: await startQuad(workspace.quad(data)) }
    const requests = () => requestsOf('comment', data, workspace)
    for (const { server } of [without, indexed])
      await drive(server.port, { requests: requestsOf('feed', data, workspace), connections }, 3)
    const values = await inTurn(
      { without: { ...without, requests }, indexed: { ...indexed, requests } },
      { connections, seconds, rounds },
    )
    const share =
      values.indexed.cpu === null || values.without.cpu === null ? null : values.indexed.cpu / values.without.cpu
    const row = (name: string, { rate, p50, p99, cpu }: typeof values.indexed, last: string): string[] => [
      name,
      whole(rate),
      ms(p50),
      ms(p99),
      micros(cpu),
      last,
    ]
    const caption = `${whole(posts)} posts, ${connections} connections, full durability; times in milliseconds, CPU in microseconds of the server a request.`
    const rows = [
      ['comment', 'req/s', 'p50', 'p99', 'CPU', 'of CPU (wanted: ≤ 1.1)'],
      row('without the index', values.without, ''),
      row('with the index', values.indexed, share === null ? '–' : ratio(share)),
    ]
    return { values, tables: [{ caption, rows }] }
  },
}
