import { ADMIN } from '../support/program'
import { type Outcome, steadyClients } from './steady-clients'
import { lost } from './writer'

// What a campus asks all the time, of which a fifth writes.

const READS_PER_SECOND = 160
const WRITES_PER_SECOND = 40

type Asked = {
  /** A line for each request that was not answered, or by a refusal. */
  failures: string[]
  /** How many posts were written. */
  written: number
  /** How many of these posts a data directory does not have; its server has ended. */
  lost(dataDir: string): number
}

/**
 * Sends 200 requests a second to a port until `stop`, half of them on connections that are kept open and half on one each,
 * signed in as the administrator by the server at `url`.
 */
export async function steadyLoad(url: string, port: number): Promise<{ stop(): Promise<Asked> }> {
  const token = await tokenOf(url)
  const halves = [true, false].map((keepAlive) => {
    const title = (number: number) => `Question ${number} ${keepAlive ? 'of a regular' : 'in passing'}`
    let posts = 0
    const post = () => {
      const content = `Where is the library open this evening, and who goes there? ${title(++posts)}.`
      return JSON.stringify({ title: title(posts), content, topic: 'Ask Campus' })
    }
    const common = { port, keepAlive, path: '/api/v1/posts', token }
    const reads = steadyClients({ ...common, perSecond: READS_PER_SECOND / 2 })
    const writes = steadyClients({ ...common, perSecond: WRITES_PER_SECOND / 2, post })
    return { title, reads, writes }
  })
  return {
    async stop() {
      const ended = await Promise.all(
        halves.map(async ({ title, reads, writes }) => {
          const [read, written] = await Promise.all([reads.stop(), writes.stop()])
          const titles = written.flatMap((each, at) => ('status' in each && each.status === 201 ? [title(at + 1)] : []))
          return { outcomes: [...read, ...written], titles }
        }),
      )
      const acknowledged = ended.flatMap(({ titles }) =>
        titles.map((title) => ({ sql: 'SELECT 1 FROM posts WHERE title = ?', values: [title], position: 0 })),
      )
      return {
        failures: failuresOf(ended.flatMap(({ outcomes }) => outcomes)),
        written: acknowledged.length,
        lost: (dataDir) => lost(dataDir, acknowledged).length,
      }
    },
  }
}

async function tokenOf(url: string) {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, tokens: true }),
  })
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken
}

const failuresOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((each) => ('failed' in each ? each.failed : each.status >= 400 ? `${each.status}` : []))
