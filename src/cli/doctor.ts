import { defineCommand } from 'citty'
import { acquireLock } from '../../db/lock'
import { storage, type Tx } from '../../db/storage'
import { config } from '../config'
import type { AuditAction } from '../core/audit/actions'
import { audit, systemActor } from '../core/audit/audit'
import { correctFutureTimes, recountCounters } from '../core/maintenance/recount'
import { examine } from './checks/examine'
import { answerOfFindings, type Finding, findingLine, ok } from './checks/finding'
import type { Answer } from './run'
import { withStorage } from './with-storage'

export const doctor = defineCommand({
  args: {
    fix: {
      type: 'boolean',
      description: 'Recount wrong counters, and correct times of the future; Quad must be stopped',
    },
  },
  subCommands: { mail: async () => (await import('./doctor-mail')).doctorMail },
  async *run({ args }): AsyncGenerator<string, Answer> {
    const findings: Finding[] = []
    for await (const finding of examine()) {
      findings.push(finding)
      yield findingLine(finding)
    }
    const isMended = (finding: Finding) => finding.verdict === 'FAIL' && finding.what in REPAIRS && args.fix === true
    const remaining = findings.filter((finding) => !isMended(finding))
    for (const [what, repaired] of Object.entries(REPAIRS)) {
      if (!findings.some((finding) => finding.what === what && isMended(finding))) continue
      const finding = ok(what, await repaired())
      remaining.push(finding)
      yield findingLine(finding)
    }
    return answerOfFindings(remaining)
  },
})

/** By what the finding is about. */
const REPAIRS: Record<string, () => Promise<string>> = {
  counters: async () => `recounted and corrected: ${await repair('operator:recounted:counters', recountCounters)}`,
  times: async () => `given the present time: ${await repair('operator:corrected:times', correctFutureTimes)}`,
}

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
