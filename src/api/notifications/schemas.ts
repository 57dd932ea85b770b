import { t } from 'elysia'
import { notificationChoices } from '../../core/notifications/choices'
import { notificationRecord } from '../../core/notifications/record'
import { notificationThreads } from '../../core/notifications/threads'
import { integer, named, notEmpty, pagination, ranged, uuid } from '../../lib/schema'

export const Paged = t.Object({ page: ranged(1, 1, 1_000_000), limit: ranged(20, 1, 100) })

export const NotificationPage = named(
  'NotificationPage',
  t.Object({
    notifications: t.Array(notificationRecord),
    unread: integer('How many are unseen, on all pages'),
    meta: pagination,
  }),
)

export const Seen = t.Object({
  ids: t.Optional(t.Array(uuid(), { maxItems: 1000, description: 'All when absent; ids of others count for nothing' })),
})

export const Updated = t.Object({ updated: integer('How many were unseen until now') })

export const ThreadsPaged = t.Object({ page: ranged(1, 1, 500), limit: ranged(20, 1, 50) })
export const NotificationThreads = notificationThreads

export const NotificationChoices = notificationChoices

const channels = t.Optional(t.Object({ inbox: t.Optional(t.Boolean()), push: t.Optional(t.Boolean()) }))

/** What is left out stays as it is. */
export const ChangeNotificationChoices = named(
  'ChangeNotificationSettings',
  notEmpty(
    t.Object({
      replies: channels,
      upvotes: channels,
      followedPosts: channels,
      followedTopics: channels,
      pushText: t.Optional(t.Boolean()),
    }),
  ),
)
