import { asc, eq } from 'drizzle-orm'
import { webhookDeliveries, webhooks } from '../../../db/schema/webhooks'
import { deleteSome, raw, sql } from '../../../db/sql'
import { INTEGER, orNull, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { addNotice } from '../../campus/notices/notices'
import { superadminIds } from '../../ground/access/account'
import { currentKey, keyIdOf } from '../../lib/crypto/keys'
import { seal, unseal } from '../../lib/crypto/sealing'
import { after, attempt } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { counted, gauge } from '../../lib/process/metrics'
import { isoOf, withJitter } from '../../lib/text/coarse-time'
import { DUE, type DueDelivery, dropPending, onQueued, payloadOf } from './outbox'
import { type Outcome, post } from './requests'
import type { WebhookRow } from './schemas'

// Sends what outbox.ts queued: one request at a time to each webhook, so that a slow one delays nobody else. A try is
// written before it is made, so that a killed process repeats it and loses none.

export const readWebhook = (db: Connection, id: string): WebhookRow | undefined =>
  db.orm.select().from(webhooks).where(eq(webhooks.id, id)).get()

/** In the order of their creation. */
export const readWebhooks = (db: Connection): WebhookRow[] =>
  db.orm.select().from(webhooks).orderBy(asc(webhooks.createdAt)).all()

export const putWebhook = (tx: Tx, id: string, changes: Partial<WebhookRow>) =>
  tx.orm.update(webhooks).set(changes).where(eq(webhooks.id, id)).run()

/** The number of deliveries that wait, by webhook; a thousand of each at most. */
export function pendingByWebhook(db: Connection): ReadonlyMap<string, number> {
  const pending = sql({ webhookId: webhookDeliveries.webhookId, count: INTEGER })`
    SELECT webhook_id AS webhookId, count(*) AS count FROM webhook_deliveries WHERE status = 'pending'
    GROUP BY webhook_id`
  return new Map(pending.all(db).map(({ webhookId, count }) => [webhookId, count]))
}

const LONGEST_SLEEP_MS = 3_600_000
const DISK_PAUSE_MS = 60_000

let isStarted = false
let stopping = new AbortController()
let cancelWake = () => {}
/** The webhooks that are being sent to. */
const running = new Map<string, Promise<void>>()
/** Until when a webhook that failed, or asked for a rest, gets nothing. */
const resting = new Map<string, number>()

onQueued(wake)
storage.onForeignWrite(wake)

/** Sends what is due now, and whenever something is. Storage must be open. The returned function stops that. */
export function startWebhooks(): () => Promise<void> {
  isStarted = true
  stopping = new AbortController()
  resting.clear()
  wake()
  return async () => {
    isStarted = false
    cancelWake()
    stopping.abort(new Error('Quad is stopping'))
    await Promise.all(running.values())
    // What is sent by hand from now on is not stopped.
    stopping = new AbortController()
  }
}

/** A webhook that was changed, or is tried by hand, rests no longer. */
export function wakeWebhook(tx: Tx, id: string): void {
  tx.afterCommit(() => {
    resting.delete(id)
    wake()
  })
}

function wake(): void {
  cancelWake()
  if (!isStarted) return
  let pause = LONGEST_SLEEP_MS
  for (const { id, wait } of waits()) {
    if (running.has(id)) continue
    if (wait > 0) pause = Math.min(pause, wait)
    else {
      const done = attempt('webhooks', () => deliverDueOf(id)).finally(() => {
        running.delete(id)
        wake()
      })
      running.set(id, done)
    }
  }
  cancelWake = after(pause, 'webhooks', wake)
}

/** Until the next try of each enabled webhook. Index: webhook_deliveries_due. */
function waits(): { id: string; wait: number }[] {
  const now = Date.now()
  const next = sql({ id: webhooks.id, nextAt: orNull(TEXT) })`
    SELECT w.id, (
      SELECT min(next_attempt_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending'
    ) AS nextAt FROM webhooks w WHERE w.enabled = 1`
  return next.all(storage.reader).flatMap(({ id, nextAt }) => {
    if (nextAt === null) return []
    const due = Date.parse(nextAt) - now
    // A time beyond every pause was written while the clock was ahead.
    return [{ id, wait: Math.max(due > LONGEST_PAUSE_MS ? 0 : due, restOf(id, now)) }]
  })
}

function restOf(id: string, now: number): number {
  const left = (resting.get(id) ?? now) - now
  return left > LONGEST_SLEEP_MS * 2 ? 0 : left
}

/** Sends everything that is due. */
export async function deliverDue(): Promise<void> {
  await Promise.all(waits().flatMap(({ id, wait }) => (wait <= 0 ? [deliverDueOf(id)] : [])))
}

const SELECT_DUE = raw(`SELECT ${selectList(DUE)}`)

async function deliverDueOf(webhookId: string): Promise<void> {
  try {
    for (;;) {
      const now = Date.now()
      if (stopping.signal.aborted || restOf(webhookId, now) > 0) return
      const delivery = sql(DUE)`
        ${SELECT_DUE} FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'pending'
          AND (next_attempt_at <= ${isoOf(now)} OR next_attempt_at > ${isoOf(now + LONGEST_PAUSE_MS)})
        ORDER BY next_attempt_at LIMIT 1`.get(storage.reader)
      if (delivery === undefined) return
      await deliver({ ...delivery, attempts: delivery.attempts + 1 })
    }
  } catch (error) {
    if (stopping.signal.aborted) return
    resting.set(webhookId, Date.now() + DISK_PAUSE_MS)
    throw error
  }
}

/** `attempts`: with this one. */
async function deliver(delivery: DueDelivery): Promise<void> {
  const { id, webhookId, attempts } = delivery
  await storage.write((tx) => {
    const next = isoOf(Date.now() + retryPause(attempts))
    sql`UPDATE webhook_deliveries SET attempts = ${attempts}, next_attempt_at = ${next}
      WHERE id = ${id} AND status = 'pending'`.run(tx)
  })
  const webhook = readWebhook(storage.reader, webhookId)
  if (webhook === undefined || !webhook.enabled) return
  const body = payloadOf(storage.reader, delivery)
  const outcome = body === null ? null : await post(webhook, id, body, stopping.signal)
  await storage.write((tx) => noteOutcome(tx, delivery, outcome))
  countTry(outcome === null ? 'skipped' : outcome.problem === null ? 'delivered' : 'failed')
}

/** The result of a try; null where what it was about is gone or hidden by now. */
function noteOutcome(tx: Tx, { id, webhookId, attempts }: DueDelivery, outcome: Outcome | null): void {
  const { statusCode = null, problem = null } = outcome ?? {}
  const isGone = statusCode === 410
  const failed = isGone || attempts >= MAX_ATTEMPTS ? 'failed' : 'pending'
  const status = outcome === null ? 'skipped' : problem === null ? 'delivered' : failed
  const now = Date.now()
  const finishedAt = status === 'pending' ? null : isoOf(now)
  sql`UPDATE webhook_deliveries SET status = ${status}, status_code = ${statusCode}, problem = ${problem},
      finished_at = ${finishedAt}, next_attempt_at = iif(${finishedAt} IS NULL, next_attempt_at, NULL)
    WHERE id = ${id} AND status = 'pending'`.run(tx)
  const webhook = readWebhook(tx, webhookId)
  if (webhook === undefined || outcome === null) return
  if (problem === null) {
    if (webhook.failures > 0) putWebhook(tx, webhookId, { failures: 0, failingSince: null })
    tx.afterCommit(() => resting.delete(webhookId))
    return
  }
  const failures = webhook.failures + 1
  // A time to come was written while the clock was ahead.
  const since = webhook.failingSince
  const failingSince = since !== null && since <= isoOf(now) ? since : isoOf(now)
  putWebhook(tx, webhookId, { failures, failingSince })
  tx.afterCommit(() => resting.set(webhookId, Date.now() + rest(failures, outcome.retryAfterMs)))
  const isHopeless = failures >= MAX_ATTEMPTS && now - Date.parse(failingSince) >= GIVE_UP_AFTER_MS
  if (!webhook.enabled || !(isGone || isHopeless)) return
  // Superadmins are told in the app.
  const disabledReason = isGone ? 'gone' : 'failing'
  putWebhook(tx, webhookId, { enabled: false, disabledReason })
  dropPending(tx, webhookId)
  for (const userId of superadminIds(tx)) addNotice(tx, userId, { kind: 'webhook_disabled' })
  tx.afterCommit(() => log.warn({ webhook: webhookId, disabledReason }, 'a webhook was switched off'))
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before the second try and each after it, as Standard Webhooks suggests: three days in all. */
const HOURS = [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...HOURS]

export const MAX_ATTEMPTS = PAUSES.length + 1

/** No delivery waits longer than that, with what is added by chance: one that does was postponed by a clock ahead. */
export const LONGEST_PAUSE_MS = 24 * HOUR * 1.1

/** How long after so many tries the next one is. */
export const retryPause = (attempts: number): number => withJitter(PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0)

/** How long a webhook rests after so many failures in a row, whatever waits for it, and if its server asks for a rest. */
export function rest(failures: number, retryAfterMs = 0): number {
  const own = withJitter(Math.min(2 ** Math.min(failures - 1, 20) * SECOND, 5 * MINUTE))
  return Math.max(own, Math.min(retryAfterMs, HOUR))
}

/** A webhook that has failed for so long, and as many times as one delivery is tried, is switched off. */
const GIVE_UP_AFTER_MS = 3 * 24 * HOUR

/** Seals URLs and secrets under the current key that name a former one; what this server cannot read stays as it is. */
export async function resealWebhooks(): Promise<void> {
  const renewed = (row: WebhookRow | undefined) =>
    (['urlSealed', 'secretSealed', 'formerSecretSealed'] as const).flatMap((name) => {
      const sealed = row?.[name] ?? null
      const text =
        row === undefined || sealed === null || keyIdOf(sealed) === currentKey().id ? null : unseal(row.id, sealed)
      return row === undefined || text === null ? [] : [[name, seal(row.id, text)]]
    })
  for (const { id } of readWebhooks(storage.reader).filter((row) => renewed(row).length > 0))
    await storage.write((tx) => {
      const values = renewed(readWebhook(tx, id))
      if (values.length > 0) putWebhook(tx, id, Object.fromEntries(values))
    })
}

const KEPT_MS = 7 * 24 * HOUR

/** Deletes a batch of deliveries that were finished a week ago; returns whether there may be more. */
export const deleteOldDeliveries = (tx: Tx): boolean =>
  deleteSome(tx, 'webhook_deliveries', sql`finished_at < ${isoOf(Date.now() - KEPT_MS)}`)

// Webhooks are no labels: their addresses are nobody's business.

const countTry = counted(
  { name: 'quad_webhook_tries_total', help: 'Tries to deliver an event to a webhook', label: 'outcome' },
  ['delivered', 'failed', 'skipped'],
)

// Monitoring asks while storage opens and closes, too.
gauge(
  'quad_webhook_deliveries_waiting',
  'Deliveries that wait',
  () => storage.health() && [...pendingByWebhook(storage.reader).values()].reduce((sum, count) => sum + count, 0),
)
