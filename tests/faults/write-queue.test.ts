import { test } from 'bun:test'
import fc from 'fast-check'
import { LogSync } from '../../db/log-sync'
import { WriteQueue } from '../../db/write-queue'
import { keepsItsPromises } from '../support/storage/simulated/promises'
import { seed } from './random'
import { isLong, reporting } from './report'

const SCHEDULES = isLong ? 100_000 : 10_000

test(`the write queue keeps its promises in ${SCHEDULES} schedules on a simulated SQLite (SEED=${seed})`, async () => {
  const done = reporting('write queue on a simulated SQLite')
  const settled = { resolved: 0, rejected: 0 }
  let faults = 0
  const property = keepsItsPromises({ WriteQueue, LogSync }, (simulation) => {
    for (const { outcome } of simulation.writes) if (outcome !== undefined) settled[outcome.status]++
    faults += simulation.faults.struck.length
  })
  await fc.assert(property, { numRuns: SCHEDULES, seed })
  done({
    fault: `write queue on a simulated SQLite: ${faults} failed calls`,
    runs: SCHEDULES,
    acknowledged: settled.resolved,
    refused: settled.rejected,
  })
})
