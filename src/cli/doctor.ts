import { defineCommand } from 'citty'
import { acquireLock } from '../../db/lock'
import { storage } from '../../db/storage'
import { config } from '../config'
import { audit, systemActor } from '../core/audit/audit'
import { recountCounters } from '../core/maintenance/recount'
import { examine } from './checks/examine'
import { withStorage } from './with-storage'

export const doctor = defineCommand({
  meta: { name: 'doctor', description: 'Checks the installation and reports problems; changes nothing without --fix' },
  args: {
    fix: { type: 'boolean', description: 'Recount wrong counters; Quad must be stopped' },
  },
  async run({ args }) {
    let failures = 0
    let wrongCounters = 0
    for await (const { verdict, what, explanation } of examine()) {
      console.log(`${verdict.padEnd(4)}  ${what}  — ${explanation}`)
      if (verdict !== 'FAIL') continue
      failures++
      if (what === 'counters') wrongCounters++
    }
    if (args.fix === true && wrongCounters > 0) {
      console.log(`ok    counters  — ${await recount()}`)
      failures -= wrongCounters
    }
    return failures === 0 ? 0 : 1
  },
})

/**
 * Sets the counters to what their rows say, in one transaction, and returns what was wrong.
 * @throws DataDirectoryInUse while a server runs: its caches would keep the old numbers
 */
async function recount(): Promise<string> {
  const release = acquireLock(config.dataDir)
  try {
    const repaired = await withStorage(() =>
      storage.write(async (tx) => {
        const rows = await recountCounters(tx)
        await audit(tx, systemActor('cli'), {
          action: 'operator:recounted:counters',
          entityType: 'instance',
          entityId: null,
          metadata: rows,
        })
        return rows
      }),
    )
    const tables = Object.entries(repaired).map(([table, rows]) => `${rows.toLocaleString('en')} of ${table}`)
    return `recounted and corrected: ${tables.join(', ') || 'nothing was wrong any more'}`
  } finally {
    release()
  }
}
