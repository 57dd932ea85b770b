import { expect, test } from 'bun:test'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { judge } from './image'
import { isLong, reporting } from './report'
import { startServer } from './server'
import { type Load, readsDuring, writeUntil } from './writer'

/** Timers that write at intervals of up to ten seconds have met the fault by then. */
const FAULT_MS = isLong ? 30_000 : 12_000

test.skipIf(lacksFilesystem).concurrent.each([
  ['a full disk', 'write', 'error=ENOSPC'],
  ['a disk that cannot write', 'write', 'error=EIO'],
  ['a file system that became read-only', 'write,change,open', 'error=EROFS'],
])('%s: reads go on, writes are refused with 503, and both recover', async (fault, operations, options) => {
  const done = reporting(fault)
  await using folder = await mountFaulty()
  await using server = await startServer({ dataDir: folder.path })
  const before = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20)
  const { browser } = before
  await folder.fail(operations, '*', options)
  const until = performance.now() + FAULT_MS
  const isOver = () => performance.now() > until
  const [during, reads] = await Promise.all([writeUntil(browser, isOver), readsDuring(browser, isOver)])
  await folder.heal()
  const recovery = performance.now() + 30_000
  const hasRecovered = ({ acknowledged }: Load) => acknowledged.length >= 20 || performance.now() > recovery
  const after = await writeUntil(browser, hasRecovered)
  expect(await server.stop()).toEqual({ status: 0, signal: null })
  const acknowledged = [before, during, after].flatMap((load) => load.acknowledged)
  const { lost, problems } = await judge(folder.path, acknowledged)
  done({ acknowledged: acknowledged.length, lost, refused: during.refused, problems })
  expect([lost, ...new Set([...during.failed, ...reads.failed])]).toEqual([0])
  expect(during.refused).toBeGreaterThan(10)
  expect(reads.answered).toBeGreaterThan(50)
  expect(after.acknowledged.length).toBeGreaterThanOrEqual(20)
})

test.skipIf(lacksFilesystem)('a disk that takes a part of each write gets the rest', async () => {
  await using folder = await mountFaulty()
  await using server = await startServer({ dataDir: folder.path })
  await folder.fail('write', '*', 'short=1000')
  const { acknowledged, refused } = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20)
  expect((await folder.hits())[0]).toBeGreaterThan(20)
  expect(await server.stop()).toEqual({ status: 0, signal: null })
  await folder.heal()
  expect([refused, await judge(folder.path, acknowledged)]).toEqual([0, { lost: 0, problems: [] }])
})
