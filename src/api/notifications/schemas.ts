import { t } from 'elysia'
import { notificationRecord } from '../../core/notifications/record'
import { integer, named, pagination, ranged, uuid } from '../../lib/schema'

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
