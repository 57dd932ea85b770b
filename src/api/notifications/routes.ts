import { changeNotificationChoices, notificationChoicesOf } from '../../core/notifications/choices'
import { listNotifications, markSeen } from '../../core/notifications/service'
import { listNotificationThreads } from '../../core/notifications/threads'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import {
  ChangeNotificationChoices,
  NotificationChoices,
  NotificationPage,
  NotificationThreads,
  Paged,
  Seen,
  ThreadsPaged,
  Updated,
} from './schemas'

export const notifications = routes('notifications', '/api/v1/notifications')
  .get(
    '/list',
    async ({ user, query }) => ok('Notifications', await listNotifications(user, query.page, query.limit)),
    {
      session: true,
      follower: 'copy',
      fails: ['FEATURE_DISABLED'],
      query: Paged,
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
      session: true,
      follower: 'copy',
      fails: ['FEATURE_DISABLED'],
      query: ThreadsPaged,
      ...returns(
        NotificationThreads,
        'listNotificationThreads',
        "List one's notifications by the post that they are about",
      ),
    },
  )
  .get('/settings', async ({ user }) => ok('Notification settings', await notificationChoicesOf(user)), {
    session: true,
    follower: 'copy',
    fails: ['FEATURE_DISABLED'],
    ...returns(NotificationChoices, 'getNotificationSettings', 'Read what one is notified of'),
  })
  .patch('/settings', async ({ user, body }) => ok('Saved', await changeNotificationChoices(user, body)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: ChangeNotificationChoices,
    ...returns(
      NotificationChoices,
      'updateNotificationSettings',
      'Choose what one is notified of; what is left out stays as it is',
    ),
  })
