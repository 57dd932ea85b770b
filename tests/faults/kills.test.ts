import { test } from 'bun:test'
import { join } from 'node:path'
import { makeCampus } from './history/campus'
import { killed } from './history/faults'
import { Trial } from './history/trial'
import { Random } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'

const KILLS = isLong ? 1000 : 10
/** Every so many kills come by the clock, in the start or soon after. */
const EARLY = 5

test(`${KILLS} times killed under mixed load, the server has lost nothing that it acknowledged`, async () => {
  using folder = scratchFolder()
  const done = reporting('killed under mixed load')
  const random = new Random('kills')
  const trial = new Trial(await makeCampus(join(folder.path, 'data'), isLong ? 1200 : 60))
  for (let kill = 1; kill <= KILLS; kill++) {
    if (kill % EARLY > 0) await trial.chapter(killed(isLong ? 80 : 30))
    else await trial.chapter(async ({ exited }) => void (await exited), { under: shortLived(random.fraction()) })
    if (kill % 50 === 0) await trial.inspect()
  }
  done(await trial.finish())
})

/** A server that is killed at that moment from its start on. */
const shortLived = (seconds: number) => (command: string[]) => [
  'timeout',
  '--signal=KILL',
  (0.02 + seconds).toFixed(3),
  ...command,
]
