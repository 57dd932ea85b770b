import { acquireLock } from '../../db/lock'
import { storage } from '../../db/storage'
import { config } from '../config'
import { audit, unattended } from '../core/audit/audit'
import { recountCounters } from '../core/maintenance/recount'
import { withStorage } from './with-storage'

/**
 * Sets the counters to what their rows say, in one transaction, and answers in words what was wrong.
 * @throws DataDirectoryInUse while a server runs, whose caches would keep the old numbers
 */
export async function recount(): Promise<string> {
  const release = acquireLock(config.dataDir)
  try {
    const repaired = await withStorage(() =>
      storage.write(async (tx) => {
        const rows = await recountCounters(tx)
        await audit(tx, unattended('cli'), {
          action: 'operator:recounted:counters',
          entityType: 'instance',
          entityId: null,
          metadata: rows,
        })
        return rows
      }),
    )
    const said = Object.entries(repaired).map(([table, rows]) => `${rows.toLocaleString('en')} of ${table}`)
    return `counted anew and put right: ${said.join(', ') || 'nothing any more'}`
  } finally {
    release()
  }
}
