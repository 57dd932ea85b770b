import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Disk, SURVIVALS, type Survival } from './disk'
import type { FaultyFolder } from './filesystem'
import type { Verdict } from './image'
import type { Random } from './random'
import { type Change, readRecord } from './record'
import { scratchFolder } from './scratch'

type Cuts = {
  folder: FaultyFolder
  /** How many images are judged. */
  count: number
  random: Random
  /** Only moments after so much had been recorded. */
  since?: number
  survivals?: readonly Survival[]
  /** Judges an image of the folder; `position` is how much had been recorded at the cut, which has that number. */
  judge: (path: string, position: number, number: number) => Promise<Verdict>
}

/** How many images are judged beside each other: a start waits for the disk as much as it computes. */
const BESIDE = 2

type Judged = { runs: number; lost: number; problems: string[] }

/** Cuts the power at moments of the record, and judges what each cut leaves behind. */
export async function judgeCuts({
  folder,
  count,
  random,
  since = 0,
  survivals = SURVIVALS,
  judge,
}: Cuts): Promise<Judged> {
  using scratch = scratchFolder()
  const changes = readRecord(folder.log)
  const moments = momentsOf(changes, since, count, random)
  const disk = new Disk()
  const problems: string[] = []
  let lost = 0
  let cut = 0
  const running = new Set<Promise<void>>()
  const look = async (index: number, end: number, number: number) => {
    const survival = survivals[number % survivals.length]!
    const path = join(scratch.path, `${number}`)
    mkdirSync(path)
    disk.writeImage(path, survival, random)
    const verdict = await judge(path, end, number)
    lost += verdict.lost
    for (const problem of verdict.problems) problems.push(`${describe(changes, index)}, ${survival}: ${problem}`)
    if (verdict.lost > 0) problems.push(`${describe(changes, index)}, ${survival}: ${verdict.lost} lost`)
    rmSync(path, { recursive: true, force: true })
  }
  for (const [index, change] of changes.entries()) {
    disk.apply(change)
    for (; moments[cut] === index; cut++) {
      const looking = look(index, change.end, cut).finally(() => running.delete(looking))
      running.add(looking)
      if (running.size >= BESIDE) await Promise.race(running)
    }
  }
  await Promise.all(running)
  return { runs: cut, lost, problems }
}

/** Just before and just after syncs and renames, and anywhere between, in order. */
function momentsOf(changes: readonly Change[], since: number, count: number, random: Random) {
  const first = changes.findIndex(({ end }) => end > since)
  const turns = changes.flatMap(({ kind }, index) =>
    index >= first && kind !== 'write' && kind !== 'truncate' ? [index] : [],
  )
  const moment = (number: number) => {
    if (number % 3 === 0 || turns.length === 0) return first + random.below(changes.length - first)
    return Math.max(first, random.pick(turns) - (number % 3 === 1 ? 1 : 0))
  }
  return Array.from({ length: count }, (_, number) => moment(number)).sort((one, other) => one - other)
}

function describe(changes: readonly Change[], index: number) {
  const { kind, name } = changes[index]!
  return `cut after change ${index} of ${changes.length} (${kind}${name === '' ? '' : ` ${name}`})`
}
