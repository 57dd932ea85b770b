import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Disk, SURVIVALS } from './disk'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { judge } from './image'
import { Random, seed } from './random'
import { readRecord } from './record'
import { isLong, report } from './report'
import { scratchFolder } from './scratch'
import { startServer } from './server'
import { type Load, writeUntil } from './writer'

const IMAGES = isLong ? 500 : 20
const WRITES = isLong ? 2000 : 120

test.skipIf(lacksFilesystem !== undefined)(
  `the first start and a mixed load survive a power cut at any moment (SEED=${seed})`,
  async () => {
    const began = performance.now()
    using scratch = scratchFolder()
    await using folder = await mountFaulty()
    let load: Load
    {
      await using server = await startServer({ dataDir: folder.path })
      load = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= WRITES, folder)
      await server.stop()
    }
    expect(load.failed).toEqual([])
    const random = new Random('power cut')
    const changes = readRecord(folder.log)
    const cuts = momentsOf(
      changes.map(({ kind }) => kind === 'sync'),
      IMAGES,
      random,
    )
    const disk = new Disk()
    const problems: string[] = []
    let lostWrites = 0
    let cut = 0
    for (const [index, change] of changes.entries()) {
      disk.apply(change)
      for (; cuts[cut] === index; cut++) {
        const survival = SURVIVALS[cut % SURVIVALS.length]!
        const dataDir = join(scratch.path, `${cut}`)
        disk.writeImage(dataDir, survival, random)
        const before = load.acknowledged.filter(({ position }) => position <= change.end)
        const verdict = await judge(dataDir, before)
        lostWrites += verdict.lost.length
        if (verdict.problems.length > 0 || verdict.lost.length > 0)
          problems.push(
            `cut ${cut} after change ${index}, ${survival}: ${verdict.lost.length} lost of ${before.length}; ${verdict.problems.join('; ')}`,
          )
      }
    }
    report({
      fault: 'power cut: first start and mixed load',
      runs: cut,
      acknowledged: load.acknowledged.length,
      lost: lostWrites,
      refused: load.refused,
      seconds: (performance.now() - began) / 1000,
    })
    expect(problems).toEqual([])
    expect(cut).toBe(IMAGES)
  },
)

/** Just before and just after syncs, and anywhere between, in order. */
function momentsOf(isSync: boolean[], count: number, random: Random): number[] {
  const syncs = isSync.flatMap((is, index) => (is ? [index] : []))
  return Array.from({ length: count }, (_, each) =>
    each % 3 === 0 ? random.below(isSync.length) : Math.max(0, random.pick(syncs) - (each % 3 === 1 ? 1 : 0)),
  ).sort((one, other) => one - other)
}
