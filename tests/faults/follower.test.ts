import { describe, expect, test } from 'bun:test'
import type { Browser } from '../support/program'
import { until } from '../support/until'
import { type Carrier, type Follower, litestream, Pair } from './followers'
import { publish } from './requests'
import { scratchFolder } from './scratch'

if (litestream === undefined)
  console.warn('SKIPPED: no litestream on this machine (LITESTREAM=<program>); its followers had a stand-in alone')
const CARRIERS: Carrier[] = litestream === undefined ? ['stand-in'] : ['stand-in', 'litestream']

/** What docs/follower.md promises: an answer has everything that was answered so long before it was asked for. */
const COPY_WITHIN_MS = 5000

const idOf = async (response: Response): Promise<string> => {
  expect(response.status).toBe(201)
  return (await response.json()).data.post.id
}

const FEED = '/api/v1/posts?limit=50'

async function feed(browser: Browser): Promise<string[]> {
  const response = await browser.get(FEED)
  expect(response.status).toBe(200)
  const { data } = await response.json()
  return data.posts.map(({ id }: { id: string }) => id)
}

const mayBeMissed = (acknowledgedAt: number, askedAt: number): boolean => askedAt - acknowledgedAt <= COPY_WITHIN_MS

describe.each(CARRIERS)('a follower whose copy is kept by the %s', (carrier) => {
  test('answers reads from its copy, passes writes on, and shows each session what it wrote, wherever', async () => {
    using folder = scratchFolder()
    await using pair = await Pair.start(folder.path, carrier)
    const [one, two] = [await pair.follow('one'), await pair.follow('two')]
    const [writer, reader] = pair.students
    const nodes = [one, two, pair.primary]
    const browser = pair.browser(one, writer!)
    const other = pair.browser(one, reader!)
    const before = one.answered()
    expect(await feed(other)).not.toEqual([])
    expect(one.answered()).toEqual({ ...before, fromCopy: before.fromCopy + 1 })
    const written: { id: string; at: number }[] = []
    for (let n = 0; n < 12; n++) {
      const at = nodes[n % nodes.length]!
      const id = await idOf((await publish(within(browser, at))).response)
      written.push({ id, at: performance.now() })
      // At once, at each node: what one wrote oneself is there.
      for (const node of nodes) expect(await feed(within(browser, node))).toContain(id)
      for (const node of [one, two]) {
        const askedAt = performance.now()
        const seen = await feed(within(other, node))
        expect(written.filter(({ id, at }) => !mayBeMissed(at, askedAt) && !seen.includes(id))).toEqual([])
      }
    }
    for (const node of [one, two]) {
      const { fromCopy } = node.answered()
      const isSeen = async () => (await feed(within(other, node))).includes(written.at(-1)!.id)
      await until(isSeen, 'the last post')
      expect(node.answered().fromCopy).toBeGreaterThan(fromCopy)
    }
    expect(one.answered().byPrimary).toBeGreaterThan(0)
  })
})

/** The same browser at another node. */
function within(browser: Browser, { url }: Pick<Follower, 'url'>): Browser {
  const there = browser.copy(url)
  Object.assign(there, { cookies: browser.cookies, publicUrl: browser.publicUrl })
  return there
}
