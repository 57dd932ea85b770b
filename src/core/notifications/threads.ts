import { type Static, t } from 'elysia'
import { notifications } from '../../../db/schema/notifications'
import { pick, sqlStatement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { minuteOf } from '../../lib/coarse-time'
import { integer, named, nullable, paginate, pagination, recordId, timestamp } from '../../lib/schema'
import type { Viewer } from '../access/account'
import { readableTitles } from '../posts/titles'
import { MAX_PER_USER } from './entries'
import { notificationRecord, notificationsByIds } from './record'
import { refuseUnlessOn } from './service'

// The inbox by threads: what concerns one post is one group, with the post's title.

const SHOWN = 5

const notificationThread = named(
  'NotificationThread',
  t.Object({
    postId: nullable(recordId),
    title: nullable(t.String({ description: 'Of the post; null without one, and for what one may not read any more' })),
    latestAt: timestamp,
    count: integer('Notifications of the group'),
    unseenIds: t.Array(recordId, { maxItems: MAX_PER_USER, description: 'For `PATCH /notifications/mark-seen`' }),
    notifications: t.Array(notificationRecord, { maxItems: SHOWN, description: 'The newest of them' }),
  }),
)

export const notificationThreads = named(
  'NotificationThreadPage',
  t.Object({
    threads: t.Array(notificationThread, { maxItems: 50 }),
    unread: integer('Notifications that are unseen, of all pages'),
    meta: pagination,
  }),
)

const ROW = pick(notifications, 'id', 'postId', 'seen', 'createdAt')
/** A user has 500 rows at most. Index: notifications_newest. */
const all = sqlStatement(
  `SELECT id, post_id AS postId, seen, created_at AS createdAt FROM notifications WHERE user_id = $userId
  ORDER BY created_at DESC, id DESC`,
  { returns: ROW, params: { userId: notifications.userId } },
)

/** The group with the latest notification first. 404 `FEATURE_DISABLED` while notifications are off. */
export async function listNotificationThreads(
  user: Viewer,
  page: number,
  limit: number,
): Promise<Static<typeof notificationThreads>> {
  refuseUnlessOn()
  const rows = all(storage.reader).all({ userId: user.id })
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
  const unread = rows.filter(({ seen }) => seen === 0).length
  return { threads, unread, meta: paginate(groups.length, page, limit) }
}
