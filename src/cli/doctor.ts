import { defineCommand } from 'citty'
import { acquireLock } from '../../db/lock'
import { storage, type Tx } from '../../db/storage'
import { config } from '../config'
import type { AuditAction } from '../core/audit/actions'
import { audit, systemActor } from '../core/audit/audit'
import { correctFutureTimes } from '../core/maintenance/future-times'
import { recountCounters } from '../core/maintenance/recount'
import { examine } from './checks/examine'
import { withStorage } from './with-storage'

export const doctor = defineCommand({
  meta: { name: 'doctor', description: 'Checks the installation and reports problems; changes nothing without --fix' },
  args: {
    fix: {
      type: 'boolean',
      description: 'Recount wrong counters, and correct times of the future; Quad must be stopped',
    },
  },
  async run({ args }) {
    let failures = 0
    const wrong = { counters: 0, times: 0 }
    for await (const { verdict, what, explanation } of examine()) {
      console.log(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)
      if (verdict !== 'FAIL') continue
      failures++
      if (what === 'counters' || what === 'times') wrong[what]++
    }
    if (args.fix === true && wrong.counters > 0) {
      console.log(`ok    counters  — ${await recount()}`)
      failures -= wrong.counters
    }
    if (args.fix === true && wrong.times > 0) {
      console.log(`ok    times  — ${await correctTimes()}`)
      failures -= wrong.times
    }
    return failures === 0 ? 0 : 1
  },
})

/** Sets the counters to what their rows say, and returns what was wrong. */
const recount = async (): Promise<string> =>
  `recounted and corrected: ${await repair('operator:recounted:counters', recountCounters)}`

/** Gives what is from the future the present time, and returns what that was. */
const correctTimes = async (): Promise<string> =>
  `given the present time: ${await repair('operator:corrected:times', correctFutureTimes)}`

/**
 * Runs a repair, which returns the rows by table that it corrected, in one transaction.
 * @throws DataDirectoryInUse while a server runs: its caches would keep the old numbers
 */
async function repair(action: AuditAction, correct: (tx: Tx) => Promise<Record<string, number>>): Promise<string> {
  const release = acquireLock(config.dataDir)
  try {
    const repaired = await withStorage(() =>
      storage.write(async (tx) => {
        const rows = await correct(tx)
        await audit(tx, systemActor('cli'), { action, entityType: 'instance', entityId: null, metadata: rows })
        return rows
      }),
    )
    const tables = Object.entries(repaired).map(([table, rows]) => `${rows.toLocaleString('en')} of ${table}`)
    return tables.join(', ') || 'nothing was wrong any more'
  } finally {
    release()
  }
}
