import type { notifications } from '../../../db/schema/notifications'
import { sql } from '../../../db/sql'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { ownerOf } from '../../campus/authorship/aliases'
import { accountById } from '../../ground/access/account'
import { systemActor } from '../../ground/audit/audit'
import { minuteId } from '../../lib/crypto/ids'
import { peersOf, sendToUser, sendWithPong, socketCount } from '../../lib/net/sockets/hub'
import { inBackground, Throttle } from '../../lib/process/background'
import { isoOf } from '../../lib/text/coarse-time'
import { notificationById } from './record'

// Entries of an inbox, whatever they tell of: written, bounded in number, and published to the sockets of their user.
// What concerns an alias goes out with a pong, and so do the news for followers. Otherwise whoever sees the network
// would answer an alias, and look whose socket is sent something in that second; or see who alone of the followers is
// sent nothing of what an alias wrote.

export const MAX_PER_USER = 500
/** Busy posts change their notification many times a second; sockets get it twice a second. */
const PUBLISH_INTERVAL_MS = 500

/** Keys are the id of the notification and of its user, with a space between them. */
const publishing = new Throttle('publishing a notification', PUBLISH_INTERVAL_MS, (key) => {
  const [id = '', userId = ''] = key.split(' ')
  inBackground('publishing a notification', async () => {
    const message = await messageOf(userId, id)
    if (message) sendToUser(userId, message)
  })
  return true
})

async function messageOf(userId: string, id: string) {
  const recipient = accountById(userId)
  const reader = recipient && { ...systemActor('system'), ...recipient }
  const notification = reader && (await notificationById(storage.reader, reader, id))
  return notification && ({ type: 'notification', notification } as const)
}

/** Not before each socket is answered anyway. */
export function publishWithPong(tx: Tx, userId: string, id: string): void {
  tx.afterCommit(() => {
    for (const peer of peersOf(userId)) sendWithPong(peer, `notification ${id}`, () => messageOf(userId, id))
  })
}

/** Deletes the oldest beyond 500, by the covering index notifications_newest. */
export function trimNotifications(tx: Tx, userId: string): void {
  sql`DELETE FROM notifications WHERE user_id = ${userId} AND (created_at, id) IN (
    SELECT created_at, id FROM notifications WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ${MAX_PER_USER})`.run(tx)
}

type New = Pick<typeof notifications.$inferSelect, 'userId' | 'type' | 'postId' | 'commentId' | 'actorId' | 'content'>

/** Returns the id. */
export function addNotification(tx: Tx, { userId, type, postId, commentId, actorId, content }: New): string {
  const id = minuteId()
  sql`INSERT INTO notifications (id, user_id, type, post_id, comment_id, actor_id, content, created_at)
    VALUES (${id}, ${userId}, ${type}, ${postId}, ${commentId}, ${actorId}, ${content}, ${isoOf(Date.now())})`.run(tx)
  trimNotifications(tx, userId)
  return id
}

/**
 * Who is told of what happened to an author: the account, by its own settings. Of an alias, nothing may be seen of the
 * moment at which its account is told.
 */
type Recipient = { userId: string; isOfAlias: boolean }

/** Null for what the account did itself, under any of its names. `actorId`: null for what is said officially. */
export function recipientOf(db: Connection, authorId: string, actorId: string | null): Recipient | null {
  const userId = ownerOf(db, authorId)
  const isOwn = actorId !== null && ownerOf(db, actorId) === userId
  return isOwn ? null : { userId, isOfAlias: userId !== authorId }
}

/** Publishes a notification to the sockets of its recipient. */
export function publish(tx: Tx, { userId, isOfAlias }: Recipient, id: string): void {
  if (isOfAlias) publishWithPong(tx, userId, id)
  else
    tx.afterCommit(() => {
      if (socketCount(userId) > 0) publishing.touch(`${id} ${userId}`)
    })
}
