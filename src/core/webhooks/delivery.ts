import { storage, type Tx } from '../../../db/storage'
import { after, attempt } from '../../lib/background'
import { isValid } from '../../lib/clock'
import { log } from '../../lib/log'
import { unseal } from '../../lib/sealing'
import { addNotice } from '../notices/notices'
import { countTry } from './metrics'
import { dropPending, onQueued } from './outbox'
import { payloadOf } from './payload'
import {
  type DueDelivery,
  dueDelivery,
  finishDelivery,
  nextDeliveries,
  noteResult,
  postponeDelivery,
  putWebhook,
  readWebhook,
  superadminIds,
} from './queries'
import { type WebhookRow, webhookUrl } from './record'
import { GIVE_UP_AFTER_MS, LONGEST_PAUSE_MS, MAX_ATTEMPTS, rest, retryPause } from './schedule'
import { type Outcome, send } from './send'
import { FORMER_SECRET_MS, signedHeaders } from './signature'

// Sends what outbox.ts queued: one request at a time to each webhook, so that a slow one delays nobody else. A try is
// written before it is made, so that a killed process repeats it and loses none.

const LONGEST_SLEEP_MS = 3_600_000
const DISK_PAUSE_MS = 60_000

let started = false
let prepared = false
let stopping = new AbortController()
let cancelWake = () => {}

/** The webhooks that are being sent to. */
const running = new Map<string, Promise<void>>()
/** Until when a webhook that failed, or asked for a rest, gets nothing. */
const resting = new Map<string, number>()

/** Sends what is due now, and whenever something is. Storage must be open. The returned function stops that. */
export function startWebhooks(): () => Promise<void> {
  started = true
  stopping = new AbortController()
  resting.clear()
  if (!prepared) {
    onQueued(wake)
    storage.onForeignWrite(wake)
  }
  prepared = true
  wake()
  return async () => {
    started = false
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
  if (!started) return
  let pause = LONGEST_SLEEP_MS
  for (const { id, wait } of waits()) {
    if (running.has(id)) continue
    if (wait <= 0) run(id)
    else pause = Math.min(pause, wait)
  }
  cancelWake = after(pause, 'webhooks', wake)
}

function waits(): { id: string; wait: number }[] {
  const now = Date.now()
  return nextDeliveries(storage.reader).flatMap(({ id, nextAt }) => {
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

function run(id: string): void {
  const done = attempt('webhooks', () => deliverDueOf(id)).finally(() => {
    running.delete(id)
    wake()
  })
  running.set(id, done)
}

/** Sends everything that is due. */
export async function deliverDue(): Promise<void> {
  await Promise.all(waits().flatMap(({ id, wait }) => (wait <= 0 ? [deliverDueOf(id)] : [])))
}

async function deliverDueOf(webhookId: string): Promise<void> {
  try {
    for (;;) {
      const now = Date.now()
      if (stopping.signal.aborted || restOf(webhookId, now) > 0) return
      const times = { now: new Date(now).toISOString(), latest: new Date(now + LONGEST_PAUSE_MS).toISOString() }
      const delivery = dueDelivery(storage.reader, { webhookId, ...times })
      if (delivery === undefined) return
      await deliver(delivery)
    }
  } catch (error) {
    if (stopping.signal.aborted) return
    resting.set(webhookId, Date.now() + DISK_PAUSE_MS)
    throw error
  }
}

async function deliver(delivery: DueDelivery): Promise<void> {
  const { id, webhookId } = delivery
  const attempts = delivery.attempts + 1
  await storage.write(async (tx) => {
    const nextAttemptAt = new Date(Date.now() + retryPause(attempts)).toISOString()
    postponeDelivery(tx, { id, attempts, nextAttemptAt })
  })
  const webhook = readWebhook(storage.reader, webhookId)
  if (webhook === undefined || !webhook.enabled) return
  const body = await payloadOf(storage.reader, delivery)
  if (body === null) {
    const now = new Date().toISOString()
    await storage.write(async (tx) =>
      finishDelivery(tx, { id, status: 'skipped', statusCode: null, problem: null, now }),
    )
    countTry('skipped')
    return
  }
  const outcome = await post(webhook, id, body)
  await storage.write((tx) => noteOutcome(tx, { id, webhookId, attempts }, outcome))
  countTry(outcome.problem === null ? 'delivered' : 'failed')
}

async function post(webhook: WebhookRow, id: string, body: string): Promise<Outcome> {
  const url = webhookUrl(webhook)
  const secrets = secretsOf(webhook)
  if (url === null || secrets.length === 0) return { statusCode: null, problem: 'secret' }
  const message = { id, seconds: Math.floor(Date.now() / 1_000), body }
  return send({ url, headers: signedHeaders(secrets, message), body }, stopping.signal)
}

/** The current secret first; none without its key, for whoever verifies would refuse the former one some day. */
function secretsOf({ id, secretSealed, formerSecretSealed, formerUntil }: WebhookRow): string[] {
  const secret = unseal(id, secretSealed)
  if (secret === null) return []
  const isFormerValid = formerSecretSealed !== null && formerUntil !== null && isValid(formerUntil, FORMER_SECRET_MS)
  const former = isFormerValid ? unseal(id, formerSecretSealed) : null
  return former === null ? [secret] : [secret, former]
}

type Try = { id: string; webhookId: string; attempts: number }

async function noteOutcome(tx: Tx, { id, webhookId, attempts }: Try, outcome: Outcome): Promise<void> {
  const { statusCode, problem } = outcome
  const webhook = readWebhook(tx, webhookId)
  if (webhook === undefined) return
  const now = new Date()
  const finished = { id, statusCode, problem, now: now.toISOString() }
  if (problem === null) {
    finishDelivery(tx, { ...finished, status: 'delivered' })
    if (webhook.failures > 0) putWebhook(tx, webhookId, { failures: 0, failingSince: null })
    tx.afterCommit(() => resting.delete(webhookId))
    return
  }
  const isGone = statusCode === 410
  if (isGone || attempts >= MAX_ATTEMPTS) finishDelivery(tx, { ...finished, status: 'failed' })
  else noteResult(tx, { id, statusCode, problem })
  const failures = webhook.failures + 1
  const failingSince = failingFrom(webhook, now)
  putWebhook(tx, webhookId, { failures, failingSince })
  tx.afterCommit(() => resting.set(webhookId, Date.now() + rest(failures, outcome.retryAfterMs)))
  const isHopeless = failures >= MAX_ATTEMPTS && now.getTime() - Date.parse(failingSince) >= GIVE_UP_AFTER_MS
  if (webhook.enabled && (isGone || isHopeless)) disable(tx, webhookId, isGone ? 'gone' : 'failing')
}

/** A time to come was written while the clock was ahead. */
const failingFrom = ({ failingSince }: WebhookRow, now: Date): string =>
  failingSince !== null && failingSince <= now.toISOString() ? failingSince : now.toISOString()

/** Superadmins are told in the app. */
function disable(tx: Tx, id: string, disabledReason: 'gone' | 'failing'): void {
  putWebhook(tx, id, { enabled: false, disabledReason })
  dropPending(tx, id)
  for (const userId of superadminIds(tx)) addNotice(tx, userId, { kind: 'webhook_disabled' })
  tx.afterCommit(() => log.warn({ webhook: id, disabledReason }, 'a webhook was switched off'))
}
