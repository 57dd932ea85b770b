import { Elysia } from 'elysia'
import { changeNotificationChoices, notificationChoicesOf } from '../../core/notifications/choices'
import { listNotifications, markSeen } from '../../core/notifications/service'
import { listNotificationThreads } from '../../core/notifications/threads'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
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

export const notifications = new Elysia({
  name: 'notifications',
  prefix: '/api/v1/notifications',
  detail: { tags: ['notifications'] },
})
  .use(access)
  .get(
    '/list',
    async ({ user, query }) => ok('Notifications', await listNotifications(user, query.page, query.limit)),
    {
      session: true,
      follower: 'copy',
      fails: ['FEATURE_DISABLED'],
      query: Paged,
      response: envelope(NotificationPage),
      detail: { operationId: 'listNotifications', summary: "List one's notifications, newest first" },
    },
  )
  .patch('/mark-seen', async ({ user, body }) => ok('Marked as seen', await markSeen(user, body.ids)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: Seen,
    response: envelope(Updated),
    detail: { operationId: 'markNotificationsSeen', summary: "Mark some of one's notifications, or all, as seen" },
  })
  .get(
    '/threads',
    async ({ user, query }) => ok('Notifications', await listNotificationThreads(user, query.page, query.limit)),
    {
      session: true,
      follower: 'copy',
      fails: ['FEATURE_DISABLED'],
      query: ThreadsPaged,
      response: envelope(NotificationThreads),
      detail: {
        operationId: 'listNotificationThreads',
        summary: "List one's notifications by the post that they are about",
      },
    },
  )
  .get('/settings', async ({ user }) => ok('Notification settings', await notificationChoicesOf(user)), {
    session: true,
    follower: 'copy',
    fails: ['FEATURE_DISABLED'],
    response: envelope(NotificationChoices),
    detail: { operationId: 'getNotificationSettings', summary: 'Read what one is notified of' },
  })
  .patch('/settings', async ({ user, body }) => ok('Saved', await changeNotificationChoices(user, body)), {
    session: true,
    fails: ['FEATURE_DISABLED'],
    body: ChangeNotificationChoices,
    response: envelope(NotificationChoices),
    detail: {
      operationId: 'updateNotificationSettings',
      summary: 'Choose what one is notified of; what is left out stays as it is',
    },
  })
