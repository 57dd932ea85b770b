import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { webhookDeliveries, webhooks } from '../../../db/schema/webhooks'
import { FLAG, INTEGER, orNull, pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import type { DomainEvents } from '../../ground/parts'
import { minuteOf, withinNextMinute } from '../../lib/text/coarse-time'
import type { WebhookEvent } from './record'

// Events are written beside what they tell of, in the same transaction, and sent later (delivery.ts). Without a webhook
// that wants one, an event costs a look into an empty table.

/** More than these do not wait for one webhook. */
export const MAX_PENDING = 1_000

const enabled = sqlStatement('SELECT id, events FROM webhooks WHERE enabled = 1', {
  returns: { id: webhooks.id, events: TEXT },
})

/** The ids of the enabled webhooks that want the event. */
const wantingOf = (tx: Tx, event: WebhookEvent): string[] =>
  enabled(tx)
    .all()
    .flatMap(({ id, events }) => ((JSON.parse(events) as string[]).includes(event) ? [id] : []))

let effect = () => {}

/** Runs `notify` after each commit that queues something. */
export function onQueued(notify: () => void): void {
  effect = notify
}

const NEW = pick(
  webhookDeliveries,
  'id',
  'webhookId',
  'event',
  'subject',
  'subjectId',
  'removedBy',
  'occurredAt',
  'nextAttemptAt',
)
/** A webhook that is gone, or off, must not fail the change that is told of. */
const insert = sqlStatement(
  `INSERT INTO webhook_deliveries (id, webhook_id, event, subject, subject_id, removed_by, occurred_at, next_attempt_at)
  SELECT $id, id, $event, $subject, $subjectId, $removedBy, $occurredAt, $nextAttemptAt
  FROM webhooks WHERE id = $webhookId AND enabled = 1`,
  { params: NEW },
)
/** Index: webhook_deliveries_due. */
const countPending = sqlStatement(
  "SELECT count(*) AS count FROM webhook_deliveries WHERE webhook_id = $webhookId AND status = 'pending'",
  { returns: { count: INTEGER }, params: { webhookId: webhooks.id } },
)
const dropOldest = sqlStatement(
  `DELETE FROM webhook_deliveries WHERE rowid IN (
    SELECT rowid FROM webhook_deliveries WHERE webhook_id = $webhookId AND status = 'pending' ORDER BY rowid LIMIT $count
  )`,
  { params: { webhookId: webhooks.id, count: INTEGER } },
)
const addDropped = sqlStatement('UPDATE webhooks SET dropped = dropped + $count WHERE id = $webhookId', {
  params: { webhookId: webhooks.id, count: INTEGER },
})

/** Gives up the oldest of what waits, all but `left`, and counts it. */
export function dropPending(tx: Tx, webhookId: string, left = 0): void {
  const count = (countPending(tx).get({ webhookId })?.count ?? 0) - left
  if (count <= 0) return
  dropOldest(tx).run({ webhookId, count })
  addDropped(tx).run({ webhookId, count })
}

type Event = Pick<Raw<typeof NEW>, 'event' | 'subject' | 'subjectId' | 'removedBy'>

/** Queues events for one webhook, to be sent at that time. Returns the ids of the deliveries. */
export function queueFor(tx: Tx, webhookId: string, events: readonly Event[], nextAttemptAt: () => string): string[] {
  const occurredAt = minuteOf(new Date().toISOString())
  const ids = events.map((event) => {
    const id = crypto.randomUUID()
    insert(tx).run({ ...event, id, webhookId, occurredAt, nextAttemptAt: nextAttemptAt() })
    return id
  })
  dropPending(tx, webhookId, MAX_PENDING)
  tx.afterCommit(effect)
  return ids
}

const later = (): string => new Date(withinNextMinute(Date.now())).toISOString()

function queue(tx: Tx, wanting: readonly string[], events: readonly Event[]): void {
  if (events.length === 0) return
  for (const webhookId of wanting) queueFor(tx, webhookId, events, later)
}

/** A public post has appeared; a private one is nobody's news. */
export function announcePost(tx: Tx, post: { id: string; isPrivate: 0 | 1 }): void {
  if (post.isPrivate === 1) return
  const event = { event: 'post.published', subject: 'post', subjectId: post.id, removedBy: null } as const
  queue(tx, wantingOf(tx, 'post.published'), [event])
}

/** A report about content of an administrator is hidden from that one, who may read what the bot writes. */
const isByAdministrator = sqlStatement("SELECT 1 AS found FROM users WHERE id = $id AND role <> 'user'", {
  returns: { found: FLAG },
  params: { id: orNull(users.id) },
})

export function announceReport(tx: Tx, report: { id: string; authorId: string | null }): void {
  const wanting = wantingOf(tx, 'report.created')
  if (wanting.length === 0 || isByAdministrator(tx).get({ id: report.authorId }) !== undefined) return
  queue(tx, wanting, [{ event: 'report.created', subject: 'report', subjectId: report.id, removedBy: null }])
}

const isPublic = {
  post: sqlStatement('SELECT 1 AS found FROM posts WHERE id = $id AND is_private = 0', {
    returns: { found: FLAG },
    params: { id: posts.id },
  }),
  comment: sqlStatement(
    'SELECT 1 AS found FROM comments c JOIN posts p ON p.key = c.post WHERE c.id = $id AND p.is_private = 0',
    { returns: { found: FLAG }, params: { id: comments.id } },
  ),
}

/**
 * What anybody could read is removed. Call before the change: afterwards nobody can tell what was public. Hiding
 * silently (a shadow ban) is never told: a bot that takes a text down would tell its author.
 */
export function announceRemoval(tx: Tx, { type: subject, id, by }: DomainEvents['text.removing']): void {
  const wanting = wantingOf(tx, 'content.removed')
  if (wanting.length === 0 || isPublic[subject](tx).get({ id }) === undefined) return
  queue(tx, wanting, [{ event: 'content.removed', subject, subjectId: id, removedBy: by }])
}

/** Newest first. Removed ones were told of: told again, they would show who had written them. Index: posts_author_newest. */
const publicPosts = sqlStatement(
  `SELECT id FROM posts WHERE author_id = $userId AND is_private = 0 AND moderation_state <> 'banned'
  ORDER BY created_at DESC LIMIT $limit`,
  { returns: { id: posts.id }, params: { userId: posts.authorId, limit: INTEGER } },
)

/** The account is being deleted, and its posts with it. */
export function announceRemovalsOf(tx: Tx, { id: userId }: DomainEvents['account.removed']): void {
  const wanting = wantingOf(tx, 'content.removed')
  if (wanting.length === 0) return
  const rows = publicPosts(tx).all({ userId, limit: MAX_PENDING })
  queue(
    tx,
    wanting,
    rows.map(({ id }) => ({ event: 'content.removed', subject: 'post', subjectId: id, removedBy: 'author' }) as const),
  )
}
