import { askPrimary } from '../../lib/follower/question'
import { existingKeys } from '../../lib/keyring'
import { describeCopy, followersCopy } from '../followers-copy'
import { runningServer } from '../running-server'
import { type Finding, fail, ok, warn } from './finding'

/** Of a follower: what its database is a copy of, and whether reads are answered from it. */
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
