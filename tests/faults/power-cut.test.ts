import { expect, test } from 'bun:test'
import { judgeCuts } from './cuts'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { deletedThread, mixedLoad, recordLoad } from './history/recorded'
import { judge } from './image'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { startServer } from './server'
import { type Load, writeUntil } from './writer'

/** Each has a record of its own, of which so many images are judged. */
const LOADS = isLong ? 10 : 1
const IMAGES = isLong ? 50 : 9
const WRITES = isLong ? 600 : 200
/** Comments of a post that is deleted in steps. */
const THREAD = 60
const FIRST_STARTS = isLong ? 100 : 6

test.skipIf(lacksFilesystem)(`what was acknowledged under mixed load survives a power cut (SEED=${seed})`, async () => {
  const done = reporting('power cut under mixed load')
  const total = { runs: 0, acknowledged: 0, lost: 0 }
  const problems: string[] = []
  for (let load = 0; load < LOADS; load++) {
    await using folder = await mountFaulty()
    const { acknowledged, since, judgeAt } = await recordLoad(folder, {
      students: isLong ? 100 : 60,
      act: mixedLoad(WRITES),
    })
    const random = new Random(`power cut ${load}`)
    const cuts = await judgeCuts({ folder, count: IMAGES, random, since, judge: judgeAt })
    total.runs += cuts.runs
    total.acknowledged += acknowledged
    total.lost += cuts.lost
    problems.push(...cuts.problems)
  }
  done({ ...total, problems })
})

test.skipIf(lacksFilesystem)(
  `a long thread is deleted as a whole or not at all when the power goes (SEED=${seed})`,
  async () => {
    const done = reporting('power cut during a deletion in steps')
    await using folder = await mountFaulty()
    const { acknowledged, since, judgeAt } = await recordLoad(folder, { students: 60, act: deletedThread(THREAD) })
    const random = new Random('deleted thread')
    done({ acknowledged, ...(await judgeCuts({ folder, count: IMAGES, random, since, judge: judgeAt })) })
  },
)

async function recordedStart(synchronous: 'full' | 'normal') {
  const folder = await mountFaulty()
  await using server = await startServer({ dataDir: folder.path, variables: { SYNCHRONOUS: synchronous } })
  const load: Load = await writeUntil(server.url, ({ acknowledged }) => acknowledged.length >= 20, folder)
  await server.stop()
  const judgeAt = (path: string, position: number) =>
    judge(
      path,
      load.acknowledged.filter((write) => write.position <= position),
    )
  return { folder, load, judgeAt }
}

test.skipIf(lacksFilesystem)(
  `the first start survives a power cut: the next makes what is missing (SEED=${seed})`,
  async () => {
    const done = reporting('power cut during the first start')
    const { folder, load, judgeAt } = await recordedStart('full')
    await using _ = folder
    const random = new Random('first start')
    const cuts = await judgeCuts({ folder, count: FIRST_STARTS, random, judge: judgeAt })
    done({ acknowledged: load.acknowledged.length, ...cuts })
  },
)

test.skipIf(lacksFilesystem)('SYNCHRONOUS=normal loses acknowledged writes, and nothing else', async () => {
  const { folder, load, judgeAt } = await recordedStart('normal')
  await using _ = folder
  const random = new Random('normal')
  const since = load.acknowledged[4]!.position
  const cuts = { folder, count: 10, random, since, survivals: ['none'] as const, judge: judgeAt }
  const { lost, problems } = await judgeCuts(cuts)
  expect(lost).toBeGreaterThan(0)
  expect(problems.filter((problem) => !/\d+ lost$/.test(problem))).toEqual([])
})
