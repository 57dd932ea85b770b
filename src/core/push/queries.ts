import { notifications } from '../../../db/schema/notifications'
import { pushDeliveries, pushSubscriptions } from '../../../db/schema/push'
import { INTEGER, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'

const SUBSCRIPTION = pick(
  pushSubscriptions,
  'id',
  'userId',
  'sessionId',
  'endpointIndex',
  'sealed',
  'keyId',
  'failures',
)
export type SubscriptionRow = Raw<typeof SUBSCRIPTION>
const COLUMNS = selectList(SUBSCRIPTION, 's')

const bySession = sqlStatement(`SELECT ${COLUMNS} FROM push_subscriptions s WHERE session_id = $sessionId`, {
  returns: SUBSCRIPTION,
  params: { sessionId: pushSubscriptions.sessionId },
})
export const subscriptionOf = (db: Connection, sessionId: string): SubscriptionRow | undefined =>
  bySession(db).get({ sessionId })

/** Of this session, and of this browser, whoever had it. Beyond the limit the oldest of the user goes. */
const clear = sqlStatement(
  `DELETE FROM push_subscriptions WHERE session_id = $sessionId
    OR endpoint_index IN (SELECT value FROM json_each($endpointIndexes))
    OR id IN (SELECT id FROM push_subscriptions WHERE user_id = $userId ORDER BY created_at DESC LIMIT -1 OFFSET $max)`,
  { params: { ...pick(pushSubscriptions, 'sessionId', 'userId'), endpointIndexes: TEXT, max: INTEGER } },
)
const insert = sqlStatement(
  `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint_index, sealed, key_id, created_at)
  VALUES ($id, $userId, $sessionId, $endpointIndex, $sealed, $keyId, $now)`,
  {
    params: {
      ...pick(pushSubscriptions, 'id', 'userId', 'sessionId', 'endpointIndex', 'sealed', 'keyId'),
      now: pushSubscriptions.createdAt,
    },
  },
)

type New = Omit<SubscriptionRow, 'failures' | 'endpointIndex'> & { endpointIndexes: readonly string[] }

export function replaceSubscription(tx: Tx, { endpointIndexes, ...row }: New, max: number): void {
  const { sessionId, userId } = row
  clear(tx).run({ sessionId, userId, endpointIndexes: JSON.stringify(endpointIndexes), max: max - 1 })
  insert(tx).run({ ...row, endpointIndex: endpointIndexes[0] ?? '', now: new Date().toISOString() })
}

const remove = sqlStatement('DELETE FROM push_subscriptions WHERE id = $id', { params: { id: pushSubscriptions.id } })
export const deleteSubscription = (tx: Tx, id: string): boolean => remove(tx).run({ id }).changes > 0

const otherKey = sqlStatement(
  `SELECT ${COLUMNS} FROM push_subscriptions s WHERE sealed NOT GLOB $keyId || '.*' LIMIT $limit`,
  { returns: SUBSCRIPTION, params: { keyId: TEXT, limit: INTEGER } },
)
export const sealedOtherwise = (db: Connection, keyId: string, limit: number): SubscriptionRow[] =>
  otherKey(db).all({ keyId, limit })

const putSealed = sqlStatement('UPDATE push_subscriptions SET sealed = $sealed WHERE id = $id', {
  params: pick(pushSubscriptions, 'id', 'sealed'),
})
export const putSealedKeys = (tx: Tx, id: string, sealed: string) => putSealed(tx).run({ id, sealed })

const putFailureCount = sqlStatement('UPDATE push_subscriptions SET failures = $failures WHERE id = $id', {
  params: pick(pushSubscriptions, 'id', 'failures'),
})
export const putFailures = (tx: Tx, id: string, failures: number) => putFailureCount(tx).run({ id, failures })

const DELIVERY = pick(pushDeliveries, 'subscriptionId', 'notificationId', 'attempts')
export type DeliveryRow = Raw<typeof DELIVERY>
const DUE = {
  ...DELIVERY,
  ...SUBSCRIPTION,
  type: notifications.type,
  seen: notifications.seen,
  postId: orNull(notifications.postId),
  commentId: orNull(notifications.commentId),
  content: notifications.content,
}
export type DuePush = Raw<typeof DUE>

/** What would wait for longer than any pause was written while the clock was ahead. Index: push_deliveries_due. */
const due = sqlStatement(
  `SELECT ${selectList(DELIVERY, 'd')}, ${COLUMNS}, n.type, n.seen, n.post_id AS postId, n.comment_id AS commentId,
    n.content
  FROM push_deliveries d CROSS JOIN push_subscriptions s ON s.id = d.subscription_id
  CROSS JOIN notifications n ON n.id = d.notification_id
  WHERE d.due_at <= $now OR d.due_at > $latest ORDER BY d.due_at LIMIT $limit`,
  { returns: DUE, params: { now: TEXT, latest: TEXT, limit: INTEGER } },
)
export const duePushes = (db: Connection, params: { now: string; latest: string; limit: number }) => due(db).all(params)

const postpone = sqlStatement(
  `UPDATE push_deliveries SET attempts = $attempts, due_at = $dueAt
  WHERE subscription_id = $subscriptionId AND notification_id = $notificationId`,
  { params: { ...DELIVERY, dueAt: pushDeliveries.dueAt } },
)
export const postponeDelivery = (tx: Tx, params: DeliveryRow & { dueAt: string }) => postpone(tx).run(params)

const finish = sqlStatement(
  'DELETE FROM push_deliveries WHERE subscription_id = $subscriptionId AND notification_id = $notificationId',
  { params: pick(pushDeliveries, 'subscriptionId', 'notificationId') },
)
export const deleteDelivery = (tx: Tx, { subscriptionId, notificationId }: DeliveryRow) =>
  finish(tx).run({ subscriptionId, notificationId })

const deliveries = sqlStatement('SELECT count(*) AS count FROM push_deliveries', { returns: { count: INTEGER } })
export const countDeliveries = (db: Connection): number => deliveries(db).get()?.count ?? 0
