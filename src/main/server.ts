import { join } from 'node:path'
import { errorCode, ForOperator } from '../../db/error-code'
import { storage } from '../../db/storage'
import { keepAlive } from '../../db/timers'
import { app } from '../app'
import { superadminExists } from '../campus/accounts/roles'
import { config } from '../config'
import { closeConnections } from '../http/headers'
import { createConfigured, renewSetupToken } from '../keeping/setup/first-run'
import { closePassedSockets } from '../lib/follower/socket'
import { closeAllSockets } from '../lib/net/sockets/hub'
import { isFenced } from '../lib/primary/standing'
import { attempt, within } from '../lib/process/background'
import { exposures } from '../lib/process/exposures'
import { log } from '../lib/process/log'
import { startEventLoopWatch, startHandleWatch, startWatchdog, tellSystemd } from '../lib/process/process'
import { announceStop, setReady } from '../lib/process/readiness'
import { startServerNote } from '../lib/process/server-note'
import { STORAGE_ADVICE } from '../lib/process/storage-notices'
import { SOURCES } from '../packaged'
import { isClientBuilt } from '../pages/assets'
import { openFollower } from './follow'
import { openData } from './open-data'

const DRAIN_MS = 10_000
/** Of a former primary: whatever it has not closed by then may be left as by a kill, and nobody is answered meanwhile. */
const FENCED_CLOSE_MS = 2000

type Server = { url: string; stop(): Promise<void> }

/**
 * A follower answers reads from a copy, and passes everything else on. `relieved`: another server has taken over, and
 * this one has closed its data. If it throws, it leaves nothing open. @throws ForOperator, ConfigError,
 * DataDirectoryInUse, MigrationRefused
 */
export async function startServer({ follows = false, relieved = () => {} } = {}): Promise<Server> {
  const opened = new AsyncDisposableStack()
  let closing: Promise<void> | undefined
  const stop = () => (closing ??= close(opened))
  try {
    const prepared = follows
      ? openFollower(opened)
      : await openData(opened, () => {
          // Without it the process ends with its last connection, and never says that it is fenced.
          keepAlive()
          void within(FENCED_CLOSE_MS, stop()).then(relieved)
        })
    if (isFenced()) return serveNothing(opened, stop)
    if (!follows) await createConfigured()
    await buildClientIfMissing()
    const url = listen()
    opened.defer(startHandleWatch())
    if (config.metricsToken !== undefined) opened.defer(startEventLoopWatch())
    opened.defer(stopServing)
    for (const { explanation } of exposures(config)) log.warn(explanation)
    if (!follows && !superadminExists(storage.reader)) showSetupLink()
    if (prepared?.acknowledgement) opened.defer(prepared.acknowledgement.start())
    setReady(true)
    tellSystemd('READY=1')
    opened.defer(startWatchdog())
    log.info({ url }, `Quad is listening on ${url}`)
    // Not awaited: a stop that comes meanwhile is heard at once.
    void attempt('starting the jobs', async () => {
      await prepared?.startJobs()
      if (closing === undefined) opened.defer(startServerNote(url))
    })
    return { url, stop }
  } catch (error) {
    await stop()
    if (app.server) await app.stop(true)
    throw error
  }
}

const close = (opened: AsyncDisposableStack): Promise<void> =>
  opened.disposeAsync().catch((err) => log.error({ err }, 'the server did not close cleanly'))

/** A former primary: it opens no data, and says to everybody that it is one. */
function serveNothing(opened: AsyncDisposableStack, stop: () => Promise<void>): Server {
  const url = listen()
  opened.defer(stopServing)
  opened.defer(startServerNote(url))
  tellSystemd('READY=1')
  opened.defer(startWatchdog())
  log.error({ url }, `${STORAGE_ADVICE.fenced} It listens on ${url}`)
  return { url, stop }
}

/** Accepts no new requests, gives running ones some time, and cuts off those that need more. */
async function stopServing(): Promise<void> {
  // One that asks all the time on one connection would keep it, and the stop would wait for its end.
  closeConnections(true)
  await announceStop()
  setReady(false)
  closeAllSockets()
  closePassedSockets()
  app.server?.closeIdleConnections()
  await within(DRAIN_MS, app.stop())
  if (app.server) await app.stop(true)
  closeConnections(false)
}

/** In another process: the server would keep the memory that the build needs. */
async function buildClientIfMissing(): Promise<void> {
  if (isClientBuilt()) return
  if (SOURCES === undefined) throw new ForOperator('This program was built without its web client.')
  log.info('building the web client')
  const build = Bun.spawn([process.execPath, join(SOURCES, '../public/build.ts')], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await build.exited) !== 0) throw new ForOperator('The web client could not be built; see the errors above.')
}

/** Not in the log, whose level may hide it: without this link there is no way in. */
function showSetupLink(): void {
  process.stdout.write(
    `\nNobody administers this Quad yet. Set it up here (one hour, once; a restart makes a new link):\n\n  ${config.publicUrl}/setup#${renewSetupToken()}\n\n`,
  )
}

/** Returns the URL. @throws ForOperator, or an error of the system */
function listen(): string {
  const { host, port } = config
  try {
    // Elysia's default shares the port: a second Quad would take half of the requests.
    app.listen({ hostname: host, port, reusePort: false, development: false })
  } catch (error) {
    const advice = ADVICE[errorCode(error)]?.(host, port)
    throw advice === undefined ? error : new ForOperator(advice)
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${app.server?.port ?? port}`
}

const ADVICE: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another program. Stop that one, or set PORT to another number.`,
  EACCES: (_, port) => `Port ${port} may be opened by the system's administrator only. Set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`,
}
