import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Disk } from './disk'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { inspectFiles, problemUnless } from './history/inspect'
import { judge } from './image'
import { Random, seed } from './random'
import { readRecord } from './record'
import { isLong, reporting } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { writeUntil } from './writer'

const ROUNDS = isLong ? 25 : 1
const PATIENCE_MS = 20_000
const random = new Random('failing sync')

/**
 * The log is synced by the server, and by SQLite before a checkpoint and when the log begins anew; the database by
 * SQLite in a checkpoint, which may fail and be repeated. What is stopped closes nothing, and no command touches the
 * database whose log lacks pages.
 */
test.skipIf(lacksFilesystem).each([
  ['of the log drops the pages, then SIGTERM and doctor', 'quad.db-wal', '', 20],
  ['of the log keeps the pages readable until the machine stops', 'quad.db-wal', 'keeps', 20],
  ['of the database drops the pages', 'quad.db', '', 2],
  ['of the database keeps the pages readable until the machine stops', 'quad.db', 'keeps', 2],
])(`a failed sync %s: nothing is lost (SEED=${seed})`, async (name, file, option, skips) => {
  const done = reporting(`a failed sync ${name}`)
  const total = { acknowledged: 0, lost: 0, refused: 0 }
  const problems: string[] = []
  const isOfLog = file === 'quad.db-wal'
  for (let round = 0; round < ROUNDS; round++) {
    using scratch = scratchFolder()
    await using folder = await mountFaulty()
    await using server = await startServer({ dataDir: folder.path })
    const browser = await signedIn(server.url)
    await folder.fail('sync', file, `error=EIO times=1 skip=${random.below(skips)} ${option}`)
    let isHit = false
    let isOver = false
    const load = writeUntil(browser, ({ refused, failed }) => isOver || (isHit && refused + failed.length > 0), folder)
    const until = performance.now() + PATIENCE_MS
    while (!isHit && performance.now() < until) {
      isHit = ((await folder.hits())[0] ?? 0) > 0
      await Bun.sleep(20)
    }
    expect(isHit).toBe(true)
    if (name.includes('SIGTERM')) {
      await load
      const { status } = await server.stop()
      problems.push(...problemUnless(status !== 0, 'it ended as if nothing had been'))
      problems.push(...problemUnless(server.said().includes('did not confirm'), 'no line says why'))
      await folder.heal()
      await quad(['doctor'], folder.path)
      problems.push(...(await inspectFiles(folder.path)))
    } else if (isOfLog) {
      const ended = await Promise.race([server.exited, Bun.sleep(PATIENCE_MS)])
      problems.push(...problemUnless(ended !== undefined, 'the server goes on after a failed sync of its log'))
    } else await Promise.race([server.exited, Bun.sleep(2000)])
    isOver = true
    const { acknowledged, refused, failed } = await load
    await server.stop()
    let dataDir = folder.path
    if (option === 'keeps') {
      const disk = new Disk()
      for (const change of readRecord(folder.log)) disk.apply(change)
      dataDir = join(scratch.path, 'image')
      disk.writeImage(dataDir, random.pick(['none', 'all', 'torn'] as const), random)
    }
    const verdict = await judge(dataDir, acknowledged)
    problems.push(...verdict.problems, ...problemUnless(verdict.lost === 0, `${verdict.lost} writes are lost`))
    total.acknowledged += acknowledged.length
    total.lost += verdict.lost
    total.refused += refused + failed.length
  }
  done({ runs: ROUNDS, ...total, problems })
})
