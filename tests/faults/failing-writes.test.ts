import { expect, test } from 'bun:test'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { judge } from './image'
import { isLong, report } from './report'
import { startServer } from './server'
import { type Load, type Reads, readsDuring, writeUntil } from './writer'

/** Timers that write at intervals of up to ten seconds have met the fault by then. */
const FAULT_MS = isLong ? 30_000 : 12_000

/** The server under load before, during and after a fault of its disk. */
async function throughFault(url: string, begin: () => Promise<void>, end: () => Promise<void>) {
  const before = await writeUntil(url, ({ acknowledged }) => acknowledged.length >= 20)
  await begin()
  const until = performance.now() + FAULT_MS
  const isOver = () => performance.now() > until
  const [during, reads] = await Promise.all([writeUntil(before.browser, isOver), readsDuring(before.browser, isOver)])
  await end()
  const recovery = performance.now() + 30_000
  const after = await writeUntil(
    before.browser,
    ({ acknowledged }) => acknowledged.length >= 20 || performance.now() > recovery,
  )
  return { before, during, after, reads }
}

function expectRefused(during: Load, reads: Reads): void {
  expect([...new Set(during.failed)]).toEqual([])
  expect(during.refused).toBeGreaterThan(10)
  expect([...new Set(reads.failed)]).toEqual([])
  expect(reads.answered).toBeGreaterThan(50)
}

test.skipIf(lacksFilesystem !== undefined).concurrent.each([
  ['a full disk', 'write', 'error=ENOSPC'],
  ['a disk that cannot write', 'write', 'error=EIO'],
  ['a file system that became read-only', 'write,change,open', 'error=EROFS'],
])('%s: reads go on, writes are refused with 503, and both recover', async (fault, operations, options) => {
  const began = performance.now()
  await using folder = await mountFaulty()
  await using server = await startServer({ dataDir: folder.path })
  const { before, during, after, reads } = await throughFault(
    server.url,
    () => folder.fail(operations, '*', options),
    folder.heal,
  )
  expect(await server.stop()).toEqual({ status: 0, signal: null })
  const acknowledged = [before, during, after].flatMap((load) => load.acknowledged)
  const verdict = await judge(folder.path, acknowledged)
  report({
    fault,
    runs: 1,
    acknowledged: acknowledged.length,
    lost: verdict.lost,
    refused: during.refused,
    seconds: (performance.now() - began) / 1000,
  })
  expectRefused(during, reads)
  expect(after.acknowledged.length).toBeGreaterThanOrEqual(20)
  expect(verdict).toEqual({ lost: 0, problems: [] })
})

test.skipIf(lacksFilesystem !== undefined)('a disk that takes a part of each write gets the rest', async () => {
  await using folder = await mountFaulty()
  await using server = await startServer({ dataDir: folder.path })
  await folder.fail('write', '*', 'short=1000')
  const { acknowledged, refused } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20)
  expect((await folder.hits())[0]).toBeGreaterThan(20)
  expect(await server.stop()).toEqual({ status: 0, signal: null })
  await folder.heal()
  expect([refused, await judge(folder.path, acknowledged)]).toEqual([0, { lost: 0, problems: [] }])
})
