import { config } from '../../config'
import { isCopy } from '../../lib/data-directory'
import { exposures } from '../../lib/exposures'
import { plainFault } from '../../lib/faults'
import { checkClock } from './clock'
import { checkCopy } from './copy'
import { checkDatabase } from './database'
import { checkDirectory } from './directory'
import { type Finding, fail, ok, warn } from './finding'
import { checkLitestream } from './litestream'
import { checkMail } from './mail'
import { checkPrimary } from './primary'
import { checkReplication } from './replication'
import { checkStorage } from './storage'

type Check = [what: string, check: () => Iterable<Finding> | AsyncIterable<Finding>]

const OF_PRIMARY: readonly Check[] = [
  ['primary', checkPrimary],
  ['litestream', checkLitestream],
  ['replication', checkReplication],
]

const OF_FOLLOWER: readonly Check[] = [['copy', checkCopy]]

/** In the order in which one thing rests on another. A wrong configuration ends the process before any of them. */
const checks = (): readonly Check[] => [
  ['configuration', checkExposure],
  ['data directory', checkDirectory],
  ['storage', checkStorage],
  ...(isCopy() ? OF_FOLLOWER : OF_PRIMARY),
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
