import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { paginate } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { audit } from '../audit/audit'
import { notificationsOn } from '../settings/settings'
import { countNotifications, markNotifications } from './queries'
import { type NotificationRecord, pageOfNotifications } from './record'

// A user's inbox: listed and marked as seen here. notify.ts decides who is notified of what, record.ts finds the words.

export function refuseUnlessOn(): void {
  if (!notificationsOn()) refuse('FEATURE_DISABLED', 'notifications.off')
}

export type NotificationList = {
  notifications: NotificationRecord[]
  unread: number
  meta: ReturnType<typeof paginate>
}

/** Newest first. 404 `FEATURE_DISABLED` while notifications are off. */
export async function listNotifications(user: Viewer, page: number, limit: number): Promise<NotificationList> {
  refuseUnlessOn()
  const { total, unread } = await countNotifications(storage.reader, user.id)
  const offset = (page - 1) * limit
  const notifications = offset < total ? await pageOfNotifications(storage.reader, user, limit, offset) : []
  return { notifications, unread, meta: paginate(total, page, limit) }
}

/**
 * Marks those of the ids, or all, as seen. 404 `FEATURE_DISABLED` while notifications are off. The entry counts none in a
 * thread where the account has an alias: who answers the alias would find in whose history the answer was seen.
 */
export async function markSeen(user: Viewer, ids: readonly string[] | undefined): Promise<{ updated: number }> {
  refuseUnlessOn()
  return writeAs(user, 'session', async (tx, user) => {
    const { updated, ofAliases } = markNotifications(tx, user.id, ids)
    if (updated > ofAliases)
      await audit(tx, user, {
        action: 'user:saw:notifications',
        entityType: 'user',
        entityId: user.id,
        metadata: { updated: updated - ofAliases },
      })
    return { updated }
  })
}
