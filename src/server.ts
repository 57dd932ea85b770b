import { join } from 'node:path'
import { acquireLock } from '../db/lock'
import { storage } from '../db/storage'
import { keepAlive } from '../db/timers'
import { closeConnections } from './api/http/headers'
import { assets } from './api/pages/assets'
import { app } from './app'
import { config } from './config'
import { reconcileBranchGroups } from './core/accounts/branch-groups'
import { startBranchMerges } from './core/accounts/merge-branches'
import { superadminExists } from './core/accounts/roles'
import { scatterMissedEndings } from './core/aliases/endings'
import { startAccountDeletions } from './core/auth/delete-account'
import { startBackups } from './core/backups/keep'
import { waitingComments } from './core/comments/delayed'
import { startDelayedTexts } from './core/delayed/delayed'
import { startDigests } from './core/digest/send'
import { startExports } from './core/exports/make'
import { startMaintenance } from './core/maintenance/maintenance'
import { prepareDatabase } from './core/maintenance/prepare-database'
import { renewAddresses } from './core/maintenance/seal-addresses'
import { upgradeBeside } from './core/maintenance/upgrade-beside'
import { keepGrace } from './core/membership/grace'
import { startReminders } from './core/membership/reminders'
import { startModerationMails } from './core/moderation/mails'
import { startFollowNews } from './core/notifications/follow-news'
import { waitingPosts } from './core/posts/delayed'
import { startPostDeletions } from './core/posts/deletions'
import { recheckSubscribers } from './core/posts/subscriptions'
import { startVoteRecounts } from './core/posts/uncounted-votes'
import { startPushes } from './core/push/delivery'
import { resealPushes } from './core/push/reseal'
import { startSearchUpkeep } from './core/search/upkeep'
import { createConfigured, renewSetupToken } from './core/setup/first-run'
import { startWebhooks } from './core/webhooks/delivery'
import { resealWebhooks } from './core/webhooks/reseal'
import { openFollower } from './follow'
import { attempt, backgroundIdle, inBackground, reportFailure, runEvery, within } from './lib/background'
import { dropAllCaches } from './lib/cache'
import { databaseFile, limitsFile, makeDataDirectory, outboxFolder, prepareDataDirectory } from './lib/data-directory'
import { startKeepingLock } from './lib/data-lock'
import { keepReserve, withReserve } from './lib/disk-reserve'
import { exposures } from './lib/exposures'
import { startHandleWatch } from './lib/handles'
import { admitRequests, holdRequests } from './lib/handover/admission'
import { steerConnections } from './lib/handover/native'
import { startAwaitingSuccessor } from './lib/handover/predecessor'
import { findPredecessor, type Predecessor } from './lib/handover/successor'
import { currentKey, refreshKeys } from './lib/keyring'
import { log } from './lib/log'
import { startOutboxSweep } from './lib/mail/outbox'
import { startMailQueue, stopMailQueue } from './lib/mail/queue'
import { Acknowledgement } from './lib/primary/acknowledgement'
import { isFenced, standAsPrimary } from './lib/primary/standing'
import { startEventLoopWatch } from './lib/process-metrics'
import { announceStop, setReady } from './lib/readiness'
import { securityLimiter } from './lib/security-limiter'
import { startServerNote } from './lib/server-note'
import { startSlowStatementLog } from './lib/slow-statements'
import { recheckSockets } from './lib/sockets/hub'
import { STORAGE_ADVICE, startStorageNotices } from './lib/storage-notices'
import { startWatchdog, tellSystemd } from './lib/systemd'
import { CannotStart, drain, HANDS_OVER, listen, portNow, urlOf } from './listen'
import { quadProcess, SOURCES } from './packaged'

/** How long a stop waits for running requests, and then for mail. */
const DRAIN_MS = 10_000
/** Others wait for the successor meanwhile. */
const HANDOVER_DRAIN_MS = 5000
const MAIL_DRAIN_MS = 5_000
/** Of a former primary: whatever it has not closed by then may be left as by a kill, and nobody is answered meanwhile. */
const FENCED_CLOSE_MS = 2000

/** A start may have given the reserve up. */
const RESERVE_EVERY_MS = 60_000

const LOOK_FOR_KEYS_MS = 60_000

type Server = { url: string; stop(): Promise<void> }

export type Relief = 'successor' | 'nobody' | 'primary'

type StartOptions = {
  /** Answers reads from a copy of the primary's database, and passes everything else on. */
  follows?: boolean
  /** Takes over from the server that runs on the data directory, without a request that is refused. */
  succeeds?: boolean
  /**
   * Called when a successor serves, or was lost after the data was closed for it, or another server has taken over and this
   * one has closed its data: this process has nothing left to do.
   */
  relieved?: (by: Relief) => void
}

/**
 * Opens the data directory and serves. If it throws, it leaves nothing open.
 * @throws CannotStart, ConfigError, DataDirectoryInUse, MigrationRefused, or an error of the system
 */
export async function startServer({
  follows = false,
  succeeds = false,
  relieved = () => {},
}: StartOptions = {}): Promise<Server> {
  const opened = new AsyncDisposableStack()
  let closing: Promise<void> | undefined
  const stop = () => (closing ??= close(opened))
  try {
    const predecessor = succeeds ? await relieve() : undefined
    const acknowledgement = follows
      ? openFollower(opened)
      : await openData(opened, () => {
          // Without it the process ends with its last connection, and never says that it is fenced.
          keepAlive()
          void within(FENCED_CLOSE_MS, stop()).then(() => relieved('primary'))
        })
    if (isFenced()) return serveNothing(opened, stop)
    if (!follows) await createConfigured()
    await buildClientIfMissing()
    const port = predecessor === undefined ? listen() : portNow()
    opened.defer(startHandleWatch())
    if (config.metricsToken !== undefined) opened.defer(startEventLoopWatch())
    opened.defer(stopServing)
    if (HANDS_OVER && !follows) opened.defer(awaitSuccessor(port, stop, relieved))
    for (const { explanation } of exposures(config)) log.warn(explanation)
    if (!follows && !(await superadminExists(storage.reader))) showSetupLink()
    const url = urlOf(port)
    opened.defer(startServerNote(url))
    if (acknowledgement !== undefined) opened.defer(acknowledgement.start())
    setReady(true)
    admitRequests()
    predecessor?.serving()
    tellSystemd(`MAINPID=${process.pid}`, 'READY=1')
    opened.defer(startWatchdog())
    log.info({ url }, `Quad is listening on ${url}`)
    return { url, stop }
  } catch (error) {
    await stop()
    if (app.server) await app.stop(true)
    throw error
  }
}

/** Closes in reverse order. */
const close = (opened: AsyncDisposableStack): Promise<void> =>
  opened.disposeAsync().catch((err) => log.error({ err }, 'the server did not close cleanly'))

/** A former primary: it opens no data, and says to everybody that it is one. */
function serveNothing(opened: AsyncDisposableStack, stop: () => Promise<void>): Server {
  const url = urlOf(listen())
  opened.defer(stopServing)
  opened.defer(startServerNote(url))
  admitRequests()
  tellSystemd(`MAINPID=${process.pid}`, 'READY=1')
  opened.defer(startWatchdog())
  log.error({ url }, `${STORAGE_ADVICE.fenced} It listens on ${url}`)
  return { url, stop }
}

/** Does nothing where another server has taken over. Returns what is still to be started when all else has. */
async function openData(opened: AsyncDisposableStack, onFenced: () => void): Promise<Acknowledgement | undefined> {
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
  await reconcileBranchGroups()
  for (const scatter of [waitingPosts.scatter, waitingComments.scatter, scatterMissedEndings]) await scatter()
  await startMailQueue()
  opened.defer(() => within(MAIL_DRAIN_MS, stopMailQueue().then(backgroundIdle)))
  opened.defer(startModerationMails())
  opened.defer(startDelayedTexts([waitingPosts, waitingComments]))
  opened.defer(startFollowNews())
  opened.defer(startVoteRecounts())
  opened.defer(startPostDeletions())
  opened.defer(startBranchMerges())
  opened.defer(startAccountDeletions())
  opened.defer(startPushes())
  opened.defer(startDigests())
  opened.defer(startReminders())
  opened.defer(startSearchUpkeep())
  opened.defer(startWebhooks())
  opened.defer(startExports())
  opened.defer(startMaintenance())
  opened.defer(startBackups([...quadProcess(), 'scheduled-backup']))
  return acknowledgement
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

/** Prepares what can be prepared while the server that runs goes on, takes its connections, then its data. */
async function relieve(): Promise<Predecessor> {
  const predecessor = await findPredecessor(config.dataDir)
  if (predecessor === undefined)
    throw new CannotStart(`No server that can hand over runs on ${config.dataDir}. Start one: quad serve`)
  await buildClientIfMissing()
  upgradeBeside(databaseFile())
  await predecessor.prepare().catch((error: Error) => {
    throw new CannotStart(error.message)
  })
  holdRequests()
  const isSame = config.port === 0 || config.port === predecessor.port
  const port = listen(isSame ? predecessor.port : config.port, isSame)
  if (isSame)
    await attempt('taking the connections', () => {
      steerConnections(port)
    })
  await predecessor.takeData()
  return predecessor
}

let hasSuccessor = false

async function stopServing(): Promise<void> {
  if (hasSuccessor) return drain(HANDOVER_DRAIN_MS)
  // One that asks all the time on one connection would keep it, and the stop would wait for its end.
  closeConnections(true)
  await announceStop()
  await drain(DRAIN_MS)
  closeConnections(false)
}

function awaitSuccessor(port: number, stop: () => Promise<void>, relieved: (by: Relief) => void): () => void {
  return startAwaitingSuccessor(config.dataDir, {
    port,
    closeConnections,
    release() {
      hasSuccessor = true
      return stop()
    },
    relieved,
  })
}

/** In another process: the server would keep the memory that the build needs. */
async function buildClientIfMissing(): Promise<void> {
  if (assets().size > 0) return
  if (SOURCES === undefined) throw new CannotStart('This program was built without its web client.')
  log.info('building the web client')
  const build = Bun.spawn([process.execPath, join(SOURCES, '../public/build.ts')], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await build.exited) !== 0) throw new CannotStart('The web client could not be built; see the errors above.')
}

/** Not in the log, whose level may hide it: without this link there is no way in. */
function showSetupLink(): void {
  process.stdout.write(
    `\nNobody administers this Quad yet. Set it up here (one hour, once; a restart makes a new link):\n\n  ${config.publicUrl}/setup#${renewSetupToken()}\n\n`,
  )
}
