import { config } from '../config'
import { isCopy } from '../lib/data-directory'
import { COPY_STATES, type CopyState } from '../lib/follower/following'
import { askCopy, type RunningServer } from './running-server'

/** The database of a follower: where its primary is, and what the server that runs here says of it. */
export type FollowersCopy = { primary: string | null; state: CopyState | null }

/** Null where the database is a primary's. */
export async function followersCopy(server: RunningServer | undefined): Promise<FollowersCopy | null> {
  if (!isCopy()) return null
  const url = server?.note?.url
  return { primary: config.primaryUrl ?? null, state: url === undefined ? null : await askCopy(url) }
}

export function describeCopy({ primary, state }: FollowersCopy): string {
  const whose = primary === null ? '' : ` of the database at ${primary}`
  return `a follower's, which Litestream keeps${whose}; ${state === null ? 'no follower answers from it' : COPY_STATES[state]}`
}
