import { describeCopy, followersCopy } from '../followers-copy'
import { runningServer } from '../running-server'
import { type Finding, ok, warn } from './finding'

/** Of a follower: what its database is a copy of, and whether reads are answered from it. */
export async function* checkCopy(): AsyncGenerator<Finding> {
  const copy = await followersCopy(await runningServer())
  if (copy === null) return
  const finding = copy.state === null || copy.state === 'current' ? ok : warn
  yield finding('copy', describeCopy(copy))
  if (copy.primary === null) yield warn('copy', 'PRIMARY_URL is not set: a follower does not start without it')
}
