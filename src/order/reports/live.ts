import { reports } from '../../../db/schema/moderation'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { ownerOf } from '../../campus/authorship/aliases'
import { refuse } from '../../errors'
import { accountById } from '../../ground/access/account'
import { levelRefusal } from '../../ground/access/levels'
import { notBy } from '../../ground/names/own-names'
import { minuteId } from '../../lib/crypto/ids'
import type { Peer } from '../../lib/net/sockets/peer'
import { inBackground } from '../../lib/process/background'

// Moderators who have the report queue open hear over their socket that something about a target changed, and read it
// again. Nobody hears of their own content: of that under an alias they hear of something else, for whoever sees the
// network would know an alias of the one moderator who is sent nothing, and whose page reads nothing.

type QueueChange = {
  targetId: string
  /** Of the target. */
  authorId: string | null
  change: 'reported' | 'decided' | 'claimed' | 'released' | 'escalated'
}

const watchers = new Set<Peer>()

/** Refuses as reading the queue does. */
export function watchQueue(peer: Peer): void {
  const code = refusalOf(peer)
  if (code !== null) refuse(code)
  if (peer.isOpen) watchers.add(peer)
}

export function leaveQueue(peer: Peer): void {
  watchers.delete(peer)
}

function refusalOf({ userId }: Peer) {
  const account = accountById(userId)
  return account === undefined ? 'UNAUTHENTICATED' : levelRefusal('admin', account)
}

/** What moves nobody to anything but to read the queue: about any of what is open, by the index reports_newest. */
function somethingElse(viewer: string) {
  const other = sql(pick(reports, 'targetId'))`
    SELECT target_id AS targetId FROM reports INDEXED BY reports_newest
    WHERE status = 'pending' AND ${notBy(viewer, 'target_author_id')} ORDER BY random() LIMIT 1`.get(storage.reader)
  return { type: 'queue', targetId: other?.targetId ?? minuteId(), change: 'released' } as const
}

/** Whoever is no moderator any more hears nothing. */
export function announceQueue({ targetId, authorId, change }: QueueChange): void {
  if (watchers.size === 0) return
  inBackground('telling moderators of a change in the queue', async () => {
    const ownerId = authorId === null ? null : ownerOf(storage.reader, authorId)
    for (const peer of [...watchers]) {
      if (refusalOf(peer) !== null) leaveQueue(peer)
      else if (peer.userId !== ownerId) peer.send({ type: 'queue', targetId, change })
      else if (ownerId !== authorId) peer.send(somethingElse(ownerId))
    }
  })
}

export const announceQueueAfter = (tx: Tx, change: QueueChange): void => tx.afterCommit(() => announceQueue(change))
