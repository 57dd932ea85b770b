import { defineCommand } from 'citty'
import { acquireLock } from '../../db/lock'
import { storage, type Tx } from '../../db/storage'
import { config } from '../config'
import type { AuditAction } from '../ground/audit/actions'
import { correctFutureTimes, recountCounters } from '../keeping/maintenance/recount'
import { isCopy } from '../lib/files/data-directory'
import { exposures } from '../lib/process/exposures'
import { plainFault } from '../lib/process/faults'
import { type Finding, fail, ok, warn } from '../lib/process/finding'
import { flag } from './args'
import { checkDatabase } from './checks/database'
import { checkClock, checkDirectory, checkStorage } from './checks/machine'
import { checkMail } from './checks/mail'
import { checkCopy, checkLitestream, checkPrimary, checkReplication } from './checks/replication'
import { type Answer, answerOfFindings, told } from './run'
import { auditOperator, withStorage } from './with-storage'

export const doctor = defineCommand({
  args: {
    fix: flag('Recount wrong counters, and correct times of the future; Quad must be stopped'),
  },
  subCommands: { mail: async () => (await import('./doctor-mail')).doctorMail },
  async *run({ args }): AsyncGenerator<string, Answer> {
    const findings = yield* told(examine())
    const isToMend = ({ verdict, what }: Finding) => args.fix === true && verdict === 'FAIL' && what in REPAIRS
    const mended = yield* told(mend(new Set(findings.filter(isToMend).map(({ what }) => what))))
    return answerOfFindings([...findings.filter((finding) => !isToMend(finding)), ...mended])
  },
})

async function* mend(subjects: ReadonlySet<string>): AsyncGenerator<Finding> {
  for (const [what, repaired] of Object.entries(REPAIRS)) if (subjects.has(what)) yield ok(what, await repaired())
}

/** By what the finding is about. */
const REPAIRS: Record<string, () => Promise<string>> = {
  counters: async () => `recounted and corrected: ${await repair('operator:recounted:counters', recountCounters)}`,
  times: async () => `given the present time: ${await repair('operator:corrected:times', correctFutureTimes)}`,
}

/**
 * Returns the rows by table that were corrected. @throws DataDirectoryInUse: the caches of a server keep old numbers
 */
async function repair(action: AuditAction, correct: (tx: Tx) => Record<string, number>): Promise<string> {
  using locked = new DisposableStack()
  locked.defer(acquireLock(config.dataDir))
  const repaired = await withStorage(() =>
    storage.write((tx) => {
      const rows = correct(tx)
      auditOperator(tx, action, rows)
      return rows
    }),
  )
  const tables = Object.entries(repaired).map(([table, rows]) => `${rows.toLocaleString('en')} of ${table}`)
  return tables.join(', ') || 'nothing was wrong any more'
}

type Check = [what: string, check: () => Iterable<Finding> | AsyncIterable<Finding>]

/** In the order in which one thing rests on another. A wrong configuration ends the process before any of them. */
const checks = (): readonly Check[] => [
  ['configuration', checkExposure],
  ['data directory', checkDirectory],
  ['storage', checkStorage],
  ...(isCopy()
    ? ([['copy', checkCopy]] satisfies Check[])
    : ([
        ['primary', checkPrimary],
        ['litestream', checkLitestream],
        ['replication', checkReplication],
      ] satisfies Check[])),
  ['database', checkDatabase],
  ['mail', checkMail],
  ['clock', checkClock],
]

/** Looks at everything; a check that stumbles is a finding, too, and keeps no other from being done. */
export async function* examine(): AsyncGenerator<Finding> {
  for (const [what, check] of checks()) {
    try {
      yield* check()
    } catch (error) {
      yield fail(
        what,
        plainFault(error) ?? `could not be checked (${error instanceof Error ? error.message : String(error)})`,
      )
    }
  }
}

function* checkExposure(): Generator<Finding> {
  yield ok('configuration', `every variable can be read; users come to ${config.publicUrl}`)
  for (const { what, explanation } of exposures(config)) yield warn(what, explanation)
}
