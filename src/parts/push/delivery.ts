import { randomInt } from 'node:crypto'
import { notifications } from '../../../db/schema/notifications'
import { pushDeliveries, pushSubscriptions } from '../../../db/schema/push'
import { INTEGER, pick, type Raw, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { accountById } from '../../ground/access/account'
import { systemActor } from '../../ground/audit/audit'
import type { DomainEvents } from '../../ground/parts'
import { notificationsOn } from '../../ground/settings/settings'
import { currentKey, keyById, keyedHash } from '../../lib/crypto/keys'
import { seal, unseal } from '../../lib/crypto/sealing'
import { postTo } from '../../lib/net/outgoing'
import { runEvery } from '../../lib/process/background'
import { counted, measured } from '../../lib/process/metrics'
import { Semaphore } from '../../lib/process/semaphore'
import { withinNextMinute, withinNextQuarter } from '../../lib/text/coarse-time'
import { type PlainKey, resolveMessage } from '../../messages/message'
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

const pauseAfter = (attempts: number): number => {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0
  return pause + randomInt(Math.ceil(pause / 10) + 1)
}
const at = (time: number): string => new Date(time).toISOString()

const DELIVERY = pick(pushDeliveries, 'subscriptionId', 'notificationId', 'attempts')
const DUE = {
  ...DELIVERY,
  ...pick(pushSubscriptions, 'id', 'userId', 'sealed', 'keyId', 'failures'),
  ...pick(notifications, 'type', 'seen', 'content', 'postId', 'commentId'),
}
type DuePush = Raw<typeof DUE>

/** What would wait for longer than any pause was written while the clock was ahead. Index: push_deliveries_due. */
const due = sqlStatement(
  `SELECT ${selectList(DELIVERY, 'd')}, s.id, s.user_id AS userId, s.sealed, s.key_id AS keyId, s.failures, n.type, n.seen,
    n.content, n.post_id AS postId, n.comment_id AS commentId
  FROM push_deliveries d CROSS JOIN push_subscriptions s ON s.id = d.subscription_id
  CROSS JOIN notifications n ON n.id = d.notification_id
  WHERE d.due_at <= $now OR d.due_at > $latest ORDER BY d.due_at LIMIT $limit`,
  { returns: DUE, params: { now: TEXT, latest: TEXT, limit: INTEGER } },
)
const postpone = sqlStatement(
  `UPDATE push_deliveries SET attempts = $attempts, due_at = $dueAt
  WHERE subscription_id = $subscriptionId AND notification_id = $notificationId`,
  { params: { ...DELIVERY, dueAt: pushDeliveries.dueAt } },
)
const remove = sqlStatement(
  'DELETE FROM push_deliveries WHERE subscription_id = $subscriptionId AND notification_id = $notificationId',
  { params: pick(pushDeliveries, 'subscriptionId', 'notificationId') },
)
const count = sqlStatement('SELECT count(*) AS count FROM push_deliveries', { returns: { count: INTEGER } })
const putFailures = sqlStatement('UPDATE push_subscriptions SET failures = $failures WHERE id = $id', {
  params: pick(pushSubscriptions, 'id', 'failures'),
})

// What is pushed is written beside the notification, in its transaction, and sent later.

/** What somebody may want to be pushed. What moderators did is not: its moment would tell whose account it is. */
const CHOICES = {
  replied: 'pushReplies',
  upvoted_post: 'pushUpvotes',
  upvoted_comment: 'pushUpvotes',
  followed_post: 'pushFollowedPosts',
  followed_topic: 'pushFollowedTopics',
} as const

type PushKind = keyof typeof CHOICES

/** Whose notification it is, by its columns; undefined for what is never pushed. */
function pushKindOf({ type, postId }: { type: string; postId: string | null }): PushKind | undefined {
  if (type === 'posted') return postId === null ? 'followed_topic' : 'followed_post'
  return Object.keys(CHOICES).find((kind): kind is PushKind => kind === type)
}

/** Index: push_subscriptions_user. Most accounts have none. */
const insertPush = sqlStatement(
  `INSERT INTO push_deliveries (subscription_id, notification_id, due_at)
  SELECT id, $notificationId, $dueAt FROM push_subscriptions WHERE user_id = $userId
  ON CONFLICT DO NOTHING`,
  { params: { notificationId: notifications.id, dueAt: pushDeliveries.dueAt, userId: pushSubscriptions.userId } },
)

/** A new entry of the inbox: one that counts on is pushed once, until it was seen. */
export function queuePush(
  tx: Tx,
  { id: notificationId, userId, isOfAlias, ...news }: DomainEvents['notification.added'],
): void {
  const kind = pushKindOf(news)
  if (kind === undefined || !wantsPush(tx, userId, kind)) return
  const dueAt = new Date((isOfAlias ? withinNextQuarter : withinNextMinute)(Date.now())).toISOString()
  insertPush(tx).run({ notificationId, userId, dueAt })
}

const wantsPush = (db: Connection, userId: string, kind: PushKind): boolean =>
  readChoices(db, userId)[CHOICES[kind]] === 1

/** Sends everything that is due. */
export async function sendDuePushes(stop: AbortSignal = new AbortController().signal): Promise<void> {
  for (;;) {
    const now = Date.now()
    const pushes = due(storage.reader).all({ now: at(now), latest: at(now + LONGEST_PAUSE_MS), limit: BATCH })
    if (pushes.length === 0 || stop.aborted) return
    await storage.write((tx) => {
      for (const { subscriptionId, notificationId, attempts } of pushes) {
        const tries = attempts + 1
        postpone(tx).run({ subscriptionId, notificationId, attempts: tries, dueAt: at(now + pauseAfter(tries)) })
      }
    })
    const few = new Semaphore(AT_ONCE)
    await Promise.all(pushes.map((push) => few.run(() => deliver(push, stop))))
  }
}

type Browser = BrowserKeys & { endpoint: string }

async function deliver(push: DuePush, stop: AbortSignal): Promise<void> {
  const key = keyById(push.keyId)
  const sealed = unseal(push.id, push.sealed)
  // Without its key nobody can push to that browser any more; it subscribes anew.
  if (key === undefined || sealed === null) return finish(push, 'gone')
  const text = notificationsOn() ? await pushText(push) : null
  if (text === null) return finish(push, 'skipped')
  const browser: Browser = JSON.parse(sealed)
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
measured(
  'gauge',
  { name: 'quad_push_deliveries_waiting', help: 'Pushes that wait' },
  () => storage.health() && (count(storage.reader).get()?.count ?? 0),
)

/** `refused` is given up; `failed` is tried again at the time that was written before. */
async function finish(push: DuePush, outcome: (typeof OUTCOMES)[number]): Promise<void> {
  countTry(outcome)
  await storage.write((tx) => {
    if (outcome !== 'failed') remove(tx).run(push)
    const failures = push.failures + 1
    const isGone = outcome === 'gone' || ((outcome === 'refused' || outcome === 'failed') && failures >= MAX_FAILURES)
    if (isGone) deleteSubscription(tx, push.id)
    else if (outcome === 'sent' && push.failures > 0) putFailures(tx).run({ id: push.id, failures: 0 })
    else if (outcome === 'refused' || outcome === 'failed') putFailures(tx).run({ id: push.id, failures })
  })
}

/** Looks for due pushes now and then. The returned function stops that, and what is being sent. */
export function startPushes(): () => Promise<void> {
  const stopping = new AbortController()
  const stop = runEvery(CHECK_INTERVAL_MS, 'pushes', () =>
    sendDuePushes(stopping.signal).catch((error) => {
      if (!stopping.signal.aborted) throw error
    }),
  )
  return async () => {
    stopping.abort(new Error('Quad is stopping'))
    await stop()
  }
}

// What a push says, read at the moment of sending: that there is something, and a link. What was written is in it only
// if its reader chose so.

const TITLES: { [Kind in PushKind]: PlainKey } = {
  replied: 'notifications.pushReply',
  upvoted_post: 'notifications.pushUpvote',
  upvoted_comment: 'notifications.pushUpvote',
  followed_post: 'notifications.pushComments',
  followed_topic: 'notifications.pushPosts',
}

/** UTF-8 bytes of a text: with all else it must fit into the length that every push has. */
const MAX_TEXT_BYTES = 1_200

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_TEXT_BYTES) return text
  return `${bytes.toString('utf8', 0, MAX_TEXT_BYTES).replace(/\uFFFD$/, '')}…`
}

/** Of the name of a topic in a link, for the same reason. */
const MAX_TOPIC_CHARACTERS = 300

/** A tab that shows the post already would not load it anew for another fragment alone. */
function pathOf({ type, postId, commentId, content }: DuePush): string {
  const topic = encodeURIComponent(content)
  if (postId === null && type === 'posted' && topic.length <= MAX_TOPIC_CHARACTERS)
    return `/?topic=${topic}&sort=newest`
  if (postId === null) return '/inbox'
  return commentId === null ? `/post/${postId}` : `/post/${postId}?comment=${commentId}`
}

/** As JSON; null for what was seen, is not wanted any more, or concerns nobody. */
async function pushText(push: DuePush): Promise<string | null> {
  const kind = pushKindOf(push)
  const account = accountById(push.userId)
  if (push.seen === 1 || kind === undefined || account === undefined) return null
  if (!wantsPush(storage.reader, push.userId, kind)) return null
  const title = resolveMessage(TITLES[kind], account.language)
  const message = { title, url: pathOf(push), tag: push.notificationId, lang: account.language }
  if (readChoices(storage.reader, push.userId).pushText === 0) return JSON.stringify(message)
  const reader = { ...systemActor('system'), ...account }
  const content = (await notificationById(storage.reader, reader, push.notificationId))?.content ?? ''
  return JSON.stringify(content === '' ? message : { ...message, body: cut(content) })
}

const OTHERWISE = pick(pushSubscriptions, 'id', 'sealed')
const sealedOtherwise = sqlStatement(
  "SELECT id, sealed FROM push_subscriptions WHERE sealed NOT GLOB $keyId || '.*' LIMIT $limit",
  { returns: OTHERWISE, params: { keyId: TEXT, limit: INTEGER } },
)
const putSealed = sqlStatement('UPDATE push_subscriptions SET sealed = $sealed WHERE id = $id', { params: OTHERWISE })

/** Seals endpoints under the current key that name a former one. What this server cannot read is let go. */
export async function resealPushes(): Promise<void> {
  for (;;) {
    const rows = sealedOtherwise(storage.reader).all({ keyId: currentKey().id, limit: RESEALED_AT_ONCE })
    if (rows.length === 0) return
    await storage.write((tx) => {
      for (const { id, sealed } of rows) {
        const text = unseal(id, sealed)
        if (text === null) deleteSubscription(tx, id)
        else putSealed(tx).run({ id, sealed: seal(id, text) })
      }
    })
  }
}
