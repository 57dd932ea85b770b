import { t } from 'elysia'
import { notificationRecord } from '../../ground/socket-messages'
import { ok } from '../../http/envelope'
import { paged, returns, routes } from '../../http/route'
import { integer, namedObject, pagination, ranged, uuid } from '../../lib/text/schema'
import {
  ChangeNotificationChoices,
  changeNotificationChoices,
  notificationChoices,
  notificationChoicesOf,
} from './choices'
import { listNotifications, listNotificationThreads, markSeen, notificationThreads } from './service'

const NotificationPage = namedObject('NotificationPage', {
  notifications: t.Array(notificationRecord),
  unread: integer('How many are unseen, on all pages'),
  meta: pagination,
})

const Seen = t.Object({
  ids: t.Optional(t.Array(uuid(), { maxItems: 1000, description: 'All when absent; ids of others count for nothing' })),
})

const Updated = t.Object({ updated: integer('How many were unseen until now') })

const read = { session: true, follower: 'copy', fails: ['FEATURE_DISABLED'] } as const

export const notifications = routes('notifications', '/api/v1/notifications')
  .get(
    '/list',
    async ({ user, query }) => ok('Notifications', await listNotifications(user, query.page, query.limit)),
    {
      ...read,
      query: t.Object(paged()),
      ...returns(NotificationPage, 'listNotifications', "List one's notifications, newest first"),
    },
  )
  .patch('/mark-seen', async ({ user, body }) => ok('Marked as seen', await markSeen(user, body.ids)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: Seen,
    ...returns(Updated, 'markNotificationsSeen', "Mark some of one's notifications, or all, as seen"),
  })
  .get(
    '/threads',
    async ({ user, query }) => ok('Notifications', await listNotificationThreads(user, query.page, query.limit)),
    {
      ...read,
      query: t.Object({ page: ranged(1, 1, 500), limit: ranged(20, 1, 50) }),
      ...returns(
        notificationThreads,
        'listNotificationThreads',
        "List one's notifications by the post that they are about",
      ),
    },
  )
  .get('/settings', async ({ user }) => ok('Notification settings', notificationChoicesOf(user)), {
    ...read,
    ...returns(notificationChoices, 'getNotificationSettings', 'Read what one is notified of'),
  })
  .patch('/settings', async ({ user, body }) => ok('Saved', await changeNotificationChoices(user, body)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: ChangeNotificationChoices,
    ...returns(
      notificationChoices,
      'updateNotificationSettings',
      'Choose what one is notified of; what is left out stays as it is',
    ),
  })
