import { asc, eq } from 'drizzle-orm'
import { webhookDeliveries, webhooks } from '../../../db/schema/webhooks'
import { INTEGER, orNull, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { DELIVERY, type WebhookRow } from './record'

export const readWebhook = (db: Connection, id: string): WebhookRow | undefined =>
  db.orm.select().from(webhooks).where(eq(webhooks.id, id)).get()

/** In the order of their creation. */
export const readWebhooks = (db: Connection): WebhookRow[] =>
  db.orm.select().from(webhooks).orderBy(asc(webhooks.createdAt)).all()

export const putWebhook = (tx: Tx, id: string, changes: Partial<WebhookRow>) =>
  tx.orm.update(webhooks).set(changes).where(eq(webhooks.id, id)).run()

/** By the index webhook_deliveries_webhook, whose rows are in the order of writing. */
export const latestDeliveries = sqlStatement(
  `SELECT ${selectList(DELIVERY)} FROM webhook_deliveries WHERE webhook_id = $webhookId ORDER BY rowid DESC LIMIT $limit`,
  { returns: DELIVERY, params: { webhookId: webhooks.id, limit: INTEGER } },
)

export const readDelivery = sqlStatement(
  `SELECT ${selectList(DELIVERY)} FROM webhook_deliveries WHERE id = $id AND webhook_id = $webhookId`,
  { returns: DELIVERY, params: { id: webhookDeliveries.id, webhookId: webhooks.id } },
)

export const restartDelivery = sqlStatement(
  `UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = $now, finished_at = NULL
  WHERE id = $id`,
  { params: { id: webhookDeliveries.id, now: TEXT } },
)

const DUE = pick(
  webhookDeliveries,
  'id',
  'webhookId',
  'event',
  'subject',
  'subjectId',
  'removedBy',
  'occurredAt',
  'attempts',
)
export type DueDelivery = Raw<typeof DUE>

/** By the index webhook_deliveries_due. What would wait for longer than any pause was postponed by a clock ahead. */
export const dueDelivery = sqlStatement(
  `SELECT ${selectList(DUE)} FROM webhook_deliveries
  WHERE webhook_id = $webhookId AND status = 'pending' AND (next_attempt_at <= $now OR next_attempt_at > $latest)
  ORDER BY next_attempt_at LIMIT 1`,
  { returns: DUE, params: { webhookId: webhooks.id, now: TEXT, latest: TEXT } },
)

/** The enabled webhooks with the time of their next delivery: few, and each by one look at the index. */
export const nextDeliveries = sqlStatement(
  `SELECT w.id, (
    SELECT min(next_attempt_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending'
  ) AS nextAt FROM webhooks w WHERE w.enabled = 1`,
  { returns: { id: webhooks.id, nextAt: orNull(TEXT) } },
)

export const postponeDelivery = sqlStatement(
  "UPDATE webhook_deliveries SET attempts = $attempts, next_attempt_at = $nextAttemptAt WHERE id = $id AND status = 'pending'",
  { params: pick(webhookDeliveries, 'id', 'attempts', 'nextAttemptAt') },
)

const RESULT = pick(webhookDeliveries, 'id', 'statusCode', 'problem')
export const noteResult = sqlStatement(
  "UPDATE webhook_deliveries SET status_code = $statusCode, problem = $problem WHERE id = $id AND status = 'pending'",
  { params: RESULT },
)

export const finishDelivery = sqlStatement(
  `UPDATE webhook_deliveries SET status = $status, next_attempt_at = NULL, finished_at = $now, status_code = $statusCode,
    problem = $problem
  WHERE id = $id AND status = 'pending'`,
  { params: { ...RESULT, status: webhookDeliveries.status, now: TEXT } },
)

const pending = sqlStatement(
  `SELECT webhook_id AS webhookId, count(*) AS count FROM webhook_deliveries WHERE status = 'pending'
  GROUP BY webhook_id`,
  { returns: { webhookId: webhookDeliveries.webhookId, count: INTEGER } },
)
/** The number of deliveries that wait, by webhook; a thousand of each at most. */
export const pendingByWebhook = (db: Connection): ReadonlyMap<string, number> =>
  new Map(Array.from(pending(db).all(), ({ webhookId, count }) => [webhookId, count]))

const KEPT_DAYS = 7
const DAY_MS = 86_400_000
/** Rows deleted in one transaction, which other writes wait for. */
const DELETE_BATCH = 5_000

const deleteOld = sqlStatement(
  `DELETE FROM webhook_deliveries WHERE rowid IN (
    SELECT rowid FROM webhook_deliveries WHERE finished_at < $before LIMIT $limit
  )`,
  { params: { before: TEXT, limit: INTEGER } },
)

/** Deletes a batch of deliveries that were finished a week ago; returns whether there may be more. */
export function deleteOldDeliveries(tx: Tx): boolean {
  const before = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString()
  return deleteOld(tx).run({ before, limit: DELETE_BATCH }).changes === DELETE_BATCH
}
