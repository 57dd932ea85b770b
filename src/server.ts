import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../db/lock'
import { storage } from '../db/storage'
import { assets } from './api/pages/assets'
import { app } from './app'
import { ConfigError, config } from './config'
import { superadminExists } from './core/accounts/roles'
import { startMaintenance } from './core/maintenance/maintenance'
import { recheckSubscribers } from './core/posts/subscriptions'
import { createConfigured, renewSetupToken } from './core/setup/first-run'
import { backgroundIdle } from './lib/background'
import { dropAllCaches } from './lib/cache'
import { databaseFile, limitsFile, prepareDataDirectory } from './lib/data-directory'
import { plainFault } from './lib/faults'
import { keyedHash } from './lib/keys'
import { log } from './lib/log'
import { mailIdle } from './lib/mail/mail'
import { startMailQueue, stopMailQueue } from './lib/mail/queue'
import { rateLimiter } from './lib/rate-limiter'
import { setReady } from './lib/readiness'
import { closeAllSockets, recheckSockets } from './lib/sockets/hub'

/** How long a stop waits for requests under way, and then for mail. */
const DRAIN_MS = 10_000
const MAIL_DRAIN_MS = 5_000

/** One Ctrl-C may come twice: from the terminal, and passed on by the package runner. */
const SAME_SIGNAL_MS = 300

type Server = { url: string; stop(): Promise<void> }

/** The server cannot start; the message is for the operator. */
class CannotStart extends Error {
  override name = 'CannotStart'
}

/**
 * Opens the data directory and serves. Throws CannotStart, ConfigError, DataDirectoryInUse, MigrationRefused, or the
 * error of the machine, and then leaves nothing open.
 */
export async function startServer(): Promise<Server> {
  const opened = new AsyncDisposableStack()
  try {
    await openData(opened)
    await createConfigured()
    await buildClientIfMissing()
    const url = listen(opened)
    warnings()
    if (!(await superadminExists(storage.reader))) showSetupLink()
    setReady(true)
    log.info({ url }, `Quad is listening on ${url}`)
    return { url, stop: () => close(opened) }
  } catch (error) {
    await close(opened)
    throw error
  }
}

/** The last one first. */
const close = (opened: AsyncDisposableStack): Promise<void> =>
  opened.disposeAsync().catch((err) => log.error({ err }, 'something did not close cleanly'))

async function openData(opened: AsyncDisposableStack): Promise<void> {
  prepareDataDirectory()
  opened.defer(acquireLock(config.dataDir))
  const report = (err: unknown) => log.error({ err }, 'storage reported a fault')
  await storage.open({ file: databaseFile(), synchronous: config.synchronous, report })
  opened.defer(() => storage.close())
  storage.onForeignWrite(() => {
    dropAllCaches()
    recheckSockets()
    recheckSubscribers()
  })
  // The key is made now rather than by the first request that needs it.
  keyedHash('start', '')
  rateLimiter.open(limitsFile())
  opened.defer(() => rateLimiter.close())
  await startMailQueue()
  opened.defer(() => within(MAIL_DRAIN_MS, Promise.all([backgroundIdle(), mailIdle(), stopMailQueue()])))
  opened.defer(startMaintenance())
}

function listen(opened: AsyncDisposableStack): string {
  const { host, port } = config
  try {
    // Elysia shares the port by default: a second Quad would take half of the requests instead of being refused.
    app.listen({ hostname: host, port, reusePort: false, development: false })
  } catch (error) {
    throw listenFault(error) ?? error
  }
  opened.defer(drain)
  return `http://${host.includes(':') ? `[${host}]` : host}:${app.server?.port ?? port}`
}

function listenFault(error: unknown): CannotStart | undefined {
  const { host, port } = config
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new CannotStart(
      `Port ${port} of ${host} is in use by another program. Stop that one, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new CannotStart(`Port ${port} may be opened by the system's administrator only. Set PORT to 1024 or higher.`)
  if (code === 'EADDRNOTAVAIL')
    return new CannotStart(`${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all of them.`)
  return undefined
}

/** Takes nothing new, lets what is under way finish, and cuts off what does not. */
async function drain(): Promise<void> {
  setReady(false)
  closeAllSockets()
  const finished = app.stop()
  await within(DRAIN_MS, finished)
  if (app.server) await app.stop(true)
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** In a process of its own: what the build takes in memory, the server would keep. */
async function buildClientIfMissing(): Promise<void> {
  if (assets().size > 0) return
  log.info('building the web client')
  const build = Bun.spawn([process.execPath, join(import.meta.dir, '../public/build.ts')], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await build.exited) !== 0)
    throw new CannotStart('The web client could not be built; what went wrong stands above.')
}

function warnings(): void {
  if (config.secure && !config.smtpUrl)
    log.warn('SMTP_URL is not set: codes and links are written to the outbox and reach nobody')
  if (!config.rateLimits)
    log.warn('RATE_LIMITS=off: anybody may try passwords and flood this server; for benchmarks only')
}

/** Past the log and its level: without this link there is no way in. */
function showSetupLink(): void {
  process.stdout.write(
    `\nNobody administers this Quad yet. Set it up here (one hour, once; a restart makes a new link):\n\n  ${config.publicUrl}/setup#${renewSetupToken()}\n\n`,
  )
}

/**
 * The server as a process: serves until a signal, stops in order, and exits. What keeps it from starting is said
 * plainly.
 */
export async function serve(): Promise<void> {
  // First, for a signal may come while the server starts: it stops once it has.
  let since: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (since !== undefined) {
      if (signal !== 'SIGHUP' && now - since > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    since = now
    log.info('Quad is stopping')
    await (await server).stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (!ignoresHangup()) process.on('SIGHUP', stop)
  // Many daemons reopen their logs at these, so operators' tools send them.
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () => log.info(`Quad ignores ${signal}: it logs to stdout and has nothing to read anew`))
  const server = startServer().catch(refuseToStart)
  await server
}

/** Whether this was started by nohup: a handler would undo what that asks for. Only Linux can tell. */
function ignoresHangup(): boolean {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const ignored = /^SigIgn:\s*(?<mask>[0-9a-f]+)$/m.exec(status)?.groups?.mask ?? '0'
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}

function refuseToStart(error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(
      `Quad cannot start with this configuration:\n${error.problems.map((each) => `- ${each}\n`).join('')}`,
    )
    process.exit(2)
  }
  const plain = error instanceof CannotStart ? error.message : plainFault(error)
  if (plain === undefined) log.error({ err: error }, 'Quad could not start')
  process.stderr.write(`Quad cannot start: ${plain ?? 'an unexpected fault, see the log'}\n`)
  process.exit(1)
}
