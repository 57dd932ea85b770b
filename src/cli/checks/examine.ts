import { config } from '../../config'
import { checkClock } from './clock'
import { checkDatabase } from './database'
import { checkDirectory } from './directory'
import { type Finding, ok, warn } from './finding'
import { checkMail } from './mail'

/** Looks at everything, in the order in which one thing rests on another. */
export async function* examine(): AsyncGenerator<Finding> {
  // A wrong configuration ends the process with its problems before this line.
  yield ok('configuration', `every variable can be read; users come to ${config.publicUrl}`)
  yield* checkExposure()
  yield* checkDirectory()
  yield* checkDatabase()
  yield* checkMail()
  yield* checkClock()
}

function* checkExposure(): Generator<Finding> {
  if (!config.secure && !config.loopback)
    yield warn('https', `PUBLIC_URL is ${config.publicUrl}: passwords and sessions cross the network for anybody to read`)
  if (config.secure && !config.smtpUrl)
    yield warn('https without mail', 'users come over https, yet SMTP_URL is not set: their codes are files in the outbox')
  if (!config.rateLimits) yield warn('rate limits', 'RATE_LIMITS=off: anybody may try passwords and flood this server')
}
