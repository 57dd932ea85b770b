import { Elysia } from 'elysia'
import { listNotifications, markSeen } from '../../core/notifications/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { NotificationPage, Paged, Seen, Updated } from './schemas'

export const notifications = new Elysia({
  name: 'notifications',
  prefix: '/notifications',
  detail: { tags: ['notifications'] },
})
  .use(access)
  .get(
    '/list',
    async ({ user, query }) => ok('Notifications', await listNotifications(user, query.page, query.limit)),
    {
      session: true,
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
