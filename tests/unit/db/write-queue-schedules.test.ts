import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { LogSync } from '../../../db/log-sync'
import { WriteQueue } from '../../../db/write-queue'
import { config } from '../../../src/config'
import { MUTANTS, plant } from '../../support/storage/simulated/mutants'
import { keepsItsPromises } from '../../support/storage/simulated/promises'
import { CODES } from '../../support/storage/simulated/scenario'

// A failure names its seed and path; with them in SCHEDULES_SEED and SCHEDULES_PATH the same schedule runs again.
const { SCHEDULES = '1000', SCHEDULES_SEED, SCHEDULES_PATH } = process.env

test('the write queue keeps its promises in any order of events and faults', async () => {
  await fc.assert(keepsItsPromises({ WriteQueue, LogSync }), {
    numRuns: Number(SCHEDULES),
    ...(SCHEDULES_SEED && { seed: Number(SCHEDULES_SEED) }),
    ...(SCHEDULES_PATH && { path: SCHEDULES_PATH }),
  })
})

/** The same schedules for every mutant. */
const schedules = { numRuns: 1000, seed: 1, endOnFailure: true }

test('the schedules of the mutants find nothing where nothing is planted, and every fault strikes in them', async () => {
  const struck = new Set<string>()
  const program = await plant(undefined, config.dataDir)
  await fc.assert(
    keepsItsPromises(program, ({ faults }) => {
      for (const { fault } of faults.struck) struck.add(`${fault.call}: ${fault.code}`)
    }),
    schedules,
  )
  const planned = Object.entries(CODES).flatMap(([call, codes]) => codes.map((code) => `${call}: ${code}`))
  expect([...struck].sort()).toEqual([...new Set(planned)].sort())
})

for (const mutant of MUTANTS)
  test(`a write queue that ${mutant.name} is found`, async () => {
    const program = await plant(mutant, config.dataDir)
    expect(await fc.check(keepsItsPromises(program), schedules)).toMatchObject({ failed: true })
  })
