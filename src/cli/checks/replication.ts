import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../config'
import { existingKeys } from '../../lib/crypto/keys'
import { askPrimary } from '../../lib/follower/primary'
import { ACK_WITHIN_MS, syncReplica } from '../../lib/primary/acknowledgement'
import { readTerm } from '../../lib/primary/claims'
import { ClaimsUnclear, configuredClaims, standingOfTerm } from '../../lib/primary/standing'
import { type Finding, fail, ok, warn } from '../../lib/process/finding'
import { describeCopy, followersCopy, runningServer } from '../running-server'
import { openFiles } from './machine'

/** Whether another server has taken over, where servers claim to be primary. */
export async function* checkPrimary(): AsyncGenerator<Finding> {
  const claims = configuredClaims()
  if (claims === undefined) return
  const term = readTerm(config.dataDir)
  try {
    if (term === undefined)
      yield (await claims.since(1)).length === 0
        ? ok('primary', 'nobody has claimed to be primary; the next start here does')
        : fail('primary', 'another server has claimed to be primary: this one would answer nothing')
    else if ((await standingOfTerm(claims, term)) === 'primary') yield ok('primary', `of term ${term.term}`)
    else
      yield fail(
        'primary',
        `another server has taken over: this data is of term ${term.term}, and the server here answers nothing (docs/operating.md#litestream)`,
      )
  } catch (error) {
    if (!(error instanceof ClaimsUnclear)) throw error
    yield fail('primary', `${error.message} Nobody knows whether another server has taken over`)
  }
}

export async function* checkReplication(): AsyncGenerator<Finding> {
  if (config.ack !== 'replicated') return
  const began = performance.now()
  try {
    await syncReplica(ACK_WITHIN_MS)
    yield ok('replication', `the replica has everything, after ${Math.round(performance.now() - began)} ms`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    yield fail('replication', `ACK=replicated, and Litestream does not replicate: ${why}. Writes are refused meanwhile`)
  }
}

/** What Litestream keeps beside a database that it has replicated. */
const STATE = '.quad.db-litestream'

/** Whether Litestream, where it is set up, has the database open, and replicates to the place of the term. */
export function* checkLitestream(): Generator<Finding> {
  if (!existsSync(join(config.dataDir, STATE)) && config.primaryClaims === undefined) return
  const open = openFiles(config.dataDir, ['quad.db', 'quad.db-wal'])
  const pid = open.find(({ program }) => program === 'litestream')?.pid
  if (pid === undefined) {
    yield warn(
      'litestream',
      'it does not run, as far as this user sees: start it, or remove .quad.db-litestream and PRIMARY_CLAIMS (docs/operating.md#litestream)',
    )
    return
  }
  const [term, replicated] = [readTerm(config.dataDir)?.term, termOf(pid)]
  if (term !== undefined && replicated !== undefined && replicated !== term)
    yield fail(
      'litestream',
      `it replicates to the place of term ${replicated}, which is of another server, and this data is of term ${term}: start it again (docs/operating.md#litestream)`,
    )
  else yield ok('litestream', 'it has the database open')
}

/** What the process was started with; undefined where that is not told. */
function termOf(pid: number): number | undefined {
  try {
    const [, term] = /(?:^|\0)QUAD_TERM=(\d*)\0/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? []
    return term === undefined ? 0 : Number(term)
  } catch {
    return undefined
  }
}

export async function* checkCopy(): AsyncGenerator<Finding> {
  const copy = await followersCopy(await runningServer())
  if (copy === null) return
  const finding = copy.state === null || copy.state === 'current' ? ok : warn
  yield finding('copy', describeCopy(copy))
  if (copy.primary === null) yield fail('copy', 'PRIMARY_URL is not set: a follower does not start without it')
  else yield* checkWayToPrimary(copy.primary)
}

async function* checkWayToPrimary(primary: string): AsyncGenerator<Finding> {
  if (existingKeys().length === 0) {
    yield fail('keys', 'a follower needs those of the primary: quad keys export there, quad keys import here')
    return
  }
  // No copy ends like this: only what hinders every follower is asked for.
  const { hindrance } = await askPrimary(primary, { entries: 0, head: null })
  yield hindrance === undefined ? ok('primary', 'it answers, and knows this follower') : fail('primary', hindrance.text)
}
