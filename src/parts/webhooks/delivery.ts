import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { storage, type Tx } from '../../../db/storage'
import { addNotice } from '../../campus/notices/notices'
import { config } from '../../config'
import { superadminIds } from '../../ground/access/account'
import { currentKey, keyIdOf } from '../../lib/crypto/keys'
import { seal, unseal } from '../../lib/crypto/sealing'
import { type Outcome as Posted, postTo } from '../../lib/net/outgoing'
import { after, attempt } from '../../lib/process/background'
import { isValid } from '../../lib/process/clock'
import { log } from '../../lib/process/log'
import { counted, measured } from '../../lib/process/metrics'
import { dropPending, onQueued } from './outbox'
import { payloadOf } from './payload'
import {
  type DueDelivery,
  dueDelivery,
  finishDelivery,
  nextDeliveries,
  noteResult,
  pendingByWebhook,
  postponeDelivery,
  putWebhook,
  readWebhook,
  readWebhooks,
} from './queries'
import { type DeliveryRecord, type WebhookRow, webhookUrl } from './record'

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
  return nextDeliveries(storage.reader)
    .all()
    .flatMap(({ id, nextAt }) => {
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
      const delivery = dueDelivery(storage.reader).get({ webhookId, ...times })
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
  await storage.write((tx) => {
    const nextAttemptAt = new Date(Date.now() + retryPause(attempts)).toISOString()
    postponeDelivery(tx).run({ id, attempts, nextAttemptAt })
  })
  const webhook = readWebhook(storage.reader, webhookId)
  if (webhook === undefined || !webhook.enabled) return
  const body = payloadOf(storage.reader, delivery)
  if (body === null) {
    const now = new Date().toISOString()
    const skipped = { id, status: 'skipped', statusCode: null, problem: null, now } as const
    await storage.write((tx) => finishDelivery(tx).run(skipped))
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

type Try = Pick<DueDelivery, 'id' | 'webhookId' | 'attempts'>

function noteOutcome(tx: Tx, { id, webhookId, attempts }: Try, outcome: Outcome): void {
  const { statusCode, problem } = outcome
  const webhook = readWebhook(tx, webhookId)
  if (webhook === undefined) return
  const now = new Date()
  const finished = { id, statusCode, problem, now: now.toISOString() }
  if (problem === null) {
    finishDelivery(tx).run({ ...finished, status: 'delivered' })
    if (webhook.failures > 0) putWebhook(tx, webhookId, { failures: 0, failingSince: null })
    tx.afterCommit(() => resting.delete(webhookId))
    return
  }
  const isGone = statusCode === 410
  if (isGone || attempts >= MAX_ATTEMPTS) finishDelivery(tx).run({ ...finished, status: 'failed' })
  else noteResult(tx).run({ id, statusCode, problem })
  const failures = webhook.failures + 1
  // A time to come was written while the clock was ahead.
  const since = webhook.failingSince
  const failingSince = since !== null && since <= finished.now ? since : finished.now
  putWebhook(tx, webhookId, { failures, failingSince })
  tx.afterCommit(() => resting.set(webhookId, Date.now() + rest(failures, outcome.retryAfterMs)))
  const isHopeless = failures >= MAX_ATTEMPTS && now.getTime() - Date.parse(failingSince) >= GIVE_UP_AFTER_MS
  if (webhook.enabled && (isGone || isHopeless)) disable(tx, webhookId, isGone ? 'gone' : 'failing')
}

/** Superadmins are told in the app. */
function disable(tx: Tx, id: string, disabledReason: 'gone' | 'failing'): void {
  putWebhook(tx, id, { enabled: false, disabledReason })
  dropPending(tx, id)
  for (const userId of superadminIds(tx)) addNotice(tx, userId, { kind: 'webhook_disabled' })
  tx.afterCommit(() => log.warn({ webhook: id, disabledReason }, 'a webhook was switched off'))
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses before the second try and each after it, as Standard Webhooks suggests: three days in all. */
const HOURS = [2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...HOURS]

export const MAX_ATTEMPTS = PAUSES.length + 1

/** So much is added at most, so that what failed together does not come back together. */
const JITTER = 0.1

/** No delivery waits longer than that: one that does was postponed while the clock was ahead. */
export const LONGEST_PAUSE_MS = 24 * HOUR * (1 + JITTER)

const withJitter = (ms: number): number => ms + randomInt(Math.ceil(ms * JITTER) + 1)

/** How long after so many tries the next one is. */
export const retryPause = (attempts: number): number => withJitter(PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0)

/** How long a webhook rests after so many failures in a row, whatever waits for it, and if its server asks for a rest. */
export function rest(failures: number, retryAfterMs = 0): number {
  const own = withJitter(Math.min(2 ** Math.min(failures - 1, 20) * SECOND, 5 * MINUTE))
  return Math.max(own, Math.min(retryAfterMs, HOUR))
}

/** A webhook that has failed for so long, and as many times as one delivery is tried, is switched off. */
const GIVE_UP_AFTER_MS = 3 * 24 * HOUR

// Standard Webhooks (standardwebhooks.com), symmetric.

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** How long a replaced secret signs, too. */
export const FORMER_SECRET_MS = 86_400_000

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export type Signed = { id: string /** Unix time of the try. */; seconds: number; body: string }

export function sign(secret: string, { id, seconds, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** The headers of a try. While a secret is being replaced both sign. */
export const signedHeaders = (secrets: readonly string[], message: Signed): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.seconds),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
})

type Outcome = Omit<Posted, 'problem'> & { problem: DeliveryRecord['problem'] }

/** Posts JSON to the server of a webhook. Rejects only when `stop` is aborted. */
export const send = (
  { headers, ...request }: { url: string; headers: Record<string, string>; body: string },
  stop: AbortSignal,
  timeoutMs?: number,
): Promise<Outcome> =>
  postTo(
    { ...request, headers: { ...headers, 'content-type': 'application/json' } },
    { service: 'webhook', networks: config.webhookPrivateNetworks, stop, timeoutMs },
  )

const SEALED = ['urlSealed', 'secretSealed', 'formerSecretSealed'] as const

/** The values that are sealed under a former key, under the current one; what this server cannot read stays as it is. */
function renewedSeals(row: WebhookRow): Partial<WebhookRow> {
  const renewed = SEALED.flatMap((name) => {
    const sealed = row[name]
    const text = sealed === null || keyIdOf(sealed) === currentKey().id ? null : unseal(row.id, sealed)
    return text === null ? [] : [[name, seal(row.id, text)]]
  })
  return Object.fromEntries(renewed)
}

/** Seals URLs and secrets under the current key that name a former one, which then nothing names any more. */
export async function resealWebhooks(): Promise<void> {
  const isStale = (row: WebhookRow) => Object.keys(renewedSeals(row)).length > 0
  for (const { id } of readWebhooks(storage.reader).filter(isStale))
    await storage.write((tx) => {
      const row = readWebhook(tx, id)
      if (row !== undefined && isStale(row)) putWebhook(tx, id, renewedSeals(row))
    })
}

// Webhooks are no labels: their addresses are nobody's business.

const countTry = counted(
  { name: 'quad_webhook_tries_total', help: 'Tries to deliver an event to a webhook', label: 'outcome' },
  ['delivered', 'failed', 'skipped'],
)

// Monitoring asks while storage opens and closes, too.
measured(
  'gauge',
  { name: 'quad_webhook_deliveries_waiting', help: 'Deliveries that wait' },
  () => storage.health() && [...pendingByWebhook(storage.reader).values()].reduce((sum, count) => sum + count, 0),
)
