import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Disk } from './disk'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { judge } from './image'
import { Random, seed } from './random'
import { readRecord } from './record'
import { isLong, report } from './report'
import { scratchFolder } from './scratch'
import { startServer } from './server'
import { writeUntil } from './writer'

const ROUNDS = isLong ? 25 : 2
const random = new Random('failing sync')

/** The log reaches the disk by the server's own syncs, and by SQLite's before a checkpoint. */
test.skipIf(lacksFilesystem !== undefined).each([
  ['drops the pages', ''],
  ['keeps the pages readable until the machine stops', 'keeps'],
])(`a failed sync of the log that %s ends the server, and loses nothing (SEED=${seed})`, async (name, option) => {
  const began = performance.now()
  const total = { acknowledged: 0, lost: 0, refused: 0 }
  const problems: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    using scratch = scratchFolder()
    await using folder = await mountFaulty()
    await using server = await startServer({ dataDir: folder.path })
    const first = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 30, folder)
    await folder.fail('sync', 'quad.db-wal', `error=EIO times=1 skip=${random.below(20)} ${option}`)
    const then = await writeUntil(server.url, ({ refused, failed }) => refused + failed.length > 0, folder)
    await folder.fail('read', 'nothing', 'error=EIO')
    expect((await folder.hits())[0]).toBe(1)
    const ended = await Promise.race([server.exited, Bun.sleep(10_000)])
    if (ended === undefined) problems.push('the server goes on')
    await server.stop()
    const acknowledged = [...first.acknowledged, ...then.acknowledged]
    let dataDir = folder.path
    if (option === 'keeps') {
      const disk = new Disk()
      for (const change of readRecord(folder.log)) disk.apply(change)
      dataDir = join(scratch.path, 'image')
      disk.writeImage(dataDir, 'all', random)
    }
    const verdict = await judge(dataDir, acknowledged)
    problems.push(...verdict.problems, ...(verdict.lost > 0 ? [`${verdict.lost} acknowledged writes are lost`] : []))
    total.acknowledged += acknowledged.length
    total.lost += verdict.lost
    total.refused += then.refused + then.failed.length
  }
  report({ fault: `a failed sync that ${name}`, runs: ROUNDS, ...total, seconds: (performance.now() - began) / 1000 })
  expect(problems).toEqual([])
})
