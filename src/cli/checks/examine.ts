import { config } from '../../config'
import { plainFault } from '../../lib/faults'
import { checkClock } from './clock'
import { checkDatabase } from './database'
import { checkDirectory } from './directory'
import { type Finding, fail, ok, warn } from './finding'
import { checkMail } from './mail'

/** In the order in which one thing rests on another. A wrong configuration ends the process before any of them. */
const CHECKS: [what: string, check: () => Iterable<Finding> | AsyncIterable<Finding>][] = [
  ['configuration', checkExposure],
  ['data directory', checkDirectory],
  ['database', checkDatabase],
  ['mail', checkMail],
  ['clock', checkClock],
]

/** Looks at everything; a check that stumbles is a finding, too, and keeps no other from being done. */
export async function* examine(): AsyncGenerator<Finding> {
  for (const [what, check] of CHECKS) {
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
  if (!config.secure && !config.loopback)
    yield warn(
      'https',
      `PUBLIC_URL is ${config.publicUrl}: passwords and sessions cross the network for anybody to read`,
    )
  if (config.secure && !config.smtpUrl)
    yield warn(
      'https without mail',
      'users come over https, yet SMTP_URL is not set: their codes are files in the outbox',
    )
  if (!config.rateLimits) yield warn('rate limits', 'RATE_LIMITS=off: anybody may try passwords and flood this server')
}
