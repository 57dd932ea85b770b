import { existsSync, readFileSync } from 'node:fs'
import { keepAlive } from '../../db/timers'
import { ConfigError } from '../config'
import { reportFailure } from '../lib/process/background'
import { plainFault } from '../lib/process/faults'
import { log } from '../lib/process/log'
import { tellSystemd } from '../lib/process/process'
import { startTracing, stopTracing } from '../lib/tracing/start'
import { quadProcess } from '../packaged'
import { startServer } from './server'

/** One Ctrl-C may arrive twice: from the terminal, and from the package runner. */
const SAME_SIGNAL_MS = 300

/** Serves until a signal, stops in order, and exits. If the server cannot start, says why. */
export async function serve({ follows = false }: { follows?: boolean } = {}): Promise<void> {
  // First, because a signal may come during the start, after which the server then stops.
  let stoppingSince: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      if (signal !== 'SIGHUP' && now - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = now
    log.info('Quad is stopping')
    tellSystemd('STOPPING=1')
    // Without it the process ends with the last connection, in the middle of a write that a task waits for.
    keepAlive()
    await (await server).stop()
    await stopTracing()
    process.exit(0)
  }
  // A fault that nobody foresaw must not become everybody's: writes are whole or not at all. It is counted and logged.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err) => reportFailure(err, 'unknown work'))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (!ignoresHangup()) process.on('SIGHUP', stop)
  // Many daemons reopen their logs at these signals, so operators' tools send them.
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const)
    process.on(signal, () => log.info(`Quad ignores ${signal}: it logs to stdout and has nothing to read anew`))
  const server = startTracing()
    .then(() => startServer({ follows, relieved: startAgain }))
    .catch(refuseToStart)
  await server
}

async function startAgain(): Promise<never> {
  await stopTracing()
  log.warn('Quad starts again, and answers nothing')
  // As the same process, which a supervisor knows.
  process.execve?.(process.execPath, [...quadProcess(), 'serve'], { ...process.env })
  process.exit(1)
}

/** Whether nohup started this process: a handler would undo its effect. Only Linux tells. */
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
  const message = plainFault(error)
  if (message === undefined) log.error({ err: error }, 'Quad could not start')
  process.stderr.write(`Quad cannot start: ${message ?? 'an unexpected error, see the log'}\n`)
  process.exit(1)
}
