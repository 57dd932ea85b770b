import '../parts'
import { acquireLock } from '../../db/lock'
import { storage } from '../../db/storage'
import { reconcileBranchGroups, redrawFirstBranches } from '../campus/accounts/branch-groups'
import { keepGrace, startReminders } from '../campus/membership/reminders'
import { startModerationMails } from '../campus/sanctions/mails'
import { config } from '../config'
import { recheckSubscribers } from '../forum/posts/subscriptions'
import { parts } from '../ground/parts'
import { startBackups } from '../keeping/backups/keep'
import { startAccountDeletions } from '../keeping/erasure/delete-account'
import { startExports } from '../keeping/exports/make'
import { renewAddresses, resealParts, startMaintenance } from '../keeping/maintenance/maintenance'
import { prepareDatabase } from '../keeping/maintenance/required-keys'
import { currentKey, refreshKeys } from '../lib/crypto/keys'
import {
  databaseFile,
  keepReserve,
  limitsFile,
  makeDataDirectory,
  outboxFolder,
  prepareDataDirectory,
  startKeepingLock,
  withReserve,
} from '../lib/files/data-directory'
import { startMailQueue, stopMailQueue } from '../lib/mail/queue'
import { startOutboxSweep } from '../lib/mail/transport'
import { securityLimiter } from '../lib/net/security-limiter'
import { recheckSockets } from '../lib/net/sockets/hub'
import { Acknowledgement } from '../lib/primary/acknowledgement'
import { isFenced, standAsPrimary } from '../lib/primary/standing'
import { attempt, backgroundIdle, inBackground, reportFailure, runEvery, within } from '../lib/process/background'
import { dropAllCaches } from '../lib/process/cache'
import { log } from '../lib/process/log'
import { startSlowStatementLog, startStorageNotices } from '../lib/process/storage-notices'
import { quadProcess } from '../packaged'

const MAIL_DRAIN_MS = 5_000

/** A start may have given the reserve up. */
const RESERVE_EVERY_MS = 60_000

const LOOK_FOR_KEYS_MS = 60_000

/** Undefined where another server has taken over. @throws DataDirectoryInUse, MigrationRefused, a system's error */
export async function openData(opened: AsyncDisposableStack, onFenced: () => void) {
  makeDataDirectory()
  opened.defer(acquireLock(config.dataDir))
  // Under the lock: no restore can begin now.
  prepareDataDirectory()
  const primary = await standAsPrimary(onFenced)
  if (isFenced()) return undefined
  const acknowledgement = primary && config.ack === 'replicated' ? new Acknowledgement(primary) : undefined
  const report = (err: unknown, task = 'storage') => reportFailure(err, task)
  // After all else has closed, and given its room back: of a disk that is still full, for the next start.
  opened.defer(() => attempt('keeping the reserve', () => keepReserve(0)))
  startSlowStatementLog()
  await withReserve(() =>
    storage.open({
      file: databaseFile(),
      synchronous: config.synchronous,
      prepare: prepareDatabase,
      logLimits: config.walLimits,
      gate: acknowledgement ?? primary,
      report,
    }),
  )
  opened.defer(() => storage.close())
  if (primary !== undefined) opened.defer(primary.start())
  opened.defer(startStorageNotices())
  opened.defer(startKeepingLock(() => process.kill(process.pid, 'SIGTERM')))
  opened.defer(runEvery(LOOK_FOR_KEYS_MS, 'looking for the keys', followKeys))
  storage.onForeignWrite(() => {
    followKeys()
    dropAllCaches()
    recheckSockets()
    recheckSubscribers()
  })
  securityLimiter.open(limitsFile())
  opened.defer(() => securityLimiter.close())
  opened.defer(startOutboxSweep(outboxFolder()))
  opened.defer(runEvery(RESERVE_EVERY_MS, 'keeping the reserve', () => keepReserve()))
  await keepGrace()
  await attempt('drawing branches of administrators', redrawFirstBranches)
  await reconcileBranchGroups()
  startMailQueue()
  opened.defer(() => within(MAIL_DRAIN_MS, stopMailQueue().then(backgroundIdle)))
  for (const { starts } of parts()) if (starts) opened.defer(starts())
  const jobs = opened.use(new AsyncDisposableStack())
  return { acknowledgement, startJobs: () => startJobs(jobs) }
}

const JOBS: readonly (() => () => Promise<void>)[] = [
  startModerationMails,
  ...parts().flatMap(({ jobs = [] }) => jobs),
  startAccountDeletions,
  startReminders,
  startExports,
  startMaintenance,
  () => startBackups([...quadProcess(), 'scheduled-backup']),
]

/** Each begins with a look at what is due, and in a turn of its own, so that requests come between. */
async function startJobs(started: AsyncDisposableStack): Promise<void> {
  for (const start of JOBS) {
    await Bun.sleep(0)
    if (started.disposed) return
    started.defer(start())
  }
}

let keyProblem: string | undefined

/** `quad keys rotate` makes a key and writes to the database. Says once that the file of a key has gone. */
function followKeys(): void {
  const { id } = currentKey()
  const problem = refreshKeys()
  if (problem !== undefined && problem !== keyProblem)
    log.error(
      `A key cannot be read any more: ${problem}. This process still has it, and the next start will not: put it back.`,
    )
  keyProblem = problem
  if (currentKey().id === id) return
  inBackground('renewing addresses', renewAddresses)
  inBackground('sealing anew', resealParts)
}
