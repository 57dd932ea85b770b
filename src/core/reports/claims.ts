import { type Static, t } from 'elysia'
import { timestamp } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { announceQueue } from './live'
import { userReference } from './record'
import { visibleTarget } from './target'

// Who looks at which target. A claim keeps nobody from deciding: it tells others that somebody is about to. Claims are
// in memory, because they are over before a restart is.

export const claim = t.Object({ by: userReference, until: timestamp })
export type Claim = Static<typeof claim>

const CLAIM_MS = 120_000

const claims = new Map<string, Claim>()

/** A claim of a later time than one can be made for is of a clock that was ahead. */
function isOver({ until }: Claim): boolean {
  const left = Date.parse(until) - Date.now()
  return left <= 0 || left > CLAIM_MS
}

export function claimOf(targetId: string): Claim | null {
  const found = claims.get(targetId)
  return found === undefined || isOver(found) ? null : found
}

/**
 * Claims the target for two minutes, or renews that; another moderator's claim stays. Returns the claim that holds. 404
 * as for the context.
 */
export async function claimTarget(viewer: Viewer, targetId: string): Promise<Claim> {
  const { authorId } = await visibleTarget(viewer, targetId)
  for (const [id, each] of claims) if (isOver(each)) claims.delete(id)
  const present = claims.get(targetId)
  if (present !== undefined && present.by.id !== viewer.id) return present
  const until = new Date(Date.now() + CLAIM_MS).toISOString()
  const mine = { by: { id: viewer.id, username: viewer.username }, until }
  claims.set(targetId, mine)
  if (present === undefined) announceQueue({ targetId, authorId, change: 'claimed' })
  return mine
}

/** Ends the viewer's claim; another moderator's stays. */
export async function releaseTarget(viewer: Viewer, targetId: string): Promise<void> {
  const { authorId } = await visibleTarget(viewer, targetId)
  if (claims.get(targetId)?.by.id !== viewer.id) return
  claims.delete(targetId)
  announceQueue({ targetId, authorId, change: 'released' })
}
