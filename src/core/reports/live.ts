import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import type { Peer } from '../../lib/sockets/peer'
import { accountById } from '../access/account'
import { levelRefusal } from '../access/levels'
import { ownerOf } from '../aliases/aliases'

// Moderators who have the report queue open hear over their socket that something about a target changed, and read it
// again. Nobody hears of their own content.

export type QueueChange = {
  targetId: string
  /** Of the target. */
  authorId: string | null
  change: 'reported' | 'decided' | 'claimed' | 'released' | 'escalated'
}

const watchers = new Set<Peer>()

/** Refuses as reading the queue does. */
export async function watchQueue(peer: Peer): Promise<void> {
  const code = await refusalOf(peer)
  if (code !== null) refuse(code)
  if (peer.isOpen) watchers.add(peer)
}

export function leaveQueue(peer: Peer): void {
  watchers.delete(peer)
}

async function refusalOf({ userId }: Peer) {
  const account = await accountById(userId)
  return account === undefined ? 'UNAUTHENTICATED' : levelRefusal('admin', account)
}

/** Whoever is no moderator any more hears nothing. */
export function announceQueue({ targetId, authorId, change }: QueueChange): void {
  if (watchers.size === 0) return
  inBackground('telling moderators of a change in the queue', async () => {
    const ownerId = authorId === null ? null : ownerOf(storage.reader, authorId)
    for (const peer of [...watchers]) {
      if ((await refusalOf(peer)) !== null) leaveQueue(peer)
      else if (peer.userId !== ownerId) peer.send({ type: 'queue', targetId, change })
    }
  })
}

export const announceQueueAfter = (tx: Tx, change: QueueChange): void => tx.afterCommit(() => announceQueue(change))
