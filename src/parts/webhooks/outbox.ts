import { moderationRecords, reports } from '../../../db/schema/moderation'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { webhookDeliveries, webhooks } from '../../../db/schema/webhooks'
import { countRows, hasRow, raw, sql } from '../../../db/sql'
import { orNull, pick, type Raw, TEXT } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { config } from '../../config'
import type { DomainEvents } from '../../ground/parts'
import { reportReasons } from '../../ground/settings/settings'
import { isoOf, minuteOf, withinNextMinute } from '../../lib/text/coarse-time'
import type { WantedEvent } from './schemas'

// Events are written beside what they tell of, in the same transaction, and sent later (delivery.ts). They hold ids alone:
// what is sent is read when it is sent. Without a webhook that wants one, an event costs a look into an empty table.

/** More than these do not wait for one webhook. */
export const MAX_PENDING = 1_000

let notifySender = () => {}

/** Runs `notify` after each commit that queues something. */
export function onQueued(notify: () => void): void {
  notifySender = notify
}

/** Gives up the oldest of what waits, all but `left`, and counts it. Index: webhook_deliveries_due. */
export function dropPending(tx: Tx, webhookId: string, left = 0): void {
  const waiting = sql`FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'pending'`
  const count = countRows(tx, waiting) - left
  if (count <= 0) return
  sql`DELETE FROM webhook_deliveries WHERE rowid IN (SELECT rowid ${waiting} ORDER BY rowid LIMIT ${count})`.run(tx)
  sql`UPDATE webhooks SET dropped = dropped + ${count} WHERE id = ${webhookId}`.run(tx)
}

const SUBJECT = pick(webhookDeliveries, 'event', 'subject', 'subjectId', 'removedBy')
type Event = Raw<typeof SUBJECT>

/** Queues an event for one webhook, and returns the id of the delivery. One that is gone, or off, must not fail the change. */
export function queueFor(tx: Tx, webhookId: string, event: Event, nextAttemptAt: string): string {
  const id = crypto.randomUUID()
  const occurredAt = minuteOf(isoOf(Date.now()))
  sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event, subject, subject_id, removed_by, occurred_at, next_attempt_at)
    SELECT ${id}, id, ${event.event}, ${event.subject}, ${event.subjectId}, ${event.removedBy}, ${occurredAt},
      ${nextAttemptAt}
    FROM webhooks WHERE id = ${webhookId} AND enabled = 1`.run(tx)
  return id
}

/** Queues what `news` finds, which is asked only if a webhook wants it. */
function announce(tx: Tx, event: WantedEvent, news: () => readonly Omit<Event, 'event'>[]): void {
  const wanting = sql({ id: webhooks.id, events: TEXT })`SELECT id, events FROM webhooks WHERE enabled = 1`
    .all(tx)
    .filter(({ events }) => (JSON.parse(events) as string[]).includes(event))
  const found = wanting.length === 0 ? [] : news()
  if (found.length === 0) return
  for (const { id } of wanting) {
    for (const each of found) queueFor(tx, id, { event, ...each }, isoOf(withinNextMinute(Date.now())))
    dropPending(tx, id, MAX_PENDING)
  }
  tx.afterCommit(notifySender)
}

/** A public post has appeared; a private one is nobody's news. */
export function announcePost(tx: Tx, { id: subjectId, isPrivate }: DomainEvents['post.published']): void {
  if (isPrivate === 0) announce(tx, 'post.published', () => [{ subject: 'post', subjectId, removedBy: null }])
}

/** A report about content of an administrator is hidden from that one, who may read what the bot writes. */
export function announceReport(tx: Tx, { id: subjectId, authorId }: DomainEvents['report.created']): void {
  const hidden = sql`FROM users WHERE id = ${authorId} AND role <> 'user'`
  announce(tx, 'report.created', () => (hasRow(tx, hidden) ? [] : [{ subject: 'report', subjectId, removedBy: null }]))
}

const PUBLIC = {
  post: raw('posts p WHERE p.id ='),
  comment: raw('comments c JOIN posts p ON p.key = c.post WHERE c.id ='),
}

/**
 * What anybody could read is removed. Call before the change: afterwards nobody can tell what was public. Hiding
 * silently (a shadow ban) is never told: a bot that takes a text down would tell its author.
 */
export function announceRemoval(tx: Tx, { type: subject, id, by: removedBy }: DomainEvents['text.removing']): void {
  const readable = sql`FROM ${PUBLIC[subject]} ${id} AND p.is_private = 0`
  announce(tx, 'content.removed', () => (hasRow(tx, readable) ? [{ subject, subjectId: id, removedBy }] : []))
}

/**
 * The account is being deleted, and its posts with it; the newest are told of. Removed ones were told of: told again,
 * they would show who had written them. Index: posts_author_newest.
 */
export function announceRemovalsOf(tx: Tx, { id }: DomainEvents['account.removed']): void {
  const removed = sql({ subjectId: posts.id })`
    SELECT id AS subjectId FROM posts WHERE author_id = ${id} AND is_private = 0 AND moderation_state <> 'banned'
    ORDER BY created_at DESC LIMIT ${MAX_PENDING}`
  announce(tx, 'content.removed', () =>
    removed.all(tx).map((post) => ({ ...post, subject: 'post', removedBy: 'author' })),
  )
}

export const DUE = { ...SUBJECT, ...pick(webhookDeliveries, 'id', 'webhookId', 'occurredAt', 'attempts') }
export type DueDelivery = Raw<typeof DUE>

/**
 * The body of a try, read at that moment: of posts what anybody reads without signing in, of reports and removals nobody's
 * name and nobody's words. Null for what is gone or hidden by now.
 */
export function payloadOf(db: Connection, delivery: DueDelivery): string | null {
  const data = READERS[delivery.event](db, delivery.subjectId ?? '', delivery)
  return data && JSON.stringify({ type: delivery.event, timestamp: delivery.occurredAt, data })
}

type Reader = (db: Connection, id: string, delivery: DueDelivery) => Record<string, unknown> | null

const READERS: Readonly<Record<DueDelivery['event'], Reader>> = {
  'webhook.test': () => ({}),
  'post.published': (db, id) => {
    const row = sql({ ...pick(posts, 'title', 'topic', 'createdAt'), author: users.username })`
      SELECT p.title, p.topic, p.created_at AS createdAt, u.username AS author
      FROM posts p JOIN users u ON u.id = p.author_id
      WHERE p.id = ${id} AND p.is_private = 0 AND p.moderation_state = 'active'`.get(db)
    if (row === undefined) return null
    const { title, topic, author, createdAt } = row
    return { id, url: `${config.publicUrl}/post/${id}`, title, topic, author, createdAt: minuteOf(createdAt) }
  },
  'report.created': (db, id) => {
    const row = sql(pick(reports, 'type', 'targetId', 'reason'))`
      SELECT type, target_id AS targetId, reason FROM reports WHERE id = ${id} AND status = 'pending'`.get(db)
    if (row === undefined) return null
    const target = { type: row.type === 'Post' ? 'post' : 'comment', id: row.targetId }
    return { id, target, reason: suggested(row.reason), url: `${config.publicUrl}/console/reports` }
  },
  'content.removed': (db, id, { subject: type, removedBy: by }) => {
    // Restored, or public again. What a deleted account left without an author is not back.
    const back = sql`
      FROM posts WHERE id = ${id} AND moderation_state = 'active' AND is_private = 0 AND author_id IS NOT NULL
      UNION ALL SELECT 1 FROM comments WHERE id = ${id} AND is_banned = 0 AND deleted_at IS NULL`
    if (hasRow(db, back)) return null
    // Index: moderation_records_resource.
    const removal = sql({ reason: orNull(moderationRecords.reason) })`
      SELECT reason FROM moderation_records WHERE resource_id = ${id} AND state = 'banned'
      ORDER BY created_at DESC, id DESC LIMIT 1`
    return { type, id, by, reason: by === 'moderator' ? suggested(removal.get(db)?.reason) : null }
  },
}

/** One of the reasons that this Quad suggests; other words are somebody's own. */
function suggested(reason: string | null | undefined): string | null {
  const lower = reason?.toLowerCase()
  return reportReasons().find((each) => each.toLowerCase() === lower) ?? null
}
