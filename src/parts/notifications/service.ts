import { t } from 'elysia'
import { notifications } from '../../../db/schema/notifications'
import { raw, sql } from '../../../db/sql'
import { FLAG, INTEGER, pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { readableTitles } from '../../forum/posts/record'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { notificationRecord } from '../../ground/socket-messages'
import { minuteOf } from '../../lib/text/coarse-time'
import { integer, namedObject, nullable, paginate, pagination, recordId, timestamp } from '../../lib/text/schema'
import { refuseUnlessOn } from './choices'
import { MAX_PER_USER } from './entries'
import { notificationsByIds, pageOfNotifications } from './record'

// A user's inbox: listed, also by threads, and marked as seen. notify.ts decides who is notified of what, record.ts finds
// the words.

/** Newest first. 404 `FEATURE_DISABLED` while notifications are off. */
export async function listNotifications(user: Viewer, page: number, limit: number) {
  refuseUnlessOn()
  // By notifications_newest and notifications_unseen; a user has 500 rows at most.
  const { total, unread } = sql({ total: INTEGER, unread: INTEGER })`SELECT
    (SELECT count(*) FROM notifications WHERE user_id = ${user.id}) AS total,
    (SELECT count(*) FROM notifications WHERE user_id = ${user.id} AND seen = 0) AS unread`.get(storage.reader)!
  const offset = (page - 1) * limit
  const notifications = offset < total ? await pageOfNotifications(storage.reader, user, limit, offset) : []
  return { notifications, unread, meta: paginate(total, page, limit) }
}

const ALL = raw('')

/**
 * Marks those of the ids, or all, as seen. 404 `FEATURE_DISABLED` while notifications are off. The entry counts none in a
 * thread where the account has an alias: who answers the alias would find in whose history the answer was seen.
 */
export async function markSeen(user: Viewer, ids: readonly string[] | undefined): Promise<{ updated: number }> {
  refuseUnlessOn()
  return writeAs(user, 'session', (tx, user) => {
    const { id: userId } = user
    const wanted = JSON.stringify(ids?.map((id) => id.toLowerCase()) ?? [])
    // By aliases_account_post.
    const marked = sql({ isOfAlias: FLAG })`
      UPDATE notifications SET seen = 1 WHERE user_id = ${userId} AND seen = 0
        ${ids === undefined ? ALL : sql`AND id IN (SELECT value FROM json_each(${wanted}))`}
      RETURNING post_id IS NOT NULL AND EXISTS (
        SELECT 1 FROM aliases a WHERE a.account = (SELECT key FROM users WHERE id = ${userId})
          AND a.post_id = notifications.post_id) AS isOfAlias`.all(tx)
    const updated = marked.filter(({ isOfAlias }) => isOfAlias === 0).length
    const entry = { entityType: 'user', entityId: userId, metadata: { updated } } as const
    if (updated > 0) audit(tx, user, { action: 'user:saw:notifications', ...entry })
    return { updated: marked.length }
  })
}

/** Of a group: what concerns one post. */
const SHOWN = 5

const notificationThread = namedObject('NotificationThread', {
  postId: nullable(recordId),
  title: nullable(t.String({ description: 'Of the post; null without one, and for what one may not read any more' })),
  latestAt: timestamp,
  count: integer('Notifications of the group'),
  unseenIds: t.Array(recordId, { maxItems: MAX_PER_USER, description: 'For `PATCH /notifications/mark-seen`' }),
  notifications: t.Array(notificationRecord, { maxItems: SHOWN, description: 'The newest of them' }),
})

export const notificationThreads = namedObject('NotificationThreadPage', {
  threads: t.Array(notificationThread, { maxItems: 50 }),
  unread: integer('Notifications that are unseen, of all pages'),
  meta: pagination,
})

/** The group with the latest notification first. 404 `FEATURE_DISABLED` while notifications are off. */
export async function listNotificationThreads(user: Viewer, page: number, limit: number) {
  refuseUnlessOn()
  // 500 at most. Index: notifications_newest.
  const rows = sql(pick(notifications, 'id', 'postId', 'seen', 'createdAt'))`
    SELECT id, post_id AS postId, seen, created_at AS createdAt FROM notifications WHERE user_id = ${user.id}
    ORDER BY created_at DESC, id DESC`.all(storage.reader)
  const groups = [...Map.groupBy(rows, ({ id, postId }) => postId ?? id).values()]
  const shown = groups.slice((page - 1) * limit, page * limit)
  const ids = shown.flatMap((group) => group.slice(0, SHOWN).map(({ id }) => id))
  const records = new Map((await notificationsByIds(storage.reader, user, ids)).map((each) => [each.id, each]))
  const postIds = shown.flatMap(([first]) => first?.postId ?? [])
  const titles = new Map(readableTitles(storage.reader, user, postIds).map(({ postId, title }) => [postId, title]))
  const threads = shown.map((group) => {
    const { postId = null, createdAt = '' } = group[0] ?? {}
    return {
      postId,
      title: titles.get(postId ?? '') ?? null,
      latestAt: minuteOf(createdAt),
      count: group.length,
      unseenIds: group.filter(({ seen }) => seen === 0).map(({ id }) => id),
      notifications: group.slice(0, SHOWN).flatMap(({ id }) => records.get(id) ?? []),
    }
  })
  return { threads, unread: rows.filter(({ seen }) => seen === 0).length, meta: paginate(groups.length, page, limit) }
}
