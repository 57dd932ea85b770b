import { config } from '../../config'
import { exposures } from '../../lib/exposures'
import { plainFault } from '../../lib/faults'
import { checkClock } from './clock'
import { checkDatabase } from './database'
import { checkDirectory } from './directory'
import { type Finding, fail, ok, warn } from './finding'
import { checkLitestream } from './litestream'
import { checkMail } from './mail'
import { checkPrimary } from './primary'
import { checkReplication } from './replication'
import { checkStorage } from './storage'

/** In the order in which one thing rests on another. A wrong configuration ends the process before any of them. */
const CHECKS: [what: string, check: () => Iterable<Finding> | AsyncIterable<Finding>][] = [
  ['configuration', checkExposure],
  ['data directory', checkDirectory],
  ['storage', checkStorage],
  ['primary', checkPrimary],
  ['litestream', checkLitestream],
  ['replication', checkReplication],
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
  for (const { what, explanation } of exposures(config)) yield warn(what, explanation)
}
