import { sql } from 'drizzle-orm'
import { check, index, integer, text } from 'drizzle-orm/sqlite-core'
import { counter, flag, id, idOf, known, oneOf, sqliteTable, string, times, word } from './columns'

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: id(),
    /** Sealed for this row, as the secrets are: the path of an address often lets whoever knows it in. */
    urlSealed: string(),
    /** Names of events, as JSON. */
    events: text({ mode: 'json' }).$type<string[]>().notNull(),
    secretSealed: string(),
    /** The secret before a rotation, which signs, too, for a time. */
    formerSecretSealed: text(),
    formerUntil: text(),
    enabled: flag().default(true),
    /** Why Quad switched it off; null after a superadmin did. */
    disabledReason: text({ enum: ['gone', 'failing'] }),
    /** Failures since the last success, and when they began. */
    failures: counter(),
    failingSince: text(),
    /** Deliveries that were given up before they were tried to the end, because too many waited. */
    dropped: counter(),
    ...times(),
  },
  (table) => [
    check('webhooks_enabled_flag', sql`${table.enabled} in (0, 1)`),
    known('webhooks_disabled_reason', table.disabledReason),
    check('webhooks_former', sql`(${table.formerSecretSealed} is null) = (${table.formerUntil} is null)`),
  ],
)

/** What a webhook can want. */
export const WEBHOOK_EVENTS = ['post.published', 'report.created', 'content.removed'] as const

/** Events on their way to one webhook, as ids alone: nothing waits here that was deleted or hidden since. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** UUIDv4, the `webhook-id` of every try. */
    id: id(),
    webhookId: idOf(() => webhooks.id),
    event: word([...WEBHOOK_EVENTS, 'webhook.test']),
    /** What it is about: no foreign key, because a removal outlives what was removed. Null for a test. */
    subject: text({ enum: ['post', 'comment', 'report'] }),
    subjectId: text(),
    removedBy: text({ enum: ['moderator', 'author'] }),
    /** The whole minute. */
    occurredAt: string(),
    status: oneOf(['pending', 'delivered', 'failed', 'skipped'], 'pending'),
    attempts: counter(),
    /** Null once it is finished. */
    nextAttemptAt: text(),
    finishedAt: text(),
    /** Of the last try: the status of the response, or why there was none. */
    statusCode: integer(),
    problem: text({ enum: ['status', 'timeout', 'unreachable', 'address', 'secret'] }),
  },
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhookId),
    index('webhook_deliveries_due').on(table.webhookId, table.nextAttemptAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_finished').on(table.finishedAt).where(sql`finished_at is not null`),
    known('webhook_deliveries_event', table.event),
    known('webhook_deliveries_subject', table.subject),
    known('webhook_deliveries_removed_by', table.removedBy),
    known('webhook_deliveries_status', table.status),
    check('webhook_deliveries_pending', sql`(${table.status} = 'pending') = (${table.nextAttemptAt} is not null)`),
    check('webhook_deliveries_end', sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    known('webhook_deliveries_problem', table.problem),
  ],
)
