import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { known, oneOf } from './known'

/** Addresses of programs that Quad tells of events. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    /** UUIDv4. */
    id: text().primaryKey(),
    /** Sealed for this row, as the secrets are: the path of an address often lets whoever knows it in. */
    urlSealed: text('url_sealed').notNull(),
    /** Names of events, as JSON. */
    events: text({ mode: 'json' }).$type<string[]>().notNull(),
    secretSealed: text('secret_sealed').notNull(),
    /** The secret before a rotation, which signs, too, for a time. */
    formerSecretSealed: text('former_secret_sealed'),
    formerUntil: text('former_until'),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    /** Why Quad switched it off; null after a superadmin did. */
    disabledReason: text('disabled_reason', { enum: ['gone', 'failing'] }),
    /** Failures since the last success, and when they began. */
    failures: integer().notNull().default(0),
    failingSince: text('failing_since'),
    /** Deliveries that were given up before they were tried to the end, because too many waited. */
    dropped: integer().notNull().default(0),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [
    check('webhooks_enabled_flag', sql`${table.enabled} in (0, 1)`),
    known('webhooks_disabled_reason', table.disabledReason),
    check('webhooks_former', sql`(${table.formerSecretSealed} is null) = (${table.formerUntil} is null)`),
  ],
)

/**
 * Events on their way to one webhook. They hold ids alone: what is sent is read when it is sent, so that nothing waits
 * here that was deleted or hidden since.
 */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** UUIDv4, the `webhook-id` of every try. */
    id: text().primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text({ enum: ['post.published', 'report.created', 'content.removed', 'webhook.test'] }).notNull(),
    /** What it is about: no foreign key, because a removal outlives what was removed. Null for a test. */
    subject: text({ enum: ['post', 'comment', 'report'] }),
    subjectId: text('subject_id'),
    /** Who removed it. */
    removedBy: text('removed_by', { enum: ['moderator', 'author'] }),
    /** The whole minute. */
    occurredAt: text('occurred_at').notNull(),
    status: oneOf(['pending', 'delivered', 'failed', 'skipped'], 'pending'),
    attempts: integer().notNull().default(0),
    /** Null once it is finished. */
    nextAttemptAt: text('next_attempt_at'),
    finishedAt: text('finished_at'),
    /** Of the last try: the status of the response, or why there was none. */
    statusCode: integer('status_code'),
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
