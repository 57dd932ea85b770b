import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isLong, report } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { startServer } from './server'

const HOLDER = join(import.meta.dir, '../support/storage/foreign-lock.ts')
const HELD_MS = isLong ? 4000 : 1000
/** Few enough for a busy machine while a write waits. */
const FEWEST_READS = 10
/** Longer than a write waits. */
const HELD_LONG_MS = 7000

test.each(['IMMEDIATE', 'EXCLUSIVE'])(
  'while another process is in a transaction that is %s, pages are read and writes wait',
  async (lock) => {
    const began = performance.now()
    using scratch = scratchFolder()
    await using server = await startServer({ dataDir: scratch.path })
    const browser = await signedIn(server.url)
    const pauses: number[] = []
    const post = async () => {
      const words = crypto.randomUUID().replaceAll('-', ' ')
      const answer = await browser.post('/api/v1/posts', { title: words, content: words, topic: 'Off-topic' })
      return answer.status
    }
    const held = async (ms: number) => {
      const holder = Bun.spawn([process.execPath, HOLDER, join(scratch.path, 'quad.db'), lock], {
        stdin: 'pipe',
        stdout: 'pipe',
      })
      await holder.stdout.getReader().read()
      const writes = Promise.all([post(), post(), post()])
      let reads = 0
      for (const start = performance.now(); performance.now() - start < ms || reads <= FEWEST_READS; ) {
        for (const path of ['/healthz', '/api/v1/posts']) {
          const sent = performance.now()
          const { status } = await fetch(`${server.url}${path}`)
          pauses.push(performance.now() - sent)
          expect(status).toBe(200)
          reads++
        }
        await Bun.sleep(2)
      }
      holder.stdin.end()
      await holder.exited
      expect(reads).toBeGreaterThan(FEWEST_READS)
      return writes
    }
    expect(await held(HELD_MS)).toEqual([201, 201, 201])
    const refusals = isLong ? await held(HELD_LONG_MS) : []
    expect(refusals.every((status) => status === 503)).toBe(true)
    expect(await post()).toBe(201)
    const sorted = pauses.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1)
    report({
      fault: `lock of another process (${lock}): reads p99 ${at(0.99)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`,
      runs: pauses.length,
      acknowledged: 4,
      lost: 0,
      refused: refusals.length,
      seconds: (performance.now() - began) / 1000,
    })
  },
)
