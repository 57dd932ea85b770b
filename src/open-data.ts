import { acquireLock } from '../db/lock'
import { storage } from '../db/storage'
import { config } from './config'
import { reconcileBranchGroups, redrawFirstBranches } from './core/accounts/branch-groups'
import { startBranchMerges } from './core/accounts/merge-branches'
import { startAccountDeletions } from './core/auth/delete-account'
import { startBackups } from './core/backups/keep'
import { waitingComments } from './core/comments/delayed'
import { startDelayedTexts } from './core/delayed/delayed'
import { startDigests } from './core/digest/service'
import { startExports } from './core/exports/make'
import { renewAddresses, startMaintenance } from './core/maintenance/maintenance'
import { prepareDatabase } from './core/maintenance/required-keys'
import { keepGrace, startReminders } from './core/membership/reminders'
import { startModerationMails } from './core/moderation/mails'
import { startFollowNews } from './core/notifications/follow-news'
import { startPostDeletions } from './core/posts/changes'
import { waitingPosts } from './core/posts/delayed'
import { startVoteRecounts } from './core/posts/stats'
import { recheckSubscribers } from './core/posts/subscriptions'
import { resealPushes, startPushes } from './core/push/delivery'
import { startIndexing } from './core/search/upkeep'
import { resealWebhooks, startWebhooks } from './core/webhooks/delivery'
import { attempt, backgroundIdle, inBackground, reportFailure, runEvery, within } from './lib/background'
import { dropAllCaches } from './lib/cache'
import {
  databaseFile,
  keepReserve,
  limitsFile,
  makeDataDirectory,
  outboxFolder,
  prepareDataDirectory,
  startKeepingLock,
  withReserve,
} from './lib/data-directory'
import { currentKey, refreshKeys } from './lib/keys'
import { log } from './lib/log'
import { startMailQueue, stopMailQueue } from './lib/mail/queue'
import { startOutboxSweep } from './lib/mail/transport'
import { Acknowledgement } from './lib/primary/acknowledgement'
import { isFenced, standAsPrimary } from './lib/primary/standing'
import { securityLimiter } from './lib/security-limiter'
import { recheckSockets } from './lib/sockets/hub'
import { startSlowStatementLog, startStorageNotices } from './lib/storage-notices'
import { quadProcess } from './packaged'

/** How long a stop waits for mail. */
const MAIL_DRAIN_MS = 5_000

/** A start may have given the reserve up. */
const RESERVE_EVERY_MS = 60_000

const LOOK_FOR_KEYS_MS = 60_000

/** What is still to be started: what the first write needs, and what waits until the server listens. */
type Prepared = { acknowledgement: Acknowledgement | undefined; startJobs: () => Promise<void> }

/**
 * Opens the data directory. Does nothing where another server has taken over.
 * @throws DataDirectoryInUse, MigrationRefused, or an error of the system
 */
export async function openData(opened: AsyncDisposableStack, onFenced: () => void): Promise<Prepared | undefined> {
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
  opened.defer(startWebhooks())
  const jobs = opened.use(new AsyncDisposableStack())
  return { acknowledgement, startJobs: () => startJobs(jobs) }
}

const JOBS: readonly (() => () => Promise<void>)[] = [
  startModerationMails,
  () => startDelayedTexts([waitingPosts, waitingComments]),
  startFollowNews,
  startVoteRecounts,
  startPostDeletions,
  startBranchMerges,
  startAccountDeletions,
  startPushes,
  startDigests,
  startReminders,
  startIndexing,
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
  inBackground('sealing webhooks anew', resealWebhooks)
  inBackground('sealing push endpoints anew', resealPushes)
}
