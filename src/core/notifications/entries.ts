import { notifications } from '../../../db/schema/notifications'
import { INTEGER, pick, type Raw, sqlStatement } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { inBackground, Throttle } from '../../lib/background'
import { minuteId } from '../../lib/ids'
import { peersOf, sendToUser, sendWithPong, socketCount } from '../../lib/sockets/hub'
import { accountById } from '../access/account'
import { systemActor } from '../audit/audit'
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
  const recipient = await accountById(userId)
  const reader = recipient && { ...systemActor('system'), ...recipient }
  const notification = reader && (await notificationById(storage.reader, reader, id))
  return notification && ({ type: 'notification', notification } as const)
}

export function publishToUser(tx: Tx, userId: string, id: string): void {
  tx.afterCommit(() => {
    if (socketCount(userId) > 0) publishing.touch(`${id} ${userId}`)
  })
}

/** The same, but not before each socket is answered anyway. */
export function publishWithPong(tx: Tx, userId: string, id: string): void {
  tx.afterCommit(() => {
    for (const peer of peersOf(userId)) sendWithPong(peer, `notification ${id}`, () => messageOf(userId, id))
  })
}

const NEW = {
  ...pick(notifications, 'id', 'userId', 'type', 'postId', 'commentId', 'actorId', 'content'),
  now: notifications.createdAt,
}
type New = Raw<typeof NEW>

const insert = sqlStatement(
  `INSERT INTO notifications (id, user_id, type, post_id, comment_id, actor_id, content, created_at)
  VALUES ($id, $userId, $type, $postId, $commentId, $actorId, $content, $now)`,
  { params: NEW },
)

/** By the covering index notifications_newest. */
const trim = sqlStatement(
  `DELETE FROM notifications WHERE user_id = $userId AND (created_at, id) IN (
    SELECT created_at, id FROM notifications WHERE user_id = $userId
    ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET $max
  )`,
  { params: { userId: notifications.userId, max: INTEGER } },
)

/** Deletes the oldest beyond 500. */
export function trimNotifications(tx: Tx, userId: string): void {
  trim(tx).run({ userId, max: MAX_PER_USER })
}

/** Returns the id. */
export function addNotification(tx: Tx, notification: Omit<New, 'id' | 'now'>): string {
  const { userId } = notification
  const id = minuteId()
  insert(tx).run({ ...notification, id, now: new Date().toISOString() })
  trimNotifications(tx, userId)
  return id
}
