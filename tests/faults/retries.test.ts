import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser } from '../support/program'
import { until } from '../support/until'
import { Random } from './random'
import { isLong, reporting } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { startServer } from './server'

const KILLS = isLong ? 100 : 3
const WRITERS = 6

type Sent = { key: string; title: string; id: string | undefined }

/** Publishes the post with its key; the id is known once the answer has come. */
async function publishOnce(browser: Browser, sent: Sent): Promise<{ id: string; isReplay: boolean }> {
  const body = { title: sent.title, content: `What everybody should know about ${sent.title}`, topic: 'Off-topic' }
  const answer = await browser.post('/api/v1/posts', body, { 'idempotency-key': sent.key })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  const { data } = await answer.json()
  return { id: data.post.id, isReplay: answer.headers.get('idempotency-replayed') === 'true' }
}

/** Each writer posts one after another until the server is gone; what was under way then was not answered. */
async function writeUntilGone(browser: Browser, round: number, all: Sent[]) {
  const write = async (writer: number) => {
    for (let at = 0; ; at++) {
      const sent: Sent = { key: crypto.randomUUID(), title: `matter ${round} ${writer} ${at}`, id: undefined }
      all.push(sent)
      try {
        sent.id = (await publishOnce(browser, sent)).id
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

test(`${KILLS} times killed, a retry with the same key finds what was created, or creates it: never twice`, async () => {
  using folder = scratchFolder()
  const done = reporting('killed, and every request sent again')
  const random = new Random('retries')
  const tally = { acknowledged: 0, unknown: 0, twice: 0, lost: 0 }
  let before: Browser | undefined
  for (let round = 1; round <= KILLS; round++) {
    const sent: Sent[] = []
    {
      await using server = await startServer({ dataDir: folder.path })
      const browser: Browser = before?.copy(server.url) ?? (await signedIn(server.url))
      before = browser
      const writing = writeUntilGone(browser, round, sent)
      await until(() => sent.some(({ id }) => id !== undefined), 'the first post')
      await Bun.sleep(random.below(80))
      await server.kill()
      await writing
    }
    await using server = await startServer({ dataDir: folder.path })
    const browser = before.copy(server.url)
    for (const each of sent) {
      const { id, isReplay } = await publishOnce(browser, each)
      tally[each.id === undefined ? 'unknown' : 'acknowledged']++
      if (each.id !== undefined && (each.id !== id || !isReplay)) tally.lost++
      each.id = id
    }
    await server.stop()
    using sqlite = new Database(join(folder.path, 'quad.db'), { readonly: true })
    const rows = sqlite.query<{ title: string }, []>('SELECT title FROM posts GROUP BY title HAVING count(*) > 1')
    tally.twice += rows.all().length
  }
  const { acknowledged, unknown, lost, twice } = tally
  done({ runs: KILLS, acknowledged, lost, unknown })
  expect([lost, twice]).toEqual([0, 0])
  expect(acknowledged).toBeGreaterThan(0)
  expect(unknown).toBeGreaterThan(0)
})
