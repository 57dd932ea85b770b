import { sql } from 'drizzle-orm'
import { check, index, primaryKey, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { counter, id, idOf, sqliteTable, string } from './columns'
import { notifications } from './notifications'
import { sessions } from './sessions'
import { ofUser } from './users'

/** Browsers that get pushes. One ends with its session. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    userId: ofUser(),
    sessionId: idOf(() => sessions.id),
    /** Keyed hash of the endpoint: a browser gets the pushes of one account. It names its key. */
    endpointIndex: string(),
    /** Endpoint and keys of the browser, sealed for this row: whoever knows an endpoint can follow the device. */
    sealed: string(),
    /** The key of the ring whose public half the browser was given: a push service takes no other's pushes. */
    keyId: string(),
    failures: counter(),
    createdAt: string(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointIndex),
    index('push_subscriptions_user').on(table.userId),
    check('push_subscriptions_failures', sql`${table.failures} >= 0`),
  ],
)

/** Notifications on their way to browsers. What is sent is read when it is sent. */
export const pushDeliveries = sqliteTable(
  'push_deliveries',
  {
    subscriptionId: idOf(() => pushSubscriptions.id),
    notificationId: idOf(() => notifications.id),
    attempts: counter(),
    dueAt: string(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.notificationId] }),
    index('push_deliveries_notification').on(table.notificationId),
    index('push_deliveries_due').on(table.dueAt),
    check('push_deliveries_attempts', sql`${table.attempts} >= 0`),
  ],
)
