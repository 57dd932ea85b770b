import { expect, test } from 'bun:test'
import { until } from '../support/until'
import { CARRIERS, type Carrier, Pair } from './followers'
import { inspectFiles } from './history/inspect'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { publish } from './requests'
import { type Load, lost, writeUntil } from './writer'

// The machine of a follower becomes the primary, while people write through it and past it.

const RUNS = isLong ? 10 : 1
const WRITERS = 4
/** Of each half, before the loss: long enough that what is missing is the end of it. */
const LEAST_WRITES = isLong ? 400 : 20

type Case = { carrier: Carrier; how: string; isLost: boolean }

const CASES: Case[] = CARRIERS.flatMap((carrier) => [
  { carrier, how: 'the primary and its machine lost', isLost: true },
  { carrier, how: 'the primary going on', isLost: false },
])

async function takenOver({ carrier, isLost }: Case, random: Random) {
  await using pair = await Pair.start(carrier, { ACK: 'replicated' }, true)
  const follower = await pair.follow('one')
  const { dataDir } = follower
  const [one, other] = pair.students
  const browsers = [pair.browser(follower, one!), pair.browser(pair.primary, other!)]
  const { acknowledged: first } = await writeUntil(browsers[0]!, ({ acknowledged }) => acknowledged.length >= 20)
  await until(() => lost(pair.restored(), first).length === 0, 'the replication')
  const enough = LEAST_WRITES + random.below(LEAST_WRITES)
  let isOver = false
  const loads: Load[] = []
  const writing = browsers.map((browser, n) =>
    writeUntil(
      browser,
      (load) => {
        loads[n] = load
        return isOver
      },
      { writers: WRITERS },
    ),
  )
  await until(() => loads.filter(({ acknowledged }) => acknowledged.length >= enough).length === 2, 'the load')
  if (isLost) await pair.lose()
  const { status, said } = await follower.takeOver()
  expect([status, said]).toEqual([0, expect.stringContaining('primary of term 2')])
  expect(await inspectFiles(dataDir)).toEqual([])
  // Whoever is still there goes on until it is fenced.
  await Bun.sleep(isLost ? 0 : 3000)
  isOver = true
  const ended = await Promise.all(writing)
  expect(lost(dataDir, first)).toEqual([])
  const underLoad = ended.flatMap((load) => load.acknowledged)
  const missing = lost(dataDir, underLoad)
  const next = await pair.serve(dataDir)
  expect((await publish(pair.browser(next, one!))).response.status).toBe(201)
  const refused = ended.reduce((sum, load) => sum + load.refused + load.failed.length, 0)
  return { acknowledged: first.length + underLoad.length, lost: missing.length, refused }
}

test.each(CASES)(`a follower takes over, $how: $carrier (SEED=${seed})`, async (each) => {
  const { carrier, how } = each
  const done = reporting(`a follower took over, ${how}: ${carrier}`)
  const random = new Random(`follower takes over ${carrier} ${how}`)
  const total = { runs: 0, acknowledged: 0, lost: 0, refused: 0 }
  for (; total.runs < RUNS; total.runs++) {
    const run = await takenOver(each, random)
    for (const name of ['acknowledged', 'lost', 'refused'] as const) total[name] += run[name]
  }
  done(total)
  expect(total.acknowledged).toBeGreaterThan(0)
  expect(total.lost).toBe(0)
})
