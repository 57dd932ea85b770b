import { notifications, pushDeliveries, pushSubscriptions } from '../../../db/schema/notifications'
import { raw, sql } from '../../../db/sql'
import { INTEGER, pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { accountById } from '../../ground/access/account'
import { systemActor } from '../../ground/audit/audit'
import type { DomainEvents } from '../../ground/parts'
import { notificationsOn } from '../../ground/settings/settings'
import { currentKey, keyById, keyedHash } from '../../lib/crypto/keys'
import { seal, unseal } from '../../lib/crypto/sealing'
import { postTo } from '../../lib/net/outgoing'
import { every } from '../../lib/process/background'
import { counted, gauge } from '../../lib/process/metrics'
import { Semaphore } from '../../lib/process/semaphore'
import { isoOf, withinNextMinute, withinNextQuarter, withJitter } from '../../lib/text/coarse-time'
import { resolveMessage } from '../../messages/message'
import { readChoices } from '../notifications/choices'
import { notificationById } from '../notifications/record'
import { deleteSubscription, PUSH_NETWORKS } from './service'
import { type BrowserKeys, encryptPush, vapidAuthorization } from './web-push'

// Sends what is due, a few at a time. A try is written before it is made, so that a killed process repeats it.

const CHECK_INTERVAL_MS = 5_000
const BATCH = 50
const AT_ONCE = 8
const RESEALED_AT_ONCE = 100
const SECOND = 1_000
/** Before the second try and each after it. */
const PAUSES_MS = [30 * SECOND, 300 * SECOND, 1_800 * SECOND, 7_200 * SECOND] as const
const MAX_ATTEMPTS = PAUSES_MS.length + 1
const LONGEST_PAUSE_MS = 2 * PAUSES_MS[3]
/** A browser whose service refuses so many in a row is gone. */
const MAX_FAILURES = 20
/** How long a service keeps a push for a telephone that is off. */
const TTL_S = 86_400

const pauseAfter = (attempts: number): number => withJitter(PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0)

const DELIVERY = pick(pushDeliveries, 'subscriptionId', 'notificationId', 'attempts')
const DUE = {
  ...DELIVERY,
  ...pick(pushSubscriptions, 'id', 'userId', 'sealed', 'keyId', 'failures'),
  ...pick(notifications, 'type', 'seen', 'content', 'postId', 'commentId'),
}
type DuePush = Raw<typeof DUE>
const SELECT_DUE = raw(`SELECT ${selectList(DELIVERY, 'd')}, s.id, s.user_id AS userId, s.sealed, s.key_id AS keyId,
  s.failures, n.type, n.seen, n.content, n.post_id AS postId, n.comment_id AS commentId`)

// What is pushed is written beside the notification, in its transaction, and sent later.

/** What may be pushed, by whose choice and under which title. What moderators did is not: its moment tells whose it is. */
const KINDS = {
  replied: { choice: 'pushReplies', title: 'notifications.pushReply' },
  answered: { choice: 'pushReplies', title: 'notifications.pushAnswer' },
  upvoted_post: { choice: 'pushUpvotes', title: 'notifications.pushUpvote' },
  upvoted_comment: { choice: 'pushUpvotes', title: 'notifications.pushUpvote' },
  followed_post: { choice: 'pushFollowedPosts', title: 'notifications.pushComments' },
  followed_topic: { choice: 'pushFollowedTopics', title: 'notifications.pushPosts' },
} as const

/** The title of a notification, by its columns; undefined for what is never pushed, or not wanted by the account. */
function wantedTitle(db: Connection, userId: string, { type, postId }: { type: string; postId: string | null }) {
  const name = type !== 'posted' ? type : postId === null ? 'followed_topic' : 'followed_post'
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : undefined
  return kind !== undefined && readChoices(db, userId)[kind.choice] === 1 ? kind.title : undefined
}

/** A new entry of the inbox: one that counts on is pushed once, until it was seen. */
export function queuePush(
  tx: Tx,
  { id: notificationId, userId, isOfAlias, ...news }: DomainEvents['notification.added'],
): void {
  if (wantedTitle(tx, userId, news) === undefined) return
  const dueAt = isoOf((isOfAlias ? withinNextQuarter : withinNextMinute)(Date.now()))
  // Index: push_subscriptions_user. Most accounts have none.
  sql`INSERT INTO push_deliveries (subscription_id, notification_id, due_at)
    SELECT id, ${notificationId}, ${dueAt} FROM push_subscriptions WHERE user_id = ${userId}
    ON CONFLICT DO NOTHING`.run(tx)
}

/** Sends everything that is due. */
export async function sendDuePushes(stop: AbortSignal = new AbortController().signal): Promise<void> {
  for (;;) {
    const now = Date.now()
    // What would wait for longer than any pause was written while the clock was ahead. Index: push_deliveries_due.
    const pushes = sql(DUE)`
      ${SELECT_DUE}
      FROM push_deliveries d CROSS JOIN push_subscriptions s ON s.id = d.subscription_id
      CROSS JOIN notifications n ON n.id = d.notification_id
      WHERE d.due_at <= ${isoOf(now)} OR d.due_at > ${isoOf(now + LONGEST_PAUSE_MS)}
      ORDER BY d.due_at LIMIT ${BATCH}`.all(storage.reader)
    if (pushes.length === 0 || stop.aborted) return
    await storage.write((tx) => {
      for (const { subscriptionId, notificationId, attempts } of pushes) {
        const tries = attempts + 1
        sql`UPDATE push_deliveries SET attempts = ${tries}, due_at = ${isoOf(now + pauseAfter(tries))}
          WHERE subscription_id = ${subscriptionId} AND notification_id = ${notificationId}`.run(tx)
      }
    })
    const few = new Semaphore(AT_ONCE)
    await Promise.all(pushes.map((push) => few.run(() => deliver(push, stop))))
  }
}

async function deliver(push: DuePush, stop: AbortSignal): Promise<void> {
  const key = keyById(push.keyId)
  const sealed = unseal(push.id, push.sealed)
  // Without its key nobody can push to that browser any more; it subscribes anew.
  if (key === undefined || sealed === null) return finish(push, 'gone')
  const text = notificationsOn() ? await pushText(push) : null
  if (text === null) return finish(push, 'skipped')
  const browser: BrowserKeys & { endpoint: string } = JSON.parse(sealed)
  const { statusCode, problem } = await postTo(
    {
      url: browser.endpoint,
      headers: {
        authorization: vapidAuthorization(key, browser.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_S),
        // A service replaces what still waits for the same notification; the id itself is nobody's business.
        topic: keyedHash('push-topic', push.notificationId, key).slice(0, 32),
        urgency: 'normal',
      },
      body: encryptPush(text, browser),
    },
    { service: 'push', networks: PUSH_NETWORKS, stop },
  )
  if (problem === null) return finish(push, 'sent')
  if (statusCode === 404 || statusCode === 410 || problem === 'address') return finish(push, 'gone')
  const isHopeless = statusCode !== null && statusCode < 500 && statusCode !== 429
  await finish(push, isHopeless || push.attempts + 1 >= MAX_ATTEMPTS ? 'refused' : 'failed')
}

// Neither accounts nor the services of their browsers are labels.

const OUTCOMES = ['sent', 'failed', 'refused', 'gone', 'skipped'] as const
const countTry = counted(
  { name: 'quad_push_tries_total', help: 'Tries to push to a browser', label: 'outcome' },
  OUTCOMES,
)

// Monitoring asks while storage opens and closes, too.
gauge(
  'quad_push_deliveries_waiting',
  'Pushes that wait',
  () =>
    storage.health() &&
    sql({ count: INTEGER })`SELECT count(*) AS count FROM push_deliveries`.get(storage.reader)!.count,
)

/** `refused` is given up; `failed` is tried again at the time that was written before. */
async function finish(push: DuePush, outcome: (typeof OUTCOMES)[number]): Promise<void> {
  countTry(outcome)
  const isFailure = outcome === 'refused' || outcome === 'failed'
  const failures = isFailure ? push.failures + 1 : outcome === 'sent' ? 0 : push.failures
  await storage.write((tx) => {
    if (outcome !== 'failed')
      sql`DELETE FROM push_deliveries
        WHERE subscription_id = ${push.subscriptionId} AND notification_id = ${push.notificationId}`.run(tx)
    if (outcome === 'gone' || (isFailure && failures >= MAX_FAILURES)) deleteSubscription(tx, push.id)
    else if (failures !== push.failures)
      sql`UPDATE push_subscriptions SET failures = ${failures} WHERE id = ${push.id}`.run(tx)
  })
}

/** Looks for due pushes now and then. */
export const startPushes = every(CHECK_INTERVAL_MS, 'pushes', (_, stopping) => sendDuePushes(stopping))

// What a push says, read at the moment of sending: that there is something, and a link. What was written is in it only
// if its reader chose so.

/** UTF-8 bytes of a text: with all else it must fit into the length that every push has. */
const MAX_TEXT_BYTES = 1_200

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_TEXT_BYTES) return text
  return `${bytes.toString('utf8', 0, MAX_TEXT_BYTES).replace(/\uFFFD$/, '')}…`
}

/** Of the name of a topic in a link, for the same reason. */
const MAX_TOPIC_CHARACTERS = 300

/** Of a course the id stands for it. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A tab that shows the post already would not load it anew for another fragment alone. */
function pathOf({ type, postId, commentId, content }: DuePush): string {
  if (postId === null && type === 'posted' && UUID.test(content)) return `/course/${content}`
  const topic = encodeURIComponent(content)
  if (postId === null && type === 'posted' && topic.length <= MAX_TOPIC_CHARACTERS)
    return `/?topic=${topic}&sort=newest`
  if (postId === null) return '/inbox'
  return commentId === null ? `/post/${postId}` : `/post/${postId}?comment=${commentId}`
}

/** As JSON; null for what was seen, is not wanted any more, or concerns nobody. */
async function pushText(push: DuePush): Promise<string | null> {
  const account = accountById(push.userId)
  if (push.seen === 1 || account === undefined) return null
  const title = wantedTitle(storage.reader, push.userId, push)
  if (title === undefined) return null
  const message = {
    title: resolveMessage(title, account.language),
    url: pathOf(push),
    tag: push.notificationId,
    lang: account.language,
  }
  if (readChoices(storage.reader, push.userId).pushText === 0) return JSON.stringify(message)
  const reader = { ...systemActor('system'), ...account }
  const content = (await notificationById(storage.reader, reader, push.notificationId))?.content ?? ''
  return JSON.stringify(content === '' ? message : { ...message, body: cut(content) })
}

/** Seals endpoints under the current key that name a former one. What this server cannot read is let go. */
export async function resealPushes(): Promise<void> {
  for (;;) {
    const rows = sql(pick(pushSubscriptions, 'id', 'sealed'))`
      SELECT id, sealed FROM push_subscriptions WHERE sealed NOT GLOB ${`${currentKey().id}.*`}
      LIMIT ${RESEALED_AT_ONCE}`.all(storage.reader)
    if (rows.length === 0) return
    await storage.write((tx) => {
      for (const { id, sealed } of rows) {
        const text = unseal(id, sealed)
        if (text === null) deleteSubscription(tx, id)
        else sql`UPDATE push_subscriptions SET sealed = ${seal(id, text)} WHERE id = ${id}`.run(tx)
      }
    })
  }
}
